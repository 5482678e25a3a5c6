import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { LocalMongoError } from './errors.ts'
import { createCatalog } from './storage/catalog.ts'
import { createSql, type Sql } from './storage/sql.ts'
import { checkFormat, checkPages, dataFile, toReadableError } from './storage/store.ts'

/** A file of the blob store as it was when the backup was made. `path` is below the blob folder, with slashes. */
export interface Blob {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

export interface BackupSummary {
  readonly collections: number
  readonly documents: number
  readonly blobs: number
}

export interface RestoreSummary extends BackupSummary {
  /** The blobs in the backup that the blob folder lacks, or has with different content. */
  readonly missing: readonly Blob[]
}

/**
 * Writes the current data of a folder and a manifest of its blobs to one file, while others serve and write. The file is
 * complete, or does not exist. Throws LocalMongoError: not_found, corrupted, disk_full, read_only.
 */
export async function backup(folder: string, file: string, options: { blobs?: string } = {}): Promise<BackupSummary> {
  const from = join(folder, dataFile)
  if (!existsSync(from)) throw new LocalMongoError('not_found', `There is no data in ${folder}`)
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  try {
    using(from, false, (sql) => {
      checkFormat(sql, from)
      sql.run('VACUUM INTO ?', partial)
    })
    // The data first: every blob that it refers to was written before it.
    const blobs = options.blobs ? await listBlobs(options.blobs) : []
    const summary = using(partial, false, (sql) => {
      addManifest(sql, blobs)
      return summarize(sql)
    })
    renameSync(partial, file)
    return { ...summary, blobs: blobs.length }
  } catch (error) {
    rmSync(partial, { force: true })
    throw toReadableError(error, from)
  }
}

/**
 * Replaces a folder's data by a backup, all of it or nothing, also while others serve, and reports the missing blobs. Existing
 * data is only replaced with `replace`. Throws LocalMongoError: not_found, not_empty, corrupted, newer_format, disk_full,
 * read_only, busy.
 */
export async function restore(
  file: string,
  folder: string,
  options: { blobs?: string; replace?: boolean } = {},
): Promise<RestoreSummary> {
  if (!existsSync(file)) throw new LocalMongoError('not_found', `There is no backup ${file}`)
  const to = join(folder, dataFile)
  try {
    const { blobs, ...summary } = using(file, true, (sql) => readBackup(sql, file))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!options.replace && hasData(to)) throw new LocalMongoError('not_empty', `There is already data in ${folder}`)
    const source = new DatabaseSync(file, { readOnly: true })
    try {
      // One step: a single transaction for the process that serves the folder.
      await copyDatabase(source, to, { rate: 2 ** 31 - 1 })
    } finally {
      source.close()
    }
    using(to, false, (sql) => sql.exec('DROP TABLE manifest'))
    const missing = options.blobs ? await findMissing(blobs, options.blobs) : []
    return { ...summary, blobs: blobs.length, missing }
  } catch (error) {
    throw toReadableError(error, file)
  }
}

function using<T>(file: string, readOnly: boolean, work: (sql: Sql) => T): T {
  const db = new DatabaseSync(file, { readOnly, timeout: 10_000 })
  try {
    return work(createSql(db))
  } finally {
    db.close()
  }
}

function addManifest(sql: Sql, blobs: readonly Blob[]): void {
  sql.exec('PRAGMA synchronous = FULL; BEGIN')
  sql.exec('CREATE TABLE manifest (path TEXT PRIMARY KEY, size INTEGER NOT NULL, sha256 TEXT NOT NULL)')
  for (const { path, size, sha256 } of blobs) sql.run('INSERT INTO manifest VALUES (?, ?, ?)', path, size, sha256)
  // Replies stored for repeated writes are meaningless after a restore.
  sql.exec('DELETE FROM replies; COMMIT')
}

function summarize(sql: Sql): { collections: number; documents: number } {
  const collections = createCatalog(sql).all()
  const counts = collections.map(({ id }) => sql.get<[number]>(`SELECT count(*) FROM c${id}`)?.[0] ?? 0)
  return { collections: collections.length, documents: counts.reduce((sum, count) => sum + count, 0) }
}

function readBackup(sql: Sql, file: string) {
  checkFormat(sql, file)
  checkPages(sql, file)
  if (!sql.get("SELECT 1 FROM sqlite_schema WHERE name = 'manifest'")) {
    throw new LocalMongoError('corrupted', `${file} is a data file, not a backup`)
  }
  const rows = sql.all<[string, number, string]>('SELECT path, size, sha256 FROM manifest ORDER BY path')
  return { ...summarize(sql), blobs: rows.map(([path, size, sha256]): Blob => ({ path, size, sha256 })) }
}

function hasData(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0 && using(file, false, (sql) => summarize(sql).collections > 0)
}

async function listBlobs(folder: string): Promise<Blob[]> {
  if (!existsSync(folder)) return []
  const blobs: Blob[] = []
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    blobs.push({ path: relative(folder, file).split(sep).join('/'), ...(await fingerprint(file)) })
  }
  return blobs
}

async function fingerprint(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

async function findMissing(blobs: readonly Blob[], folder: string): Promise<Blob[]> {
  const missing: Blob[] = []
  for (const blob of blobs) {
    const file = join(folder, ...blob.path.split('/'))
    const isThere = existsSync(file) && (await fingerprint(file)).sha256 === blob.sha256
    if (!isThere) missing.push(blob)
  }
  return missing
}
