import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantDownloads } from '../digital-portraits/grantDownloads.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { revokeRights } from '../rights/collection.ts'

/** Takes back what an order lets its customer download. What another order of theirs has paid for as well stays theirs. */
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
