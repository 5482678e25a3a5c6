import type { SlotName } from '../packages/widgets/src/elementSlots.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'
import type { Person } from './callKey.ts'

/** What a surface looks like once, and what must then be read on it. */
export type State = {
  /** Who looks; the customer where it is not said. */
  who?: Person
  /** Options of the surface; `$order` is a name of the recorded world. */
  options?: Readonly<Record<string, string>>
  /** What the tab remembers, as JSON: a name of the recorded world. */
  remembers?: Readonly<Record<string, string>>
  /** Words of the page in the surface's slots, which are to be read too. */
  given?: Readonly<Partial<Record<SlotName, string>>>
  /** Ids of texts, or names of the recorded world, all of which are to be read. */
  shows: readonly string[]
}

/** The states of a surface. `null` says that there is no such state. */
export type SurfaceStories = {
  filled: State
  /** Nothing is there yet. */
  empty: State | null
  /** With words of the page in its slots; left out where it has none, or nobody of the recorded world sees them. */
  slotted?: State & Required<Pick<State, 'given'>>
  /** For somebody else than in `filled`: signed out where that is signed in, and the other way round. */
  otherwise: State | null
  /**
   * What is read where its calls fail; `settings` where it makes none, and only the shop's settings can fail. `null` where nothing
   * stands there until there is something to show.
   */
  failing: readonly string[] | 'settings' | null
  /** Whether names and words of the provider or the photographer stand on it, which can be long. */
  canBeLong: boolean
}

/** The groups of the sidebar, in the order in which a customer meets them. */
export const GROUPS = [
  'The whole shop',
  'Getting in',
  'Pictures',
  'Products',
  'Packages',
  'Editor',
  'Digital portraits',
  'Cart',
  'Checkout',
  'Orders',
  'Account',
  'Pages',
] as const
export type Group = (typeof GROUPS)[number]

/** The stories of a feature: one entry for each of its surfaces. */
export type FeatureStories = Partial<Record<Tag, SurfaceStories>>

/** Every kind of story there is: the name of its export, and what is read of it in the sidebar. */
export const KINDS = {
  Filled: 'Filled',
  Loading: 'Loading',
  Empty: 'Empty',
  Failing: 'Failing',
  Otherwise: 'Signed in or out',
  LongTexts: 'Long texts',
  RightToLeft: 'Right to left',
  OtherLanguage: 'Another language',
  Slots: 'Slots',
  Parts: 'Parts',
} as const
export type Kind = keyof typeof KINDS

/** How the calls of a story are answered: from the recording, never, or with a failure; of all of them, or of its own only. */
export type Calls = { how: 'answered' | 'waiting' | 'failing'; also: 'settings' | 'none' }

export type Story = State & { kind: Kind; calls: Calls; isLong: boolean; isRtl: boolean; inOther: boolean }

const plain = { isLong: false, isRtl: false, inOther: false }
const answered: Calls = { how: 'answered', also: 'none' }

/** The story of a kind, undefined where the surface has no such state. */
export function storyOf(stories: SurfaceStories, kind: Kind): Story | undefined {
  const { filled, empty, otherwise, failing, canBeLong, slotted = null } = stories
  const also = failing === 'settings' ? 'settings' : 'none'
  const made: Record<Kind, (Partial<Story> & { shows: readonly string[] }) | null> = {
    Filled: filled,
    Loading: failing && { ...filled, shows: [], calls: { how: 'waiting', also } },
    Empty: empty,
    Failing: failing && { ...filled, shows: failing === 'settings' ? [] : failing, calls: { how: 'failing', also } },
    Otherwise: otherwise,
    LongTexts: canBeLong ? { ...filled, isLong: true } : null,
    RightToLeft: { ...filled, isRtl: true },
    OtherLanguage: { ...filled, inOther: true },
    Slots: slotted,
    Parts: filled,
  }
  const own = made[kind]
  return own ? { ...plain, calls: answered, ...own, kind } : undefined
}

/** The kinds of story that a surface has. */
export const kindsOf = (stories: SurfaceStories): Kind[] =>
  (Object.keys(KINDS) as Kind[]).filter((kind) => storyOf(stories, kind))

/** What a story is called in the sidebar. */
export function nameOf(stories: SurfaceStories, kind: Kind): string {
  if (kind !== 'Otherwise') return KINDS[kind]
  return stories.otherwise?.who === 'visitor' ? 'Signed out' : 'Signed in'
}
