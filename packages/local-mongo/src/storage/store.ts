import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LocalMongoError } from '../errors.ts'
import { createCatalog } from './catalog.ts'
import { createDocuments } from './documents.ts'
import { createSql, type Sql } from './sql.ts'

/** The version of the tables below. A file of a later version is refused. */
const formatVersion = 1
/** 'PKdb': distinguishes the file from any other SQLite file. */
const applicationId = 0x504b6462

export const dataFile = 'data.sqlite'

export type Store = ReturnType<typeof openStore>

const tables = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (db, name));
  CREATE TABLE indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, name TEXT NOT NULL,
    spec BLOB NOT NULL, multikey INTEGER NOT NULL, UNIQUE (collection, name));
  CREATE TABLE replies (session BLOB PRIMARY KEY, txn INTEGER NOT NULL, at INTEGER NOT NULL, reply BLOB NOT NULL) WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};`

/** The log is merged into the file after this many pages. */
const logPages = 2000
const logBytes = (logPages + 200) * (4096 + 24)

/** Files up to this size are checked completely when they are opened. */
const fullCheckPages = 16_384

/**
 * Opens the data file of a folder, and creates it if it is missing. A commit returns only when it is on disk. Throws
 * LocalMongoError: read_only, corrupted, newer_format, disk_full.
 */
export function openStore(folder: string) {
  const file = join(folder, dataFile)
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK)
    const db = new DatabaseSync(file, { timeout: 5000 })
    const sql = createSql(db)
    try {
      prepare(sql, file)
    } catch (error) {
      db.close()
      throw error
    }
    const catalog = createCatalog(sql)
    const documents = createDocuments(sql, catalog)
    let seen = pragma(sql, 'data_version')
    /** A restore is done by another process, while this one serves. */
    const followOthers = (): void => {
      const version = pragma(sql, 'data_version')
      if (version !== seen) catalog.reload()
      seen = version
    }
    /** The deadline of the command in progress, in milliseconds of Date.now(). */
    const current = { deadline: Number.POSITIVE_INFINITY }
    return {
      sql,
      current,
      catalog,
      documents,
      followOthers,
      ...createTransactions(sql, catalog.reload),
      close: () => db.close(),
    }
  } catch (error) {
    throw toReadableError(error, file)
  }
}

/** All or nothing: for a group (transaction), or for one command in it (savepoint). */
function createTransactions(sql: Sql, reloadCatalog: () => void) {
  const within = <T>(begin: string, commit: string, rollback: readonly string[], run: () => T): T => {
    sql.run(begin)
    try {
      const result = run()
      sql.run(commit)
      return result
    } catch (error) {
      // SQLite may have rolled back everything by itself, as it does when the disk is full.
      if (sql.isInTransaction()) for (const text of rollback) sql.run(text)
      reloadCatalog()
      throw error
    }
  }
  return {
    transaction: <T>(run: () => T): T => within('BEGIN IMMEDIATE', 'COMMIT', ['ROLLBACK'], run),
    savepoint: <T>(run: () => T): T => within('SAVEPOINT one', 'RELEASE one', ['ROLLBACK TO one', 'RELEASE one'], run),
  }
}

function prepare(sql: Sql, file: string): void {
  checkFormat(sql, file)
  sql.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY',
  )
  // What is deleted is overwritten: a child's name must not stay in the unused space of the file.
  sql.exec('PRAGMA secure_delete = ON')
  sql.exec(
    `PRAGMA wal_autocheckpoint = ${logPages}; PRAGMA journal_size_limit = 67108864; PRAGMA trusted_schema = OFF; PRAGMA fullfsync = 1`,
  )
  // Taking the write lock shows at once that the file cannot be written.
  sql.exec('BEGIN IMMEDIATE')
  try {
    if (pragma(sql, 'user_version') === 0) sql.exec(tables)
    sql.exec('COMMIT')
  } catch (error) {
    if (sql.isInTransaction()) sql.exec('ROLLBACK')
    throw error
  }
  if (pragma(sql, 'page_count') <= fullCheckPages) checkPages(sql, file)
  extendLog(`${file}-wal`)
}

/**
 * Fills the write-ahead log with zeros up to the size that it reaches anyway. A commit then overwrites existing bytes, which is
 * one flush of the disk; a file that grows needs two. SQLite treats frames of zeros as the end of the log.
 */
function extendLog(file: string): void {
  const log = openSync(file, 'r+')
  try {
    const { size } = fstatSync(log)
    if (size >= logBytes) return
    // A disk without room for it needs its room for data.
    if (writeZeros(log, size, logBytes - size) < logBytes - size) ftruncateSync(log, size)
    fsyncSync(log)
  } finally {
    closeSync(log)
  }
}

/** The number of bytes that there was room for. */
function writeZeros(log: number, at: number, count: number): number {
  try {
    return writeSync(log, Buffer.alloc(count), 0, count, at)
  } catch (error) {
    if (fileReason(error)?.[0] === 'disk_full') return 0
    throw error
  }
}

/** Reads every page. Throws LocalMongoError if one is damaged. */
export function checkPages(sql: Sql, file: string): void {
  const [problem] = sql.get<[string]>('PRAGMA quick_check(1)') ?? ['no answer']
  if (problem !== 'ok') throw new LocalMongoError('corrupted', `The data file ${file} is damaged: ${problem}`)
}

/** Throws LocalMongoError if the file is of a later format, or of another program. */
export function checkFormat(sql: Sql, file: string): void {
  const format = pragma(sql, 'user_version')
  if (format > formatVersion) {
    throw new LocalMongoError(
      'newer_format',
      `The data file ${file} has format ${format}; this version reads up to ${formatVersion}. Use the newer version.`,
    )
  }
  const isNew = format === 0 && pragma(sql, 'page_count') === 0
  if (!isNew && pragma(sql, 'application_id') !== applicationId) {
    throw new LocalMongoError('corrupted', `${file} is not a data file of the local database`)
  }
}

function pragma(sql: Sql, name: string): number {
  return sql.get<[number]>(`PRAGMA ${name}`)?.[0] ?? 0
}

/** SQLite's primary result codes that are reported to a person. */
const reasons: Record<number, ['read_only' | 'corrupted' | 'disk_full' | 'busy', string]> = {
  5: ['busy', 'is in use'],
  8: ['read_only', 'cannot be written'],
  11: ['corrupted', 'is damaged'],
  13: ['disk_full', 'no longer fits on the disk'],
  14: ['read_only', 'cannot be opened or created'],
  26: ['corrupted', 'is not a database file'],
}

/** The primary result code of an SQLite error; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

/** Whether there is no room: the disk is full (SQLITE_FULL), or a quota or limit is reached (SQLITE_IOERR_WRITE). */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 13 || error.errcode === 778)
}

/** Turns an error of SQLite or of the file system into one for a person. */
export function toReadableError(error: unknown, file: string): LocalMongoError {
  if (error instanceof LocalMongoError) return error
  const found = isDiskFull(error) ? reasons[13] : (reasons[sqliteCode(error) ?? 0] ?? fileReason(error))
  const message = error instanceof Error ? error.message : String(error)
  if (!found) return new LocalMongoError('failed', `The data file ${file} cannot be used: ${message}`, { cause: error })
  return new LocalMongoError(found[0], `The data file ${file} ${found[1]} (${message})`, { cause: error })
}

function fileReason(error: unknown): (typeof reasons)[number] | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return ['read_only', 'cannot be written']
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
    ? ['disk_full', 'no longer fits on the disk']
    : undefined
}
