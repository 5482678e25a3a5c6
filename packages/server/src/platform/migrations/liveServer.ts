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
 * Puts a server that starts on the list of those that run, so that no migration that it does not know runs at the same time.
 * Throws StartError if one just has. `onOutdated` is called if one does later, because this server could not be seen for a
 * minute.
 */
export async function joinLiveServers(app: App, onOutdated: () => void): Promise<LiveServer> {
  const id = randomUUID()
  const migrations = migrationsOf(app.features)
  await announceServer(app, id, migrations.length)
  try {
    await refuseNewerData(app, migrations)
  } catch (error) {
    await dismissServer(app, id)
    throw error
  }
  const timer = setInterval(() => {
    announce().catch((error: unknown) => app.log.warn({ err: error }, 'the server could not say that it runs'))
  }, LIVE_MS / 4)
  timer.unref()
  async function announce(): Promise<void> {
    await announceServer(app, id, migrations.length)
    if ((await requiredMigration(app)) > migrations.length) onOutdated()
  }
  return {
    async leave() {
      clearInterval(timer)
      await dismissServer(app, id)
    },
  }
}
