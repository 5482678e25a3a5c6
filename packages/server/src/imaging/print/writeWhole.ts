import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { PRIVATE_FILE } from '../../platform/privateFiles.ts'

/** A file that is there whole or not at all, and its owner's alone: written beside its place, to the disk, then moved into it. */
export async function writeWhole(path: string, content: Buffer): Promise<void> {
  const beside = `${path}.${randomUUID()}.part`
  try {
    const file = await open(beside, 'wx', PRIVATE_FILE)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
