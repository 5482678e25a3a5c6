import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { App } from '../../platform/app.ts'
import type { Exposure, Sighting } from '../../platform/feature.ts'
import { ordersOf, type SceneExchange, type StoredOrder } from './collection.ts'
import { picturesOfOrders } from './printing/picturesToPrint.ts'

/** The orders that got one of these pictures in the period: when they were placed, or by an exchange. */
export async function orderSightings(
  app: App,
  provider: string,
  { pictures, subjects, from, until, customers }: Exposure,
): Promise<Sighting[]> {
  const orders = await ordersOf(app, provider)
    .find({
      'content.lines.subjects.uuid': { $in: [...subjects] },
      confirmTime: { $ne: null, $lte: until },
      ...(customers && { 'content.customer': { $in: [...customers] } }),
    })
    .toArray()
  const found = await Promise.all(
    orders.map(async (order): Promise<Sighting[]> => {
      const subject = order.content.lines
        .flatMap((line) => line.subjects.map(({ uuid }) => uuid))
        .find((uuid) => subjects.includes(uuid))
      for (const { at, exchanges } of statesOf(order)) {
        if (at < from || at > until) continue
        const printed = await picturesOfOrders(app, provider, [{ ...order, exchanges }])
        if (!printed.some((uuid) => pictures.includes(uuid))) continue
        const who = { customer: order.content.customer }
        return [{ kind: 'order', who, subject: subject ?? '', at, detail: orderNumber(order._id) }]
      }
      return []
    }),
  )
  return found.flat()
}

/** What an order was when it was placed, and after each exchange. */
function statesOf({ confirmTime, exchanges = [] }: StoredOrder): Array<{ at: Date; exchanges: SceneExchange[] }> {
  if (!confirmTime) return []
  const later = exchanges.map(({ at }, index) => ({ at, exchanges: exchanges.slice(0, index + 1) }))
  return [{ at: confirmTime, exchanges: [] }, ...later]
}
