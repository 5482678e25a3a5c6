import { proxy } from 'valtio/vanilla'
import type { ShopError } from '../../errors.ts'
import { onCustomerChange } from '../../onCustomerChange.ts'
import { onLanguageChange } from '../../onLanguageChange.ts'
import type { Shop } from '../../shop.ts'
import { tryCall } from '../../tryCall.ts'
import { account } from '../contract.ts'
import { passwords } from './passwordContract.ts'
import type { NewPassword } from './passwordRules.ts'

/**
 * Why an action failed: the server's text, with the field that it is about; no answer; or the customer must confirm first
 * (`createConfirmation`), after which it can be done again.
 */
export type PasswordProblem =
  | { kind: 'refused'; text: string; field: string | undefined }
  | { kind: 'failed' }
  | { kind: 'confirm' }

/**
 * The step of a reset: `asking` for an email, `checking` a key, `failed` if the check failed, `unknown` if the key cannot be
 * used, `ready` for the new password, `done`.
 */
export type ResetStep = 'asking' | 'checking' | 'failed' | 'unknown' | 'ready' | 'done'

/** Forgotten and changed passwords: `shop.part(createPasswords)`. */
export type PasswordState = {
  /** `message` is the server's text after the request. */
  reminder: { busy: boolean; message: string; problem: PasswordProblem | null }
  reset: { step: ResetStep; busy: boolean; problem: PasswordProblem | null }
  change: { busy: boolean; saved: boolean; problem: PasswordProblem | null }
}

export type Passwords = {
  readonly state: PasswordState
  /** Resets the form that asks for an email; called when it is shown. */
  startReminder(): void
  remind(email: string): Promise<void>
  /** Resets the form for a new password; called when it is shown. A running check continues. */
  startReset(): void
  check(key: string): Promise<void>
  checkAgain(): Promise<void>
  reset(password: string): Promise<void>
  startChange(): void
  /** True if the password was changed. */
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
  const clearChange = () => Object.assign(state.change, { saved: false, problem: null })
  onCustomerChange(shop, clearChange)
  return {
    state,
    startReminder() {
      if (!state.reminder.busy) Object.assign(state.reminder, { message: '', problem: null })
    },
    async remind(email) {
      const answer = await runPart(state.reminder, () =>
        shop.call(passwords.remind, { email: email.trim(), json: '1' as const }),
      )
      if (answer) state.reminder.message = answer.message
    },
    ...createReset(shop, state.reset),
    startChange() {
      if (!state.change.busy) clearChange()
    },
    async change({ password, again }) {
      const customer = shop.session.state.user?.uuid
      state.change.saved = false
      const answer = await runPart(state.change, () =>
        shop.call(passwords.changePassword, { password, reTypePassword: again }),
      )
      state.change.saved = answer !== undefined
      if (customer !== shop.session.state.user?.uuid) clearChange()
      return answer !== undefined
    },
  }
}

/** Sets a new password with the key of an email. */
function createReset(
  shop: Shop,
  state: PasswordState['reset'],
): Pick<Passwords, 'startReset' | 'check' | 'checkAgain' | 'reset'> {
  // Only in memory: the key has been removed from the address, and is gone when the page is closed.
  let key = ''
  let requests = 0

  async function check(given: string): Promise<void> {
    key = given
    const number = ++requests
    Object.assign(state, { step: 'checking', problem: null })
    let problem: PasswordProblem | null = null
    const answer = await tryCall(
      () => shop.call(passwords.checkResetKey, { key }),
      (error) => {
        problem = problemOf(error)
      },
    )
    const step: ResetStep = !answer ? 'failed' : answer.valid ? 'ready' : 'unknown'
    if (number === requests) Object.assign(state, { step, problem })
  }

  return {
    startReset() {
      if (state.step === 'checking' || state.step === 'ready') return
      key = ''
      Object.assign(state, { step: 'asking', problem: null })
    },
    check,
    checkAgain: () => check(key),
    async reset(password) {
      const answer = await runPart(
        state,
        () => shop.call(passwords.reset, { key, password: password.trim() }),
        ({ reason }) => {
          if (reason === 'account.reset_key') Object.assign(state, { step: 'unknown', problem: null })
        },
      )
      if (!answer) return
      key = ''
      state.step = 'done'
      await leaveWithSession(shop)
    },
  }
}

/** A reset ends the sessions of its customer, who may or may not be the one signed in here. */
async function leaveWithSession({ call, session }: Shop): Promise<void> {
  // If the session cannot be checked now, the next call that needs it will find out.
  await tryCall(async () => {
    const { user } = await call(account.session, {})
    if (!user && session.state.status === 'signed-in') await session.signOut()
  })
}

/** Runs one call of a part at a time; an error is stored in the part. */
async function runPart<T>(
  part: { busy: boolean; problem: PasswordProblem | null },
  send: () => Promise<T>,
  refused?: (error: ShopError) => void,
): Promise<T | undefined> {
  if (part.busy) return undefined
  Object.assign(part, { busy: true, problem: null })
  const sent = tryCall(send, (error) => {
    part.problem = problemOf(error)
    refused?.(error)
  })
  return sent.finally(() => {
    part.busy = false
  })
}

function problemOf(error: ShopError): PasswordProblem {
  if (error.kind === 'network') return { kind: 'failed' }
  if (error.reason === 'account.confirm') return { kind: 'confirm' }
  const [wrong] = Object.entries(error.fields)
  return { kind: 'refused', text: wrong?.[1] ?? error.message, field: wrong?.[0] }
}
