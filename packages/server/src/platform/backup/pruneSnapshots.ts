import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BLOBS_FILE, listSnapshots, PARTIAL, type Snapshot, WIDGETS_FILE } from './snapshots.ts'
import { readBlobList, removeUnusedContent } from './storedBlobs.ts'

export type Pruned = {
  snapshots: number
  /** Files with the content of blobs that no remaining snapshot lists. */
  files: number
}

/** Removes older snapshots, except the newest, and the blobs that only they contain. Within `withBackupFolder`. */
export async function pruneSnapshots(backup: string, oldest: Date): Promise<Pruned> {
  const all = await listSnapshots(backup)
  const old = all.slice(0, -1).filter(({ manifest }) => new Date(manifest.made) < oldest)
  for (const { folder, name } of old) {
    // A snapshot that is only half removed must not look like one.
    const partial = join(dirname(folder), `${PARTIAL}${name}`)
    await rename(folder, partial)
    await rm(partial, { recursive: true })
  }
  const used = new Set<string>()
  for (const snapshot of await listSnapshots(backup)) {
    for await (const sha256 of contentOf(snapshot)) used.add(sha256)
  }
  return { snapshots: old.length, files: await removeUnusedContent(backup, used) }
}

async function* contentOf({ folder, manifest }: Snapshot): AsyncIterable<string> {
  if (manifest.blobs) for await (const { sha256 } of readBlobList(join(folder, BLOBS_FILE))) yield sha256
  if (manifest.widgets) for await (const { sha256 } of readBlobList(join(folder, WIDGETS_FILE))) yield sha256
}
