import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { type HeldLease, holdLease } from '../db/lease.ts'
import { StartError } from '../db/startError.ts'
import {
  findOlderServers,
  finishedMigrations,
  migrationStates,
  requiredMigration,
  requireMigration,
} from './collection.ts'
import { type Migration, requiredOf } from './migration.ts'

export type MigrateOptions = {
  /** In order; see `migrationsOf`. */
  migrations: readonly Migration[]
  /** Backs the database up before anything is changed, and returns where; null if only the operator can. */
  backUp: (() => Promise<string>) | null
}

/** Longer than any step takes: a process that was silent for this long has died, and another one continues. */
const LEASE_MS = 20_000
const WAIT_MS = 500

/** Refuses data that a newer version has changed in a way that this one does not support. Throws StartError. */
export async function refuseNewerData(app: App, migrations: readonly Migration[]): Promise<void> {
  const required = await requiredMigration(app)
  if (required <= migrations.length) return
  const { about = 'unknown' } = (await migrationStates(app).findOne({ _id: required, provider: '*' })) ?? {}
  throw new StartError(
    `A newer version has changed this shop's data (migration ${required}: ${about}), and this version only contains ${migrations.length}. Start the newer version, or restore the backup that was made before.`,
  )
}

/**
 * Runs the migrations that the data has not had yet, one after the other; in an empty database there is nothing to change. Of
 * several servers that start at once one runs them, and the others wait. A server that dies leaves the rest to the next one.
 * Throws StartError with one sentence for the operator.
 */
export async function migrate(app: App, { migrations, backUp }: MigrateOptions): Promise<void> {
  while ((await findPending(app, migrations)).length > 0) {
    const lease = await holdLease(app, 'migrations', LEASE_MS)
    if (!lease) {
      await sleep(WAIT_MS)
      continue
    }
    try {
      // Again: another server may have run them before the lease was free.
      const pending = await findPending(app, migrations)
      if (await isEmpty(app)) await finishAll(app, pending)
      else if (pending.length > 0) await runAll(app, pending, { lease, backUp })
    } finally {
      await lease.release()
    }
  }
}

async function findPending(app: App, migrations: readonly Migration[]): Promise<Migration[]> {
  const finished = await finishedMigrations(app)
  return migrations.filter(({ number }) => !finished.has(number))
}

async function isEmpty(app: App): Promise<boolean> {
  return (await app.db.collection<{ provider: string }>('providers').findOne({})) === null
}

async function finishAll(app: App, migrations: readonly Migration[]): Promise<void> {
  const now = app.clock()
  for (const { number, about } of migrations) {
    const done = { about, cursor: null, started: now, finished: now }
    await migrationStates(app).updateOne({ _id: number, provider: '*' }, { $set: done }, { upsert: true })
  }
}

type Run = { lease: HeldLease; backUp: MigrateOptions['backUp'] }

async function runAll(app: App, pending: readonly Migration[], { lease, backUp }: Run): Promise<void> {
  await requireBackup(app, pending, backUp)
  for (const migration of pending) {
    await refuseOlderServers(app, migration)
    await run(app, migration, lease)
  }
}

/** Nothing is backed up a second time when a migration continues after a crash. */
async function requireBackup(app: App, pending: readonly Migration[], backUp: Run['backUp']): Promise<void> {
  const last = pending.at(-1)?.number ?? 0
  const unfinished = await migrationStates(app).findOne({ provider: '*', finished: { $exists: false } })
  if (unfinished) return
  if (backUp) {
    app.log.info({ backup: await backUp() }, 'the data was backed up before it is changed')
    return
  }
  if (app.env.backupMade === last) return
  const changes = pending.map(({ number, about }) => `${number}: ${about}`).join('; ')
  throw new StartError(
    `This version changes the shop's data (${changes}). Back up the database at MONGODB_URL, then start once with BACKUP_MADE=${last}.`,
  )
}

async function refuseOlderServers(app: App, migration: Migration): Promise<void> {
  const required = requiredOf(migration)
  if (required === 0) return
  const before = await requiredMigration(app)
  // First of all: an older server that starts now is refused.
  if (before < required) await requireMigration(app, required)
  const older = await findOlderServers(app, required)
  if (older.length === 0) return
  await requireMigration(app, before)
  throw new StartError(
    `Migration ${migration.number} (${migration.about}) cannot run at the same time as an older version, of which ${older.length} ${older.length === 1 ? 'process is' : 'processes are'} running: ${older.join(', ')}. Stop each server and wait until each command has ended, then start this one again; a process that died counts as running for a minute.`,
  )
}

async function run(app: App, { number, about, step }: Migration, lease: HeldLease): Promise<void> {
  const key = { _id: number, provider: '*' as const }
  const begin = { about, cursor: null, started: app.clock() }
  await migrationStates(app).updateOne(key, { $setOnInsert: begin }, { upsert: true })
  app.log.info({ migration: number, about }, 'changing the data')
  let cursor = (await migrationStates(app).findOne(key))?.cursor ?? null
  let steps = 0
  do {
    await lease.renew()
    cursor = await step(app, cursor)
    steps += 1
    await migrationStates(app).updateOne(key, { $set: { cursor } })
  } while (cursor !== null)
  await lease.renew()
  await migrationStates(app).updateOne(key, { $set: { finished: app.clock() } })
  app.log.info({ migration: number, about, steps }, 'the data was changed')
}
