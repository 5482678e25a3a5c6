import { canonicalJson } from '../../template/sceneHash.ts'
import type { AutosaveState, SaveStore } from './saveStore.ts'

/** The two sides of saving: this window's version, and the stored one as far as this window knows. */
export type SavedSides<Content, Saved> = {
  /** The version that the next save builds on. */
  version: number
  /** What has to be saved. */
  unsaved?: Content | undefined
  /** The stored content as far as this window knows. */
  stored?: Content | undefined
  /** The content that this window showed at first. */
  initial?: Content | undefined
  /** The version saved elsewhere. */
  other?: Saved | undefined
  /** What was sent without an answer: the store may have it. */
  unanswered: Set<Content>
  /** The customer has chosen this window's version, and it is not saved yet. */
  isChosen: boolean
}

/**
 * The store has another version than this window built on. There is no conflict if both contents are equal, or if it is this
 * window's own earlier change whose answer was lost.
 */
export function acceptStored<Content, Saved extends { version: number; content: Content }>(
  sides: SavedSides<Content, Saved>,
  storedSide: Saved | undefined,
  mine: Content,
): Partial<AutosaveState> {
  sides.other = storedSide
  if (storedSide && takeUnanswered(sides, storedSide) && !isSame(storedSide.content, mine)) return { status: 'saving' }
  sides.unanswered.clear()
  if (!storedSide || !isSame(storedSide.content, mine))
    return { status: 'conflict', isRepeatedConflict: sides.isChosen }
  sides.version = storedSide.version
  sides.stored = storedSide.content
  if (sides.unsaved === mine) sides.unsaved = undefined
  return { status: 'saved' }
}

/** Whether the store has a change of this window whose answer was lost: from now on this window builds on it. */
export function takeUnanswered<Content, Saved extends { version: number; content: Content }>(
  sides: SavedSides<Content, Saved>,
  { version, content }: Saved,
): boolean {
  const isOwn = [...sides.unanswered].some((each) => isSame(each, content))
  if (isOwn) Object.assign(sides, { version, stored: content, unanswered: new Set() })
  return isOwn
}

/** Continues with one of the two. Returns the new status. */
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

/** Saves waiting changes and checks the stored version; see `Saver.checkStored`. */
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
      // The question is about the current stored version.
      sides.other = stored ?? sides.other
      return 'conflict'
    }
    // Meanwhile something was saved here, which has already been compared with the stored version.
    if (sides.version !== version || sides.unsaved !== unsaved) return checkStored()
    if (stored && takeUnanswered(sides, stored)) return 'same'
    if (!stored) sides.version = 0
    // If it was deleted and started again elsewhere, other content may have the version number known here.
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
