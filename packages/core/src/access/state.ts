import { proxy } from 'valtio/vanilla'
import { account } from '../account/contract.ts'
import { isShopError } from '../errors.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { access } from './contract.ts'
import { type EntryStep, stepBack } from './entry.ts'

type Subject = { uuid: string; name: string; group: string }

/** Entering a code, from the code field to the new picture set: `shop.part(createEntry)`. */
export type EntryState = {
  step: EntryStep
  status: 'idle' | 'loading'
  code: string
  email: string
  /** Whose pictures the code opens. */
  subjects: Subject[]
  /** A code that a signed-in customer is about to add, until it is confirmed. */
  asking: string | null
  /** The customer has this subject already. */
  warning: Subject | null
  /** Texts of the server by where they belong. */
  errors: { code?: string; email?: string; password?: string; form?: string }
  /** Fields of the registration that the server marked. */
  marked: string[]
}

export type Registration = { mobile: string; password: string; acceptmail: boolean }

/** Actions answer where to go next, or undefined to stay. */
export type Entry = {
  readonly state: EntryState
  submitCode(code: string): Promise<Route | undefined>
  confirmAdd(): Promise<Route | undefined>
  cancelAdd(): void
  closeWarning(): void
  /** ACC-9: in the account area a code is added without a question. */
  addToAccount(code: string): Promise<Route | undefined>
  submitEmail(email: string): Promise<void>
  signIn(password: string): Promise<Route | undefined>
  register(form: Registration): Promise<Route | undefined>
  back(): void
}

const newPictureSet: Route = { name: 'newpictureset', params: {} }
const newSet: Route = { name: 'myaccount.newset', params: {} }

export function createEntry(shop: Shop): Entry {
  const state = proxy<EntryState>(startState(shop))

  /** Runs one call at a time. A network error in a code call only ends the loading (000 §8). */
  async function attempt<T>(
    where: keyof EntryState['errors'],
    silent: boolean,
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    if (state.status === 'loading') return undefined
    Object.assign(state, { status: 'loading', errors: {}, marked: [] })
    try {
      return await run()
    } catch (error) {
      if (!isShopError(error)) throw error
      if (error.kind === 'failure' || !silent) state.errors[where] = error.message
      if (Array.isArray(error.data)) state.marked = error.data.filter((name) => typeof name === 'string')
      if (error.reason === 'flow.required') startAgain(error.message)
      return undefined
    } finally {
      state.status = 'idle'
    }
  }

  function startAgain(message: string): void {
    shop.memory.write({ flow: undefined })
    Object.assign(state, { step: 'code', subjects: [], errors: { code: message } })
  }

  async function verify(code: string): Promise<void> {
    const answer = await shop.call(access.verifySubjectCode, { code })
    if (!answer.valid || !answer.data) {
      state.errors.code = answer.errorMessage ?? ''
      return
    }
    if (answer.data.redirect) return location.assign(answer.data.redirect)
    const { flow, subjects } = answer.data
    shop.memory.write({ flow: { token: flow, code, subjects } })
    Object.assign(state, { step: 'email', subjects, email: '' })
  }

  async function add(code: string): Promise<Route | undefined> {
    const answer = await shop.call(access.addPictureSetByCode, { code })
    if (answer.redirect) {
      location.assign(answer.redirect)
    } else if (answer.warning) {
      state.warning = answer.warning.payload.subject
    } else if (!answer.valid || answer.error) {
      state.errors.code = answer.error ?? ''
    } else {
      return arrive(answer.subjects ?? [])
    }
    return undefined
  }

  /** ENT-12: after a new code all that depends on it is fetched anew; who holds such things listens. */
  function arrive(subjects: Subject[]): Route {
    shop.memory.write({
      flow: undefined,
      added: subjects.map(({ uuid }) => uuid),
      subject: subjects[0]?.uuid,
      referrer: undefined,
    })
    Object.assign(state, startState(shop))
    shop.events.emit('pk-code-added', { subjects: subjects.map(({ uuid }) => uuid) })
    return newPictureSet
  }

  return {
    state,
    async submitCode(code) {
      state.code = code
      if (shop.session.state.status === 'signed-in') {
        state.errors = {}
        state.asking = code
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
    async addToAccount(code) {
      const route = await attempt('code', true, () => add(code))
      return route && newSet
    },
    async submitEmail(email) {
      await attempt('email', false, async () => {
        const { exists } = await shop.call(account.existsByEmail, { email })
        const { flow } = shop.memory.read()
        if (flow) shop.memory.write({ flow: { ...flow, email } })
        Object.assign(state, { email, step: exists ? 'welcome-back' : 'register' })
      })
    },
    signIn: (password) =>
      attempt('password', false, async () => {
        const { subjects } = state
        await shop.session.signIn({ email: state.email, password })
        return arrive([...subjects])
      }),
    register: (form) =>
      attempt('form', false, async () => {
        const { subjects, email, code } = state
        await shop.session.register({ ...form, email, code, confirm_password: form.password, termsofservice: true })
        return arrive([...subjects])
      }),
    back() {
      Object.assign(state, { step: stepBack(state.step), errors: {}, marked: [] })
      if (state.step === 'code') shop.memory.write({ flow: undefined })
    },
  }
}

/** Where a reload goes on: a code that was entered is not asked for again. */
function startState(shop: Shop): EntryState {
  const { flow } = shop.memory.read()
  return {
    step: flow ? 'email' : 'code',
    status: 'idle',
    code: flow?.code ?? '',
    email: flow?.email ?? '',
    subjects: flow?.subjects ?? [],
    asking: null,
    warning: null,
    errors: {},
    marked: [],
  }
}
