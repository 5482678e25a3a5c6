import { proxy } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { type Route, routeOf } from '../routes.ts'
import type { Shop } from '../shop.ts'

/** Signing in without a code: `shop.part(createLogin)`. */
export type LoginState = { status: 'idle' | 'loading'; error: string | null }

export type Login = {
  readonly state: LoginState
  /** Answers where to go: the stored referrer, which is then forgotten, else the shop's front (000 §2). */
  signIn(email: string, password: string): Promise<Route | undefined>
}

export function createLogin(shop: Shop): Login {
  const state = proxy<LoginState>({ status: 'idle', error: null })
  return {
    state,
    async signIn(email, password) {
      if (state.status === 'loading') return undefined
      Object.assign(state, { status: 'loading', error: null })
      try {
        await shop.session.signIn({ email: email.trim(), password })
        return afterLogin(shop)
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

/** AUT-7: the stored referrer (then cleared), else the packages page. */
export function afterLogin(shop: Shop): Route {
  const { referrer } = shop.memory.read()
  shop.memory.write({ referrer: undefined })
  return (referrer ? routeOf(referrer) : undefined) ?? { name: 'products.list', params: {} }
}
