import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { backup } from '@portraitkit/local-mongo/backup.ts'
import { LocalMongoError } from '@portraitkit/local-mongo/errors.ts'
import type { App } from '../app.ts'
import { PRIVATE_FILE } from '../privateFiles.ts'
import { BackupError, DATABASE_FILE, fingerprint, type Manifest, withBackupFolder, writeSnapshot } from './snapshots.ts'

/**
 * Writes a snapshot of the local database alone into a backup folder while servers keep running, for whoever is about to change
 * stored data. Returns the folder of the snapshot. Not for a MongoDB, which its own tools back up. `./portraitkit restore` reads
 * it. Throws BackupError.
 */
export async function backupDatabase({ env, clock }: Pick<App, 'env' | 'clock'>, folder: string): Promise<string> {
  if (env.mongodbUrl) throw new BackupError('The database at MONGODB_URL is backed up by MongoDB’s own tools')
  return withBackupFolder(folder, async () => {
    const written = await writeSnapshot(folder, clock(), async (partial) => ({
      database: await copyDatabase(env.dataDir, partial),
      blobs: null,
      secret: false,
      widgets: null,
    }))
    return written.folder
  })
}

/** Writes a consistent copy of the local database of a data folder into a folder. Throws BackupError. */
export async function copyDatabase(dataDir: string, folder: string): Promise<NonNullable<Manifest['database']>> {
  const file = join(folder, DATABASE_FILE)
  try {
    const { collections, documents } = await backup(join(dataDir, 'db'), file)
    await chmod(file, PRIVATE_FILE)
    return { ...(await fingerprint(file)), collections, documents }
  } catch (cause) {
    throw cause instanceof LocalMongoError ? new BackupError(cause.message, { cause }) : cause
  }
}
