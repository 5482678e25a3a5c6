import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { App } from '../../platform/app.ts'
import type { Exposure, Sighting } from '../../platform/feature.ts'
import { ordersOf } from './collection.ts'
import { picturesOfOrders } from './picturesToPrint.ts'

/** The orders with one of these pictures that were placed in the period. */
export async function orderSightings(
  app: App,
  provider: string,
  { pictures, subjects, from, until }: Exposure,
): Promise<Sighting[]> {
  const orders = await ordersOf(app, provider)
    .find({ 'content.lines.subjects.uuid': { $in: [...subjects] }, confirmTime: { $gte: from, $lte: until } })
    .toArray()
  const found = await Promise.all(
    orders.map(async (order): Promise<Sighting[]> => {
      const { _id, confirmTime, content } = order
      const printed = await picturesOfOrders(app, provider, [order])
      if (!confirmTime || !printed.some((uuid) => pictures.includes(uuid))) return []
      const ordered = content.lines.flatMap((line) => line.subjects.map(({ uuid }) => uuid))
      const subject = ordered.find((uuid) => subjects.includes(uuid)) ?? ''
      return [
        { kind: 'order', who: { customer: content.customer }, subject, at: confirmTime, detail: orderNumber(_id) },
      ]
    }),
  )
  return found.flat()
}
