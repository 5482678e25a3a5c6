import { proxy, subscribe } from 'valtio/vanilla'
import { afterCodeAdded } from '../account/afterCodeAdded.ts'
import { account } from '../account/contract.ts'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import { requestId } from '../requestId.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { type EntryStep, parseCode, stepBack } from './codeEntry.ts'
import { access, type CodeSubject } from './contract.ts'

type Subject = { uuid: string; name: string; group: string }

/** Entering a code, from the code field to the new picture set: `shop.part(createEntry)`. */
export type EntryState = {
  step: EntryStep
  status: 'idle' | 'loading'
  code: string
  email: string
  /** Whose pictures the code opens. */
  subjects: CodeSubject[]
  /** A code that a signed-in customer is about to add, until it is confirmed. */
  asking: string | null
  /** The customer has this subject already. */
  warning: Subject | null
  /** Texts of the server by where they belong. */
  errors: { code?: string; email?: string; password?: string; form?: string }
  /** `errors.code` is about the code itself, so what to check in it helps; it is not about too many tries, for example. */
  isWrongCode: boolean
  /** Fields of the registration that the server marked. */
  marked: string[]
}

export type Registration = { mobile: string; password: string; acceptmail: boolean }

/** Actions answer where to go next, or undefined to stay. */
export type Entry = {
  readonly state: EntryState
  /** The code of an address: where another one was entered before, the flow begins anew with this one. */
  arrive(code: string): void
  submitCode(code: string): Promise<Route | undefined>
  confirmAdd(): Promise<Route | undefined>
  cancelAdd(): void
  closeWarning(): void
  /** Whoever leaves the code field does not find its error there again. */
  forgetError(): void
  /** ACC-9: in the account area a code is added without a question. */
  addToAccount(code: string): Promise<Route | undefined>
  submitEmail(email: string): Promise<void>
  /** `acceptmail` where the customer was asked. */
  signIn(password: string, acceptmail?: boolean): Promise<Route | undefined>
  register(form: Registration): Promise<Route | undefined>
  back(): void
}

const findNewSet: Route = { name: 'myaccount.newset', params: {} }

export function createEntry(shop: Shop): Entry {
  const state = proxy<EntryState>(startState(shop))
  /** Counts what was begun, so that the answer to something that somebody went back from is dropped. */
  let begun = 0
  for (const event of ['pk-login', 'pk-code-added', 'pk-logout'] as const) {
    shop.events.on(event, () => Object.assign(state, startState(shop)))
  }

  onLanguageChange(shop, forgetError)
  subscribe(shop.session.state, goOnSignedIn)
  goOnSignedIn()

  /** Runs one call at a time. A network error in a code call only ends the loading (000 §8). */
  async function attempt<T>(
    where: keyof EntryState['errors'],
    silent: boolean,
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    if (state.status === 'loading') return undefined
    const mine = ++begun
    Object.assign(state, { status: 'loading', errors: {}, isWrongCode: false, marked: [] })
    try {
      return await run()
    } catch (error) {
      if (!isShopError(error)) throw error
      if (mine !== begun) return undefined
      if (error.kind === 'failure' || !silent) state.errors[where] = error.message
      if (Array.isArray(error.data)) state.marked = error.data.filter((name) => typeof name === 'string')
      if (error.reason === 'flow.required') startAgain(error.message)
      return undefined
    } finally {
      if (mine === begun) state.status = 'idle'
    }
  }

  /** Signed in by another tab, or before a reload: what was entered is a code to be added now. */
  function goOnSignedIn(): void {
    if (shop.session.state.status !== 'signed-in' || state.step === 'code') return
    begun++
    shop.memory.write({ flow: undefined })
    const { code } = state
    Object.assign(state, { ...startState(shop), code, asking: code || null })
  }

  function forgetError(): void {
    Object.assign(state, { errors: {}, isWrongCode: false, marked: [] })
  }

  function startAgain(message: string): void {
    shop.memory.write({ flow: undefined })
    Object.assign(state, { step: 'code', subjects: [], errors: { code: message } })
  }

  async function verify(code: string): Promise<void> {
    const answer = await shop.call(access.verifySubjectCode, { code })
    if (!answer.valid || !answer.data) return refuse(answer.errorMessage)
    if (answer.data.redirect) return location.assign(answer.data.redirect)
    const { flow, subjects } = answer.data
    shop.memory.write({ flow: { token: flow, code, subjects } })
    Object.assign(state, { step: 'email', subjects, email: shop.memory.read().email ?? '' })
  }

  function refuse(message = ''): void {
    Object.assign(state, { errors: { code: message }, isWrongCode: true })
  }

  async function add(code: string): Promise<Route | undefined> {
    const answer = await shop.call(access.addPictureSetByCode, { code, requestId: requestId() })
    if (answer.redirect) {
      location.assign(answer.redirect)
    } else if (answer.warning) {
      state.warning = answer.warning.payload.subject
    } else if (!answer.valid || answer.error) {
      refuse(answer.error)
    } else {
      return afterCodeAdded(shop, answer.subjects ?? [])
    }
    return undefined
  }

  return {
    state,
    arrive(code) {
      if (state.step === 'code' || parseCode(code) === '' || parseCode(code) === state.code) return
      begun++
      shop.memory.write({ flow: undefined })
      Object.assign(state, startState(shop))
    },
    async submitCode(typed) {
      const code = parseCode(typed)
      state.code = code
      if (shop.session.state.status === 'signed-in') {
        Object.assign(state, { errors: {}, isWrongCode: false, asking: code })
        return undefined
      }
      await attempt('code', true, () => verify(code))
      return undefined
    },
    async confirmAdd() {
      const code = state.asking
      if (code === null) return undefined
      state.asking = null
      return attempt('code', true, () => add(code))
    },
    cancelAdd() {
      state.asking = null
    },
    closeWarning() {
      state.warning = null
    },
    forgetError,
    async addToAccount(code) {
      const route = await attempt('code', true, () => add(parseCode(code)))
      return route && findNewSet
    },
    async submitEmail(email) {
      await attempt('email', false, async () => {
        const mine = begun
        const { exists } = await shop.call(account.existsByEmail, { email })
        if (mine !== begun) return
        shop.memory.write({ email })
        Object.assign(state, { email, step: exists ? 'welcome-back' : 'register' })
      })
    },
    signIn: (password, acceptmail) =>
      attempt('password', false, async () => {
        const { subjects, email } = state
        await shop.session.signIn({ email, password, acceptmail })
        return afterCodeAdded(shop, subjects)
      }),
    register: (form) =>
      attempt('form', false, async () => {
        const { subjects, email, code } = state
        await shop.session.register({ ...form, email, code, confirm_password: form.password, termsofservice: true })
        return afterCodeAdded(shop, subjects)
      }),
    back() {
      begun++
      Object.assign(state, { status: 'idle', step: stepBack(state.step), errors: {}, isWrongCode: false, marked: [] })
      if (state.step === 'code') shop.memory.write({ flow: undefined })
    },
  }
}

/**
 * A code added in the account area, `shop.part(createAdding)`: an entry of its own, so that neither it nor the front page
 * shows the other's errors.
 */
export function createAddEntry(shop: Shop): Entry {
  return createEntry(shop)
}

/** Where a reload goes on: a code that was entered is not asked for again. */
function startState(shop: Shop): EntryState {
  const { flow, email } = shop.memory.read()
  return {
    step: flow ? 'email' : 'code',
    status: 'idle',
    code: flow?.code ?? '',
    email: email ?? '',
    subjects: flow?.subjects ?? [],
    asking: null,
    warning: null,
    errors: {},
    isWrongCode: false,
    marked: [],
  }
}
