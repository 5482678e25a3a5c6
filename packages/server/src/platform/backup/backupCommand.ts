import { resolve } from 'node:path'
import type { App } from '../app.ts'
import { CommandError, runCommand } from '../command.ts'
import { RETENTION_DAYS } from '../deletions/collection.ts'
import { sizeText } from '../quantities.ts'
import { type BackupReport, backupShop } from './backupShop.ts'
import { pruneSnapshots } from './pruneSnapshots.ts'
import { BackupError, withBackupFolder } from './snapshots.ts'
import { damageText } from './texts.ts'
import { type Verification, verifyByRestore, verifyQuickly } from './verifySnapshot.ts'

const USAGE = `Usage: ./portraitkit backup <folder>

Writes a snapshot of the whole shop into a folder, while the shop is open: the database, every picture, the versions of the
widgets, the journal of deletions and the server's secret. The content of earlier snapshots there is neither copied nor read again.
A snapshot is written completely or not at all; if a backup was killed, run it again.

  --verify        restores the snapshot into an empty place in that folder, opens its database, compares every byte, and removes it
                  again; by default the structure, the sizes and the content of some pictures are checked
  --keep <days>   afterwards removes older snapshots, and the pictures that only they contain

The folder contains data of children and customers, and the secret: keep it encrypted, where only you can read it. With SECRET
the secret is not in it, and with MONGODB_URL neither is the database: back that up first with mongodump --oplog, or your
service's own backups. Deletions are recorded for ${RETENTION_DAYS} days: keep no snapshot longer.

Exit code: 0 on success, 1 on failure or damage, 2 if the command line is invalid.`

const OPTIONS = { verify: { type: 'boolean' }, keep: { type: 'string' } } as const

const DAY_MS = 24 * 60 * 60_000

/** `./portraitkit backup`. Returns the exit code, see USAGE. */
export function backupCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [folder, ...more] = positionals
    if (!folder || more.length > 0) throw new CommandError('Name one folder', 2)
    const keepDays = values.keep === undefined ? null : readDays(values.keep)
    const backup = resolve(folder)
    try {
      return await withBackupFolder(backup, async () => {
        const report = await backupShop(app, backup)
        for (const line of reportLines(report)) console.log(line)
        const verification = await (values.verify ? verifyByRestore : verifyQuickly)(backup, report.snapshot)
        const code = showVerification(verification, values.verify ?? false)
        if (code === 0 && keepDays !== null) {
          const oldest = new Date(app.clock().getTime() - keepDays * DAY_MS)
          const { snapshots, files } = await pruneSnapshots(backup, oldest)
          console.log(`Removed ${snapshots} older snapshots and ${files} files that no other contains.`)
        }
        return code
      })
    } catch (error) {
      throw error instanceof BackupError ? new CommandError(error.message, 1) : error
    }
  })
}

function readDays(typed: string): number {
  if (!/^[1-9]\d{0,2}$/.test(typed) || Number(typed) > RETENTION_DAYS) {
    throw new CommandError(`--keep is a number of days from 1 to ${RETENTION_DAYS}`, 2)
  }
  return Number(typed)
}

function reportLines({ snapshot: { folder, manifest }, blobs, deletions }: BackupReport): string[] {
  const { database, secret, widgets } = manifest
  return [
    folder,
    database
      ? `  database   ${database.documents} documents in ${database.collections} collections`
      : '  database   not included: MONGODB_URL is backed up by MongoDB’s own tools, such as mongodump --oplog',
    `  pictures   ${blobs.count} files (${sizeText(blobs.bytes)}), ${blobs.copied} of them new (${sizeText(blobs.copiedBytes)})`,
    secret ? '  secret     in it' : '  secret     not included: keep the one in SECRET elsewhere',
    `  widgets    ${widgets ? widgets.versions.join(' ') : 'none'}`,
    `  deletions  ${deletions} recorded`,
  ]
}

function showVerification({ checked, hashed, damaged }: Verification, isRestored: boolean): number {
  for (const each of damaged) console.error(damageText(each))
  if (damaged.length > 0) {
    console.error(
      'The backup is damaged. Remove the damaged files, and run it again: it copies them and the missing ones.',
    )
    return 1
  }
  console.log(
    isRestored
      ? `Verified by a restore: the database was opened, and all ${checked} files are as they were backed up.`
      : `Verified: ${checked} files are there, and ${hashed} of them were read again. --verify restores everything.`,
  )
  return 0
}
