import type { Call } from '../client.ts'
import { account, type SessionGrant } from './contract.ts'

/**
 * The session of a page on another site than the API, where third-party cookies are blocked: a non-extractable key pair in the
 * IndexedDB of the page's origin, shared by its tabs; access tokens are kept in memory only.
 */
export type KeySession = {
  publicKey(): Promise<string | undefined>
  accessToken(call: Call): Promise<string | undefined>
  accept(grant: SessionGrant): Promise<void>
  /** True if it got a new access token. */
  renew(call: Call): Promise<boolean>
  /** Whether the key holds a session. */
  isBound(): Promise<boolean>
  forget(): Promise<void>
}

type StoredKeys = { keys: CryptoKeyPair; sessionId?: string }
type Token = { value: string; expires: number }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** A token is renewed a little before it expires, for slow networks. */
const RENEWAL_MARGIN_MS = 30_000

export function createKeySession(api: string, provider: string): KeySession {
  const name = `${api} ${provider}`
  let token: Token | undefined
  let renewing: Promise<boolean> | undefined
  const store = createKeyStore(name)

  function isForeign(): boolean {
    return (
      api !== '' &&
      typeof location !== 'undefined' &&
      new URL(api).origin !== location.origin &&
      typeof indexedDB !== 'undefined'
    )
  }

  async function stored(): Promise<StoredKeys | undefined> {
    return isForeign() ? store.read() : undefined
  }

  async function renewOnce(call: Call): Promise<boolean> {
    const current = await stored()
    if (!current?.sessionId) return false
    try {
      const { nonce } = await call(account.nonce, {})
      const signed = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        current.keys.privateKey,
        new TextEncoder().encode(nonce),
      )
      const { session } = await call(account.renew, {
        sessionId: current.sessionId,
        nonce,
        signature: base64url(signed),
      })
      remember(session)
      return true
    } catch (error) {
      const ended = error instanceof Error && 'reason' in error && error.reason === 'account.session_ended'
      if (ended) await store.write({ keys: current.keys })
      return false
    }
  }

  function remember(grant: SessionGrant): void {
    token = grant.kind === 'key' ? { value: grant.accessToken, expires: Date.parse(grant.expires) } : undefined
  }

  const session: KeySession = {
    async publicKey() {
      if (!isForeign()) return undefined
      const keys = (await stored())?.keys ?? (await makeKeys(store))
      return base64url(await crypto.subtle.exportKey('spki', keys.publicKey))
    },
    async accessToken(call) {
      if (!isForeign()) return undefined
      if (!token || token.expires - RENEWAL_MARGIN_MS < Date.now()) await session.renew(call)
      return token?.value
    },
    async accept(grant) {
      remember(grant)
      const current = await stored()
      if (!current) return
      // If a cookie is used now, the key's former session must not come back.
      const now: StoredKeys =
        grant.kind === 'key' ? { keys: current.keys, sessionId: grant.sessionId } : { keys: current.keys }
      await store.write(now)
    },
    async renew(call) {
      if (!isForeign()) return false
      renewing ??= renewOnce(call).finally(() => {
        renewing = undefined
      })
      return renewing
    },
    isBound: async () => (await stored())?.sessionId !== undefined,
    async forget() {
      token = undefined
      const current = await stored()
      if (current) await store.write({ keys: current.keys })
    },
  }
  return session
}

async function makeKeys(store: KeyStore): Promise<CryptoKeyPair> {
  const keys = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  await store.write({ keys })
  return keys
}

type KeyStore = { read(): Promise<StoredKeys | undefined>; write(keys: StoredKeys): Promise<void> }

/** The keys of a shop in the browser; where storage is forbidden they last as long as the page. */
function createKeyStore(name: string): KeyStore {
  let own: StoredKeys | undefined
  return {
    read: () =>
      withStore('readonly', (store) => store.get(name) as IDBRequest<StoredKeys | undefined>).catch(() => own),
    async write(keys) {
      own = keys
      await withStore('readwrite', (store) => store.put(keys, name)).catch(() => undefined)
    },
  }
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
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
