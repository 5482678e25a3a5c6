import { canonicalJson } from '../../template/sceneHash.ts'
import type { AutosaveState, SaveStore } from './saveStore.ts'

/** The two sides of what is saved: what this window makes, and what is stored as far as it knows. */
export type SavedSides<Content, Saved> = {
  /** That the next save builds on. */
  version: number
  /** What is to be saved. */
  wanted?: Content | undefined
  /** What is stored as far as this window knows. */
  known?: Content | undefined
  /** What this window showed to begin with. */
  begunWith?: Content | undefined
  /** What was saved elsewhere. */
  other?: Saved | undefined
  /** The customer has chosen this window's, and it is not saved yet. */
  isChosen: boolean
}

/** The store has something else than was built on. Two windows that hold the same have nothing to argue about. */
export function meet<Content, Saved extends { version: number; content: Content }>(
  held: SavedSides<Content, Saved>,
  stored: Saved | undefined,
  mine: Content,
): Partial<AutosaveState> {
  held.other = stored
  if (!stored || !isSame(stored.content, mine)) return { status: 'conflict', isAskedAgain: held.isChosen }
  held.version = stored.version
  held.known = stored.content
  if (held.wanted === mine) held.wanted = undefined
  return { status: 'saved' }
}

/** Goes on with one of the two. Answers how saving stands then. */
export function choose<Content, Saved extends { version: number; content: Content }>(
  held: SavedSides<Content, Saved>,
  whose: 'mine' | 'theirs',
): AutosaveState['status'] {
  held.version = held.other?.version ?? 0
  held.isChosen = whose === 'mine'
  if (whose === 'mine') return 'idle'
  held.wanted = undefined
  held.known = held.other?.content
  return 'saved'
}

/** Saves what waits and asks what is stored; see `Saver.checkStored`. */
export function createStoredCheck<Content, Saved extends { version: number; content: Content }>(
  store: SaveStore<Content, Saved>,
  held: SavedSides<Content, Saved>,
  state: AutosaveState,
  flush: () => Promise<void>,
) {
  return async function checkStored(): Promise<'same' | 'elsewhere' | 'conflict'> {
    await flush()
    const { version, wanted } = held
    const stored = await store.find()
    if (state.status === 'conflict') {
      // What is asked about is what is there by now.
      held.other = stored ?? held.other
      return 'conflict'
    }
    // Meanwhile something was saved here: that has met what is stored.
    if (held.version !== version || held.wanted !== wanted) return checkStored()
    if (!stored) held.version = 0
    // Forgotten and begun anew elsewhere, something else may have the version of what was known here.
    const mine = held.known ?? (wanted ? undefined : held.begunWith)
    const isMine = stored && mine && isSame(stored.content, mine)
    if (!stored || isMine || (!held.known && stored.version === held.version)) {
      held.version = stored?.version ?? 0
      return 'same'
    }
    held.other = stored
    if (wanted) state.status = 'conflict'
    return wanted ? 'conflict' : 'elsewhere'
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
