import type { Call } from '../client.ts'
import { isShopError } from '../errors.ts'
import { account, type SessionGrant } from './contract.ts'
import { createKeyStore, type KeyStore, type StoredKeys } from './keyStore.ts'

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

type Token = { value: string; expires: number }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** A token is renewed a little before it expires, for slow networks. */
const RENEWAL_MARGIN_MS = 30_000

export function createKeySession(api: string, provider: string): KeySession {
  const name = `${api} ${provider}`
  let token: Token | undefined
  let renewing: Promise<boolean> | undefined
  const store = createKeyStore(name)

  async function stored(): Promise<StoredKeys | undefined> {
    return isForeign(api) ? store.read() : undefined
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
      if (!isForeign(api)) return undefined
      const keys = (await stored())?.keys ?? (await makeKeys(store))
      return base64url(await crypto.subtle.exportKey('spki', keys.publicKey))
    },
    async accessToken(call) {
      if (!isForeign(api)) return undefined
      if (!token || token.expires - RENEWAL_MARGIN_MS < Date.now()) await session.renew(call)
      return token?.value
    },
    async accept(grant) {
      remember(grant)
      // If a cookie is used now, the key's former session must not come back.
      await bind(grant.kind === 'key' ? grant.sessionId : undefined)
    },
    async renew(call) {
      if (!isForeign(api)) return false
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

/** Whether the page is on another site than the API, in a browser that can make a key: a page without https cannot. */
function isForeign(api: string): boolean {
  return (
    api !== '' &&
    typeof location !== 'undefined' &&
    new URL(api).origin !== location.origin &&
    globalThis.crypto?.subtle !== undefined
  )
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
