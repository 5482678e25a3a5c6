import { randomUUID } from 'node:crypto'
import type { App } from '../app.ts'
import { announceServer, dismissServer, LIVE_MS, requiredMigration } from './collection.ts'
import { refuseNewerData } from './migrate.ts'
import { migrationsOf } from './migration.ts'

export type LiveServer = {
  /** Takes the server off the list. */
  leave(): Promise<void>
}

/**
 * Adds a starting server to the list of running ones, so that no migration that it lacks runs at the same time. Throws StartError
 * if one has just run. `onOutdated` is called if one runs later, because this server could not report for a minute. A command
 * joins with its name.
 */
export async function joinLiveServers(app: App, onOutdated: () => void, command?: string): Promise<LiveServer> {
  const id = randomUUID()
  const migrations = migrationsOf(app.features)
  await announceServer(app, id, migrations.length, command)
  try {
    await refuseNewerData(app, migrations)
  } catch (error) {
    await dismissServer(app, id)
    throw error
  }
  const timer = setInterval(() => {
    announce().catch((error: unknown) => app.log.warn({ err: error }, 'the server could not report that it is running'))
  }, LIVE_MS / 4)
  timer.unref()
  async function announce(): Promise<void> {
    await announceServer(app, id, migrations.length, command)
    if ((await requiredMigration(app)) > migrations.length) onOutdated()
  }
  return {
    async leave() {
      clearInterval(timer)
      await dismissServer(app, id)
    },
  }
}
