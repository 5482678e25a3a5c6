import { AsyncLocalStorage } from 'node:async_hooks'

/** A cache for answers that are the same for many callers within a short time. */
export type ShortCache<T> = {
  /**
   * The value read for this key at most `ms` ago, or otherwise the result of `read`, shared by all callers in the meantime.
   * `read` asks the database: through another short cache it could get data older than the call.
   */
  get(owner: object, key: string, read: () => Promise<T>): Promise<T>
  /** The same for several keys. `read` gets those that are not cached, and leaves out what is missing, which is not cached. */
  getMany(
    owner: object,
    keys: readonly string[],
    read: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<Map<string, T>>
  /** Must be called after a change by this process, of one key or of all: the next caller reads again. */
  forget(owner: object, key?: string): void
}

type CacheEntry<T> = { at: number; value: Promise<T> }
type RunningCall = { began: number; changes: boolean }
const runningCall = new AsyncLocalStorage<RunningCall>()

/**
 * Runs a call of the contract. What it reads through a short cache it reads once. A call that changes something gets nothing
 * that was read before it began: what it decides about rights and money, it decides on the database.
 */
export function withinCall<T>(changes: boolean, answer: () => Promise<T>): Promise<T> {
  return runningCall.run({ began: performance.now(), changes }, answer)
}

/**
 * For data that changes seldom and may be slightly outdated where it is shown. A customer's own data only if it may stay valid
 * for that time after it is revoked. With `ms` 0 nothing is cached from one call to the next: for what prices and orders depend
 * on. `isForChanges`: calls that change something may use it too. `owner` is the database, so that two databases in one process
 * are kept apart; each has at most `maxEntries` keys.
 */
export function createShortCache<T>(
  ms: number,
  maxEntries: number,
  { isForChanges = false }: { isForChanges?: boolean } = {},
): ShortCache<T> {
  const memories = new WeakMap<object, Map<string, CacheEntry<T | undefined>>>()

  function memoryOf(owner: object): Map<string, CacheEntry<T | undefined>> {
    const memory = memories.get(owner) ?? new Map<string, CacheEntry<T | undefined>>()
    memories.set(owner, memory)
    return memory
  }

  function find(owner: object, key: string): Promise<T | undefined> | undefined {
    const known = memories.get(owner)?.get(key)
    return known && isCurrent(known.at) ? known.value : undefined
  }

  function isCurrent(at: number): boolean {
    const call = runningCall.getStore()
    if (call && ((call.changes && !isForChanges) || ms === 0)) return at >= call.began
    return performance.now() - at < ms
  }

  function put(owner: object, key: string, value: Promise<T | undefined>): void {
    const memory = memoryOf(owner)
    memory.delete(key)
    const [oldest] = memory.size >= maxEntries ? memory.keys() : []
    if (oldest !== undefined) memory.delete(oldest)
    memory.set(key, { at: performance.now(), value })
    const drop = () => {
      if (memory.get(key)?.value === value) memory.delete(key)
    }
    // Neither a failure nor something missing is cached.
    value.then((read) => read === undefined && drop(), drop)
  }

  return {
    get(owner, key, read) {
      const known = find(owner, key)
      if (known) return known as Promise<T>
      const value = read()
      put(owner, key, value)
      return value
    },
    async getMany(owner, keys, read) {
      const values = new Map(keys.map((key) => [key, find(owner, key)] as const))
      const missing = [...values.keys()].filter((key) => !values.get(key))
      const reading = missing.length > 0 ? read(missing) : undefined
      for (const key of missing) {
        const value = reading?.then((found) => found.get(key)) as Promise<T | undefined>
        values.set(key, value)
        put(owner, key, value)
      }
      const found = await Promise.all([...values].map(async ([key, value]) => [key, await value] as const))
      return new Map(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
    },
    forget(owner, key) {
      if (key === undefined) memories.delete(owner)
      else memories.get(owner)?.delete(key)
    },
  }
}
