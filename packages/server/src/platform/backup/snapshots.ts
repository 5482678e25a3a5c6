import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { LOCK_FILE, takeLock } from '@portraitkit/local-mongo/storage/lock.ts'
import * as z from 'zod'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../privateFiles.ts'
import { makeFolderSynced, syncFolder, syncTree, writeSynced } from '../syncedFiles.ts'

/** A backup cannot be written, or cannot be used; the message is for a person and ends without a full stop. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The files of a snapshot; the content of its blobs is in the folder `blobs` that all snapshots share. */
export const DATABASE_FILE = 'database.sqlite'
export const BLOBS_FILE = 'blobs.jsonl'
export const WIDGETS_FILE = 'widgets.jsonl'
export const DELETIONS_FILE = 'deletions.jsonl'
export const SECRET_FILE = 'secret'
const MANIFEST_FILE = 'manifest.json'
/** The prefix of folders that are incomplete, or used only by the process that made them. */
export const PARTIAL = '.partial-'

const fileSchema = z.object({ size: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

const manifestSchema = z.object({
  /** Of the backup folder. */
  format: z.literal(1),
  /** When the backup was started: the database is as it was then, or a moment later. */
  made: z.iso.datetime(),
  /** Of the server that wrote it. */
  version: z.string(),
  /** Null if the database is a MongoDB, or is not part of this snapshot. */
  database: fileSchema.extend({ collections: z.number(), documents: z.number() }).nullable(),
  /** The list of blobs; null if the snapshot contains the database alone. */
  blobs: fileSchema.extend({ count: z.number(), bytes: z.number() }).nullable(),
  /** False if the server had its secret from the variable SECRET. */
  secret: z.boolean(),
  /** The list of the widgets' files, with the versions they belong to; null if there are none. */
  widgets: fileSchema.extend({ versions: z.array(z.string()) }).nullable(),
})

export type Manifest = z.infer<typeof manifestSchema>

export type Snapshot = { name: string; folder: string; manifest: Manifest }

/** The versions of what writes a backup. */
const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

const snapshotsOf = (backup: string): string => join(backup, 'snapshots')

/**
 * Runs `work` as the only process in a backup folder, which is created if it is missing. Throws BackupError if another process is
 * working in it.
 */
export async function withBackupFolder<T>(backup: string, work: () => Promise<T>): Promise<T> {
  await makeFolderSynced(snapshotsOf(backup))
  const lock = takeLock(backup)
  if (!lock) throw new BackupError(`Another backup is being written into ${backup}. Wait until it is done`)
  try {
    await chmod(join(backup, LOCK_FILE), PRIVATE_FILE)
    await removePartial(backup)
    return await work()
  } finally {
    lock.release()
  }
}

/**
 * Writes a snapshot within `withBackupFolder`: `fill` puts its files into the folder it is given. The snapshot is complete, or
 * not there at all.
 */
export async function writeSnapshot(
  backup: string,
  time: Date,
  fill: (folder: string) => Promise<Omit<Manifest, 'format' | 'made' | 'version'>>,
): Promise<Snapshot> {
  const name = time.toISOString().replaceAll(':', '-')
  const partial = join(snapshotsOf(backup), `${PARTIAL}${name}`)
  await mkdir(partial, { mode: PRIVATE_FOLDER })
  const manifest: Manifest = { format: 1, made: time.toISOString(), version, ...(await fill(partial)) }
  await writeSynced(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
  await syncTree(partial)
  const folder = join(snapshotsOf(backup), name)
  await rename(partial, folder)
  await syncFolder(snapshotsOf(backup))
  return { name, folder, manifest }
}

/** What is left of a backup that was killed. */
async function removePartial(backup: string): Promise<void> {
  for (const folder of [backup, snapshotsOf(backup)]) {
    for (const name of await readdir(folder)) {
      if (name.startsWith(PARTIAL)) await rm(join(folder, name), { recursive: true })
    }
  }
}

/** The complete snapshots of a backup folder, the oldest first. Throws BackupError if one cannot be read. */
export async function listSnapshots(backup: string): Promise<Snapshot[]> {
  const names = await readdir(snapshotsOf(backup)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const complete = names.filter((name) => !name.startsWith('.')).sort()
  return Promise.all(complete.map((name) => readSnapshot(backup, name)))
}

async function readSnapshot(backup: string, name: string): Promise<Snapshot> {
  const folder = join(snapshotsOf(backup), name)
  try {
    return {
      name,
      folder,
      manifest: manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8'))),
    }
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message
    throw new BackupError(`The snapshot ${folder} cannot be read: ${why}`, { cause })
  }
}

/** The size and the SHA-256 of a file. */
export async function fingerprint(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
