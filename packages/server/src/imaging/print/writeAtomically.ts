import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { PRIVATE_FILE } from '../../platform/privateFiles.ts'

/** Writes a file whole or not at all, readable by its owner only: written next to its place, synced to the disk, then renamed. */
export async function writeAtomically(path: string, content: Buffer): Promise<void> {
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
