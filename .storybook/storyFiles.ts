import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { StoryFile } from './list.ts'

const sources = join(import.meta.dirname, '../packages/widgets/src')

/** The stories of every feature, for Node; a browser gets `storyFilesInBrowser.ts` instead. */
export const storyFiles: readonly StoryFile[] = await Promise.all(
  globSync('**/*.stories.ts', { cwd: sources })
    .toSorted()
    .map((file) => import(join(sources, file))),
)
