import type { App } from '../app.ts'
import { firstImplausibleTime } from '../clockChange.ts'
import type { Collection } from '../feature.ts'

/** The progress of a migration. Stored forever, as the history of the data. */
export type MigrationState = {
  /** The migration's number. */
  _id: number
  provider: '*'
  about: string
  /** Where the next step continues; null before the first one. */
  cursor: string | null
  started: Date
  /** Missing while it runs. */
  finished?: Date
}

/** Which servers may use the data: those that contain at least this migration. */
type DataFormat = { _id: 'format'; provider: '*'; required: number }

/** A running server, worker or command, and the last migration that it contains. */
type LiveServer = { _id: string; provider: '*'; knows: number; expires: Date; command?: string }

export const migrationCollections: Collection[] = [
  { name: 'migrations', isImpersonal: true, indexes: [] },
  { name: 'servers', isImpersonal: true, indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
]

export const migrationStates = (app: App) => app.db.collection<MigrationState>('migrations')
const formats = (app: App) => app.db.collection<DataFormat>('server')
const servers = (app: App) => app.db.collection<LiveServer>('servers')

export async function finishedMigrations(app: App): Promise<Set<number>> {
  const finished = await migrationStates(app)
    .find({ provider: '*', finished: { $exists: true } })
    .toArray()
  return new Set(finished.map(({ _id }) => _id))
}

/** The migration that a server must contain to use the data; 0 if any server may. */
export async function requiredMigration(app: App): Promise<number> {
  return (await formats(app).findOne({ _id: 'format', provider: '*' }))?.required ?? 0
}

export async function requireMigration(app: App, required: number): Promise<void> {
  await formats(app).updateOne({ _id: 'format', provider: '*' }, { $set: { required } }, { upsert: true })
}

/** A server that has not reported for this long counts as stopped. */
export const LIVE_MS = 60_000

/** `command` is the name of the command that it is; a server has none. */
export async function announceServer(app: App, id: string, knows: number, command?: string): Promise<void> {
  const expires = new Date(app.clock().getTime() + LIVE_MS)
  const entry = { knows, expires, ...(command !== undefined && { command }) }
  await servers(app).updateOne({ _id: id, provider: '*' }, { $set: entry }, { upsert: true })
}

export async function dismissServer(app: App, id: string): Promise<void> {
  await servers(app).deleteOne({ _id: id, provider: '*' })
}

function liveServers(app: App): Promise<LiveServer[]> {
  return servers(app)
    .find({ provider: '*', expires: { $gt: app.clock(), $lte: firstImplausibleTime(app.clock(), LIVE_MS) } })
    .toArray()
}

/** How many servers have reported within the last minute. */
export async function countServers(app: App): Promise<number> {
  return (await liveServers(app)).filter(({ command }) => command === undefined).length
}

/** The running servers and commands that lack a migration, each as people call it. */
export async function findOlderServers(app: App, migration: number): Promise<string[]> {
  const older = (await liveServers(app)).filter(({ knows }) => knows < migration)
  return older.map(({ command }) => (command === undefined ? 'a server' : `./portraitkit ${command}`))
}
