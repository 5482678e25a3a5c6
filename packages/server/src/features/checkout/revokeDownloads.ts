import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantDownloads } from '../digital-portraits/grantDownloads.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { revokeRights } from '../rights/collection.ts'

/** Revokes the downloads of an order. What another order of the same customer has paid for as well stays. */
export async function revokeDownloads(app: App, provider: Provider, { _id, content }: StoredOrder): Promise<void> {
  const { customer } = content
  await revokeRights(app, provider, customer, _id)
  const others = await ordersOf(app, provider.key)
    .find({
      'content.customer': customer,
      _id: { $ne: _id },
      confirmTime: { $ne: null },
      paymentState: { $ne: 'refunded' },
    })
    .toArray()
  for (const other of others) await grantDownloads(app, provider, other)
}
