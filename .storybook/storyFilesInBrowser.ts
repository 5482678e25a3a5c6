/// <reference types="vite/client" />
import type { StoryFile } from './list.ts'

/** The stories of every feature, in the order of their paths as in Node. */
export const storyFiles: readonly StoryFile[] = Object.values(
  import.meta.glob<StoryFile>('../packages/widgets/src/**/*.stories.ts', { eager: true }),
)
