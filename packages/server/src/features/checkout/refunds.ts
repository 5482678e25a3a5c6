import { startRefund } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { StoredOrder } from '../orders/collection.ts'
import { advanceCheckout } from './advanceCheckout.ts'
import { changeCheckout, checkoutsOf } from './collection.ts'

/** The outcome of refunding an order's payment; `unpaid`: there is none. */
export type Refund = 'refunded' | 'refunded before' | 'unpaid'

/**
 * Refunds the whole payment of an order, once, however often it is called. A refund that has started continues by itself: this
 * throws GatewayAway if the gateway could not be asked, and then any running server asks it again.
 */
export async function refundOrder(app: App, provider: Provider, { _id, content }: StoredOrder): Promise<Refund> {
  const checkout = await checkoutsOf(app, provider.key).findOne({ order: _id, customer: content.customer })
  if (!checkout?.paidBy) return 'unpaid'
  const paid = checkout.attempts.find(({ transaction }) => transaction === checkout.paidBy)
  if (paid?.state === 'refunded') {
    await advanceCheckout(app, provider, checkout)
    return 'refunded before'
  }
  await advanceCheckout(app, provider, await changeCheckout(app, checkout, startRefund))
  return 'refunded'
}
