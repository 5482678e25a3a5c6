import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { firstImplausibleTime } from '../clockChange.ts'
import { isDuplicate } from '../db/providerCollection.ts'
import { createSharedRead } from '../db/sharedRead.ts'
import { Failure } from '../failure.ts'
import { type EventSource, recordSecurityEvent } from '../security/record.ts'
import { limitConcurrency } from './concurrency.ts'

/**
 * `count`: attempts that failed or are under way; `failed`: those that failed;
 * `earned`: hashes of correct attempts. All belong to one `window`, which begins with the first failure.
 */
type Counter = {
  _id: string
  provider: string
  window: string
  count: number
  failed: number
  earned?: string[]
  expires: Date
}

/**
 * At most `limit` failures of a kind within `windowMs`. With
 * `slowMs`, further attempts are not refused but delayed by that time. For an address that many people share, each correct attempt that differs from the others allows one more failure, up to `earns`.
 */
export type Limit = { kind: string; limit: number; windowMs: number; slowMs?: number; earns?: number }

/** What is limited, and for whom: an address, an account, the whole provider. `times` if one attempt counts as several. */
export type Limited = { limit: Limit; who: string; times?: number }

/** The shop and the request of an attempt. A `CallContext` is an attempt source. */
export type AttemptSource = Required<EventSource>

/**
 * Lets an attempt through or throws `throttle.wait` with the seconds to wait in `data`. Only failures count: the attempt is
 * counted before it is made, so that simultaneous attempts get no further than successive ones, and uncounted when it answers
 * `{ failed: false }`. If unfinished attempts already use up the limit, an attempt waits for their outcome, so that no crowd of
 * correct attempts is refused. `earned` identifies what was correct. A refused attempt leaves nothing in the database: a guesser
 * who names somebody else each time must not fill it. The security log has one record an hour of such attempts from an address.
 */
export async function throttled<T>(
  source: AttemptSource,
  limits: readonly Limited[],
  attempt: () => Promise<{ failed: boolean; answer: T; earned?: string | undefined }>,
): Promise<T> {
  const { app } = source
  const provider = source.provider.key
  const [soft, hard] = [limits.filter(({ limit }) => limit.slowMs), limits.filter(({ limit }) => !limit.slowMs)]
  const counted: CountedAttempt[] = []
  let failed = false
  let earned: string | undefined
  await refuseOverLimit(source, hard)
  try {
    // The slow limit first: an attempt that is delayed there takes no place from others of the same address.
    const slowMs = await countSoft(source, soft, counted)
    if (slowMs > 0) await sleep(slowMs)
    return await runInTurn(app, provider, hard, async () => {
      await countHard(source, hard, counted)
      const outcome = await attempt()
      failed = outcome.failed
      earned = outcome.earned
      return outcome.answer
    })
  } finally {
    if (earned !== undefined) await recordSuccess(app, provider, counted, earned)
    if (failed) await recordFailure(app, provider, counted)
    else {
      await uncount(app, provider, counted)
      await deleteEmpty(app, provider, counted)
    }
  }
}

/** Refuses an attempt whose limit is used up by failures already, before anything is written for it. */
async function refuseOverLimit(source: AttemptSource, hard: readonly Limited[]): Promise<void> {
  const { app } = source
  const provider = source.provider.key
  const ids = hard.map(({ limit, who }) => idOf(provider, limit.kind, who))
  const known = await readCounters(app, provider, ids)
  for (const [index, limited] of hard.entries()) {
    const found = known.get(ids[index] as string)
    const counter = found && { ...found }
    if (counter) await endInTime(app, provider, counter, limited)
    if (counter && isOverLimit(counter, limited)) throw refusal(source, limited, counter)
  }
}

const readCounters = createSharedRead<Counter>(async (app, provider, ids) => {
  const counters = await countersOf(app)
    .find({ _id: { $in: ids }, provider, expires: { $gt: app.clock() } })
    .toArray()
  return new Map(counters.map((counter) => [counter._id, counter]))
})

/** After the clock was set back a limit lasts as long as one that starts now, and its failures still count. */
async function endInTime(app: App, provider: string, counter: Counter, { limit }: Limited): Promise<void> {
  const now = app.clock()
  if (counter.expires <= firstImplausibleTime(now, limit.windowMs)) return
  counter.expires = new Date(now.getTime() + limit.windowMs)
  const { _id, window, expires } = counter
  await countersOf(app).updateOne({ _id, provider, window }, { $set: { expires } })
}

/** A crowd at the same moment may record more than can be earned. */
const maxOf = ({ limit: { limit, earns = 0 } }: Limited, { earned = [] }: Counter) =>
  limit + Math.min(earned.length, earns)

/** Whether failures alone use up the limit. */
function isOverLimit(counter: Counter, limited: Limited): boolean {
  return counter.failed + (limited.times ?? 1) > maxOf(limited, counter)
}

function refusal(source: AttemptSource, { limit }: Limited, { expires }: Counter): Failure {
  recordSecurityEvent(source, { event: 'throttled', limit: limit.kind })
  const wait = expires.getTime() - source.app.clock().getTime()
  return new Failure('throttle.wait', { data: { seconds: Math.max(1, Math.ceil(wait / 1000)) } })
}

/** Lets many attempts from one address through, one after the other within this process, without exceeding its limit. */
function runInTurn<T>(app: App, provider: string, hard: readonly Limited[], work: () => Promise<T>): Promise<T> {
  const [tightest] = hard.toSorted((one, other) => one.limit.limit - other.limit.limit)
  if (!tightest) return work()
  const { limit, who } = tightest
  return limitConcurrency(app.db, `${provider}\n${limit.kind}\n${who}`, Math.ceil(limit.limit / 2), work)
}

/** Counts an attempt against the limits that only slow down. Returns how long to wait. */
async function countSoft(source: AttemptSource, soft: readonly Limited[], counted: CountedAttempt[]): Promise<number> {
  const { app, provider } = source
  let slowMs = 0
  for (const limited of soft) {
    const { kind, limit, slowMs: ownMs = 0 } = limited.limit
    const counter = await countAttempt(app, provider.key, limited, counted)
    if (counter.count <= limit) continue
    recordSecurityEvent(source, { event: 'throttled', limit: kind })
    slowMs = Math.max(slowMs, ownMs)
  }
  return slowMs
}

/** How long an attempt waits for earlier ones whose outcome is not known yet. */
const OUTCOME_WAIT_MS = 4000

async function countHard(source: AttemptSource, hard: readonly Limited[], counted: CountedAttempt[]): Promise<void> {
  const { app } = source
  const provider = source.provider.key
  const until = performance.now() + OUTCOME_WAIT_MS
  for (const limited of hard) {
    for (;;) {
      const counter = await countAttempt(app, provider, limited, counted)
      if (counter.count <= maxOf(limited, counter)) break
      if (isOverLimit(counter, limited) || performance.now() > until) throw refusal(source, limited, counter)
      await uncount(app, provider, counted.splice(-1))
      await sleep(5 + Math.random() * 20)
    }
  }
}

async function countAttempt(
  app: App,
  provider: string,
  { limit, who, times = 1 }: Limited,
  counted: CountedAttempt[],
): Promise<Counter> {
  const counter = await incrementCounter(app, provider, {
    id: idOf(provider, limit.kind, who),
    times,
    windowMs: limit.windowMs,
  })
  const canEarn = (counter.earned?.length ?? 0) < (limit.earns ?? 0)
  counted.push({ id: counter._id, window: counter.window, times, windowMs: limit.windowMs, canEarn })
  return counter
}

type CountRequest = { id: string; times: number; windowMs: number }
type CountedAttempt = CountRequest & { window: string; canEarn: boolean }

async function incrementCounter(app: App, provider: string, request: CountRequest): Promise<Counter> {
  const { id: _id, times, windowMs } = request
  const now = app.clock()
  const fresh = { window: randomUUID(), failed: 0, expires: new Date(now.getTime() + windowMs) }
  const counters = countersOf(app)
  for (;;) {
    try {
      const counter = await counters.findOneAndUpdate(
        { _id, provider, expires: { $gt: now } },
        { $inc: { count: times }, $setOnInsert: fresh },
        { upsert: true, returnDocument: 'after' },
      )
      if (counter) return counter
    } catch (error) {
      // Two first attempts at the same moment, or an expired window: its counts no longer matter.
      if (!isDuplicate(error)) throw error
      await counters.updateOne(
        { _id, provider, expires: { $lte: now } },
        { $set: { count: 0, ...fresh }, $unset: { earned: '' } },
      )
    }
  }
}

/** Uncounts an attempt that did not fail. */
async function uncount(app: App, provider: string, counted: readonly CountedAttempt[]): Promise<void> {
  for (const [times, same] of Map.groupBy(counted, (one) => one.times)) {
    await countersOf(app).updateMany(countedCounters(provider, same), { $inc: { count: -times } })
  }
}

/** Deletes counters without information: of correct attempts, and of those that another limit refused. */
async function deleteEmpty(app: App, provider: string, counted: readonly CountedAttempt[]): Promise<void> {
  if (counted.length === 0) return
  const empty = { count: { $lte: 0 }, failed: 0, earned: { $exists: false } }
  await countersOf(app).deleteMany({ ...countedCounters(provider, counted), ...empty })
}

/** The first failure starts the window, so that everybody waits equally long and no guesser gets two consecutive windows. */
async function recordFailure(app: App, provider: string, counted: readonly CountedAttempt[]): Promise<void> {
  for (const one of counted) {
    const $inc = { failed: one.times }
    const expires = new Date(app.clock().getTime() + one.windowMs)
    const first = await countersOf(app).updateOne(
      { ...countedCounters(provider, [one]), failed: 0 },
      { $inc, $set: { expires } },
    )
    if (first.matchedCount === 0) await countersOf(app).updateOne(countedCounters(provider, [one]), { $inc })
  }
}

/** Resets the failures: the limit starts again from zero. */
export async function resetLimit(app: App, provider: string, { limit, who }: Limited): Promise<void> {
  await countersOf(app).deleteOne({ _id: idOf(provider, limit.kind, who), provider })
}

/** Exempts somebody from the limit for the length of its window. */
export async function exemptFromLimit(app: App, provider: string, { limit, who }: Limited): Promise<void> {
  const _id = idOf(provider, `${limit.kind}-pass`, who)
  const expires = new Date(app.clock().getTime() + limit.windowMs)
  await countersOf(app).updateOne({ _id, provider }, { $set: { expires } }, { upsert: true })
}

/** Whether somebody is exempt from the limit. */
export async function isExemptFromLimit(app: App, provider: string, { limit, who }: Limited): Promise<boolean> {
  const _id = idOf(provider, `${limit.kind}-pass`, who)
  return (await countersOf(app).findOne({ _id, provider, expires: { $gt: app.clock() } })) !== null
}

const countersOf = (app: App) => app.db.collection<Counter>('throttles')

/** The counters of these attempts, unless a new window has started there. */
function countedCounters(provider: string, counted: readonly CountedAttempt[]) {
  return { _id: { $in: counted.map(({ id }) => id) }, window: { $in: counted.map(({ window }) => window) }, provider }
}

/** Records a correct attempt; repeating the same one earns nothing. */
async function recordSuccess(
  app: App,
  provider: string,
  counted: readonly CountedAttempt[],
  what: string,
): Promise<void> {
  const earning = counted.filter(({ canEarn }) => canEarn)
  if (earning.length === 0) return
  const hash = createHash('sha256').update(`${provider}\n${what}`).digest('base64url').slice(0, 8)
  await countersOf(app).updateMany(countedCounters(provider, earning), { $addToSet: { earned: hash } })
}

/** Hashed, so that the counters contain no names and no addresses. */
function idOf(provider: string, kind: string, who: string): string {
  const hash = createHash('sha256').update(`${provider}\n${kind}\n${who}`).digest('base64url').slice(0, 24)
  return `${kind} ${hash}`
}
