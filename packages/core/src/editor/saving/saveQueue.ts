import { isShopError } from '../../errors.ts'
import { acceptStored, type SavedSides } from './savedSides.ts'
import type { AutosaveState, SaveStore } from './saveStore.ts'

const SAVE_DELAY_MS = 700
const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 30_000

/** Sends unsaved changes, one call at a time, and retries by itself while the server cannot be reached. */
export type SaveQueue = {
  /** Sends soon, so that of many quick changes only the last one is sent. */
  runSoon(): void
  /** Sends now. */
  run(): Promise<void>
  /** Sends waiting changes, if there are any. */
  flush(): Promise<void>
  /** Cancels scheduled sends. Resolves when no call is running any more. */
  stop(): Promise<void>
}

/** @param notifyOthers is called with each saved version */
export function createSaveQueue<Content, Saved extends { version: number; content: Content }>(
  store: SaveStore<Content, Saved>,
  sides: SavedSides<Content, Saved>,
  state: AutosaveState,
  notifyOthers: (version: number) => void,
): SaveQueue {
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let retry = FIRST_RETRY_MS

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
    while (sides.unsaved && !isPaused(state.status)) {
      const content = sides.unsaved
      state.status = 'saving'
      try {
        const saved = await store.save(sides.version, content)
        sides.version = saved.version
        sides.stored = saved.content
        sides.unanswered.clear()
        notifyOthers(saved.version)
        retry = FIRST_RETRY_MS
        if (sides.unsaved === content) sides.unsaved = undefined
        sides.isChosen = false
        state.status = 'saved'
      } catch (error) {
        if (!isShopError(error)) throw error
        if (error.reason === store.changed)
          Object.assign(state, acceptStored(sides, error.data as Saved | undefined, content))
        // It was deleted meanwhile: the visible version is saved as a new one, so that it is not lost.
        else if (error.reason === store.unknown && sides.version > 0) sides.version = 0
        else if (error.kind === 'network' || error.status >= 500 || error.status === 429) return wait(content)
        else if (error.reason === 'session.required') state.status = 'signed-out'
        else Object.assign(state, { status: 'stopped', refusal: error.message } satisfies Partial<AutosaveState>)
      }
    }
  }

  function wait(content: Content): void {
    sides.unanswered.add(content)
    state.status = 'waiting'
    later(retry)
    retry = Math.min(retry * 2, MAX_RETRY_MS)
  }

  return {
    run,
    runSoon() {
      if (!isPaused(state.status)) later(SAVE_DELAY_MS)
    },
    flush: () => (sides.unsaved ? run() : (running ?? Promise.resolve())),
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}

/** Whether saving waits for something. */
function isPaused(status: AutosaveState['status']): boolean {
  return status === 'conflict' || status === 'signed-out' || status === 'stopped'
}
