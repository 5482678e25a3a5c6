import { join } from 'node:path'
import type { MongoClient } from 'mongodb'
import { type Logger, pino } from 'pino'
import { features } from './features.ts'
import { imageSeconds } from './imaging/derivatives/imageMetric.ts'
import type { App } from './platform/app.ts'
import { backupDatabase } from './platform/backup/backupDatabase.ts'
import { createFolderBlobs } from './platform/blobs/folder.ts'
import { platformCollections } from './platform/collection.ts'
import { prepareDataFolder, prepareJournal, readSecret, refuseUnfinishedRestore } from './platform/dataFolder.ts'
import { type Database, openDatabase } from './platform/db/connect.ts'
import { makeIndexes } from './platform/db/indexes.ts'
import { awaitLateWrites } from './platform/db/lateWrites.ts'
import type { Env } from './platform/env.ts'
import { createMailQueue } from './platform/mail/queue.ts'
import { measureDatabase } from './platform/metrics/databaseMetrics.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { platformMetrics } from './platform/metrics/platformMetrics.ts'
import { migrate, refuseNewerData } from './platform/migrations/migrate.ts'
import { migrationsOf } from './platform/migrations/migration.ts'
import { createSecrets } from './platform/secrets.ts'
import { awaitSecurityEvents } from './platform/security/record.ts'
import { noTraces, type Traces } from './platform/traces/traces.ts'

export type OpenApp = {
  app: App
  /** The kind of database in use: the server's own local one or a MongoDB. */
  database: Database['kind']
  close(): Promise<void>
}

/**
 * Everything but HTTP: data folder, secret, an up-to-date database with its indexes, blobs. For commands, the demo world and the
 * server itself. `clock` is for tests; a data folder with an unfinished restore is refused, except to that restore. Throws
 * StartError with one sentence for the person at the terminal.
 */
export async function openApp(env: Env, options: { clock?: () => Date; isRestoring?: boolean } = {}): Promise<OpenApp> {
  if (!options.isRestoring) refuseUnfinishedRestore(env)
  prepareDataFolder(env)
  prepareJournal(env)
  const secrets = createSecrets(readSecret(env))
  const log = createLog(env)
  const clock = options.clock ?? (() => new Date())
  const database = await openDatabase(env, log)
  try {
    const { db } = database
    const blobs = createFolderBlobs(join(env.dataDir, 'blobs'))
    const metrics = createMetrics([
      ...platformMetrics,
      imageSeconds,
      ...features.flatMap((feature) => feature.metrics ?? []),
    ])
    measureDatabase(db.client, metrics)
    const mail = createMailQueue(db, clock)
    const traces = await openTracesOf(env, db.client)
    const app: App = { env, db, blobs, secrets, mail, log, metrics, traces, features, clock }
    const migrations = migrationsOf(features)
    await refuseNewerData(app, migrations)
    await makeIndexes(db, [...platformCollections, ...features.flatMap((feature) => feature.collections ?? [])])
    await migrate(app, {
      migrations,
      backUp: database.kind === 'local' ? () => backupDatabase(app, join(env.dataDir, 'backups')) : null,
    })
    return {
      app,
      database: database.kind,
      async close() {
        await awaitSecurityEvents(app)
        await awaitLateWrites(app)
        await traces.close().catch((error: unknown) => log.warn({ err: error }, 'the last traces were not sent'))
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openTracesOf({ tracesUrl }: Env, client: MongoClient): Promise<Traces> {
  if (!tracesUrl) return noTraces
  const { openTraces } = await import('./platform/traces/openTelemetry.ts')
  return openTraces(tracesUrl, client)
}

/** Secrets that must never appear in a log, wherever they turn up. */
const SECRET_PATHS = ['password', 'code', 'token', 'authorization', 'cookie', 'email'].flatMap((name) => [
  name,
  `*.${name}`,
])

function createLog(env: Env): Logger {
  return pino({
    level: env.logLevel,
    redact: { paths: SECRET_PATHS, remove: true },
    base: { process: process.pid },
  })
}
