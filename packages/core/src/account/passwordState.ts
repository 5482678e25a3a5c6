import { proxy } from 'valtio/vanilla'
import { isShopError, type ShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { account } from './contract.ts'
import { passwords } from './passwordContract.ts'
import type { NewPassword } from './passwordRules.ts'

/** What stands in the way: what the server says, by the field that it is about, or that it could not be asked. */
export type PasswordProblem = { kind: 'told'; text: string; field: string | undefined } | { kind: 'failed' }

/**
 * Where a reset is: `asking` for a mail, `checking` a key, `failed` where it could not be checked, `unknown` where it cannot
 * be used, `ready` for the new password, `done`.
 */
export type ResetStep = 'asking' | 'checking' | 'failed' | 'unknown' | 'ready' | 'done'

/** Forgotten and changed passwords: `shop.part(createPasswords)`. */
export type PasswordState = {
  /** `message` is the server's, once it has sent what it can. */
  reminder: { busy: boolean; message: string; problem: PasswordProblem | null }
  reset: { step: ResetStep; busy: boolean; problem: PasswordProblem | null }
  change: { busy: boolean; saved: boolean; problem: PasswordProblem | null }
}

export type Passwords = {
  readonly state: PasswordState
  /** Before the form that asks for a mail is shown anew. */
  startReminder(): void
  remind(email: string): Promise<void>
  /** Before the reset is shown anew: what was under way goes on. */
  startReset(): void
  check(key: string): Promise<void>
  checkAgain(): Promise<void>
  reset(password: string): Promise<void>
  startChange(): void
  /** True when it was changed. */
  change(typed: NewPassword): Promise<boolean>
}

export function createPasswords(shop: Shop): Passwords {
  const state = proxy<PasswordState>({
    reminder: { busy: false, message: '', problem: null },
    reset: { step: 'asking', busy: false, problem: null },
    change: { busy: false, saved: false, problem: null },
  })
  onLanguageChange(shop, () => {
    state.reminder.message = ''
    for (const part of [state.reminder, state.reset, state.change]) part.problem = null
  })
  // Of the address it is gone, of the page's memory it goes with the page.
  let key = ''
  let asked = 0

  /** Runs one call of a part at a time; what goes wrong stands in the part. */
  async function attempt<T>(
    part: { busy: boolean; problem: PasswordProblem | null },
    send: () => Promise<T>,
    refused?: (error: ShopError) => void,
  ): Promise<T | undefined> {
    if (part.busy) return undefined
    Object.assign(part, { busy: true, problem: null })
    try {
      return await send()
    } catch (error) {
      if (!isShopError(error)) throw error
      part.problem = problemOf(error)
      refused?.(error)
      return undefined
    } finally {
      part.busy = false
    }
  }

  /** A reset ends the sessions of its customer, who may or may not be the one who is signed in here. */
  async function leaveWithSession(): Promise<void> {
    try {
      const { user } = await shop.call(account.session, {})
      if (!user && shop.session.state.status === 'signed-in') await shop.session.signOut()
    } catch (error) {
      // The next call that needs the session finds out as well.
      if (!isShopError(error)) throw error
    }
  }

  async function check(given: string): Promise<void> {
    key = given
    const number = ++asked
    Object.assign(state.reset, { step: 'checking', problem: null })
    let step: ResetStep
    let problem: PasswordProblem | null = null
    try {
      const { valid } = await shop.call(passwords.checkResetKey, { key })
      step = valid ? 'ready' : 'unknown'
    } catch (error) {
      if (!isShopError(error)) throw error
      step = 'failed'
      problem = problemOf(error)
    }
    if (number === asked) Object.assign(state.reset, { step, problem })
  }

  return {
    state,
    startReminder() {
      if (!state.reminder.busy) Object.assign(state.reminder, { message: '', problem: null })
    },
    async remind(email) {
      const answer = await attempt(state.reminder, () =>
        shop.call(passwords.remind, { email: email.trim(), json: '1' as const }),
      )
      if (answer) state.reminder.message = answer.message
    },
    startReset() {
      const { step } = state.reset
      if (step === 'checking' || step === 'ready') return
      key = ''
      Object.assign(state.reset, { step: 'asking', problem: null })
    },
    check,
    checkAgain: () => check(key),
    async reset(password) {
      const answer = await attempt(
        state.reset,
        () => shop.call(passwords.reset, { key, password: password.trim() }),
        (error) => {
          if (error.reason === 'account.reset_key') Object.assign(state.reset, { step: 'unknown', problem: null })
        },
      )
      if (!answer) return
      key = ''
      state.reset.step = 'done'
      await leaveWithSession()
    },
    startChange() {
      if (!state.change.busy) Object.assign(state.change, { saved: false, problem: null })
    },
    async change({ password, again }) {
      state.change.saved = false
      const answer = await attempt(state.change, () =>
        shop.call(passwords.changePassword, { password, reTypePassword: again }),
      )
      state.change.saved = answer !== undefined
      return answer !== undefined
    },
  }
}

function problemOf(error: ShopError): PasswordProblem {
  if (error.kind === 'network') return { kind: 'failed' }
  const [wrong] = Object.entries(error.fields)
  return { kind: 'told', text: wrong?.[1] ?? error.message, field: wrong?.[0] }
}
