import { afterCodeAdded } from '../account/afterCodeAdded.ts'
import { account } from '../account/contract.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { Attempts, EntryState } from './entryState.ts'

export type Registration = { mobile: string; password: string; acceptmail: boolean }

/** After a code: the email address, and signing in to its account or registering one. */
export type AccountStep = {
  submitEmail(email: string): Promise<void>
  /** `acceptmail` if the customer was asked. */
  signIn(password: string, acceptmail?: boolean): Promise<Route | undefined>
  register(form: Registration): Promise<Route | undefined>
}

export function createAccountStep(shop: Shop, state: EntryState, { run, count }: Attempts): AccountStep {
  return {
    async submitEmail(email) {
      await run('email', false, async () => {
        const mine = count()
        const { exists } = await shop.call(account.existsByEmail, { email })
        if (mine !== count()) return
        shop.memory.write({ email })
        Object.assign(state, { email, step: exists ? 'welcome-back' : 'register' })
      })
    },
    signIn: (password, acceptmail) =>
      run('password', false, async () => {
        const { subjects, email } = state
        await shop.session.signIn({ email, password, acceptmail })
        return afterCodeAdded(shop, subjects)
      }),
    register: (form) =>
      run('form', false, async () => {
        const { subjects, email, code } = state
        await shop.session.register({ ...form, email, code, confirm_password: form.password, termsofservice: true })
        return afterCodeAdded(shop, subjects)
      }),
  }
}
