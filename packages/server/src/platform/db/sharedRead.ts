import DataLoader from 'dataloader'
import type { App } from '../app.ts'

/** The values of these keys of a shop, by key; those that are missing are left out. */
export type SharedRead<T> = (app: App, provider: string, keys: string[]) => Promise<ReadonlyMap<string, T>>

/** A batch is full at this number of keys: no call waits long for what others read. */
const MAX_KEYS = 100

/**
 * Makes the callers of `read` share its commands: the keys of a shop that are requested in one turn of the event loop, by
 * whichever calls, are read together at its end. So the busier a server is, the fewer commands a call takes. What a caller gets
 * is read after its request. Callers that request the same key get the same value, which nobody may change. If `read` fails, it
 * fails for all.
 */
export function createSharedRead<T>(read: SharedRead<T>): SharedRead<T> {
  const loaders = new WeakMap<object, Map<string, DataLoader<string, T | undefined>>>()

  function loaderOf(app: App, provider: string): DataLoader<string, T | undefined> {
    const ofDatabase = loaders.get(app.db) ?? new Map<string, DataLoader<string, T | undefined>>()
    loaders.set(app.db, ofDatabase)
    const loader = ofDatabase.get(provider) ?? createLoader((keys) => read(app, provider, keys))
    ofDatabase.set(provider, loader)
    return loader
  }

  return async (app, provider, keys) => {
    const loader = loaderOf(app, provider)
    const values = await Promise.all(keys.map((key) => loader.load(key)))
    return new Map(
      keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index] as T] as const])),
    )
  }
}

/** It remembers nothing: whoever comes later is not given what was read before. */
function createLoader<T>(read: (keys: string[]) => Promise<ReadonlyMap<string, T>>): DataLoader<string, T | undefined> {
  return new DataLoader(
    async (keys: readonly string[]) => {
      const values = await read([...new Set(keys)])
      return keys.map((key) => values.get(key))
    },
    { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn: (callback) => setImmediate(callback) },
  )
}
