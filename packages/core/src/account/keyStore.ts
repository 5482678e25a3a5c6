/** A shop's keys, and the session that they hold, if any. */
export type StoredKeys = { keys: CryptoKeyPair; sessionId?: string | undefined }

export type KeyStore = {
  read(): Promise<StoredKeys | undefined>
  write(keys: CryptoKeyPair, sessionId?: string): Promise<void>
}

/** The keys of a shop in the browser; where storage is forbidden they last as long as the page. */
export function createKeyStore(name: string): KeyStore {
  let own: StoredKeys | undefined
  return {
    read: () =>
      withStore('readonly', (store) => store.get(name) as IDBRequest<StoredKeys | undefined>).catch(() => own),
    async write(keys, sessionId) {
      const entry = { keys, sessionId }
      own = entry
      await withStore('readwrite', (store) => store.put(entry, name)).catch(() => undefined)
    },
  }
}

function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('portraitkit', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('sessions')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const request = use(opening.result.transaction('sessions', mode).objectStore('sessions'))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
      request.transaction?.addEventListener('complete', () => opening.result.close())
    }
  })
}
