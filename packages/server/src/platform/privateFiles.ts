import { chmod, writeFile } from 'node:fs/promises'

/** For files and folders with personal data: only their owner can read them, whatever else runs on the machine. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/** Writes such a file. If others could read it before, they lose access before any new content is in it. */
export async function writePrivate(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, '', { mode: PRIVATE_FILE })
  await chmod(path, PRIVATE_FILE)
  await writeFile(path, content)
}
