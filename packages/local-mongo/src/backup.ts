import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { LocalMongoError } from './errors.ts'
import { createCatalog } from './storage/catalog.ts'
import { createSql, type Sql } from './storage/sql.ts'
import { checkFormat, checkPages, dataFile, toReadableError } from './storage/store.ts'

export interface BackupSummary {
  readonly collections: number
  readonly documents: number
}

/**
 * Writes the current data of a folder to one file, while others serve and write. The file is complete, or does not exist. Throws
 * LocalMongoError: not_found, corrupted, disk_full, read_only.
 */
export async function backup(folder: string, file: string): Promise<BackupSummary> {
  const from = join(folder, dataFile)
  if (!existsSync(from)) throw new LocalMongoError('not_found', `There is no data in ${folder}`)
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  try {
    using(from, false, (sql) => {
      checkFormat(sql, from)
      sql.run('VACUUM INTO ?', partial)
    })
    const summary = using(partial, false, (sql) => {
      markAsBackup(sql)
      return summarize(sql)
    })
    renameSync(partial, file)
    return summary
  } catch (error) {
    rmSync(partial, { force: true })
    throw toReadableError(error, from)
  }
}

/**
 * Replaces a folder's data by a backup, all of it or nothing, also while others serve. Existing data is only replaced with
 * `replace`. Throws LocalMongoError: not_found, not_empty, corrupted, newer_format, disk_full,
 * read_only, busy.
 */
export async function restore(
  file: string,
  folder: string,
  options: { replace?: boolean } = {},
): Promise<BackupSummary> {
  if (!existsSync(file)) throw new LocalMongoError('not_found', `There is no backup ${file}`)
  const to = join(folder, dataFile)
  try {
    const summary = using(file, true, (sql) => readBackup(sql, file))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!options.replace && hasData(to)) throw new LocalMongoError('not_empty', `There is already data in ${folder}`)
    const source = new DatabaseSync(file, { readOnly: true })
    try {
      // One step: a single transaction for the process that serves the folder.
      await copyDatabase(source, to, { rate: 2 ** 31 - 1 })
    } finally {
      source.close()
    }
    using(to, false, (sql) => sql.exec(`DROP TABLE ${mark}`))
    return summary
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

/** A table that only a complete backup has. */
const mark = 'manifest'

function markAsBackup(sql: Sql): void {
  sql.exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; BEGIN; CREATE TABLE ${mark} (made INTEGER NOT NULL)`)
  sql.run(`INSERT INTO ${mark} VALUES (?)`, Date.now())
  // Replies stored for repeated writes are meaningless after a restore, and may show documents that were deleted.
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
  if (!sql.get('SELECT 1 FROM sqlite_schema WHERE name = ?', mark)) {
    throw new LocalMongoError('corrupted', `${file} is a data file, not a backup`)
  }
  return summarize(sql)
}

function hasData(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0 && using(file, false, (sql) => summarize(sql).collections > 0)
}
