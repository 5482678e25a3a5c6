import { orders as contract } from '@portraitkit/core/orders/contract.ts'
import { bind, type CallContext, type Feature } from '../feature.ts'
import { Failure } from '../http/failure.ts'
import { findOrder, orderCollections, ordersOf, type StoredOrder } from './collection.ts'
import { frozenPreviews, orderLines, showOrder } from './show.ts'

/** 000 §2 My orders, and the receipt. */
export const orders: Feature = {
  name: 'orders',
  collections: orderCollections,
  calls: bind(contract, {
    list: async (_input, { app, provider, customer }) => {
      const placed = await ordersOf(app, provider.key)
        .find(
          { 'content.customer': customer.uuid, confirmTime: { $ne: null } },
          { projection: { confirmTime: 1, 'content.currency': 1, 'content.totalPrice': 1 } },
        )
        .sort({ confirmTime: -1 })
        .toArray()
      return placed.flatMap(({ _id: uuid, confirmTime, content: { currency, totalPrice } }) =>
        confirmTime ? [{ uuid, confirmTime: confirmTime.toISOString(), currency, totalPrice }] : [],
      )
    },

    details: async ({ uuid }, call) => {
      const order = await theOrder(call, uuid)
      // An unpaid order is not in the history.
      if (!order.confirmTime) throw new Failure('orders.unknown')
      return { orderLines: orderLines(call, order.content, await frozenPreviews(call, uuid)), rebateCode: null }
    },

    get: async ({ orderUuid }, call) =>
      showOrder(call, await theOrder(call, orderUuid), await frozenPreviews(call, orderUuid)),
  }),
}

async function theOrder({ app, provider, customer }: CallContext<'customer'>, uuid: string): Promise<StoredOrder> {
  const order = await findOrder(app, provider.key, uuid, customer.uuid)
  if (!order) throw new Failure('orders.unknown')
  return order
}
