import type { Filter } from 'mongodb'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { ordersOf, type StoredOrder } from './collection.ts'
import { countPlaced } from './placedCount.ts'

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

/** The selected orders of a shop. Days start in UTC, and `to` is included. */
export type OrderSearch = {
  limit: number
  /** Orders that wait for their payment, instead of placed ones. */
  waiting: boolean
  production?: StoredOrder['production']
  from?: Date
  to?: Date
}

/** An index provides both; waiting orders have no time of confirmation. */
const NEWEST_FIRST = { confirmTime: -1, created: -1, _id: -1 } as const
const OLDEST_FIRST = { confirmTime: 1, created: 1, _id: 1 } as const

/** A page of a shop's orders, with the number of orders and of pages; page 1 has the newest. */
export async function listOrders(
  app: App,
  provider: string,
  search: OrderSearch & { page: number },
): Promise<{ orders: StoredOrder[]; total: number; pages: number }> {
  const total = await countOrders(app, provider, search)
  const pages = Math.max(1, Math.ceil(total / search.limit))
  return { orders: await readPage(app, provider, search, total), total, pages }
}

async function countOrders(app: App, provider: string, search: OrderSearch): Promise<number> {
  const { from, to, production, waiting } = search
  const isEveryPlaced = !from && !to && !production && !waiting
  return isEveryPlaced ? countPlaced(app, provider) : ordersOf(app, provider).count(filterOf(search))
}

/** Counts from the end that is nearer: the last pages are as quick as the first ones. */
async function readPage(
  app: App,
  provider: string,
  search: OrderSearch & { page: number },
  total: number,
): Promise<StoredOrder[]> {
  const before = (search.page - 1) * search.limit
  const length = Math.min(search.limit, total - before)
  if (length <= 0) return []
  const after = total - before - length
  const isNearStart = before <= after
  const orders = await ordersOf(app, provider)
    .find(filterOf(search))
    .sort(isNearStart ? NEWEST_FIRST : OLDEST_FIRST)
    .skip(isNearStart ? before : after)
    .limit(length)
    .toArray()
  return isNearStart ? orders : orders.reverse()
}

/** The orders that follow one in the list, which costs the same wherever it is. */
export async function ordersAfter(
  app: App,
  provider: string,
  last: StoredOrder,
  search: OrderSearch,
): Promise<StoredOrder[]> {
  const { confirmTime, created, _id } = last
  const earlier = [
    { confirmTime, created: { $gt: created } },
    { confirmTime, created, _id: { $gte: _id } },
  ]
  const from: Filter<StoredOrder> = confirmTime
    ? { confirmTime: { $lte: confirmTime } }
    : { created: { $lte: created } }
  return ordersOf(app, provider)
    .find({ $and: [filterOf(search), from], $nor: earlier })
    .sort(NEWEST_FIRST)
    .limit(search.limit)
    .toArray()
}

const DAY_MS = 24 * 60 * 60_000

function filterOf({ from, to, production, waiting }: OrderSearch): Filter<StoredOrder> {
  const time = {
    // any time, in the words of a range of the index
    $gte: from ?? new Date(0),
    ...(to && { $lt: new Date(to.getTime() + DAY_MS) }),
  }
  return { confirmTime: waiting ? null : time, ...(production && { production }) }
}
