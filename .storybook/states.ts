import type { Message } from '../packages/core/src/msg.ts'
import type { SlotName } from '../packages/widgets/src/elementSlots.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'
import type { Person } from './callKey.ts'

/** A text, or a name of the recorded world. */
export type Visible = Message | `$${string}`

/** One state of a surface, and the texts that must be visible in it. */
export type State = {
  /** The viewer; the customer by default. */
  who?: Person
  /** Options of the surface; `$order` is a name of the recorded world. */
  options?: Readonly<Record<string, string>>
  /** The tab's memory, as JSON: a name of the recorded world. */
  remembers?: Readonly<Record<string, string>>
  /** The page's texts in the surface's slots, which must be visible, too. */
  given?: Readonly<Partial<Record<SlotName, string>>>
  /** All of it must be visible. */
  shows: readonly Visible[]
}

/** The states of a surface. `null` means that there is no such state. */
export type SurfaceStories = {
  filled: State
  /** Without any content yet. */
  empty: State | null
  /** With the page's texts in its slots; missing if it has none, or nobody in the recorded world sees them. */
  slotted?: State & Required<Pick<State, 'given'>>
  /** For another viewer than in `filled`: signed out if that one is signed in, and the other way round. */
  otherwise: State | null
  /**
   * What is visible if its calls fail; `settings` if it makes none, and only the shop's settings can fail. `null` if nothing is
   * shown before there is content.
   */
  failing: readonly Visible[] | 'settings' | null
  /** Whether it shows names and texts of the provider or the photographer, which can be long. */
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

/** Every kind of story: the name of its export, and its name in the sidebar. */
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

/** How the calls of a story are answered: from the recording, never, or with a failure; all calls, or only its own. */
export type Calls = { how: 'answered' | 'waiting' | 'failing'; also: 'settings' | 'none' }

export type Story = State & { kind: Kind; calls: Calls; isLong: boolean; isRtl: boolean; inOther: boolean }

const plain = { isLong: false, isRtl: false, inOther: false }
const answered: Calls = { how: 'answered', also: 'none' }

/** The story of a kind; undefined if the surface has no such state. */
export function storyOf(stories: SurfaceStories, kind: Kind): Story | undefined {
  const { filled, empty, otherwise, failing, canBeLong, slotted = null } = stories
  const also = failing === 'settings' ? 'settings' : 'none'
  const made: Record<Kind, (Partial<Story> & { shows: readonly Visible[] }) | null> = {
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

/** The name of a story in the sidebar. */
export function nameOf(stories: SurfaceStories, kind: Kind): string {
  if (kind !== 'Otherwise') return KINDS[kind]
  return stories.otherwise?.who === 'visitor' ? 'Signed out' : 'Signed in'
}
