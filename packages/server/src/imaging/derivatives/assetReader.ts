import { readFile, stat } from 'node:fs/promises'
import { OutsideFolder, pathInside } from '../../platform/insideFolder.ts'
import { PhotographError } from './photograph.ts'

const LARGEST_ASSET = 60 * 1024 * 1024

/** Reads files of one folder only, whatever a name or a link in it points to. */
export function assetReader(folder: string): (name: string) => Promise<Buffer | null> {
  return async (name) => {
    try {
      const file = await pathInside(folder, name)
      const about = await stat(file)
      if (!about.isFile()) return null
      if (about.size > LARGEST_ASSET) throw new PhotographError('too-large', 'more than 50 MB')
      return await readFile(file)
    } catch (error) {
      if (error instanceof OutsideFolder) return null
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      if (code === 'ENOENT') return null
      throw new PhotographError('broken', `it cannot be read (${code})`, error)
    }
  }
}
