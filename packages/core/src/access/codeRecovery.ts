import { proxy } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { access } from './contract.ts'

/** Requests a lost code again: `shop.part(createCodeRecovery)`. */
export type CodeRecoveryState = {
  status: 'idle' | 'sending' | 'sent'
  /** The server's text once the request is sent. */
  message: string
  error: string | null
}

export type CodeRecovery = {
  readonly state: CodeRecoveryState
  send(email: string): Promise<void>
  /** Returns to the form, for the next opening. */
  reset(): void
}

export function createCodeRecovery(shop: Pick<Shop, 'call' | 'locale'>): CodeRecovery {
  const start = (): CodeRecoveryState => ({ status: 'idle', message: '', error: null })
  const state = proxy<CodeRecoveryState>(start())
  onLanguageChange(shop, () => Object.assign(state, { message: '', error: null }))
  return {
    state,
    async send(email) {
      if (state.status === 'sending') return
      Object.assign(state, { ...start(), status: 'sending' })
      try {
        const { message } = await shop.call(access.recoverCode, { email: email.trim() })
        Object.assign(state, { status: 'sent', message })
      } catch (error) {
        if (!isShopError(error)) throw error
        Object.assign(state, { status: 'idle', error: error.message })
      }
    },
    reset() {
      if (state.status !== 'sending') Object.assign(state, start())
    },
  }
}
