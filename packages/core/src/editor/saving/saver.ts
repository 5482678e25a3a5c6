import { proxy } from 'valtio/vanilla'
import { isShopError } from '../../errors.ts'
import { fetchWithRetry } from '../../fetchWithRetry.ts'
import { canonicalJson } from '../../template/sceneHash.ts'
import type { OtherWindows } from './otherWindows.ts'

/** Keeps what a customer makes on the server while it is made, so that a closed tab or another device loses nothing. */
export type AutosaveState = {
  /**
   * 'waiting': the connection is lost, it goes on by itself. 'conflict': another window has saved something else.
   * 'signed-out': nobody is signed in any more. 'stopped': it cannot be kept, and `refusal` says why.
   */
  status: 'idle' | 'saving' | 'saved' | 'waiting' | 'conflict' | 'signed-out' | 'stopped'
  refusal: string
  /** Of a conflict: it was answered for this window once, and meanwhile another one has saved anew. */
  isAskedAgain: boolean
}

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

const SAVE_DELAY_MS = 700
const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 30_000

/** Where it is kept. */
export type SaveStore<Content, Saved> = {
  /** Saves what builds on a version; answers the new one. Throws ShopError. */
  save(version: number, content: Content): Promise<Saved>
  /** What is stored now; null where there is nothing. Throws ShopError. */
  find(): Promise<Saved | null>
  /** Removes that version; one that was saved since stays. */
  remove(version: number): Promise<unknown>
  /** The reasons of its failures: another window has saved something else (which comes as `data`); it is not there any more. */
  readonly changed: string
  readonly unknown: string
}

/** @param builtOn version that it builds on; 0 where there is none */
export function createSaver<Content, Saved extends { version: number; content: Content }>(
  store: SaveStore<Content, Saved>,
  builtOn: number,
  others: OtherWindows,
): Saver<Content, Saved> {
  const state = proxy<AutosaveState>({ status: 'idle', refusal: '', isAskedAgain: false })
  let version = builtOn
  let wanted: Content | undefined
  let other: Saved | undefined
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let retry = FIRST_RETRY_MS
  let changed: number | undefined
  /** What is stored as far as this window knows. */
  let known: Content | undefined
  let begunWith: Content | undefined
  /** The customer has chosen this window's, and it is not saved yet. */
  let isChosen = false

  function later(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), milliseconds)
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    if (state.status === 'signed-out') state.status = 'idle'
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }

  async function sendAll(): Promise<void> {
    while (wanted && !isPaused(state.status)) {
      const content = wanted
      state.status = 'saving'
      try {
        const saved = await store.save(version, content)
        version = saved.version
        known = saved.content
        others.tell(version)
        retry = FIRST_RETRY_MS
        if (wanted === content) wanted = undefined
        isChosen = false
        state.status = 'saved'
      } catch (error) {
        if (!isShopError(error)) throw error
        if (error.reason === store.changed) meet(error.data as Saved | undefined, content)
        // Deleted meanwhile: what somebody has on the screen is not lost, it is saved as a new one.
        else if (error.reason === store.unknown && version > 0) version = 0
        else if (error.kind === 'network' || error.status >= 500 || error.status === 429) return wait()
        else if (error.reason === 'session.required') state.status = 'signed-out'
        else Object.assign(state, { status: 'stopped', refusal: error.message } satisfies Partial<AutosaveState>)
      }
    }
  }

  function wait(): void {
    state.status = 'waiting'
    later(retry)
    retry = Math.min(retry * 2, MAX_RETRY_MS)
  }

  /** Two windows that hold the same have nothing to argue about. */
  function meet(stored: Saved | undefined, mine: Content): void {
    other = stored
    if (stored && canonicalJson(stored.content) === canonicalJson(mine)) {
      version = stored.version
      known = stored.content
      if (wanted === mine) wanted = undefined
      state.status = 'saved'
    } else Object.assign(state, { status: 'conflict', isAskedAgain: isChosen } satisfies Partial<AutosaveState>)
  }

  const saving: Saver<Content, Saved> = {
    state,
    save(content) {
      if (state.status === 'stopped') return
      wanted = content
      changed = Date.now()
      if (!isPaused(state.status)) later(SAVE_DELAY_MS)
    },
    setInitial(content) {
      begunWith = content
    },
    resume() {
      if (state.refusal) Object.assign(state, { status: 'idle', refusal: '' } satisfies Partial<AutosaveState>)
    },
    flush: () => (wanted ? run() : (running ?? Promise.resolve())),
    async checkStored() {
      await saving.flush()
      const held = [version, wanted]
      const stored = await store.find()
      if (state.status === 'conflict') {
        // What is asked about is what is there by now.
        other = stored ?? other
        return 'conflict'
      }
      // Meanwhile something was saved here: that has met what is stored.
      if (held[0] !== version || held[1] !== wanted) return saving.checkStored()
      if (!stored) version = 0
      // Forgotten and begun anew elsewhere, something else may have the version of what was known here.
      const mine = known ?? (wanted ? undefined : begunWith)
      const isMine = stored && mine && canonicalJson(stored.content) === canonicalJson(mine)
      if (!stored || isMine || (!known && stored.version === version)) {
        version = stored?.version ?? 0
        return 'same'
      }
      other = stored
      if (wanted) state.status = 'conflict'
      return wanted ? 'conflict' : 'elsewhere'
    },
    raiseConflict() {
      if (other) state.status = 'conflict'
    },
    onElsewhere: (listener) => others.onSaved(listener),
    otherVersion: () => other && { ...other, where: others.saved(other.version) ? 'window' : 'device' },
    changed: () => changed,
    async resolve(whose) {
      version = other?.version ?? 0
      isChosen = whose === 'mine'
      if (whose === 'theirs') {
        wanted = undefined
        known = other?.content
        // What was changed here is gone.
        changed = undefined
      }
      state.status = whose === 'theirs' ? 'saved' : 'idle'
      await run()
    },
    async discard() {
      wanted = undefined
      clearTimeout(timer)
      await running
      wanted = undefined
      const had = version
      version = 0
      state.status = 'idle'
      if (had === 0) return
      try {
        await store.remove(had)
      } catch (error) {
        if (!isShopError(error)) throw error
      }
    },
    async close() {
      await saving.flush()
      clearTimeout(timer)
      others.close()
      const { status } = state
      state.status = 'stopped'
      return status
    },
  }
  return saving
}

/** Whether saving does not go on by itself. */
function isPaused(status: AutosaveState['status']): boolean {
  return status === 'conflict' || status === 'signed-out' || status === 'stopped'
}
