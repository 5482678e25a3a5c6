import type { Call } from '../client.ts'
import type { Shop } from '../shop.ts'
import { tryStorage, type WebStorage } from '../storage.ts'
import { account, type User } from './contract.ts'
import type { KeySession } from './keySession.ts'

/**
 * A sign-out that is certain to happen. The page may be closed before the server's answer, so the customer's uuid stays in the
 * browser until then, and the shop's next page sends it again.
 */
export type SignOut = {
  /** Ends the session on the server, even if the page is closed meanwhile. */
  send(user: User | null): Promise<void>
  /** Returns null instead of a customer whose sign-out an earlier page sent without getting an answer, and sends it again. */
  complete(user: User | null): Promise<User | null>
  /** Somebody has signed in: an earlier sign-out is no longer sent again. */
  forget(): void
}

/** Calls `onEnd` when the server has ended the session. */
export function createSignOut(
  { api, provider, storage }: Pick<Shop, 'api' | 'provider' | 'storage'>,
  keys: KeySession,
  call: () => Call,
  onEnd: () => void,
): SignOut {
  const key = `pk-sign-out-${api}-${provider}`
  // If storage is forbidden, the sign-out is still sent when the page closes, but not sent again.
  const attempt = <T>(use: (device: WebStorage) => T) => tryStorage(storage, 'device', use)

  function forget(): void {
    attempt((storage) => storage.removeItem(key))
  }

  async function end(): Promise<void> {
    await call()(account.signOut, {}, { keepalive: true })
    await keys.forget()
    forget()
  }

  return {
    async send(user) {
      if (user) attempt((storage) => storage.setItem(key, user.uuid))
      await end()
      onEnd()
    },
    async complete(user) {
      const customer = attempt((storage) => storage.getItem(key))
      if (!customer) return user
      if (user?.uuid === customer) {
        // If it fails, the next page tries again.
        await end().then(onEnd, () => undefined)
        return null
      }
      // A key that could not be renewed just now may still have a session.
      if (user || !(await keys.isBound())) forget()
      return user
    },
    forget,
  }
}
