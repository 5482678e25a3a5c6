import { surfaces, type Tag } from '../packages/widgets/src/surfaces.ts'
import { type FeatureStories, GROUPS, type Group, type SurfaceStories } from './states.ts'
import { storyFiles } from './storyFiles.ts'

/** The exports of a feature's `*.stories.ts`. */
export type StoryFile = { group: Group; stories: FeatureStories }

/** The groups of the sidebar, each with its surfaces. */
const groups = GROUPS.map((group): [Group, FeatureStories] => [
  group,
  Object.assign({}, ...storyFiles.filter((file) => file.group === group).map((file) => file.stories)),
])

/** The stories of each surface, as in the sidebar. */
export const stories: Readonly<Record<Tag, SurfaceStories>> = Object.assign({}, ...groups.map(([, each]) => each))

const [untold] = Object.keys(surfaces).filter((tag) => !Object.hasOwn(stories, tag))
if (untold) throw new Error(`<${untold}> has no stories: they stand in the *.stories.ts of its feature`)

/** The sidebar title of a surface. */
export function titleOf(tag: string): string {
  const [group = 'Surfaces'] = groups.find(([, each]) => Object.hasOwn(each, tag)) ?? []
  return `${group}/${tag}`
}

/** The surface of a sidebar title. */
export const tagOf = (title: string): Tag => title.split('/').at(-1) as Tag
