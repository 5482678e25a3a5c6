import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { isDuplicate } from '../db/ofProvider.ts'
import type { Collection } from '../feature.ts'
import { Failure } from './failure.ts'

type Counter = { _id: string; provider: string; count: number; expires: Date }

export const throttleCollections: Collection[] = [
  { name: 'throttles', indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
]

/** At most `limit` failures of a kind within `windowMs`. With `slowMs` those above it are not refused but wait that long. */
export type Limit = { kind: string; limit: number; windowMs: number; slowMs?: number }

/** What is limited, and for whom: an address, an account, the provider as a whole. `times` where one attempt counts as several. */
export type Limited = { limit: Limit; who: string; times?: number }

/**
 * Lets an attempt through or throws `throttle.wait` with the seconds to wait in `data`. Only failures count: the attempt
 * is counted before it is made, so that many at once get no further than one after another, and taken back when it
 * answers `{ failed: false }`.
 */
export async function throttled<T>(
  app: App,
  provider: string,
  limits: readonly Limited[],
  attempt: () => Promise<{ failed: boolean; answer: T }>,
): Promise<T> {
  const { taken, slowMs } = await takeAll(app, provider, limits)
  let failed = false
  try {
    if (slowMs > 0) await sleep(slowMs)
    const outcome = await attempt()
    failed = outcome.failed
    return outcome.answer
  } finally {
    if (!failed) await giveBack(app, provider, taken)
  }
}

async function takeAll(
  app: App,
  provider: string,
  limits: readonly Limited[],
): Promise<{ taken: Taken[]; slowMs: number }> {
  const now = app.clock()
  const taken: Taken[] = []
  let slowMs = 0
  for (const { limit, who, times = 1 } of limits) {
    const window = Math.floor(now.getTime() / limit.windowMs)
    const expires = new Date((window + 1) * limit.windowMs)
    const counter = await count(app, { id: idOf(provider, limit.kind, who, window), provider, expires, times })
    taken.push({ id: counter._id, times })
    if (counter.count <= limit.limit) continue
    if (limit.slowMs) {
      slowMs = Math.max(slowMs, limit.slowMs)
      continue
    }
    await giveBack(app, provider, taken)
    throw new Failure('throttle.wait', { data: { seconds: Math.ceil((expires.getTime() - now.getTime()) / 1000) } })
  }
  return { taken, slowMs }
}

type Taken = { id: string; times: number }
type Asked = Taken & { provider: string; expires: Date }

async function count(app: App, asked: Asked, again = true): Promise<Counter> {
  try {
    const counter = await app.db
      .collection<Counter>('throttles')
      .findOneAndUpdate(
        { _id: asked.id, provider: asked.provider },
        { $inc: { count: asked.times }, $setOnInsert: { expires: asked.expires } },
        { upsert: true, returnDocument: 'after' },
      )
    if (!counter) throw new Error('An upsert answered no document')
    return counter
  } catch (error) {
    // Two first attempts at the same moment: the second one finds the counter of the first.
    if (again && isDuplicate(error)) return count(app, asked, false)
    throw error
  }
}

async function giveBack(app: App, provider: string, taken: readonly Taken[]): Promise<void> {
  for (const [times, same] of Map.groupBy(taken, (one) => one.times)) {
    await app.db
      .collection<Counter>('throttles')
      .updateMany({ _id: { $in: same.map(({ id }) => id) }, provider }, { $inc: { count: -times } })
  }
}

/** Hashed, so that the counters name no person and no address. */
function idOf(provider: string, kind: string, who: string, window: number): string {
  const hash = createHash('sha256').update(`${provider}\n${kind}\n${who}`).digest('base64url').slice(0, 24)
  return `${kind} ${hash} ${window}`
}

/** The network address that an attempt comes from; of IPv6 the half that one household or phone holds. */
export function addressOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/, '')
  return ip.split('::')[0]?.split(':').slice(0, 4).join(':') ?? ip
}
