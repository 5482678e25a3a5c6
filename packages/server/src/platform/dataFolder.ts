import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from './db/startError.ts'
import type { Env } from './env.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './privateFiles.ts'

/** The journal of deletions in a data folder: what was deleted must be known even if the database is lost. */
export const JOURNAL_FOLDER = 'deletions'

/** Creates the journal even if nothing was deleted yet, so that a restore can distinguish that from a lost journal. */
export function prepareJournal({ dataDir }: Env): void {
  makeFolder(join(dataDir, JOURNAL_FOLDER))
}

/** Is in a data folder while `./portraitkit restore` replaces its content. */
export const RESTORE_MARKER = 'restore-unfinished'

/** Refuses data that is only partly restored, or still contains what was deleted. Throws StartError. */
export function refuseUnfinishedRestore({ dataDir }: Env): void {
  if (!existsSync(join(dataDir, RESTORE_MARKER))) return
  throw new StartError(`A restore into ${dataDir} is in progress or was interrupted: wait, or run it again.`)
}

/** Creates the data folder if it is missing. Throws StartError if nothing can be written to it. */
export function prepareDataFolder(env: Env): void {
  try {
    makeFolder(env.dataDir)
    const probe = join(env.dataDir, '.writable')
    writeFileSync(probe, '', { mode: PRIVATE_FILE })
  } catch (cause) {
    throw new StartError(
      `The data folder ${env.dataDir} cannot be written to (${(cause as NodeJS.ErrnoException).code}): choose another with DATA_DIR.`,
      { cause },
    )
  }
}

/**
 * Creates one level after the other: Node's own recursion never ends on file systems that refuse a folder as if its parent were
 * missing.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER })
  } catch (error) {
    // Another process has just created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * The secret for sessions, signed addresses and stored keys: SECRET, or otherwise one that is generated at the first start and
 * kept.
 */
export function readSecret(env: Env): string {
  if (env.secret) return env.secret
  const file = join(env.dataDir, 'secret')
  const secret = readOrStore(file, randomBytes(32).toString('base64url'), 'The secret')
  if (secret.length < 32) throw new StartError(`The secret in ${file} is too short: restore it, or remove the file.`)
  return secret
}

/** The id of the data folder, which is generated once: whatever the machine is called, it is the one with this data. */
export function readDataId({ dataDir }: Env): string {
  const file = join(dataDir, 'data-id')
  const id = readOrStore(file, randomUUID(), 'The id of the data')
  if (id.length < 36) throw new StartError(`The id of the data in ${file} is too short: remove the file.`)
  return id
}

/** The content of a file, which is stored at the first time. Of two processes that start at once, both get that of the first. */
function readOrStore(file: string, content: string, what: string): string {
  try {
    writeFileSync(file, `${content}\n`, { mode: PRIVATE_FILE, flag: 'wx' })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'EEXIST') {
      throw new StartError(`${what} cannot be written to ${file} (${code}): choose a different folder with DATA_DIR.`, {
        cause,
      })
    }
  }
  return readFileSync(file, 'utf8').trim()
}
