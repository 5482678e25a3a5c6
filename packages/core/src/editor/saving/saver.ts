import { proxy } from 'valtio/vanilla'
import { isShopError } from '../../errors.ts'
import type { SendBy } from '../../sending.ts'
import type { OtherWindows } from './otherWindows.ts'
import { chooseSide, createStoredCheck, type SavedSides, takeUnanswered } from './savedSides.ts'
import { createSaveQueue } from './saveQueue.ts'
import type { AutosaveState, SaveStore } from './saveStore.ts'

export type Saver<Content, Saved> = {
  readonly state: AutosaveState
  /** Saves soon; of many quick changes only the last one. */
  save(content: Content): void
  /** The initial content of this window: if the same is stored, there is no conflict. */
  setInitial(content: Content): void
  /** The refused content has been corrected: the next change is saved again. */
  resume(): void
  /** Saves waiting changes at once. */
  flush(): Promise<void>
  /**
   * Saves waiting changes and checks the stored version: 'same' if it is the one that this window last saw, 'elsewhere' if
   * another one was saved since and following it loses nothing of this window; then `otherVersion()` is that one, and
   * `resolve('theirs')` adopts it. Throws ShopError.
   */
  checkStored(): Promise<'same' | 'elsewhere' | 'conflict'>
  /** Asks the customer which of the two to keep. */
  raiseConflict(): void
  /** Calls back when another window of this browser has saved. */
  onElsewhere(listener: () => void): void
  /** After a conflict: the version saved elsewhere, and where. */
  otherVersion(): SavedElsewhere<Saved> | undefined
  /** When it was last changed here, in milliseconds; undefined if it was not. */
  changedAt(): number | undefined
  /** After a conflict: continues with one of the two. */
  resolve(whose: 'mine' | 'theirs'): Promise<void>
  /** Discards it here, and on the server unless it was changed elsewhere since. */
  discard(): Promise<void>
  /** Stops saving, after saving waiting changes. Returns the final status. */
  close(): Promise<AutosaveState['status']>
}

export type SavedElsewhere<Saved> = Saved & { where: 'window' | 'device' }

/** The maximum size of requests that outlive their page; browsers refuse more. */
const MAX_KEEPALIVE_BYTES = 60_000

/** A save continues when the tab is closed. */
export const fetchKeepAlive: SendBy = (address, init, signal, usual) => {
  const size = typeof init.body === 'string' ? new TextEncoder().encode(init.body).length : 0
  return usual(address, { ...init, keepalive: size < MAX_KEEPALIVE_BYTES }, signal)
}

/** @param builtOn version that it builds on; 0 if there is none */
export function createSaver<Content, Saved extends { version: number; content: Content }>(
  store: SaveStore<Content, Saved>,
  builtOn: number,
  others: OtherWindows,
): Saver<Content, Saved> {
  const state = proxy<AutosaveState>({ status: 'idle', refusal: '', isRepeatedConflict: false })
  const sides: SavedSides<Content, Saved> = { version: builtOn, unanswered: new Set(), isChosen: false }
  const queue = createSaveQueue(store, sides, state, (version) => others.announce(version))
  const checkStored = createStoredCheck(store, sides, state, queue.flush)
  let changed: number | undefined

  return {
    state,
    save(content) {
      if (state.status === 'stopped') return
      sides.unsaved = content
      changed = Date.now()
      queue.runSoon()
    },
    setInitial(content) {
      sides.initial = content
    },
    resume() {
      if (state.refusal) Object.assign(state, { status: 'idle', refusal: '' } satisfies Partial<AutosaveState>)
    },
    flush: queue.flush,
    checkStored,
    raiseConflict() {
      if (sides.other) state.status = 'conflict'
    },
    onElsewhere: (listener) => others.onSaved(listener),
    otherVersion: () =>
      sides.other && { ...sides.other, where: others.hasSaved(sides.other.version) ? 'window' : 'device' },
    changedAt: () => changed,
    async resolve(whose) {
      // This window's changes are gone.
      if (whose === 'theirs') changed = undefined
      state.status = chooseSide(sides, whose)
      await queue.run()
    },
    async discard() {
      sides.unsaved = undefined
      await queue.stop()
      sides.unsaved = undefined
      const last = { ...sides }
      Object.assign(sides, { version: 0, unanswered: new Set() })
      state.status = 'idle'
      try {
        // Its last save may have arrived without an answer: then that version is removed.
        const stored = last.unanswered.size > 0 ? await store.find() : null
        if (stored) takeUnanswered(last, stored)
        if (last.version > 0) await store.remove(last.version)
      } catch (error) {
        if (!isShopError(error)) throw error
      }
    },
    async close() {
      await queue.flush()
      void queue.stop()
      others.close()
      const { status } = state
      // Without a refusal there is nothing to resume.
      Object.assign(state, { status: 'stopped', refusal: '' } satisfies Partial<AutosaveState>)
      return status
    },
  }
}
