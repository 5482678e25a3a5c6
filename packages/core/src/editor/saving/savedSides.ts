import { canonicalJson } from '../../template/sceneHash.ts'
import type { AutosaveState, SaveStore } from './saveStore.ts'

/** The two sides of what is saved: what this window makes, and what is stored as far as it knows. */
export type SavedSides<Content, Saved> = {
  /** That the next save builds on. */
  version: number
  /** What is to be saved. */
  unsaved?: Content | undefined
  /** What is stored as far as this window knows. */
  stored?: Content | undefined
  /** What this window showed to begin with. */
  initial?: Content | undefined
  /** What was saved elsewhere. */
  other?: Saved | undefined
  /** The customer has chosen this window's, and it is not saved yet. */
  isChosen: boolean
}

/** The store has something else than was built on. Two windows that hold the same have nothing to argue about. */
export function acceptStored<Content, Saved extends { version: number; content: Content }>(
  sides: SavedSides<Content, Saved>,
  stored: Saved | undefined,
  mine: Content,
): Partial<AutosaveState> {
  sides.other = stored
  if (!stored || !isSame(stored.content, mine)) return { status: 'conflict', isAskedAgain: sides.isChosen }
  sides.version = stored.version
  sides.stored = stored.content
  if (sides.unsaved === mine) sides.unsaved = undefined
  return { status: 'saved' }
}

/** Goes on with one of the two. Answers how saving stands then. */
export function chooseSide<Content, Saved extends { version: number; content: Content }>(
  sides: SavedSides<Content, Saved>,
  whose: 'mine' | 'theirs',
): AutosaveState['status'] {
  sides.version = sides.other?.version ?? 0
  sides.isChosen = whose === 'mine'
  if (whose === 'mine') return 'idle'
  sides.unsaved = undefined
  sides.stored = sides.other?.content
  return 'saved'
}

/** Saves what waits and asks what is stored; see `Saver.checkStored`. */
export function createStoredCheck<Content, Saved extends { version: number; content: Content }>(
  store: SaveStore<Content, Saved>,
  sides: SavedSides<Content, Saved>,
  state: AutosaveState,
  flush: () => Promise<void>,
) {
  return async function checkStored(): Promise<'same' | 'elsewhere' | 'conflict'> {
    await flush()
    const { version, unsaved } = sides
    const stored = await store.find()
    if (state.status === 'conflict') {
      // What is asked about is what is there by now.
      sides.other = stored ?? sides.other
      return 'conflict'
    }
    // Meanwhile something was saved here: that has met what is stored.
    if (sides.version !== version || sides.unsaved !== unsaved) return checkStored()
    if (!stored) sides.version = 0
    // Forgotten and begun anew elsewhere, something else may have the version of what was known here.
    const mine = sides.stored ?? (unsaved ? undefined : sides.initial)
    const isMine = stored && mine && isSame(stored.content, mine)
    if (!stored || isMine || (!sides.stored && stored.version === sides.version)) {
      sides.version = stored?.version ?? 0
      return 'same'
    }
    sides.other = stored
    if (unsaved) state.status = 'conflict'
    return unsaved ? 'conflict' : 'elsewhere'
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
