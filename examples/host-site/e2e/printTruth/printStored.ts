import { readFile } from 'node:fs/promises'
import { printPdf } from '../../../../packages/server/src/imaging/print/printPdf.ts'
import { printScene } from '../../../../packages/server/src/imaging/print/printScene.ts'
import { createFolderBlobs } from '../../../../packages/server/src/platform/blobs/folder.ts'

/** A print job: the file of a stored scene, the pictures, the folder for the sheets, and the document if requested. */
export type PrintJob = { scene: string; blobs: string; provider: string; target: string; pdf?: string }

// The printer's process: it has the stored scenes and pictures, and nothing from the process that laid them out.

process.on('message', async ({ scene, blobs: folder, provider, target, pdf }: PrintJob) => {
  try {
    const stored = JSON.parse(await readFile(scene, 'utf8'))
    const blobs = createFolderBlobs(folder)
    await printScene({ blobs }, provider, stored, target)
    const about = { title: 'Print', created: new Date(0) }
    if (pdf) await printPdf({ blobs }, provider, stored, pdf, about)
    process.send?.({})
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
