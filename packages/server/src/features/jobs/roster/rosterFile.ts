import { open } from 'node:fs/promises'
import { RosterError } from '../roster.ts'
import { tooLarge } from './readRoster.ts'
import { MAX_FILE_BYTES } from './table.ts'

/** The bytes of a roster. Throws RosterError for what is too large to be one, before it is in memory. */
export async function loadRosterFile(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new RosterError(`The roster ${path} is not a file`)
    if (found.size > MAX_FILE_BYTES) throw tooLarge(found.size)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
