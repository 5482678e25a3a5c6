import type { Stripe } from 'stripe'
import { readForm } from './buildStripeForm.ts'
import { buildCharge, buildIntent, buildRefund, buildSession, type SessionRequest } from './buildStripeObjects.ts'
import { findRuleProblem } from './buildStripeRules.ts'
import { checkParams, type FormValue, type ParamError } from './buildStripeSpec.ts'

/** What Stripe does on request: sessions, the payments behind them, charges and refunds. */

type Session = Stripe.Checkout.Session
export type Answer = { status: number; body: object }
/** The whole state of this Stripe. */
export type World = {
  url: string
  now: () => number
  sessions: Map<string, { session: Session; request: SessionRequest }>
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Stripe.Refund[]
  tell(type: string, object: unknown): void
}

export function failure(
  status: number,
  error: { message: string; type?: string; code?: string; param?: string },
): Answer {
  return { status, body: { error: { type: 'invalid_request_error', ...error } } }
}

function paramFailure(error: ParamError): Answer {
  return failure(400, error)
}

/** Carries out a request. */
export function call(world: World, what: string, body: string): Answer {
  const sent = readForm(body)
  if (sent === undefined) return failure(400, { message: 'Invalid request' })
  const [, id = ''] = what.match(/\/(cs_test_\w+)/) ?? []
  switch (what.replace(/cs_test_\w+/, ':id')) {
    case 'POST /v1/checkout/sessions':
      return createSession(world, sent)
    case 'GET /v1/checkout/sessions':
      return listSessions(world, sent)
    case 'GET /v1/checkout/sessions/:id':
      return readSession(world, id, sent, 'Checkout.SessionRetrieveParams', () => null)
    case 'POST /v1/checkout/sessions/:id/expire':
      return readSession(world, id, sent, 'Checkout.SessionExpireParams', (session) => expireSession(world, session))
    case 'POST /v1/refunds':
      return createRefund(world, sent)
    default:
      return failure(404, { message: `Unrecognized request URL (${what})` })
  }
}

function createSession(world: World, sent: FormValue): Answer {
  const problem =
    checkParams('Checkout/Sessions', 'Checkout.SessionCreateParams', sent) ?? findRuleProblem(sent, world.now())
  if (problem) return paramFailure(problem)
  const request = sent as SessionRequest
  // The part after the # is for the page alone, but belongs to the address.
  const session = buildSession(request, world.now(), (id) => `${world.url}/c/pay/${id}#fidkdWxOYHwnPyd1blpxYHZxWjA0`)
  world.sessions.set(session.id, { session, request })
  return { status: 200, body: session }
}

/** The newest first, page by page. */
function listSessions(world: World, sent: FormValue): Answer {
  const problem = checkParams('Checkout/Sessions', 'Checkout.SessionListParams', sent)
  if (problem) return paramFailure(problem)
  const { limit = '10', starting_after: after } = sent as Record<string, string | undefined>
  const all = [...world.sessions.values()].map(({ session }) => current(world, session)).reverse()
  const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0
  const data = all.slice(start, start + Number(limit))
  const has_more = start + data.length < all.length
  return { status: 200, body: { object: 'list', url: '/v1/checkout/sessions', data, has_more } }
}

function readSession(
  world: World,
  id: string,
  sent: FormValue,
  params: string,
  change: (session: Session) => Answer | null,
): Answer {
  const problem = checkParams('Checkout/Sessions', params, sent)
  if (problem) return paramFailure(problem)
  const stored = world.sessions.get(id)
  if (!stored)
    return failure(404, { message: `No such checkout.session: ${id}`, code: 'resource_missing', param: 'session' })
  const refused = change(current(world, stored.session))
  return (
    refused ?? { status: 200, body: expandObject(world, stored.session, (sent as { expand?: string[] }).expand ?? []) }
  )
}

/** A session as it is now: one whose time is over has expired. */
export function current(world: World, session: Session): Session {
  if (session.status === 'open' && session.expires_at <= world.now()) close(world, session)
  return session
}

function close(world: World, session: Session): void {
  Object.assign(session, { status: 'expired', url: null })
  const intent = world.intents.get(String(session.payment_intent))
  if (intent) Object.assign(intent, { status: 'canceled', cancellation_reason: 'expired', canceled_at: world.now() })
  world.tell('checkout.session.expired', session)
}

function expireSession(world: World, session: Session): Answer | null {
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
    return failure(400, { message })
  }
  close(world, session)
  return null
}

/** An id is expanded to its object on request. */
function expandObject(world: World, session: Session, expand: string[]): Session {
  const intent = world.intents.get(String(session.payment_intent))
  const names = expand.flatMap((path) => path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.')))
  if (!intent || !names.includes('payment_intent')) return session
  const charge = names.includes('payment_intent.latest_charge') && world.charges.get(String(intent.latest_charge))
  return { ...session, payment_intent: { ...intent, ...(charge && { latest_charge: charge }) } }
}

function createRefund(world: World, sent: FormValue): Answer {
  const problem = checkParams('Refunds', 'RefundCreateParams', sent)
  if (problem) return paramFailure(problem)
  const { payment_intent = '', charge: createCharge, amount } = sent as Record<string, string | undefined>
  const id = createCharge ?? String(world.intents.get(payment_intent)?.latest_charge)
  const charge = world.charges.get(id)
  if (!charge?.paid) return failure(404, { message: `No such charge: ${id}`, code: 'resource_missing' })
  const rest = charge.amount - charge.amount_refunded
  if (rest === 0) {
    return failure(400, { message: `Charge ${id} has already been refunded.`, code: 'charge_already_refunded' })
  }
  if (amount && Number(amount) > rest) return failure(400, { message: 'Refund amount is greater than charge amount' })
  return { status: 200, body: refundCharge(world, charge, amount ? Number(amount) : rest) }
}

export function refundCharge(world: World, charge: Stripe.Charge, amount: number): Stripe.Refund {
  const refund = buildRefund(charge, amount, world.now())
  world.refunds.push(refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  world.tell('charge.refunded', charge)
  return refund
}

/** What the hosted page does: it shows a session, or redirects the browser. Null: there is no such page. */
export function visit(
  world: World,
  method: string,
  pathname: string,
): { session: Session; note: string } | { to: string } | null {
  const [, id = '', button] = pathname.match(/^\/c\/pay\/(\w+)(?:\/(pay|decline|later))?$/) ?? []
  const stored = world.sessions.get(id)
  if (!stored) return null
  const session = current(world, stored.session)
  if (method === 'POST' && session.status === 'open') {
    attempt(world, stored, button)
    if (button === 'decline') return { note: 'Your card was declined.', session }
    return { to: session.success_url ?? '' }
  }
  return { note: '', session }
}

type StoredSession = { session: Session; request: SessionRequest }

function attempt(world: World, { session, request }: StoredSession, button: string | undefined): void {
  if (session.amount_total === 0) {
    complete(world, session, 'no_payment_required')
    return
  }
  const intent = world.intents.get(String(session.payment_intent)) ?? buildIntent(session, request, world.now())
  world.intents.set(intent.id, intent)
  session.payment_intent = intent.id
  if (button === 'pay') payNow(world, session, intent)
  else if (button === 'decline') decline(world, intent)
  else {
    intent.status = 'processing'
    complete(world, session, 'unpaid')
  }
}

function complete(world: World, session: Session, payment_status: Session['payment_status']): void {
  Object.assign(session, { status: 'complete', payment_status, url: null })
  world.tell('checkout.session.completed', session)
}

function charged(world: World, intent: Stripe.PaymentIntent, isPaid: boolean): Stripe.Charge {
  const charge = buildCharge(intent, isPaid, world.now())
  world.charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  return charge
}

function payNow(world: World, session: Session, intent: Stripe.PaymentIntent): void {
  const charge = charged(world, intent, true)
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null })
  world.tell('payment_intent.succeeded', intent)
  world.tell('charge.succeeded', charge)
  complete(world, session, 'paid')
}

function decline(world: World, intent: Stripe.PaymentIntent): void {
  charged(world, intent, false)
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
  world.tell('payment_intent.payment_failed', intent)
}

/** The bank has decided about a submitted payment. */
export function decide(world: World, session: Session, isPaid: boolean): void {
  const intent = world.intents.get(String(session.payment_intent))
  if (!intent) throw new Error(`Nobody has paid ${session.id}`)
  if (isPaid) {
    charged(world, intent, true)
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    session.payment_status = 'paid'
  } else decline(world, intent)
  world.tell(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
}
