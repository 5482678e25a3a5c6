import type { KeyStore, StoredKeys } from '../storage.ts'

/** A browser that has not opened its storage by then never does. */
const MAX_OPENING_MS = 3000

/** The keys of a shop in the browser; where storage is forbidden, missing or broken they last as long as the page. */
export function createKeyStore(name: string): KeyStore {
  let own: StoredKeys | undefined
  let isBlocked = false
  async function attempt<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>) {
    if (isBlocked) return undefined
    try {
      return await withStore(mode, use)
    } catch {
      isBlocked = true
      return undefined
    }
  }
  return {
    read: async () =>
      (await attempt('readonly', (store) => store.get(name) as IDBRequest<StoredKeys | undefined>)) ?? own,
    async write(keys, sessionId) {
      own = { keys, sessionId }
      await attempt('readwrite', (store) => store.put(own, name))
    },
  }
}

function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, MAX_OPENING_MS)
    const opening = indexedDB.open('portraitkit', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('sessions')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      try {
        const request = use(opening.result.transaction('sessions', mode).objectStore('sessions'))
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
        request.transaction?.addEventListener('complete', () => opening.result.close())
      } catch (error) {
        reject(error)
      }
    }
  })
}
