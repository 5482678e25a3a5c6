import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import { ordersOf } from './collection.ts'

/** How many orders a shop had placed before a time. */
type OrderTotal = { _id: string; provider: string; until: Date; count: number }

const DAY_MS = 24 * 60 * 60_000
/** The clocks of two servers differ by less. */
const MARGIN_MS = DAY_MS

/**
 * The number of orders that a shop has placed. A placed order stays, and so does its time: what was placed before yesterday is
 * counted once.
 */
export async function countPlaced(app: App, provider: string): Promise<number> {
  const now = app.clock().getTime()
  const stored = await totalsOf(app, provider).findOne({ _id: provider })
  // A clock that was ahead once has stored a time that is not over.
  const known = stored && stored.until.getTime() <= now ? stored : { until: new Date(0), count: 0 }
  const isRecent = known.until.getTime() > now - MARGIN_MS - DAY_MS
  const { until, count } = isRecent ? known : await countUntil(app, provider, known, new Date(now - MARGIN_MS))
  return count + (await ordersOf(app, provider).count({ confirmTime: { $gte: until } }))
}

const totalsOf = (app: App, provider: string) => providerCollection<OrderTotal>(app, 'orderTotals', provider)

/** Counts further from what is known, and stores it: of several servers any may win, each has counted correctly. */
async function countUntil(app: App, provider: string, known: Pick<OrderTotal, 'until' | 'count'>, until: Date) {
  const added = await ordersOf(app, provider).count({ confirmTime: { $gte: known.until, $lt: until } })
  const total = { until, count: known.count + added }
  try {
    await totalsOf(app, provider).updateOne({ _id: provider }, { $set: total }, { upsert: true })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  return total
}
