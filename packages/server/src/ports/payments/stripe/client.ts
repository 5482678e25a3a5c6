import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { GatewayContext } from '../gateway.ts'

/**
 * The version of Stripe's API that this code was written for. The account's default may differ: this one is sent with every
 * request, and the content of a webhook is fetched again with it.
 */
export const STRIPE_VERSION = '2026-10-28.endive'

/** Time limit and number of retries of one request: all of it fits into the checkout's timeout. */
const REQUEST_MS = 4000
const RETRIES = 1

const config = z.object({
  /** `sk_…`, or a restricted key `rk_…` that may write checkout sessions and refunds and read payment intents. */
  secretKey: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a key that begins with sk_ or rk_'),
  /** `whsec_…`; two, separated by a space, while one replaces the other. */
  webhookSecret: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((all) => all.length > 0 && all.every((each) => each.startsWith('whsec_')), 'must begin with whsec_'),
  apiBase: z.url().refine(isSafe, 'must begin with https://').default('https://api.stripe.com'),
})

/** Keys are sent unencrypted only within one machine. */
function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
}

/** The problems of a provider's keys, by field, never with their values. */
export function stripeProblems(options: GatewayContext['config']): Record<string, string> {
  const { error } = config.safeParse(options)
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [
      String(path[0]),
      options[String(path[0])] === undefined ? 'is missing' : message,
    ]),
  )
}

/** The provider's keys. Throws an Error that names the field and never its value. */
export function readStripeConfig({ provider, config: given }: Pick<GatewayContext, 'provider' | 'config'>) {
  const read = config.safeParse(given)
  if (read.success) return read.data
  const [[field, problem] = []] = Object.entries(stripeProblems(given))
  throw new Error(`Provider ${provider.key}: gateways.stripe.${field} ${problem}`)
}

/** Loaded with the first payment, so that a shop without Stripe never loads it. */
const loadStripe = () => import('stripe')

type Client = InstanceType<typeof Stripe>
const clients = new Map<string, Client>()
/** Keys change rarely; a server with many shops clears the whole cache now and then. */
const MAX_CLIENTS = 100

export async function stripeClient(context: GatewayContext): Promise<Client> {
  const { secretKey, apiBase } = readStripeConfig(context)
  const id = `${apiBase} ${secretKey}`
  const known = clients.get(id)
  if (known) return known
  const { default: Stripe } = await loadStripe()
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
  if (clients.size >= MAX_CLIENTS) clients.clear()
  clients.set(id, client)
  return client
}

/** Stripe's answer to a failed request, without what must not be logged: keys and people's addresses. */
export class StripeFault extends Error {
  override name = 'StripeFault'
  /** Whether Stripe has answered and will repeat that answer: nothing was done, and nothing will be. */
  readonly isFinal: boolean
  readonly code: string | undefined

  constructor(error: Stripe.errors.StripeError) {
    const { type, code, param, requestId } = error
    const where = [code, param && `at ${param}`, requestId].filter(Boolean).join(', ')
    super(`${type}: ${redactSecrets(error.message)}${where && ` (${where})`}`)
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

function redactSecrets(text: string): string {
  return text.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, '$1_…').replace(/[^\s:"']+@[^\s"']+/g, '…@…')
}

/** Calls Stripe. Throws StripeFault. */
export async function callStripe<T>(context: GatewayContext, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = await stripeClient(context)
  try {
    return await ask(client)
  } catch (error) {
    const { errors } = (await loadStripe()).default
    if (error instanceof errors.StripeError) throw new StripeFault(error)
    throw error
  }
}

/** The event of a webhook signed with one of the provider's secrets; null if the signature is wrong. */
export async function signedEvent(
  context: GatewayContext,
  body: string,
  signature: string,
): Promise<Stripe.Event | null> {
  const { webhookSecret } = readStripeConfig(context)
  const { webhooks } = await stripeClient(context)
  const { errors } = (await loadStripe()).default
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
