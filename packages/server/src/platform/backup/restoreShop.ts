import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { takeLock } from '@portraitkit/local-mongo/storage/lock.ts'
import type { App } from '../app.ts'
import { JOURNAL_FOLDER, RESTORE_MARKER } from '../dataFolder.ts'
import type { Deletion } from '../deletions/collection.ts'
import { journalText, readJournal, readJournalFolder } from '../deletions/journal.ts'
import { type RepeatedDeletions, repeatDeletions, uniqueDeletions } from '../deletions/repeatDeletions.ts'
import type { Env } from '../env.ts'
import { PRIVATE_FOLDER, writePrivate } from '../privateFiles.ts'
import { makeFolderSynced, syncFolder, syncTree, writeSynced } from '../syncedFiles.ts'
import { BackupError, DELETIONS_FILE, listSnapshots, type Manifest, SECRET_FILE, type Snapshot } from './snapshots.ts'
import { type DamagedBlob, stageSnapshot } from './stageSnapshot.ts'
import { damageText } from './texts.ts'

export type RestoreOptions = {
  backup: string
  /** The name of the snapshot, or how it begins; by default the newest. */
  snapshot?: string | undefined
  /** Moves what the data folder has aside. */
  replace: boolean
  /** Restores the rest if pictures are missing or damaged. */
  withoutDamaged: boolean
  /** Further files of deletions. */
  deletions: readonly string[]
  /** A further data folder whose journal is used, if it has one. */
  otherDataDir: string
}

export type RestoreReport = RepeatedDeletions & {
  snapshot: Snapshot
  damaged: DamagedBlob[]
  /** Where the former data is now. */
  aside: string | null
  /** Whether a journal was found that is later than the snapshot. */
  hasLaterJournal: boolean
}

const STAGE = '.restore'
const ASIDE = 'before-restore-'

/**
 * Restores a snapshot into the data folder of `env`, all of it or nothing, and repeats the deletions that came after it. No
 * server opens the folder before that is done. Throws BackupError.
 */
export async function restoreShop(
  env: Env,
  open: (env: Env) => Promise<{ app: App; close(): Promise<void> }>,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { dataDir } = env
  const snapshots = await listSnapshots(options.backup)
  const snapshot = selectSnapshot(snapshots, options)
  const { manifest } = snapshot
  await checkEnvironment(env, snapshot)
  await makeFolderSynced(dataDir)
  const isUnfinished = (await readdir(dataDir)).includes(RESTORE_MARKER)
  const present = await presentParts(dataDir, partsOf(manifest))
  if (present.length > 0 && !options.replace && !isUnfinished) {
    throw new BackupError(
      `There is data in ${dataDir} already: ${present.join(', ')}. Choose another folder with --into, or move it aside with --replace`,
    )
  }
  const lock = await lockDatabase(dataDir)
  const stage = join(dataDir, STAGE)
  try {
    await rm(stage, { recursive: true, force: true })
    const damaged = await stageSnapshot(options.backup, snapshot, stage)
    if (damaged.length > 0 && !options.withoutDamaged) throw tooDamaged(damaged)
    const journal = await collectJournal({ ...options, snapshots, snapshot, dataDir })
    await mkdir(join(stage, JOURNAL_FOLDER), { mode: PRIVATE_FOLDER })
    await writeJournals(join(stage, JOURNAL_FOLDER), journal.deletions)
    await syncTree(stage)
    const aside = await swapParts(dataDir, [...partsOf(manifest), JOURNAL_FOLDER], snapshot)
    lock?.release()
    const repeated = await repeatInside(env, open, journal.deletions)
    await rm(join(dataDir, RESTORE_MARKER))
    await syncFolder(dataDir)
    return { snapshot, damaged, aside, hasLaterJournal: journal.isLater, ...repeated }
  } finally {
    lock?.release()
    await rm(stage, { recursive: true, force: true })
  }
}

function selectSnapshot(snapshots: readonly Snapshot[], { backup, snapshot: name }: RestoreOptions): Snapshot {
  const found = name === undefined ? snapshots.at(-1) : snapshots.findLast((each) => each.name.startsWith(name))
  if (found) return found
  if (snapshots.length === 0) throw new BackupError(`There is no snapshot in ${backup}`)
  throw new BackupError(`There is no snapshot ${name}. There are ${snapshots.map((each) => each.name).join(', ')}`)
}

async function checkEnvironment({ mongodbUrl, secret }: Env, { folder, manifest }: Snapshot): Promise<void> {
  const { database, blobs, secret: hasSecret } = manifest
  if (mongodbUrl && database) {
    throw new BackupError(
      'The snapshot contains a local database, and MONGODB_URL is set. Start the command without it',
    )
  }
  if (!mongodbUrl && !database) {
    throw new BackupError(
      'The snapshot has no database, because the shop used MONGODB_URL. Restore that database first, and set MONGODB_URL',
    )
  }
  if (blobs && !hasSecret && !secret) {
    throw new BackupError(
      'The snapshot has no secret, because the server had it from SECRET. Set SECRET to the same value',
    )
  }
  if (hasSecret && secret && secret !== (await readSecretIn(folder))) {
    throw new BackupError(
      'SECRET is not the secret of the snapshot, which could not be used with it. Start without SECRET',
    )
  }
}

/** Null if there is none. */
async function readSecretIn(folder: string): Promise<string | null> {
  return (await readIfThere(join(folder, SECRET_FILE)))?.trim() ?? null
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** The parts of a data folder that a snapshot replaces. */
function partsOf({ database, blobs, secret, widgets }: Manifest): string[] {
  return [database ? ['db'] : [], blobs ? ['blobs'] : [], secret ? ['secret'] : [], widgets ? ['widgets'] : []].flat()
}

async function presentParts(dataDir: string, parts: readonly string[]): Promise<string[]> {
  const names = await readdir(dataDir)
  return parts.filter((part) => names.includes(part))
}

/** Nobody may have the database open. Null if there is none. */
async function lockDatabase(dataDir: string): Promise<{ release(): void } | null> {
  if ((await presentParts(dataDir, ['db'])).length === 0) return null
  const lock = takeLock(join(dataDir, 'db'))
  if (!lock) throw new BackupError(`A server has ${dataDir} open. Stop it first`)
  let isHeld = true
  return {
    release() {
      if (isHeld) lock.release()
      isHeld = false
    },
  }
}

function tooDamaged(damaged: readonly DamagedBlob[]): BackupError {
  const all = damaged.map(damageText).join('\n')
  return new BackupError(
    `${all}\nNothing was restored. Use another snapshot, or restore the rest with --without-damaged`,
  )
}

type JournalSources = { snapshots: readonly Snapshot[]; snapshot: Snapshot; dataDir: string } & Pick<
  RestoreOptions,
  'deletions' | 'otherDataDir'
>

/**
 * Every deletion that can be found: in the backup, in the data folder that is replaced or was replaced before, and in further
 * files.
 */
async function collectJournal({ snapshots, snapshot, dataDir, deletions: files, otherDataDir }: JournalSources) {
  const inBackup = await Promise.all(snapshots.map((each) => readDeletions(join(each.folder, DELETIONS_FILE))))
  const asides = (await readdir(dataDir)).filter((name) => name.startsWith(ASIDE))
  const folders = [dataDir, otherDataDir, ...asides.map((name) => join(dataDir, name))]
  const inFolders = await Promise.all(folders.map((folder) => readJournalOf(snapshot, folder)))
  const given = await Promise.all(files.map(requireDeletions))
  return {
    deletions: [...inBackup, ...inFolders.map((each) => each ?? []), ...given].flat(),
    isLater:
      files.length > 0 ||
      inFolders.some((each) => each !== null) ||
      snapshots.some(({ manifest }) => manifest.blobs && manifest.made > snapshot.manifest.made),
  }
}

/** The journal of a data folder; null if it has none, or is another shop's, such as one that has just been started. */
async function readJournalOf({ folder, manifest }: Snapshot, dataDir: string): Promise<Deletion[] | null> {
  const isSameShop = !manifest.secret || (await readSecretIn(dataDir)) === (await readSecretIn(folder))
  return isSameShop ? readJournalFolder(dataDir) : null
}

async function requireDeletions(file: string): Promise<Deletion[]> {
  const deletions = await readDeletions(file)
  if (deletions.length === 0) throw new BackupError(`There are no deletions in ${file}`)
  return deletions
}

async function readDeletions(file: string): Promise<Deletion[]> {
  return readJournal((await readIfThere(file)) ?? '')
}

/** The journal continues in the restored folder: a later restore of an older snapshot needs all of it. */
async function writeJournals(folder: string, deletions: readonly Deletion[]): Promise<void> {
  for (const [month, own] of Map.groupBy(uniqueDeletions(deletions), ({ time }) => time.toISOString().slice(0, 7))) {
    await writeSynced(join(folder, `${month}-restored.jsonl`), journalText(own))
  }
}

/**
 * Moves the present parts aside and those of the stage in their place. From the first move on a marker keeps servers from opening
 * the folder. Returns where the former parts are.
 */
async function swapParts(dataDir: string, parts: readonly string[], { name }: Snapshot): Promise<string | null> {
  await writePrivate(join(dataDir, RESTORE_MARKER), `${name}\n`)
  await syncFolder(dataDir)
  const present = await presentParts(dataDir, parts)
  const aside = join(dataDir, `${ASIDE}${new Date().toISOString().replaceAll(':', '-')}`)
  if (present.length > 0) await mkdir(aside, { mode: PRIVATE_FOLDER })
  for (const part of present) await rename(join(dataDir, part), join(aside, part))
  const staged = await presentParts(join(dataDir, STAGE), parts)
  for (const part of staged) await rename(join(dataDir, STAGE, part), join(dataDir, part))
  await syncFolder(dataDir)
  return present.length > 0 ? aside : null
}

async function repeatInside(
  env: Env,
  open: (env: Env) => Promise<{ app: App; close(): Promise<void> }>,
  deletions: readonly Deletion[],
): Promise<RepeatedDeletions> {
  const { app, close } = await open(env)
  try {
    return await repeatDeletions(app, deletions)
  } finally {
    await close()
  }
}
