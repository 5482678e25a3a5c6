import { isShopError } from '../errors.ts'
import type { EntryStep } from './codeEntry.ts'
import type { CodeSubject } from './contract.ts'

type Subject = { uuid: string; name: string; group: string }

/** Entering a code, from the code field to the new picture set. */
export type EntryState = {
  step: EntryStep
  status: 'idle' | 'loading'
  code: string
  email: string
  /** The subjects whose pictures the code opens. */
  subjects: CodeSubject[]
  /** A code that a signed-in customer is about to add, until it is confirmed. */
  asking: string | null
  /** The customer has this subject already. */
  warning: Subject | null
  /** The server's texts by the place where they are shown. */
  errors: { code?: string; email?: string; password?: string; form?: string }
  /**
   * True if `errors.code` is about the code itself, so that checking it helps, and not about too many attempts, for example.
   */
  isWrongCode: boolean
  /** Fields of the registration that the server marked. */
  marked: string[]
}

type Errors = Pick<EntryState, 'errors' | 'isWrongCode' | 'marked'>
export const noErrors = (): Errors => ({ errors: {}, isWrongCode: false, marked: [] })

/** Sends the calls of the entry flow, one at a time. */
export type Attempts = {
  /** Runs one call. `silent`: a network error only ends the loading (000 §8). */
  run<T>(where: keyof EntryState['errors'], silent: boolean, send: () => Promise<T>): Promise<T | undefined>
  /** The number of calls so far: if it has changed, the visitor has gone back meanwhile. */
  count(): number
  /** Drops the answer of the current call, because the visitor has gone back. */
  drop(): void
}

/** @param startAgain is called with the server's message when the entry flow has expired */
export function createAttempts(state: EntryState, startAgain: (message: string) => void): Attempts {
  let attempts = 0
  return {
    async run(where, silent, send) {
      if (state.status === 'loading') return undefined
      const mine = ++attempts
      Object.assign(state, { status: 'loading', ...noErrors() })
      try {
        return await send()
      } catch (error) {
        if (!isShopError(error)) throw error
        if (mine !== attempts) return undefined
        if (error.kind === 'failure' || !silent) state.errors[where] = error.message
        if (Array.isArray(error.data)) state.marked = error.data.filter((name) => typeof name === 'string')
        if (error.reason === 'flow.required') startAgain(error.message)
        return undefined
      } finally {
        if (mine === attempts) state.status = 'idle'
      }
    },
    count: () => attempts,
    drop() {
      attempts += 1
    },
  }
}
