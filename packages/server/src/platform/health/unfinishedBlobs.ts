import type { Background } from '../feature.ts'

/** Longer than anything writes without a pause; then it is of a process that is gone. */
const UNFINISHED_MS = 60 * 60_000

/** A process that was killed leaves the beginning of what it was storing, which may be a child's picture. */
export const unfinishedBlobs: Background = {
  name: 'blobs.unfinished',
  everyMs: 15 * 60_000,
  run: async ({ blobs }) => blobs.deleteUnfinished?.(UNFINISHED_MS),
}
