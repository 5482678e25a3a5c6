/** A shop's keys, and the session that they hold, if any. */
export type StoredKeys = { keys: CryptoKeyPair; sessionId?: string | undefined }

/** The keys of one shop. */
export type KeyStore = {
  read(): Promise<StoredKeys | undefined>
  write(keys: CryptoKeyPair, sessionId?: string): Promise<void>
}

/** The part of the Web Storage interface that a shop uses. Its methods may throw: the shop then works as long as the page lives. */
export type WebStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** Where a shop stores what lasts longer than its page. What is missing is stored in memory. */
export type ShopStorage = {
  /** As long as a tab: the entry of a code, inputs at the checkout. In a page its `sessionStorage`. */
  readonly tab?: WebStorage | undefined
  /** As long as the device: designs that could not be saved, and sign-outs without an answer. In a page its `localStorage`. */
  readonly device?: WebStorage | undefined
  /** The keys of sessions on another site than the shop's. In a page its IndexedDB. */
  readonly keys?: KeyStore | undefined
}

/** What the page has; outside a page nothing, even if the runtime has a storage: all its shops would share it. */
export const pageStorage: ShopStorage = {
  get tab() {
    return typeof document === 'undefined' ? undefined : sessionStorage
  },
  get device() {
    return typeof document === 'undefined' ? undefined : localStorage
  },
}

/** The result of `use`; undefined if there is no such storage, or if it is full or forbidden. */
export function tryStorage<T>(
  storage: ShopStorage,
  which: 'tab' | 'device',
  use: (storage: WebStorage) => T,
): T | undefined {
  try {
    const entries = storage[which]
    return entries && use(entries)
  } catch {
    return undefined
  }
}
