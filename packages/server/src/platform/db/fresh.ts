/** A memory of answers that are the same for many callers within a moment. */
export type Fresh<T> = {
  /** What was read under this key at most `ms` ago; else what `read` answers, shared by all who ask meanwhile. */
  get(owner: object, key: string, read: () => Promise<T>): Promise<T>
  /** After a change by this process, of one key or of any: the next one who asks reads again. */
  forget(owner: object, key?: string): void
}

type Kept<T> = { at: number; value: Promise<T> }

/**
 * For what changes seldom and may be a moment old: what a photographer delivered, what a shop sells. Of a
 * customer's own only what may hold for that moment after it is taken back. `owner` is the database, so that two in one process keep apart; at most `most` keys are kept of each.
 */
export function createFresh<T>(ms: number, most: number): Fresh<T> {
  const memories = new WeakMap<object, Map<string, Kept<T>>>()
  return {
    get(owner, key, read) {
      const memory = memories.get(owner) ?? new Map<string, Kept<T>>()
      memories.set(owner, memory)
      const known = memory.get(key)
      const now = performance.now()
      if (known && now - known.at < ms) return known.value
      if (memory.size >= most) memory.clear()
      const value = read()
      memory.set(key, { at: now, value })
      value.catch(() => {
        // What failed is not kept.
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
