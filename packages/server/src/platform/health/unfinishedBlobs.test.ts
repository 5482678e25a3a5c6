import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { App } from '../app.ts'
import { createFolderBlobs } from '../blobs/folder.ts'
import { unfinishedBlobs } from './unfinishedBlobs.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-unfinished-'))
})
afterEach(() => rm(root, { recursive: true }))

it('deletes what killed processes have left unfinished, and nothing that is being stored', async () => {
  const blobs = createFolderBlobs(root)
  await blobs.put('brightside/640.jpg', Buffer.from('a picture'))
  const incoming = join(root, '.incoming')
  await writeFile(join(incoming, 'left'), 'the beginning of a picture')
  await utimes(join(incoming, 'left'), new Date(), new Date(Date.now() - 60 * 60_000 - 1000))
  await writeFile(join(incoming, 'being-stored'), 'the beginning of another one')
  // The machine stamps files, whatever the time of the shop is.
  const app = { blobs, clock: () => new Date(Date.now() + 48 * 60 * 60_000) } as App
  await unfinishedBlobs.run(app)
  expect(await readdir(incoming)).toEqual(['being-stored'])
  expect((await blobs.get('brightside/640.jpg'))?.toString()).toBe('a picture')
})
