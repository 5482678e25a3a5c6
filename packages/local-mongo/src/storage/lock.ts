import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteCode, toReadableError } from './store.ts'

/** The file in the folder that is locked. */
export const LOCK_FILE = 'owner.lock'
const sqliteBusy = 5

/**
 * Makes this process the only one that serves a folder; undefined if another one does. The lock is SQLite's on a separate file,
 * so the operating system releases it when its holder dies, and the data file stays open for backups.
 */
export function takeLock(folder: string): { release(): void } | undefined {
  const file = join(folder, LOCK_FILE)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout: 0 })
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    const locked = db
    return { release: () => locked.close() }
  } catch (error) {
    db?.close()
    if (sqliteCode(error) === sqliteBusy) return undefined
    throw toReadableError(error, file)
  }
}
