import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { markUnsoldRefunded, ordersOf, type StoredOrder } from './collection.ts'
import { deliveryTypes } from './deliveryTypes.ts'
import { orderMailAccess } from './mails/orderLink.ts'
import { sentMail } from './mails/sentMail.ts'

export const PRODUCTION_STATES = ['new', 'in-production', 'sent'] as const

/** The outcome of marking an order. `download`: it contains nothing to send. */
export type MarkOutcome = 'marked' | 'marked before' | 'unplaced' | 'refunded' | 'download'

/**
 * Records the state of an order in the lab. When it is sent, the customer gets one email, however often it is marked; marking
 * it again queues the email again, in case it was not queued the first time.
 */
export async function markOrder(
  app: App,
  provider: Provider,
  order: StoredOrder,
  state: StoredOrder['production'],
): Promise<MarkOutcome> {
  if (!order.confirmTime) return 'unplaced'
  if (order.paymentState === 'refunded') return 'refunded'
  if (!deliveryTypes[order.content.delivery.type].isDelivered) return 'download'
  const other = { _id: order._id, confirmTime: { $ne: null }, production: { $ne: state } }
  const { matchedCount } = await ordersOf(app, provider.key).updateOne(other, { $set: { production: state } })
  if (state === 'sent') await app.mail.queue(sentMail(provider, order, await orderMailAccess(app, provider, order)))
  return matchedCount > 0 ? 'marked' : 'marked before'
}

/** The outcome of marking an invoice as paid. `no invoice`: the order's money is collected by a gateway. */
export type PaidOutcome = 'marked' | 'marked before' | 'unplaced' | 'refunded' | 'no invoice'

/** Records that the invoice of an order was paid. The personal id used for the invoice is deleted. */
export async function markPaid(app: App, provider: Provider, order: StoredOrder): Promise<PaidOutcome> {
  if (!order.confirmTime) return 'unplaced'
  if (order.paymentState === 'refunded') return 'refunded'
  if (!order.content.payment.isInvoice) return 'no invoice'
  const invoiced = { _id: order._id, paymentState: 'invoiced' as const }
  const paid = { paymentState: 'paid' as const, 'content.personalId': null }
  const { matchedCount } = await ordersOf(app, provider.key).updateOne(invoiced, { $set: paid })
  return matchedCount > 0 ? 'marked' : 'marked before'
}

/** The outcome of marking the refund of lines that were not sold. `nothing owed`: all were, or a gateway has refunded them. */
export type SettledOutcome = 'marked' | 'unplaced' | 'refunded' | 'nothing owed'

/** Records that the photographer has refunded the lines of an order that were not sold. */
export async function markSettled(app: App, provider: Provider, order: StoredOrder): Promise<SettledOutcome> {
  if (!order.confirmTime) return 'unplaced'
  if (order.paymentState === 'refunded') return 'refunded'
  return (await markUnsoldRefunded(app, provider.key, order._id)) ? 'marked' : 'nothing owed'
}
