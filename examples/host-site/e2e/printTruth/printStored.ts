import { readFile } from 'node:fs/promises'
import { createFolderBlobs } from '../../../../packages/server/src/blobs/folder.ts'
import { printScene } from '../../../../packages/server/src/print/printScene.ts'

/** What the printer is told: the file of a stored scene, the pictures, and where the sheets go. */
export type PrintJob = { scene: string; blobs: string; provider: string; target: string }

// The printer's process: it knows stored scenes and pictures, and nothing of the one that laid them out.

process.on('message', async ({ scene, blobs, provider, target }: PrintJob) => {
  try {
    const stored = JSON.parse(await readFile(scene, 'utf8'))
    await printScene({ blobs: createFolderBlobs(blobs) }, provider, stored, target)
    process.send?.({})
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
