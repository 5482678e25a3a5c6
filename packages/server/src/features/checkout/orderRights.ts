import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { versionInLine } from '../cart/line.ts'
import { downloadsOf, lineFilesOf } from '../cart/lineKinds.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { soldLines } from '../orders/unsoldLines.ts'
import { grantRights, revokeRights } from '../rights/collection.ts'

type PaidOrder = Pick<StoredOrder, '_id' | 'content' | 'unsold'>

/**
 * Grants the rights to which the lines of a paid order entitle its customer, as defined by each kind of line. Repeating it
 * changes nothing.
 */
export async function grantOrderRights(app: App, provider: Provider, order: PaidOrder): Promise<void> {
  const lines = soldLines(order)
  const targets = lines.flatMap(downloadsOf)
  if (targets.length === 0) return
  const files = lines.flatMap((line) =>
    lineFilesOf(line).map(({ uuid }) => ({ picture: uuid, version: versionInLine(line, uuid) })),
  )
  await grantRights(app, provider, { customer: order.content.customer, targets, order: order._id, files })
}

/** Revokes the rights of an order. Those that another order of the same customer has paid for as well stay. */
export async function revokeOrderRights(app: App, provider: Provider, { _id, content }: PaidOrder): Promise<void> {
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
  for (const other of others) await grantOrderRights(app, provider, other)
}
