import { createReadStream } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { App } from '../app.ts'
import { isBlobKey } from '../blobs/blobStore.ts'
import { findDeletions } from '../deletions/collection.ts'
import { journalText, readJournalFolder } from '../deletions/journal.ts'
import { uniqueDeletions } from '../deletions/repeatDeletions.ts'
import type { Env } from '../env.ts'
import { listProviders } from '../provider/collection.ts'
import { writeSynced } from '../syncedFiles.ts'
import { copyDatabase } from './backupDatabase.ts'
import {
  BLOBS_FILE,
  DELETIONS_FILE,
  fingerprint,
  type Manifest,
  SECRET_FILE,
  type Snapshot,
  WIDGETS_FILE,
  writeSnapshot,
} from './snapshots.ts'
import { blobLine, type ContentWriter, type CopySummary, copyBlobs, createContentWriter } from './storedBlobs.ts'

export type BackupReport = {
  snapshot: Snapshot
  blobs: CopySummary
  /** How many deletions the journal contains. */
  deletions: number
}

/**
 * Backs up the whole shop while it is open, within `withBackupFolder`: database, blobs, secret, widgets, and the journal of
 * deletions. A MongoDB is left to its own tools. Throws BackupError.
 */
export async function backupShop(app: App, backup: string): Promise<BackupReport> {
  const { env } = app
  const writer = await createContentWriter(backup)
  let blobs: CopySummary = { count: 0, bytes: 0, copied: 0, copiedBytes: 0 }
  let deletions = 0
  const snapshot = await writeSnapshot(backup, app.clock(), async (folder) => {
    // The database first: every blob that it refers to was written before it.
    const database = env.mongodbUrl ? null : await copyDatabase(env.dataDir, folder)
    const list = createList()
    blobs = await copyBlobs(app.blobs, backup, { writer, list: list.add })
    const blobList = { ...(await list.write(join(folder, BLOBS_FILE))), count: blobs.count, bytes: blobs.bytes }
    const secret = await copySecret(env, folder)
    const widgets = await copyWidgets(env, { writer, folder })
    await writer.sync()
    // Last, so that it contains the deletions since the database was copied too.
    deletions = await copyJournal(app, folder)
    return { database, blobs: blobList, secret, widgets }
  })
  return { snapshot, blobs, deletions }
}

/** Collects the lines of a list. */
function createList() {
  const lines: string[] = []
  return {
    add: (blob: Parameters<typeof blobLine>[0]): void => void lines.push(blobLine(blob)),
    async write(file: string) {
      await writeSynced(file, lines.join(''))
      return fingerprint(file)
    },
  }
}

async function copySecret({ secret, dataDir }: Env, folder: string): Promise<boolean> {
  if (secret) return false
  await copyFile(join(dataDir, 'secret'), join(folder, SECRET_FILE))
  return true
}

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/

/** The versions of the widgets share their content with those of earlier snapshots. */
async function copyWidgets(
  { dataDir }: Env,
  { writer, folder }: { writer: ContentWriter; folder: string },
): Promise<Manifest['widgets']> {
  const widgets = join(dataDir, 'widgets')
  const names = await readdir(widgets).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const versions = names.filter((name) => VERSION.test(name)).sort()
  if (versions.length === 0) return null
  const list = createList()
  for (const version of versions) {
    for (const entry of await readdir(join(widgets, version), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const key = relative(widgets, file).split(sep).join('/')
      if (isBlobKey(key)) list.add(await writer.store(key, createReadStream(file)))
    }
  }
  return { ...(await list.write(join(folder, WIDGETS_FILE))), versions }
}

/** Merges the journals of all processes: other machines may keep their files elsewhere, but the database has every entry. */
async function copyJournal(app: App, folder: string): Promise<number> {
  const providers = await listProviders(app)
  const inDatabase = await Promise.all(providers.map(({ key }) => findDeletions(app, key)))
  const inFiles = (await readJournalFolder(app.env.dataDir)) ?? []
  const journal = uniqueDeletions([...inDatabase.flat(), ...inFiles])
  await writeSynced(join(folder, DELETIONS_FILE), journalText(journal))
  return journal.length
}
