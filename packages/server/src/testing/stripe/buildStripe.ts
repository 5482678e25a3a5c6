import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import StripeLibrary, { type Stripe } from 'stripe'
import { buildEvent } from './buildStripeObjects.ts'
import { pageOf } from './buildStripePage.ts'
import { type Answer, call, current, decide, failure, refundCharge, visit, type World } from './buildStripeWorld.ts'

/**
 * A fake Stripe for tests: a server that accepts what Stripe's published types allow and refuses the rest as Stripe does, with
 * its payment page, its idempotency keys and its signed webhooks. It does not depend on the shop.
 */

type Session = Stripe.Checkout.Session
/**
 * The failure of one request: the connection is cut before it is done or after, no answer ever arrives, or a failure. A
 * function is called before the request is done.
 */
export type Trouble = 'cut before' | 'cut after' | 'silence' | 429 | 500 | (() => void)

export type LocalStripe = {
  /** The base of the interface, and of the hosted page. */
  url: string
  secretKey: string
  webhookSecret: string
  /** Every event, the oldest first. */
  events: Stripe.Event[]
  /** The request, such as 'POST /v1/refunds', with the answer's status; 0 for a cut connection. */
  requests: Array<{ what: string; status: number }>
  /** The faults of the next requests, one each. */
  troubles: Trouble[]
  /** Where each event is sent at once; null: nowhere. */
  endpoint: string | null
  sessionOf(transaction: string): Session
  /** Everything that was charged for a transaction and refunded, in Stripe's minor units. */
  ledger(transaction: string): { charges: number[]; refunds: number[] }
  eventsOf(transaction: string): Stripe.Event[]
  /**
   * Acts as the customer on the page. Returns where the browser is sent, or null if it stays. `later`: by a bank that takes its
   * time.
   */
  press(href: string, button: 'pay' | 'decline' | 'later'): Promise<string | null>
  /** Lets that bank decide. */
  decide(transaction: string, isPaid: boolean): void
  /** Refunds money as the operator does in Stripe's dashboard. */
  refund(transaction: string, amount?: number): void
  /** Changes a session in a way that no request of the shop would. */
  tamper(transaction: string, change: Partial<Session>): void
  /** Signs an event. */
  sign(event: Stripe.Event, secret?: string): { body: string; headers: Record<string, string> }
  /** Posts an event to a shop, and returns the status. */
  send(event: Stripe.Event, to: string): Promise<number>
  close(): Promise<void>
}

type StoredAnswer = { fingerprint: string; at: number; answer: Answer | null }

const KEY_SECONDS = 24 * 3600

/** Missing values are generated: a free port, and keys in Stripe's format. */
type Options = Partial<Record<'secretKey' | 'webhookSecret', string>> & { clock?: () => Date; port?: number }

const randomKey = () => randomUUID().replaceAll('-', '')

export async function startStripe(options: Options = {}): Promise<LocalStripe> {
  const { clock = () => new Date(), port = 0 } = options
  const { secretKey = `sk_test_${randomKey()}`, webhookSecret = `whsec_${randomKey()}` } = options
  const keys = new Map<string, StoredAnswer>()
  const world: World = {
    url: '',
    now: () => Math.floor(clock().getTime() / 1000),
    sessions: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: [],
    tell(type, object) {
      const event = buildEvent(type, object, world.now())
      stripe.events.push(event)
      // Stripe retries for days; this one gives up.
      if (stripe.endpoint) void stripe.send(event, stripe.endpoint).catch(() => {})
    },
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      console.error(error)
      response.destroy()
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', world.url)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    if (pathname.startsWith('/c/pay/')) {
      const seen = visit(world, request.method ?? '', pathname)
      if (!seen) response.writeHead(404).end()
      else if ('to' in seen) response.writeHead(303, { location: seen.to }).end()
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(seen.session, seen.note))
      return
    }
    const what = `${request.method} ${pathname.replace(/cs_test_\w+/, ':id')}`
    const trouble = stripe.troubles.shift()
    const sent = request.method === 'GET' ? searchParams.toString() : body
    const answer = trouble === 'cut before' ? null : await answerTo(trouble, request, pathname, sent)
    const isHeard = trouble !== 'cut after' && trouble !== 'silence'
    stripe.requests.push({ what, status: isHeard ? (answer?.status ?? 0) : 0 })
    if (trouble === 'silence') return
    if (!answer || trouble === 'cut after') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` })
    response.end(JSON.stringify(answer.body))
  }

  async function answerTo(
    trouble: Trouble | undefined,
    request: IncomingMessage,
    pathname: string,
    sent: string,
  ): Promise<Answer> {
    if (trouble === 429) return failure(429, { message: 'Too many requests', code: 'rate_limit' })
    if (trouble === 500) return failure(500, { message: 'Something went wrong', type: 'api_error' })
    if (typeof trouble === 'function') trouble()
    const problem = refuse(request, secretKey)
    if (problem) return problem
    const work = () => call(world, `${request.method} ${pathname}`, sent)
    return answerOnce(keys, request, `${request.method} ${pathname} ${sent}`, world.now(), work)
  }

  const found = (transaction: string) => {
    const all = [...world.sessions.values()].filter(({ session }) => session.metadata?.transaction === transaction)
    if (all.length !== 1 || !all[0]) throw new Error(`There are ${all.length} sessions of ${transaction}`)
    return all[0].session
  }
  const chargesOf = (transaction: string) =>
    [...world.charges.values()].filter(({ metadata, paid }) => paid && metadata.transaction === transaction)

  const stripe: LocalStripe = {
    url: '',
    secretKey,
    webhookSecret,
    events: [],
    requests: [],
    troubles: [],
    endpoint: null,
    sessionOf: (transaction) => current(world, found(transaction)),
    ledger: (transaction) => {
      const charges = chargesOf(transaction)
      const ids = charges.map(({ id }) => id)
      const refunds = world.refunds.filter(({ charge }) => ids.includes(String(charge)))
      return { charges: charges.map(({ amount }) => amount), refunds: refunds.map(({ amount }) => amount) }
    },
    eventsOf: (transaction) =>
      stripe.events.filter(({ data }) => {
        const { metadata } = data.object as { metadata?: Record<string, string> }
        return metadata?.transaction === transaction
      }),
    press: async (href, button) => {
      const answer = await fetch(`${world.url}${new URL(href).pathname}/${button}`, {
        method: 'POST',
        redirect: 'manual',
      })
      return answer.headers.get('location')
    },
    decide: (transaction, isPaid) => decide(world, found(transaction), isPaid),
    refund: (transaction, amount) => {
      const [charge] = chargesOf(transaction)
      if (charge) refundCharge(world, charge, amount ?? charge.amount - charge.amount_refunded)
    },
    tamper: (transaction, change) => void Object.assign(found(transaction), change),
    sign: (event, secret = webhookSecret) => {
      const payload = JSON.stringify(event)
      const header = StripeLibrary.webhooks.generateTestHeaderString({ payload, secret, timestamp: world.now() })
      return { body: payload, headers: { 'content-type': 'application/json', 'stripe-signature': header } }
    },
    send: async (event, to) => (await fetch(to, { method: 'POST', ...stripe.sign(event) })).status,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }

  server.listen(port, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(stripe, { url: world.url })
}

/** The requirements for every request. */
function refuse({ headers, method }: IncomingMessage, secretKey: string): Answer | null {
  // Stripe hides most of the key in its answer; code that logs such an answer must not rely on that.
  const key = headers.authorization?.replace('Bearer ', '')
  if (key !== secretKey) return failure(401, { message: `Invalid API Key provided: ${key}` })
  const version = headers['stripe-version']
  if (version !== StripeLibrary.API_VERSION) return failure(400, { message: `Invalid Stripe API version: ${version}` })
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  if (method === 'POST' && !isForm) return failure(400, { message: 'Invalid content type' })
  if (method === 'POST' && !headers['idempotency-key']) return failure(400, { message: 'This server requires a key' })
  return null
}

/** The same key gets the same answer for a day; with other parameters it is refused. */
async function answerOnce(
  keys: Map<string, StoredAnswer>,
  { headers }: IncomingMessage,
  fingerprint: string,
  now: number,
  work: () => Answer,
): Promise<Answer> {
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return work()
  const known = keys.get(key)
  if (known && now - known.at < KEY_SECONDS) {
    if (known.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`
      return failure(400, { type: 'idempotency_error', message })
    }
    if (known.answer) return known.answer
    return failure(409, { message: 'Another request with this key is in progress', code: 'idempotency_key_in_use' })
  }
  const stored: StoredAnswer = { fingerprint, at: now, answer: null }
  keys.set(key, stored)
  // Another request may come in between, as it may at Stripe.
  await new Promise((done) => setTimeout(done, 5))
  const answer = work()
  const { error } = answer.body as { error?: { param?: string } }
  // A request that is refused before anything is done is not stored.
  if (error?.param) keys.delete(key)
  stored.answer = structuredClone(answer)
  return stored.answer
}
