import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { isDuplicate } from '../db/ofProvider.ts'
import type { Collection } from '../feature.ts'
import { Failure } from './failure.ts'
import { inTurn } from './turns.ts'

/** `count`: attempts that failed or are being made; `failed`: those that failed; `earned`: hashes of what was right. */
type Counter = { _id: string; provider: string; count: number; failed?: number; earned?: string[]; expires: Date }

export const throttleCollections: Collection[] = [
  { name: 'throttles', indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
]

/**
 * At most `limit` failures of a kind within `windowMs`. With `slowMs` those above it are not refused but wait that long. Where
 * many people share one address, each right attempt that is not like the others `earns` one more failure, up to so many.
 */
export type Limit = { kind: string; limit: number; windowMs: number; slowMs?: number; earns?: number }

/** What is limited, and for whom: an address, an account, the provider as a whole. `times` where one attempt counts as several. */
export type Limited = { limit: Limit; who: string; times?: number }

/**
 * Lets an attempt through or throws `throttle.wait` with the seconds to wait in `data`. Only failures count: the attempt
 * is counted before it is made, so that many at once get no further than one after another, and taken back when it
 * answers `{ failed: false }`. One that finds no place beside others that are still being made waits for their outcome,
 * so that no crowd of right attempts is refused. `earned` names what was right.
 */
export async function throttled<T>(
  app: App,
  provider: string,
  limits: readonly Limited[],
  attempt: () => Promise<{ failed: boolean; answer: T; earned?: string | undefined }>,
): Promise<T> {
  const [soft, hard] = [limits.filter(({ limit }) => limit.slowMs), limits.filter(({ limit }) => !limit.slowMs)]
  const taken: Taken[] = []
  let failed = false
  let earned: string | undefined
  try {
    // The slow wait first: whoever waits there takes no place from others of the same address.
    const slowMs = await takeSoft(app, provider, soft, taken)
    if (slowMs > 0) await sleep(slowMs)
    return await oneByOne(app, provider, hard, async () => {
      await takeHard(app, provider, hard, taken)
      const outcome = await attempt()
      failed = outcome.failed
      earned = outcome.earned
      return outcome.answer
    })
  } finally {
    await Promise.all([
      add(app, provider, taken, failed ? { failed: 1 } : { count: -1 }),
      earned === undefined ? undefined : earn(app, provider, taken, earned),
    ])
  }
}

/** A crowd of one address goes through in this process without running into its limit. */
function oneByOne<T>(app: App, provider: string, hard: readonly Limited[], work: () => Promise<T>): Promise<T> {
  const [tightest] = hard.toSorted((one, other) => one.limit.limit - other.limit.limit)
  if (!tightest) return work()
  const { limit, who } = tightest
  return inTurn(app.db, `${provider}\n${limit.kind}\n${who}`, Math.ceil(limit.limit / 2), work)
}

/** Counts an attempt with the limits that only slow down. Answers how long to wait. */
async function takeSoft(app: App, provider: string, soft: readonly Limited[], taken: Taken[]): Promise<number> {
  let slowMs = 0
  for (const limited of soft) {
    const counter = await take(app, provider, limited, taken)
    if (counter.count > limited.limit.limit) slowMs = Math.max(slowMs, limited.limit.slowMs ?? 0)
  }
  return slowMs
}

/** How long an attempt waits for those before it, whose outcome is not known yet. */
const PATIENCE_MS = 4000

async function takeHard(app: App, provider: string, hard: readonly Limited[], taken: Taken[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (const limited of hard) {
    for (;;) {
      const counter = await take(app, provider, limited, taken)
      const { limit, times = 1 } = limited
      const most = limit.limit + (counter.earned?.length ?? 0)
      if (counter.count <= most) break
      const isOver = (counter.failed ?? 0) + times > most
      if (isOver || performance.now() > until) {
        const wait = counter.expires.getTime() - app.clock().getTime()
        throw new Failure('throttle.wait', { data: { seconds: Math.max(1, Math.ceil(wait / 1000)) } })
      }
      await add(app, provider, taken.splice(-1), { count: -1 })
      await sleep(5 + Math.random() * 20)
    }
  }
}

async function take(app: App, provider: string, { limit, who, times = 1 }: Limited, taken: Taken[]): Promise<Counter> {
  const window = Math.floor(app.clock().getTime() / limit.windowMs)
  const expires = new Date((window + 1) * limit.windowMs)
  const counter = await count(app, { id: idOf(provider, limit.kind, who, window), provider, expires, times })
  const canEarn = (counter.earned?.length ?? 0) < (limit.earns ?? 0)
  taken.push({ id: counter._id, times, canEarn })
  return counter
}

type Taken = { id: string; times: number; canEarn: boolean }
type Asked = Pick<Taken, 'id' | 'times'> & { provider: string; expires: Date }

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

/** Adds to the counters that were taken, as many times as each was. */
async function add(
  app: App,
  provider: string,
  taken: readonly Taken[],
  change: { count: -1 } | { failed: 1 },
): Promise<void> {
  for (const [times, same] of Map.groupBy(taken, (one) => one.times)) {
    const $inc = Object.fromEntries(Object.entries(change).map(([name, by]) => [name, by * times]))
    await app.db
      .collection<Counter>('throttles')
      .updateMany({ _id: { $in: same.map(({ id }) => id) }, provider }, { $inc })
  }
}

/** Writes down what was right: the same once more earns nothing. */
async function earn(app: App, provider: string, taken: readonly Taken[], what: string): Promise<void> {
  const ids = taken.filter(({ canEarn }) => canEarn).map(({ id }) => id)
  if (ids.length === 0) return
  const hash = createHash('sha256').update(`${provider}\n${what}`).digest('base64url').slice(0, 8)
  await app.db
    .collection<Counter>('throttles')
    .updateMany({ _id: { $in: ids }, provider }, { $addToSet: { earned: hash } })
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
