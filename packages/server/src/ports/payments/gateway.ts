import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentReport } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import type { Background, Collection, Page } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'

/** Where a gateway works: whose money it takes, and by which configuration (secrets in plain text, for it alone). */
export type GatewayContext = { app: App; provider: Provider; config: Readonly<Record<string, string>> }

/** One payment as we ask for it. The same transaction is the same payment, however often it is asked for. */
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
  /** Where the hosted page sends the browser when the customer is done. */
  returnUrl: string
  /** Where it sends the customer who gives up. */
  cancelUrl: string
  /** Where the gateway tells us what happened. */
  webhookUrl: string
}

/** A webhook that does not carry the gateway's signature. */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/**
 * Who takes the money. Every call may be made again with the same payment, also by another process and after a crash in
 * the middle. What cannot be reached throws; then nobody knows whether it was done, and it is done again.
 */
export type Gateway = {
  readonly name: string
  /** The customer pays later: the order counts as placed at once. */
  readonly isInvoice: boolean
  /** Who collects the money needs to know by which personal id the customer is to be found. Else none is kept. */
  readonly needsPersonalId?: boolean
  /** Opens the payment, or finds it open. `href` is the hosted page, null where the customer has nothing to do there. */
  open(payment: Payment, context: GatewayContext): Promise<{ href: string | null; report: PaymentReport }>
  /** What became of a payment. One that was never opened is 'abandoned' and stays so. */
  fetchState(payment: Payment, context: GatewayContext): Promise<PaymentReport>
  /** Ends a payment, so that it cannot be paid any more, and says what became of it: it may have been paid before. */
  expire(payment: Payment, context: GatewayContext): Promise<PaymentReport>
  /** Gives the whole amount back, once. */
  refund(payment: Payment, context: GatewayContext): Promise<PaymentReport>
  /** What a webhook tells. Throws BadSignature. */
  verifyWebhook(headers: IncomingHttpHeaders, body: string, context: GatewayContext): Promise<PaymentReport[]>
  /** What a provider tells it, field by field with what it is; kept sealed. */
  readonly fields?: Readonly<Record<string, string>>
  /** What is wrong with that, by field, and never what stands in it. */
  problems?(config: GatewayContext['config']): Readonly<Record<string, string>>
  /** Asks whether the gateway takes it. Answers a sentence for the operator; throws where it does not, or cannot be reached. */
  check?(context: GatewayContext): Promise<string>
  /** What the gateway brings along, where it is one of ours. */
  readonly pages?: readonly Page[]
  readonly collections?: readonly Collection[]
  readonly background?: readonly Background[]
}

/** What we say of a payment that was asked for, in one state. */
export function reportOf({ transaction, amount, currency }: Payment, state: PaymentReport['state']): PaymentReport {
  return { transaction, state, amount, currency }
}
