import type { App } from '../../../platform/app.ts'
import { withLease } from '../../../platform/db/lease.ts'
import { providerCollection } from '../../../platform/db/providerCollection.ts'
import type { Background } from '../../../platform/feature.ts'
import { listProviders } from '../../../platform/provider/collection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { readDay, startOfDay, timeZoneOf } from '../../jobs/days.ts'
import { ordersOf, type StoredOrder } from '../collection.ts'
import { findOwedOrders, reprintsOf } from '../owedOrders.ts'
import { dailyMail } from './dailyMail.ts'

/** The time up to which a provider was notified about orders. */
type OrderDigest = { _id: string; provider: string; until: Date }

/** How far back to start if a provider was not notified of anything yet. */
const FIRST_MS = 7 * 24 * 60 * 60_000
/** A few minutes after midnight, so that an order of the last second, placed by a slow process, is included. */
const MARGIN_MS = 10 * 60_000
const LEASE_MS = 60_000

/**
 * Sends each provider an email with the orders of the previous day, in its own time zone, and with what has to be printed again; nothing if there was neither.
 * After days without a running server, one email contains all of them. Repeated, or by two processes at once, it stays one email,
 * because it has a key.
 */
export const dailyDigest: Background = {
  name: 'orders.daily',
  everyMs: 60_000,
  run: async (app) => {
    await withLease(app, 'orders.daily', LEASE_MS, async () => {
      for (const provider of await listProviders(app)) await sendDigest(app, provider)
    })
  },
}

async function sendDigest(app: App, provider: Provider): Promise<void> {
  const until = lastMidnight(provider, new Date(app.clock().getTime() - MARGIN_MS))
  const digests = providerCollection<OrderDigest>(app, 'orderDigests', provider.key)
  const last = await digests.findOne({ _id: provider.key })
  if (last && last.until >= until) return
  const from = last?.until ?? new Date(until.getTime() - FIRST_MS)
  const orders = await ordersOf(app, provider.key)
    .find({ confirmTime: { $gte: from, $lt: until } })
    .sort({ confirmTime: 1 })
    .toArray()
  // A shop that has sold nothing yet owes nothing, and is asked every minute.
  const owed = orders.length > 0 || last ? await findOwedOrders(app, provider.key) : []
  const hasNews = orders.length > 0 || owed.some((order) => owesReprint(order, { from, until }))
  if (hasNews) await app.mail.queue(dailyMail(provider, orders, { from, until, owed }))
  // A shop that has sold nothing yet needs no record.
  if (hasNews || last) await digests.updateOne({ _id: provider.key }, { $max: { until } }, { upsert: true })
}

/** Whether a print is owed that was exchanged then after it was made; a refund is owed from the day of the order on. */
function owesReprint(order: StoredOrder, { from, until }: { from: Date; until: Date }): boolean {
  const isNew = order.exchanges?.some(({ isLate, at }) => isLate && at >= from && at < until) ?? false
  return isNew && reprintsOf(order) > 0
}

/** The start of the current day in the provider's time zone. */
function lastMidnight(provider: Provider, now: Date): Date {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timeZoneOf(provider), dateStyle: 'short' }).format(now)
  const named = readDay(day)
  if (!named) throw new Error(`${day} is not a date`)
  return startOfDay(named, provider)
}
