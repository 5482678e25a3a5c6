import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { restore } from '@portraitkit/local-mongo/backup.ts'
import { LocalMongoError } from '@portraitkit/local-mongo/errors.ts'
import { openLocalMongo } from '@portraitkit/local-mongo/open.ts'
import { MongoClient } from 'mongodb'
import { isBlobKey } from '../blobs/blobStore.ts'
import { blobPath } from '../blobs/folder.ts'
import { DEFAULT_NAME } from '../db/connect.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../privateFiles.ts'
import { makeFolderSynced, writeSynced } from '../syncedFiles.ts'
import {
  BackupError,
  BLOBS_FILE,
  DATABASE_FILE,
  fingerprint,
  type Manifest,
  SECRET_FILE,
  type Snapshot,
  WIDGETS_FILE,
} from './snapshots.ts'
import { type BackupBlob, contentFile, type Damage, readBlobList, readContent } from './storedBlobs.ts'

/** A blob that cannot be restored as it was backed up, with the file of the backup that should have its content. */
export type DamagedBlob = { key: string; damage: Damage; file: string }

/**
 * Restores a snapshot into an empty folder and checks every byte on the way. Returns the blobs that are missing or damaged, which
 * are left out. Throws BackupError if the snapshot itself is damaged.
 */
export async function stageSnapshot(
  backup: string,
  { folder, manifest }: Snapshot,
  target: string,
): Promise<DamagedBlob[]> {
  await checkSnapshotFiles({ folder, manifest })
  await makeFolderSynced(target)
  if (manifest.database) await stageDatabase(join(folder, DATABASE_FILE), target, manifest.database)
  if (manifest.secret) await writeSynced(join(target, 'secret'), await readFile(join(folder, SECRET_FILE)))
  const damaged: DamagedBlob[] = []
  const lists = [
    manifest.blobs && ([BLOBS_FILE, 'blobs'] as const),
    manifest.widgets && ([WIDGETS_FILE, 'widgets'] as const),
  ]
  for (const [list, name] of lists.filter((each) => each !== null)) {
    for await (const blob of readBlobList(join(folder, list))) {
      const damage = await stageBlob(backup, blob, join(target, name))
      if (damage) damaged.push({ key: blob.key, damage, file: contentFile(backup, blob.sha256) })
    }
    await makeFolderSynced(join(target, name))
  }
  return damaged
}

/** Checks that the files of a snapshot are as they were written, and lead nowhere else. Throws BackupError. */
export async function checkSnapshotFiles({ folder, manifest }: Pick<Snapshot, 'folder' | 'manifest'>): Promise<void> {
  const files = [
    [DATABASE_FILE, manifest.database],
    [BLOBS_FILE, manifest.blobs],
    [WIDGETS_FILE, manifest.widgets],
  ] as const
  for (const [name, expected] of files) {
    if (!expected) continue
    const found = await fingerprint(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!found) throw new BackupError(`${join(folder, name)} is missing. Use another snapshot`)
    if (found.sha256 !== expected.sha256)
      throw new BackupError(`${join(folder, name)} is damaged. Use another snapshot`)
    if (name !== DATABASE_FILE) await checkNames(join(folder, name))
  }
}

/** Whoever changes a list can also correct its checksum. */
async function checkNames(list: string): Promise<void> {
  for await (const { key } of readBlobList(list)) {
    if (isBlobKey(key)) continue
    const name = JSON.stringify(key.slice(0, 200))
    throw new BackupError(
      `${list} was changed: it lists ${name}, which is not the name of a picture. Use another snapshot`,
    )
  }
}

/** Restores the database, then opens it and counts its documents, as a server would find them. */
async function stageDatabase(file: string, target: string, expected: NonNullable<Manifest['database']>): Promise<void> {
  const folder = join(target, 'db')
  try {
    await restore(file, folder)
    const { collections, documents } = await countDocuments(folder)
    if (collections !== expected.collections || documents !== expected.documents) {
      throw new BackupError(
        `${file} has ${documents} documents in ${collections} collections, and should have ${expected.documents} in ${expected.collections}. Use another snapshot`,
      )
    }
  } catch (cause) {
    throw cause instanceof LocalMongoError ? new BackupError(cause.message, { cause }) : cause
  }
}

async function countDocuments(folder: string): Promise<{ collections: number; documents: number }> {
  // Nothing expires while it is counted.
  const local = await openLocalMongo({ folder, expiryInterval: 2 ** 31 - 1 })
  const client = new MongoClient(local.url)
  try {
    const collections = await client.db(DEFAULT_NAME).collections()
    const counts = await Promise.all(collections.map((collection) => collection.countDocuments({})))
    return { collections: counts.length, documents: counts.reduce((sum, count) => sum + count, 0) }
  } finally {
    await client.close()
    await local.close()
  }
}

/** Writes a blob where the blob store of a restored folder looks for it; it is synced with the whole folder. */
async function stageBlob(backup: string, { key, size, sha256 }: BackupBlob, target: string): Promise<Damage | null> {
  const file = blobPath(target, key)
  const hash = createHash('sha256')
  let read = 0
  async function* content(): AsyncIterable<Buffer> {
    for await (const chunk of readContent(backup, sha256)) {
      hash.update(chunk)
      read += chunk.length
      yield chunk
    }
  }
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  try {
    await writeFile(file, content(), { mode: PRIVATE_FILE })
  } catch (error) {
    await rm(file, { force: true })
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path === contentFile(backup, sha256)) return 'missing'
    throw error
  }
  if (read === size && hash.digest('hex') === sha256) return null
  await rm(file)
  return 'damaged'
}
