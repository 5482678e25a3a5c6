import { proxy, subscribe } from 'valtio/vanilla'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { type AccountStep, createAccountStep } from './accountStep.ts'
import { parseCode, stepBack } from './codeEntry.ts'
import { type CodeStep, createCodeStep } from './codeStep.ts'
import { createAttempts, type EntryState, noErrors } from './entryState.ts'

/** Actions answer where to go next, or undefined to stay: `shop.part(createEntry)`. */
export type Entry = CodeStep &
  AccountStep & {
    readonly state: EntryState
    /** The code of an address: where another one was entered before, the flow begins anew with this one. */
    arrive(code: string): void
    /** Whoever leaves the code field does not find its error there again. */
    forgetError(): void
    back(): void
  }

export function createEntry(shop: Shop): Entry {
  const state = proxy<EntryState>(startState(shop))
  const attempts = createAttempts(state, (message) => {
    forgetFlow(shop)
    Object.assign(state, { step: 'code', subjects: [], errors: { code: message } })
  })
  for (const event of ['pk-login', 'pk-code-added', 'pk-logout'] as const) {
    shop.events.on(event, () => Object.assign(state, startState(shop)))
  }

  onLanguageChange(shop, forgetError)
  subscribe(shop.session.state, goOnSignedIn)
  goOnSignedIn()

  /** Signed in by another tab, or before a reload: what was entered is a code to be added now. */
  function goOnSignedIn(): void {
    if (shop.session.state.status !== 'signed-in' || state.step === 'code') return
    attempts.drop()
    forgetFlow(shop)
    const { code } = state
    Object.assign(state, { ...startState(shop), code, asking: code || null })
  }

  function forgetError(): void {
    Object.assign(state, noErrors())
  }

  return {
    state,
    arrive(code) {
      if (state.step === 'code' || parseCode(code) === '' || parseCode(code) === state.code) return
      attempts.drop()
      forgetFlow(shop)
      Object.assign(state, startState(shop))
    },
    forgetError,
    ...createCodeStep(shop, state, attempts),
    ...createAccountStep(shop, state, attempts),
    back() {
      attempts.drop()
      Object.assign(state, { status: 'idle', step: stepBack(state.step), ...noErrors() })
      if (state.step === 'code') forgetFlow(shop)
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
    ...noErrors(),
  }
}

function forgetFlow({ memory }: Shop): void {
  memory.write({ flow: undefined })
}
