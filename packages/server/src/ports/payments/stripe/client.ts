import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { GatewayContext } from '../gateway.ts'

/**
 * The version of Stripe's interface that this code was written for. The account's own may be another: ours is sent with
 * every request, and what a webhook says is asked again with it.
 */
export const STRIPE_VERSION = '2026-10-28.endive'

/** How long one request may take, and how often it is made again: all of it within what the checkout waits for. */
const REQUEST_MS = 4000
const RETRIES = 1

const config = z.object({
  /** `sk_…`, or a restricted key `rk_…` that may write checkout sessions and refunds and read payment intents. */
  secretKey: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a key that begins with sk_ or rk_'),
  /** `whsec_…`; while it is changed both, with a space between them. */
  webhookSecret: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((all) => all.length > 0 && all.every((each) => each.startsWith('whsec_')), 'must begin with whsec_'),
  apiBase: z.url().refine(isSafe, 'must begin with https://').default('https://api.stripe.com'),
})

/** Keys travel in the clear within one machine only. */
function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
}

/** What is wrong with a provider's keys, by field, and never what stands in them. */
export function stripeProblems(given: GatewayContext['config']): Record<string, string> {
  const { error } = config.safeParse(given)
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [
      String(path[0]),
      given[String(path[0])] === undefined ? 'is missing' : message,
    ]),
  )
}

/** The provider's keys. Throws an Error that names the field and never what stands in it. */
export function readStripeConfig({ provider, config: given }: Pick<GatewayContext, 'provider' | 'config'>) {
  const read = config.safeParse(given)
  if (read.success) return read.data
  const [[field, problem] = []] = Object.entries(stripeProblems(given))
  throw new Error(`Provider ${provider.key}: gateways.stripe.${field} ${problem}`)
}

/** Loaded with the first payment: a shop without Stripe does without. */
const library = () => import('stripe')

type Client = InstanceType<typeof Stripe>
const clients = new Map<string, Client>()
/** Keys change rarely; a server of many shops forgets all of them now and then. */
const MOST_CLIENTS = 100

export async function stripeClient(context: GatewayContext): Promise<Client> {
  const { secretKey, apiBase } = readStripeConfig(context)
  const id = `${apiBase} ${secretKey}`
  const known = clients.get(id)
  if (known) return known
  const { default: Stripe } = await library()
  const { protocol, hostname, port } = new URL(apiBase)
  const client = new Stripe(secretKey, {
    apiVersion: STRIPE_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: REQUEST_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Portraitkit' },
  })
  if (clients.size >= MOST_CLIENTS) clients.clear()
  clients.set(id, client)
  return client
}

/** Stripe's answer to a request that was not done, without what must not be written down: keys and addresses of people. */
export class StripeFault extends Error {
  override name = 'StripeFault'
  /** Whether Stripe has answered and will give the same answer again: nothing was done, and nothing will be. */
  readonly isFinal: boolean
  readonly code: string | undefined

  constructor(error: Stripe.errors.StripeError) {
    const { type, code, param, requestId } = error
    const where = [code, param && `at ${param}`, requestId].filter(Boolean).join(', ')
    super(`${type}: ${withoutSecrets(error.message)}${where && ` (${where})`}`)
    this.code = code
    this.isFinal = FINAL.includes(type)
  }
}

const FINAL = [
  'StripeInvalidRequestError',
  'StripeAuthenticationError',
  'StripePermissionError',
  'StripeIdempotencyError',
  'StripeCardError',
]

function withoutSecrets(text: string): string {
  return text.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, '$1_…').replace(/[^\s:"']+@[^\s"']+/g, '…@…')
}

/** Asks Stripe. Throws StripeFault. */
export async function askStripe<T>(context: GatewayContext, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = await stripeClient(context)
  try {
    return await ask(client)
  } catch (error) {
    const { errors } = (await library()).default
    if (error instanceof errors.StripeError) throw new StripeFault(error)
    throw error
  }
}

/** The event of a webhook that carries the signature of one of the provider's secrets; null where it does not. */
export async function signedEvent(
  context: GatewayContext,
  body: string,
  signature: string,
): Promise<Stripe.Event | null> {
  const { webhookSecret } = readStripeConfig(context)
  const { webhooks } = await stripeClient(context)
  const { errors } = (await library()).default
  for (const secret of webhookSecret) {
    try {
      return await webhooks.constructEventAsync(
        body,
        signature,
        secret,
        undefined,
        undefined,
        context.app.clock().getTime(),
      )
    } catch (error) {
      if (!(error instanceof errors.StripeSignatureVerificationError)) throw error
    }
  }
  return null
}
