import { proxy } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { afterCodeAdded } from './afterCodeAdded.ts'
import { takeReturn } from './returnAfterSignIn.ts'

/** Signing in without a code: `shop.part(createLogin)`. */
export type LoginState = { status: 'idle' | 'loading'; error: string | null }

export type Login = {
  readonly state: LoginState
  /**
   * Returns where to go: after a code the new pictures, otherwise the stored referrer, which is then forgotten, otherwise the
   * offers (000 §2). `acceptmail` if the customer was asked.
   */
  signIn(email: string, password: string, acceptmail?: boolean): Promise<Route | undefined>
}

export function createLogin(shop: Shop): Login {
  const state = proxy<LoginState>({ status: 'idle', error: null })
  onLanguageChange(shop, () => {
    state.error = null
  })
  return {
    state,
    async signIn(email, password, acceptmail) {
      if (state.status === 'loading') return undefined
      Object.assign(state, { status: 'loading', error: null })
      try {
        const { flow } = shop.memory.read()
        await shop.session.signIn({ email: email.trim(), password, acceptmail })
        return flow ? afterCodeAdded(shop, flow.subjects) : takeReturn(shop)
      } catch (error) {
        if (!isShopError(error)) throw error
        state.error = error.message
        return undefined
      } finally {
        state.status = 'idle'
      }
    },
  }
}
