import type { Meta, StoryObj } from '@storybook/react-vite'
import type { HttpHandler } from 'msw'
import type { Message } from '../packages/core/src/msg.ts'
import type { SlotName } from '../packages/widgets/src/elementSlots.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'
import type { Person } from './callKey.ts'
import { outlines, slotArgs } from './restyle.ts'

// The types of the stories of a surface, and the states that follow from another one: each takes a story and returns the next.

/** How the calls of a story are answered: from the recording, never, or with a failure; all calls, or only its own. */
export type Calls = { how: 'answered' | 'waiting' | 'failing'; also: 'settings' | 'none' }

/** A text of the product, a name of the recorded world such as `$card`, or words of the page. */
export type Visible = Message | string

/** What a story of a surface declares besides its args, which are the surface's options. `$card` as an option is such a name, too. */
export type SurfaceParameters = {
  /** All of it must be visible. */
  shows: readonly Visible[]
  /** The viewer, unless the toolbar selects another one; the customer by default. */
  person?: Person
  /** The tab's memory, as JSON: a name of the recorded world. */
  remembers?: Readonly<Record<string, string>>
  /** From the recording by default. */
  calls?: Calls
  /** With names and titles as long as they can be. */
  hasLongTexts?: boolean
  isRightToLeft?: boolean
  /** Its own answers, which come before the recorded ones. */
  msw?: HttpHandler[]
  /** In the second language of the shop. */
  isInOtherLanguage?: boolean
}

/** The default export of a surface's stories. */
export type SurfaceMeta = Omit<Meta, 'component' | 'title'> & { title: `${string}/${Tag}`; component: Tag }

/** One state of a surface. */
export type SurfaceStory = Omit<StoryObj, 'parameters'> & { parameters: SurfaceParameters }

/** The story with other parameters. */
const withParameters = (story: SurfaceStory, changed: Partial<SurfaceParameters>): SurfaceStory => ({
  ...story,
  parameters: { ...story.parameters, ...changed },
})

/** No call is answered yet: of its own, or of a surface without any, the call for the shop's settings. */
export const loading = (story: SurfaceStory, also: Calls['also'] = 'none'): SurfaceStory =>
  withParameters(story, { shows: [], calls: { how: 'waiting', also } })

/** Its calls fail, and these texts are visible; a surface without calls fails with the shop's `settings`. */
export const failing = (story: SurfaceStory, shows: readonly Visible[] | 'settings'): SurfaceStory =>
  shows === 'settings'
    ? withParameters(story, { shows: [], calls: { how: 'failing', also: 'settings' } })
    : withParameters(story, { shows, calls: { how: 'failing', also: 'none' } })

/** 40 letters without a place to break, as in a long name. */
export const LONG_NAME = 'Maximiliane-Alexandrine-Wilhelmine-Sophie'

/** With names and texts of the provider or the photographer, which can be long. */
export const longTexts = (story: SurfaceStory): SurfaceStory =>
  withParameters(story, { hasLongTexts: true, shows: [...story.parameters.shows, LONG_NAME] })

/** As in Arabic or Hebrew. */
export const rightToLeft = (story: SurfaceStory): SurfaceStory => withParameters(story, { isRightToLeft: true })

/** In the second language of the shop. */
export const otherLanguage = (story: SurfaceStory): SurfaceStory => withParameters(story, { isInOtherLanguage: true })

/** With texts of the page in the surface's slots, which must be visible, and `shows` besides. */
export const slots = (
  story: SurfaceStory,
  texts: Readonly<Partial<Record<SlotName, string>>>,
  shows: readonly Visible[] = [],
): SurfaceStory => ({
  ...withParameters(story, { shows: [...shows, ...Object.values(texts)] }),
  args: { ...story.args, ...slotArgs(texts) },
})

/** With an outline around everything that `::part()` reaches. */
export const parts = (story: SurfaceStory): SurfaceStory => ({ ...story, args: { ...story.args, ...outlines } })
