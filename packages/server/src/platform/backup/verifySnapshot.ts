import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BLOBS_FILE, PARTIAL, type Snapshot, WIDGETS_FILE } from './snapshots.ts'
import { checkSnapshotFiles, type DamagedBlob, stageSnapshot } from './stageSnapshot.ts'
import { type BackupBlob, contentFile, findDamage, findWrongSize, readBlobList } from './storedBlobs.ts'

/** The blobs whose content is read again by the quick verification, spread over the whole list. */
const SAMPLE = 50

export type Verification = {
  /** Blobs that are there with the right size. */
  checked: number
  /** Those of them whose content was read and compared. */
  hashed: number
  damaged: DamagedBlob[]
}

/**
 * Checks that the files of a snapshot are complete: those of its own by their content, blobs by their size and some of them by
 * their content. Within `withBackupFolder`; throws BackupError if a file of its own is damaged.
 */
export async function verifyQuickly(backup: string, { folder, manifest }: Snapshot): Promise<Verification> {
  await checkSnapshotFiles({ folder, manifest })
  const blobs: BackupBlob[] = []
  if (manifest.blobs) for await (const blob of readBlobList(join(folder, BLOBS_FILE))) blobs.push(blob)
  if (manifest.widgets) for await (const blob of readBlobList(join(folder, WIDGETS_FILE))) blobs.push(blob)
  const damaged: DamagedBlob[] = []
  const step = Math.max(1, Math.floor(blobs.length / SAMPLE))
  // another part of them each time
  const start = randomInt(step)
  let hashed = 0
  for (const [index, blob] of blobs.entries()) {
    const isSample = index % step === start
    const damage = await (isSample ? findDamage : findWrongSize)(backup, blob)
    if (isSample) hashed++
    if (damage) damaged.push({ key: blob.key, damage, file: contentFile(backup, blob.sha256) })
  }
  return { checked: blobs.length - damaged.length, hashed, damaged }
}

/**
 * Restores a snapshot into an empty place next to the backup, and removes it again: every byte is read and compared.
 */
export async function verifyByRestore(backup: string, snapshot: Snapshot): Promise<Verification> {
  const place = join(backup, `${PARTIAL}${snapshot.name}`)
  try {
    const damaged = await stageSnapshot(backup, snapshot, place)
    const count = (snapshot.manifest.blobs?.count ?? 0) - damaged.length
    return { checked: count, hashed: count, damaged }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
