import { Failure } from '../failure.ts'
import { type EventSource, recordSecurityEvent } from '../security/record.ts'

/**
 * How much expensive work is done for one network address within `windowMs`, in `units` of its cost. Counted in memory and for
 * this process only, because it protects this process's time: unlike a limit of `throttle.ts` it costs no query, and work that
 * exceeds it is still finished.
 */
export type Allowance = { kind: string; units: number; windowMs: number }

type Spent = { units: number; ends: number }

/** The maximum number of addresses that are counted separately: beyond it the oldest starts again. */
const MAX_ADDRESSES = 10_000
const memories = new WeakMap<object, Map<string, Spent>>()

/** Returns what one address has left, and counts what it spends. */
export type Meter = {
  /** Throws `throttle.wait` with the seconds to wait if everything is spent. */
  check(): void
  spend(units: number): void
}

/** What an address (see `networkAddress`) has left of a kind of work. */
export function allowanceOf(
  source: Required<EventSource>,
  { kind, units, windowMs }: Allowance,
  address: string,
): Meter {
  const { app } = source
  const memory = memories.get(app.db) ?? new Map<string, Spent>()
  memories.set(app.db, memory)
  const key = `${kind} ${address}`
  const now = app.clock().getTime()
  const current = () => {
    const spent = memory.get(key)
    return spent && spent.ends > now ? spent : undefined
  }
  return {
    check() {
      const spent = current()
      if (!spent || spent.units < units) return
      recordSecurityEvent(source, { event: 'throttled', limit: kind })
      throw new Failure('throttle.wait', { data: { seconds: Math.max(1, Math.ceil((spent.ends - now) / 1000)) } })
    },
    spend(more) {
      const spent = current()
      if (spent) {
        spent.units += more
        return
      }
      memory.delete(key)
      memory.set(key, { units: more, ends: now + windowMs })
      const [oldest] = memory.keys()
      if (memory.size > MAX_ADDRESSES && oldest !== undefined) memory.delete(oldest)
    },
  }
}
