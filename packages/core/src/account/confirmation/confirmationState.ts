import { proxy } from 'valtio/vanilla'
import type { ShopError } from '../../errors.ts'
import { onCustomerChange } from '../../onCustomerChange.ts'
import { onLanguageChange } from '../../onLanguageChange.ts'
import type { Shop } from '../../shop.ts'
import { tryCall } from '../../tryCall.ts'
import { confirmations } from './confirmationContract.ts'

/** What is under way: a password or a code being checked, or a code being sent. */
export type ConfirmationWork = 'password' | 'sending' | 'code'

/** What failed, and why: the server's text, or that there was no answer. */
export type ConfirmationProblem = { of: ConfirmationWork } & ({ kind: 'refused'; text: string } | { kind: 'failed' })

/**
 * Confirming the customer's identity after a call failed with `account.confirm`: `shop.part(createConfirmation)`. Afterwards
 * the call can be repeated.
 */
export type ConfirmationState = {
  busy: ConfirmationWork | null
  /** A code was sent by email. */
  isCodeSent: boolean
  problem: ConfirmationProblem | null
}

export type Confirmation = {
  readonly state: ConfirmationState
  /** Resets it; called when it is shown. What is under way continues. */
  start(): void
  /** True if it is confirmed. */
  byPassword(password: string): Promise<boolean>
  /** True if a new code was sent, which replaces the previous one. */
  sendCode(): Promise<boolean>
  /** True if it is confirmed. */
  byCode(code: string): Promise<boolean>
}

export function createConfirmation(shop: Shop): Confirmation {
  const state = proxy<ConfirmationState>({ busy: null, isCodeSent: false, problem: null })
  const clear = () => Object.assign(state, { isCodeSent: false, problem: null })
  onCustomerChange(shop, clear)
  onLanguageChange(shop, () => {
    state.problem = null
  })

  /** One call at a time. An answer is dropped if the customer has changed meanwhile. */
  async function run(of: ConfirmationWork, send: () => Promise<unknown>): Promise<boolean> {
    if (state.busy) return false
    const customer = shop.session.state.user?.uuid
    const isSame = () => customer === shop.session.state.user?.uuid
    Object.assign(state, { busy: of, problem: null })
    try {
      const answer = await tryCall(send, (error) => {
        if (isSame()) state.problem = problemOf(of, error)
      })
      return answer !== undefined && isSame()
    } finally {
      state.busy = null
    }
  }

  return {
    state,
    start() {
      if (!state.busy) clear()
    },
    byPassword: (password) => run('password', () => shop.call(confirmations.confirm, { password })),
    async sendCode() {
      const isSent = await run('sending', () => shop.call(confirmations.sendConfirmationCode, {}))
      if (isSent) state.isCodeSent = true
      return isSent
    },
    byCode: (code) => run('code', () => shop.call(confirmations.confirmByCode, { code })),
  }
}

function problemOf(of: ConfirmationWork, { kind, message: text }: ShopError): ConfirmationProblem {
  return kind === 'network' ? { of, kind: 'failed' } : { of, kind: 'refused', text }
}
