import { proxy, subscribe } from 'valtio/vanilla'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { type AccountStep, createAccountStep } from './accountStep.ts'
import { parseCode, stepBack } from './codeEntry.ts'
import { type CodeStep, createCodeStep } from './codeStep.ts'
import { createAttempts, type EntryState, noErrors } from './entryState.ts'

/** Actions return where to go next, or undefined to stay: `shop.part(createEntry)`. */
export type Entry = CodeStep &
  AccountStep & {
    readonly state: EntryState
    /** Takes the code in the page's address. If another one was entered before, the flow starts again with this one. */
    arrive(code: string): void
    /** Clears the code field's error when the visitor leaves the field. */
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

  /** The visitor has signed in, in another tab or before a reload: the code entered before is now one to be added. */
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
 * A code added in the account area, `shop.part(createAddEntry)`: separate from the front page's entry, so that neither shows
 * the other's errors.
 */
export function createAddEntry(shop: Shop): Entry {
  return createEntry(shop)
}

/** The state after a reload: an entered code is not asked for again. */
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
