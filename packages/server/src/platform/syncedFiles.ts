import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './privateFiles.ts'

/** Writes a new file that survives a power cut once its folder is synced too. Throws if the file exists. */
export async function writeSynced(
  file: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(file, 'wx', PRIVATE_FILE)
  try {
    await handle.writeFile(content as string | Readable)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Appends to a file, and creates it if it is missing. Returns when the text would survive a power cut. */
export async function appendSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', PRIVATE_FILE)
  try {
    await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(dirname(file))
}

/** A new folder survives a power cut only when its parent folder is synced. */
export async function makeFolderSynced(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER })
  if (first === undefined) return
  for (let made = directory; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** A new or renamed file survives a power cut only when the folder that contains it is synced. */
export async function syncFolder(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same for every file and folder below a folder, for those that somebody else wrote. */
export async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncFolder(path)
  }
  await syncFolder(directory)
}
