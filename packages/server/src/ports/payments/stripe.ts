import type { PaymentReport } from '@portraitkit/core/checkout/paymentJournal.ts'
import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import type { Stripe } from 'stripe'
import { BadSignature, type Gateway, type GatewayContext, type Payment, reportOf } from './gateway.ts'
import { AmountError, fromStripeAmount, toStripeAmount } from './stripe/amount.ts'
import { callStripe, StripeFault, signedEvent, stripeProblems } from './stripe/client.ts'
import { stripeCollections } from './stripe/collection.ts'
import { recordPayment, type StripePayment, settlePayment, stripePayments } from './stripe/payments.ts'

type Session = Stripe.Checkout.Session

/** Requested with a session, so that one answer contains everything: attempts, charges and refunds. */
const EXPAND = ['payment_intent.latest_charge']

/**
 * Cards, on Stripe's own page (Checkout): card numbers never reach the shop. Stripe reports a declined card on that page, where
 * the customer may try another; a customer who gives up then has a declined payment.
 */
export const stripe: Gateway = {
  name: 'stripe',
  isInvoice: false,
  collections: stripeCollections,
  fields: {
    secretKey: 'the secret key, sk_…, or a restricted one, rk_…',
    webhookSecret:
      'the signing secret of the webhook, whsec_…; while it is being changed, both with a space between them',
    apiBase: 'an address other than https://api.stripe.com; optional',
  },
  problems: stripeProblems,

  async check(context) {
    await callStripe(context, (client) => client.checkout.sessions.list({ limit: 1 }))
    return `Stripe accepts the key, ${context.config.secretKey?.includes('_live_') ? 'in live mode: payments are real' : 'in test mode: no money is moved'}.`
  },

  async open(payment, context) {
    const stored = await recordPayment(context.app, context.provider, payment)
    const session = await sessionOf(payment, stored, context)
    if (!session) return { href: null, report: await endedReport(payment, context) }
    return { href: session.url, report: reportOfSession(payment.transaction, session) }
  },

  async fetchState(payment, context) {
    const stored = await requireSession(context, payment.transaction)
    const session = stored && (await sessionOf(payment, stored, context))
    return session ? reportOfSession(payment.transaction, session) : endedReport(payment, context)
  },

  async expire(payment, context) {
    // If it has not been requested yet, it never will be: a late request to open it finds it ended.
    const stored = await recordPayment(context.app, context.provider, payment, 'abandoned')
    const session = await sessionOf(payment, stored, context)
    if (!session) return endedReport(payment, context)
    return reportOfSession(
      payment.transaction,
      session.status === 'open' ? await endSession(session.id, context) : session,
    )
  },

  async refund(payment, context) {
    const stored = await requireSession(context, payment.transaction)
    const session = stored?.session && (await fetchSession(stored.session, context))
    const report = session ? reportOfSession(payment.transaction, session) : null
    if (!session || (report?.state !== 'paid' && report?.state !== 'refunded')) {
      throw new Error('Only a paid payment can be refunded')
    }
    if (report.state === 'paid' && report.amount > 0) await refundSession(payment.transaction, session, context)
    return { ...report, state: 'refunded' }
  },

  async refundPart(payment, part, context) {
    const stored = await requireSession(context, payment.transaction)
    const session = stored?.session && (await fetchSession(stored.session, context))
    const charge = session ? intentOf(session)?.latest_charge : null
    if (!session || typeof charge !== 'object' || !charge?.paid) throw new Error('Only a paid payment can be refunded')
    const amount = toStripeAmount(part, payment.currency)
    // The key of a request is forgotten after a day, the charge is not.
    if (charge.amount_refunded < amount) await refundSession(payment.transaction, session, context, amount)
  },

  async verifyWebhook(headers, body, context) {
    if (Object.keys(stripeProblems(context.config)).length > 0)
      throw new BadSignature('This shop has no keys for Stripe')
    const event = await signedEvent(context, body, String(headers['stripe-signature'] ?? ''))
    if (!event) throw new BadSignature('The signature does not belong to this webhook')
    return readEvent(event, context)
  },
}

function requireSession({ app, provider }: GatewayContext, transaction: string): Promise<StripePayment | null> {
  return stripePayments(app, provider.key).findOne({ _id: transaction })
}

/** The report of a payment without a session at Stripe. */
async function endedReport(payment: Payment, context: GatewayContext): Promise<PaymentReport> {
  return reportOf(payment, (await requireSession(context, payment.transaction))?.ended ?? 'abandoned')
}

/** The session of a payment: the known one, the one of a request whose answer was lost, or a new one. Null if there is none. */
async function sessionOf(payment: Payment, stored: StripePayment, context: GatewayContext): Promise<Session | null> {
  if (stored.session) return storedSession(stored.session, stored, context)
  if (stored.ended) return null
  try {
    const params = sessionParams(payment, stored, context)
    const idempotencyKey = payment.transaction
    const made = await callStripe(context, (client) => client.checkout.sessions.create(params, { idempotencyKey }))
    await settlePayment(context.app, stored, { session: made.id })
    return made
  } catch (error) {
    if (!isRefused(error)) throw error
    // Stripe would refuse it again: the customer is informed at once, and the operator can read the reason.
    context.app.log.error({ provider: context.provider.key, err: error }, 'Stripe refused a payment')
    await settlePayment(context.app, stored, { ended: 'failed' })
    return null
  }
}

/** How long a session unknown to the current keys may still turn up: it may belong to the previous keys. */
const FOREIGN_KEYS_GRACE_MS = 24 * 60 * 60_000

/** A recorded session. Null if a different account's keys were configured since, so that it can no longer be paid. */
async function storedSession(id: string, { expires }: StripePayment, context: GatewayContext): Promise<Session | null> {
  try {
    return await fetchSession(id, context)
  } catch (error) {
    const isGone = error instanceof StripeFault && error.code === 'resource_missing'
    if (!isGone || context.app.clock().getTime() < expires.getTime() + FOREIGN_KEYS_GRACE_MS) throw error
    return null
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof AmountError || (error instanceof StripeFault && error.isFinal)
}

function sessionParams(
  { transaction, reference, amount, currency, language, email, returnUrl, cancelUrl }: Payment,
  { name, expires }: StripePayment,
  { provider }: GatewayContext,
): Stripe.Checkout.SessionCreateParams {
  // Stripe copies them to the charge: every event about this payment identifies it.
  const metadata = { transaction, provider: provider.key, reference }
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    allowed_payment_method_types: ['card'],
    // The order is in the shop's currency, and so is the charge.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toStripeAmount(amount, currency),
          product_data: { name },
        },
      },
    ],
    client_reference_id: transaction,
    metadata,
    payment_intent_data: { description: name, metadata },
    locale: localeOf(language),
    ...(isPlainAddress(email) && { customer_email: email }),
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expires.getTime() / 1000),
  }
}

/**
 * Stripe refuses a payment with an email address that it considers invalid: for an unusual one Stripe asks the customer itself.
 */
function isPlainAddress(email: string): boolean {
  return (
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,63}$/i.test(email) && !/\.\.|\.@|^\./.test(email)
  )
}

const LOCALES = (
  'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr ' +
  'vi zh zh-HK zh-TW'
).split(' ')

/** The language of Stripe's page; the browser's if Stripe does not have it. */
function localeOf(language: string): string {
  return [language, mainLanguage(language)].find((tag) => LOCALES.includes(tag)) ?? 'auto'
}

function fetchSession(id: string, context: GatewayContext): Promise<Session> {
  return callStripe(context, (client) => client.checkout.sessions.retrieve(id, { expand: EXPAND }))
}

/** Ends an open session. It may have been paid or have expired since it was read. */
async function endSession(id: string, context: GatewayContext): Promise<Session> {
  try {
    return await callStripe(context, (client) => client.checkout.sessions.expire(id, { expand: EXPAND }))
  } catch (error) {
    if (!isRefused(error)) throw error
    const session = await fetchSession(id, context)
    if (session.status === 'open') throw error
    return session
  }
}

/** Refunds the rest of a payment, or a part of it. */
async function refundSession(
  transaction: string,
  session: Session,
  context: GatewayContext,
  amount?: number,
): Promise<void> {
  const payment_intent = intentOf(session)?.id
  if (!payment_intent) throw new Error(`The session ${session.id} has no payment`)
  try {
    const { status } = await callStripe(context, (client) =>
      client.refunds.create(
        { payment_intent, ...(amount !== undefined && { amount }) },
        { idempotencyKey: `refund ${amount === undefined ? '' : 'part of '}${transaction}` },
      ),
    )
    if (status === 'failed' || status === 'canceled') throw new Error(`Stripe could not refund ${payment_intent}`)
  } catch (error) {
    if (!(error instanceof StripeFault) || error.code !== 'charge_already_refunded') throw error
  }
}

/**
 * An event only identifies a payment; its state is then fetched. So events may arrive late, twice, in any order and in any
 * version of Stripe's API.
 */
async function readEvent(event: Stripe.Event, context: GatewayContext): Promise<PaymentReport[]> {
  const { metadata } = event.data.object as { metadata?: Record<string, string> | null }
  // One account may serve several shops, and sell outside them: a payment that this shop did not request is not its own.
  const stored = metadata?.transaction ? await requireSession(context, metadata.transaction) : null
  if (!stored) return []
  const { object, id } = event.data.object as { object: string; id: string }
  const session = stored.session ?? (object === 'checkout.session' ? id : null)
  if (!session) return []
  await settlePayment(context.app, stored, { session })
  return [reportOfSession(stored._id, await fetchSession(session, context))]
}

function reportOfSession(transaction: string, session: Session): PaymentReport {
  const currency = (session.currency ?? '').toUpperCase()
  return {
    transaction,
    state: stateOf(session),
    amount: fromStripeAmount(session.amount_total ?? 0, currency),
    currency,
  }
}

function stateOf(session: Session): PaymentReport['state'] {
  const intent = intentOf(session)
  if (session.payment_status !== 'unpaid') return isRefunded(intent) ? 'refunded' : 'paid'
  if (session.status === 'open') return 'open'
  if (session.status === 'complete') return isPending(intent) ? 'open' : 'failed'
  return intent?.last_payment_error ? 'declined' : 'abandoned'
}

/** The customer has paid, but the bank takes its time. */
function isPending(intent: Stripe.PaymentIntent | null): boolean {
  return intent === null || ['processing', 'requires_action', 'requires_capture'].includes(intent.status)
}

function isRefunded(intent: Stripe.PaymentIntent | null): boolean {
  const charge = intent?.latest_charge
  return typeof charge === 'object' && charge !== null && charge.refunded
}

function intentOf({ payment_intent }: Session): Stripe.PaymentIntent | null {
  return typeof payment_intent === 'object' ? payment_intent : null
}
