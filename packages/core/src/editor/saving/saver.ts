import { proxy } from 'valtio/vanilla'
import { isShopError } from '../../errors.ts'
import { fetchWithRetry } from '../../fetchWithRetry.ts'
import type { OtherWindows } from './otherWindows.ts'
import { chooseSide, createStoredCheck, type SavedSides } from './savedSides.ts'
import { createSaveQueue } from './saveQueue.ts'
import type { AutosaveState, SaveStore } from './saveStore.ts'

export type Saver<Content, Saved> = {
  readonly state: AutosaveState
  /** Saves soon; of many quick changes the last one. */
  save(content: Content): void
  /** What this window shows to begin with: where the same is stored, there is nothing to decide. */
  setInitial(content: Content): void
  /** What was refused has been mended: the next change is saved again. */
  resume(): void
  /** Saves what is waiting at once. */
  flush(): Promise<void>
  /**
   * Saves what waits and asks what is stored: 'same' where it is what this window knows, 'elsewhere' where somebody has saved
   * since and nothing of this window's own is lost by it; `theirs()` is it then, and `keep('theirs')` takes it. Throws ShopError.
   */
  checkStored(): Promise<'same' | 'elsewhere' | 'conflict'>
  /** Asks the customer which of the two is to be kept. */
  raiseConflict(): void
  /** Calls back when another window of this browser has saved. */
  onElsewhere(listener: () => void): void
  /** After a conflict: what was saved elsewhere, and where. */
  otherVersion(): SavedElsewhere<Saved> | undefined
  /** When it was changed here last, in milliseconds; undefined where nothing was. */
  changed(): number | undefined
  /** After a conflict: go on with one of the two. */
  resolve(whose: 'mine' | 'theirs'): Promise<void>
  /** Forgets it here, and on the server unless somebody else has changed it since. */
  discard(): Promise<void>
  /** No more saving; what is waiting is saved first. Answers how that went. */
  close(): Promise<AutosaveState['status']>
}

export type SavedElsewhere<Saved> = Saved & { where: 'window' | 'device' }

/** So much of what is under way outlives its page; browsers refuse to begin with more. */
const MAX_KEEPALIVE_BYTES = 60_000

/** A save goes on when the tab is closed. */
export const fetchKeepAlive: typeof fetchWithRetry = (address, init, signal) => {
  const size = typeof init.body === 'string' ? new TextEncoder().encode(init.body).length : 0
  return fetchWithRetry(address, { ...init, keepalive: size < MAX_KEEPALIVE_BYTES }, signal)
}

/** @param builtOn version that it builds on; 0 where there is none */
export function createSaver<Content, Saved extends { version: number; content: Content }>(
  store: SaveStore<Content, Saved>,
  builtOn: number,
  others: OtherWindows,
): Saver<Content, Saved> {
  const state = proxy<AutosaveState>({ status: 'idle', refusal: '', isAskedAgain: false })
  const sides: SavedSides<Content, Saved> = { version: builtOn, isChosen: false }
  const queue = createSaveQueue(store, sides, state, (version) => others.tell(version))
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
      sides.other && { ...sides.other, where: others.saved(sides.other.version) ? 'window' : 'device' },
    changed: () => changed,
    async resolve(whose) {
      // What was changed here is gone.
      if (whose === 'theirs') changed = undefined
      state.status = chooseSide(sides, whose)
      await queue.run()
    },
    async discard() {
      sides.unsaved = undefined
      await queue.stop()
      sides.unsaved = undefined
      const had = sides.version
      sides.version = 0
      state.status = 'idle'
      if (had === 0) return
      try {
        await store.remove(had)
      } catch (error) {
        if (!isShopError(error)) throw error
      }
    },
    async close() {
      await queue.flush()
      void queue.stop()
      others.close()
      const { status } = state
      state.status = 'stopped'
      return status
    },
  }
}
