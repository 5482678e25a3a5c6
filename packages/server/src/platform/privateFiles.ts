import { chmod, writeFile } from 'node:fs/promises'

/** For files and folders with data of persons: readable by their owner alone, whatever else runs on the machine. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/** Writes such a file. One that others could read before cannot be read by them any more, before anything new is in it. */
export async function writePrivate(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, '', { mode: PRIVATE_FILE })
  await chmod(path, PRIVATE_FILE)
  await writeFile(path, content)
}
