/**
 * For tests: the store of a browser's origin, as far as it is used. Values are cloned as a browser clones them, so that a key
 * stays non-extractable. Give it to `vi.stubGlobal('indexedDB', …)`.
 */
export type BrowserStore = {
  open(name: string, version: number): object
  /** Whether the browser refuses access, as if storage were forbidden. */
  isForbidden: boolean
}

type Request = { result?: unknown; error?: unknown; onsuccess?: () => void; onerror?: () => void }

export function aBrowserStore(): BrowserStore {
  const databases = new Map<string, Map<string, Map<string, unknown>>>()

  function openDatabase(name: string): { database: object; isNew: boolean } {
    const isNew = !databases.has(name)
    const stores = databases.get(name) ?? new Map<string, Map<string, unknown>>()
    databases.set(name, stores)
    const database = {
      close() {},
      createObjectStore: (store: string) => void stores.set(store, new Map()),
      transaction: (of: string, mode: IDBTransactionMode) => ({ objectStore: () => openStore(stores.get(of), mode) }),
    }
    return { database, isNew }
  }

  function openStore(values: Map<string, unknown> | undefined, mode: IDBTransactionMode): object {
    if (!values) throw new DOMException('There is no such store', 'NotFoundError')
    const complete: Array<() => void> = []
    const answer = (result: unknown) => {
      const request: Request & { transaction: object } = {
        result,
        transaction: { addEventListener: (_event: 'complete', done: () => void) => complete.push(done) },
      }
      queueMicrotask(() => {
        request.onsuccess?.()
        for (const done of complete) done()
      })
      return request
    }
    return {
      get: (key: string) => answer(structuredClone(values.get(key))),
      put(value: unknown, key: string) {
        if (mode === 'readonly') throw new DOMException('It is only read', 'ReadOnlyError')
        values.set(key, structuredClone(value))
        return answer(key)
      },
    }
  }

  const store: BrowserStore = {
    isForbidden: false,
    open(name) {
      if (store.isForbidden) throw new DOMException('The operation is insecure.', 'SecurityError')
      const { database, isNew } = openDatabase(name)
      const request: Request & { onupgradeneeded?: () => void } = { result: database }
      queueMicrotask(() => {
        if (isNew) request.onupgradeneeded?.()
        request.onsuccess?.()
      })
      return request
    },
  }
  return store
}
