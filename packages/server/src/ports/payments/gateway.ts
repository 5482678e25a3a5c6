import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentReport } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import type { Background, Collection, Page } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'

/**
 * The context of a gateway call: the provider who gets the money, and the gateway's configuration (secrets in plain text, for
 * the gateway only).
 */
export type GatewayContext = { app: App; provider: Provider; config: Readonly<Record<string, string>> }

/** A payment request. The same transaction is the same payment, however often it is requested. */
export type Payment = {
  /** Uuid; the idempotency key of every call. */
  transaction: string
  /** `#` and eight characters, for the customer's statement. */
  reference: string
  /** Minor units. */
  amount: number
  currency: string
  /** Language tag for the hosted page. */
  language: string
  email: string
  /** Where the hosted page sends the browser after the payment. */
  returnUrl: string
  /** Where the hosted page sends a customer who gives up. */
  cancelUrl: string
  /** The origins of the pages to which those two addresses redirect the browser. */
  pageOrigins?: readonly string[]
  /** Where the gateway sends its notifications. */
  webhookUrl: string
}

/**
 * How long a customer may stay on a hosted page; a payment that is open longer is reported as 'abandoned'. Stripe allows half an
 * hour to a day.
 */
export const PAYMENT_WINDOW_MS = 60 * 60_000

/** A webhook without the gateway's signature. */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/**
 * A payment method's gateway. Every call may be repeated with the same payment, also by another process and after a crash in
 * the middle. An unreachable gateway throws; then it is unknown whether the call succeeded, and it is repeated.
 */
export type Gateway = {
  readonly name: string
  /** The customer pays later: the order counts as placed at once. */
  readonly isInvoice: boolean
  /** The personal id is needed to collect the money. Otherwise none is stored. */
  readonly needsPersonalId?: boolean
  /** Why the provider may not use it in production, in a sentence for the operator; null if it may. */
  productionFault?(provider: Provider): string | null
  /** Opens the payment, or finds it open. `href` is the hosted page, null if the customer has nothing to do there. */
  open(payment: Payment, context: GatewayContext): Promise<{ href: string | null; report: PaymentReport }>
  /** The state of a payment. One that was never opened is 'abandoned' and stays so. */
  fetchState(payment: Payment, context: GatewayContext): Promise<PaymentReport>
  /** Ends a payment, so that it can no longer be paid, and returns its state: it may have been paid before. */
  expire(payment: Payment, context: GatewayContext): Promise<PaymentReport>
  /** Refunds the whole amount, once. */
  refund(payment: Payment, context: GatewayContext): Promise<PaymentReport>
  /**
   * Refunds a part of a paid payment, once, in minor units; `refund` then refunds the rest. Missing if the gateway moves no money: then the
   * photographer does.
   */
  refundPart?(payment: Payment, part: number, context: GatewayContext): Promise<void>
  /** The content of a webhook. Throws BadSignature. */
  verifyWebhook(headers: IncomingHttpHeaders, body: string, context: GatewayContext): Promise<PaymentReport[]>
  /** The configuration fields that a provider fills in, with a description each; stored sealed. */
  readonly fields?: Readonly<Record<string, string>>
  /** The problems of a configuration by field, never with its values. */
  problems?(config: GatewayContext['config']): Readonly<Record<string, string>>
  /**
   * Checks whether the gateway accepts the configuration. Returns a sentence for the operator; throws if it does not, or cannot
   * be reached.
   */
  check?(context: GatewayContext): Promise<string>
  /** The pages, collections and background work of a gateway that runs in this server. */
  readonly pages?: readonly Page[]
  readonly collections?: readonly Collection[]
  readonly background?: readonly Background[]
}

/** Why the provider may not use the gateway on this server; null if it may. */
export function gatewayFault(
  { env }: App,
  provider: Provider,
  gateway: Pick<Gateway, 'productionFault'>,
): string | null {
  return env.mode === 'production' ? (gateway.productionFault?.(provider) ?? null) : null
}

/** A payment report with the given state. */
export function reportOf({ transaction, amount, currency }: Payment, state: PaymentReport['state']): PaymentReport {
  return { transaction, state, amount, currency }
}
