import type { App } from '../app.ts'
import { isDuplicate } from '../db/providerCollection.ts'
import { mailPaces } from './collection.ts'

const MINUTE_MS = 60_000
const minuteOf = (app: App): number => Math.floor(app.clock().getTime() / MINUTE_MS)

/** The domains that get no more bulk emails within this minute. */
export async function exhaustedDomains(app: App): Promise<string[]> {
  const filter = { provider: '*', minute: minuteOf(app), count: { $gte: app.env.bulkMailsPerMinute } } as const
  const full = await mailPaces(app).find(filter).toArray()
  return full.map(({ domain }) => domain)
}

/** Counts a bulk email to a domain, over all processes. Returns false if it has had enough within this minute. */
export async function countBulkMail(app: App, domain: string): Promise<boolean> {
  const minute = minuteOf(app)
  const expires = new Date((minute + 2) * MINUTE_MS)
  try {
    await mailPaces(app).updateOne(
      { _id: `${minute} ${domain}`, provider: '*', count: { $lt: app.env.bulkMailsPerMinute } },
      { $inc: { count: 1 }, $setOnInsert: { minute, domain, expires } },
      { upsert: true },
    )
    return true
  } catch (error) {
    // It is full, or another process began to count it at the same moment: then the email goes with the next run.
    if (isDuplicate(error)) return false
    throw error
  }
}
