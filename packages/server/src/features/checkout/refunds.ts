import { givenBack } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { StoredOrder } from '../orders/collection.ts'
import { advanceCheckout } from './advanceCheckout.ts'
import { changeCheckout, checkoutsOf } from './collection.ts'

/** What became of giving the payment of an order back; `unpaid`: there is none. */
export type Refund = 'refunded' | 'refunded before' | 'unpaid'

/**
 * Gives all of the payment of an order back, once, however often it is asked for. What is begun goes on by itself: throws
 * GatewayAway where the gateway could not be asked, and then any running server asks it again.
 */
export async function refundOrder(app: App, provider: Provider, { _id, content }: StoredOrder): Promise<Refund> {
  const checkout = await checkoutsOf(app, provider.key).findOne({ order: _id, customer: content.customer })
  if (!checkout?.paidBy) return 'unpaid'
  const paid = checkout.attempts.find(({ transaction }) => transaction === checkout.paidBy)
  if (paid?.state === 'refunded') {
    await advanceCheckout(app, provider, checkout._id)
    return 'refunded before'
  }
  await changeCheckout(app, provider.key, checkout._id, givenBack)
  await advanceCheckout(app, provider, checkout._id)
  return 'refunded'
}
