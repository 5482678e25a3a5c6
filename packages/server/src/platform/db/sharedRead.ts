import type { App } from '../app.ts'

/** The values of these keys of a shop, by key; those that are missing are left out. */
export type SharedRead<T> = (app: App, provider: string, keys: string[]) => Promise<ReadonlyMap<string, T>>
type Batch<T> = { keys: Set<string>; values: Promise<ReadonlyMap<string, T>> }

/** A batch is full at this number of keys: no call waits long for what others read. */
const MAX_KEYS = 100

/**
 * Makes the callers of `read` share its commands: the keys of a shop that are requested in one turn of the event loop, by whichever
 * calls, are read together at its end. So the busier a server is, the fewer commands a call takes. What a caller gets is read after
 * its request. Callers that request the same key get the same value, which nobody may change. If `read` fails, it fails for all.
 */
export function createSharedRead<T>(read: SharedRead<T>): SharedRead<T> {
  const waiting = new WeakMap<object, Map<string, Batch<T>>>()

  function openBatch(app: App, provider: string): Batch<T> {
    const batches = waiting.get(app.db) ?? new Map<string, Batch<T>>()
    waiting.set(app.db, batches)
    const known = batches.get(provider)
    if (known && known.keys.size < MAX_KEYS) return known
    const keys = new Set<string>()
    const endOfTurn = new Promise<void>((resolve) => setImmediate(resolve))
    const values = endOfTurn.then(() => {
      if (batches.get(provider) === batch) batches.delete(provider)
      return read(app, provider, [...keys])
    })
    const batch = { keys, values }
    batches.set(provider, batch)
    return batch
  }

  return async (app, provider, keys) => {
    const batch = openBatch(app, provider)
    for (const key of keys) batch.keys.add(key)
    const values = await batch.values
    return new Map(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key) as T] as const] : [])))
  }
}
