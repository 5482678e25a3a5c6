import type { Call } from '../client.ts'
import { isShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import type { KeyStore, StoredKeys } from '../storage.ts'
import { account, type SessionGrant } from './contract.ts'
import { createKeyStore } from './keyStore.ts'

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

/** How a session is held: by the shop's cookie, or by a key pair with which short-lived access tokens are fetched. */
export type SessionKind = 'cookie' | 'key'

type Token = { value: string; expires: number }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** A token is renewed a little before it expires, for slow networks. */
const RENEWAL_MARGIN_MS = 30_000

export function createKeySession(
  { api, provider, storage, now }: Pick<Shop, 'api' | 'provider' | 'storage' | 'now'>,
  kind: SessionKind = isForeign(api) ? 'key' : 'cookie',
): KeySession {
  // A page without https cannot make a key.
  const hasKey = kind === 'key' && globalThis.crypto?.subtle !== undefined
  let token: Token | undefined
  let renewing: Promise<boolean> | undefined
  const store = storage.keys ?? createKeyStore(`${api} ${provider}`)

  async function stored(): Promise<StoredKeys | undefined> {
    return hasKey ? store.read() : undefined
  }

  /** Stores which session the key holds: without an argument, none. */
  async function bind(sessionId?: string): Promise<void> {
    const current = await stored()
    if (current) await store.write(current.keys, sessionId)
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
      if (isShopError(error) && error.reason === 'account.session_ended') await store.write(current.keys)
      return false
    }
  }

  function remember(grant: SessionGrant): void {
    token = grant.kind === 'key' ? { value: grant.accessToken, expires: Date.parse(grant.expires) } : undefined
  }

  const session: KeySession = {
    async publicKey() {
      if (!hasKey) return undefined
      const keys = (await stored())?.keys ?? (await makeKeys(store))
      return base64url(await crypto.subtle.exportKey('spki', keys.publicKey))
    },
    async accessToken(call) {
      if (!hasKey) return undefined
      if (!token || token.expires - RENEWAL_MARGIN_MS < now()) await session.renew(call)
      return token?.value
    },
    async accept(grant) {
      remember(grant)
      // If a cookie is used now, the key's former session must not come back.
      await bind(grant.kind === 'key' ? grant.sessionId : undefined)
    },
    async renew(call) {
      if (!hasKey) return false
      renewing ??= renewOnce(call).finally(() => {
        renewing = undefined
      })
      return renewing
    },
    isBound: async () => (await stored())?.sessionId !== undefined,
    async forget() {
      token = undefined
      await bind()
    },
  }
  return session
}

/** Whether the page is on another site than the API. Outside a page there are no cookies either. */
function isForeign(api: string): boolean {
  return api !== '' && (typeof location === 'undefined' || new URL(api).origin !== location.origin)
}

async function makeKeys(store: KeyStore): Promise<CryptoKeyPair> {
  const keys = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  await store.write(keys)
  return keys
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
