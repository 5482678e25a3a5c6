/** A cache for answers that are the same for many callers within a short time. */
export type ShortCache<T> = {
  /** The value read for this key at most `ms` ago, or otherwise the result of `read`, shared by all callers in the meantime. */
  get(owner: object, key: string, read: () => Promise<T>): Promise<T>
  /** Must be called after a change by this process, of one key or of all: the next caller reads again. */
  forget(owner: object, key?: string): void
}

type CacheEntry<T> = { at: number; value: Promise<T> }

/**
 * For data that changes seldom and may be slightly outdated: delivered pictures, the shop's range. A customer's own data only
 * if it may stay valid for that time after it is revoked. `owner` is the database, so that two databases in one process are
 * kept apart; each has at most `most` keys.
 */
export function createShortCache<T>(ms: number, maxEntries: number): ShortCache<T> {
  const memories = new WeakMap<object, Map<string, CacheEntry<T>>>()
  return {
    get(owner, key, read) {
      const memory = memories.get(owner) ?? new Map<string, CacheEntry<T>>()
      memories.set(owner, memory)
      const known = memory.get(key)
      const now = performance.now()
      if (known && now - known.at < ms) return known.value
      if (memory.size >= maxEntries) memory.clear()
      const value = read()
      memory.set(key, { at: now, value })
      value.catch(() => {
        // A failure is not cached.
        if (memory.get(key)?.value === value) memory.delete(key)
      })
      return value
    },
    forget(owner, key) {
      if (key === undefined) memories.delete(owner)
      else memories.get(owner)?.delete(key)
    },
  }
}
