import type { Filter } from 'mongodb'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { ordersOf, type StoredOrder } from './collection.ts'

export type FoundOrder = { provider: Provider; order: StoredOrder }

/** The orders of these shops whose uuid starts with this text, at most five of each shop. */
export async function ordersByNumber(app: App, providers: readonly Provider[], start: string): Promise<FoundOrder[]> {
  const found: FoundOrder[] = []
  for (const provider of providers) {
    const orders = await ordersOf(app, provider.key)
      // `g` comes after the last digit.
      .find({ _id: { $gte: start, $lt: `${start}g` } })
      .limit(5)
      .toArray()
    found.push(...orders.map((order) => ({ provider, order })))
  }
  return found
}

/** The selected orders of a shop, and the page of the list: 1 is the newest. Days start in UTC, and `to` is included. */
export type OrderSearch = {
  page: number
  limit: number
  /** Orders that wait for their payment, instead of placed ones. */
  waiting: boolean
  production?: StoredOrder['production']
  from?: Date
  to?: Date
}

/** A page of a shop's orders, with the number of orders and of pages. */
export async function listOrders(
  app: App,
  provider: string,
  search: OrderSearch,
): Promise<{ orders: StoredOrder[]; total: number; pages: number }> {
  const { page, limit, waiting } = search
  const filter = filterOf(search)
  const orders = ordersOf(app, provider)
  const [total, found] = await Promise.all([
    orders.count(filter),
    orders
      .find(filter)
      .sort(waiting ? { created: -1 } : { confirmTime: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .toArray(),
  ])
  return { orders: found, total, pages: Math.max(1, Math.ceil(total / limit)) }
}

const DAY_MS = 24 * 60 * 60_000

function filterOf({ from, to, production, waiting }: OrderSearch): Filter<StoredOrder> {
  const time = {
    $ne: null,
    ...(from && { $gte: from }),
    ...(to && { $lt: new Date(to.getTime() + DAY_MS) }),
  }
  return { confirmTime: waiting ? null : time, ...(production && { production }) }
}
