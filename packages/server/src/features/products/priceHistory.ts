import { isDeepStrictEqual } from 'node:util'
import { tierAt } from '@portraitkit/core/products/volumePrice.ts'
import type { App } from '../../platform/app.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'

/** A period from (included) to (excluded); null means no end. */
export type Span = { from: Date | null; until: Date | null }

/** The prices of an item from a moment on, by quantity; `offer` is when its offers were open to everybody. */
export type PricesFrom = {
  at: Date
  tiers: Array<{ quantity: number; price: number; offer: number | null }>
  offer: Span | null
}
type StoredPrices = PricesFrom & { provider: string; item: string }

/** An offer's struck price looks back this many days: Directive 98/6/EC, article 6a. */
const DAYS = 30
const DAY_MS = 24 * 3600 * 1000

const storedPrices = (app: App, provider: string) => providerCollection<StoredPrices>(app, 'priceHistory', provider)

/** Records the current prices of an item if they have changed. Earlier prices are kept. */
export async function recordPrices(
  app: App,
  provider: string,
  item: string,
  prices: Omit<PricesFrom, 'at'>,
): Promise<void> {
  const last = await storedPrices(app, provider).findOne({ item }, { sort: { at: -1 } })
  if (last && isDeepStrictEqual({ tiers: last.tiers, offer: last.offer }, prices)) return
  await storedPrices(app, provider).insertOne({ item, at: app.clock(), ...prices })
}

/** The price histories of items, oldest first, by item. */
export async function pricesOf(
  app: App,
  provider: string,
  items: readonly string[],
): Promise<Map<string, PricesFrom[]>> {
  const found = await storedPrices(app, provider)
    .find({ item: { $in: [...items] } })
    .sort({ at: 1 })
    .toArray()
  return Map.groupBy(found, ({ item }) => item)
}

/**
 * The lowest price of the 30 days before an offer started, in minor units, which may be struck next to the offer. Null if the
 * item was not sold then.
 */
export function lowestBefore(history: readonly PricesFrom[], quantity: number, began: Date): number | null {
  const period = { from: new Date(began.getTime() - DAYS * DAY_MS), until: began }
  const prices = history.flatMap(({ at, tiers, offer }, index) => {
    const inForce = overlap({ from: at, until: history[index + 1]?.at ?? null }, period)
    if (!inForce) return []
    const { price, offer: reduced } = tierAt(tiers, quantity)
    return offer && reduced !== null && overlap(offer, inForce) ? [price, reduced] : [price]
  })
  return prices.length > 0 ? Math.min(...prices) : null
}

function overlap(one: Span, other: Span): Span | null {
  const from = Math.max(
    one.from?.getTime() ?? Number.NEGATIVE_INFINITY,
    other.from?.getTime() ?? Number.NEGATIVE_INFINITY,
  )
  const until = Math.min(
    one.until?.getTime() ?? Number.POSITIVE_INFINITY,
    other.until?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  if (from >= until) return null
  return { from: Number.isFinite(from) ? new Date(from) : null, until: Number.isFinite(until) ? new Date(until) : null }
}
