import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { App } from '../platform/app.ts'
import { awaitLateWrites } from '../platform/db/lateWrites.ts'
import { awaitSecurityEvents } from '../platform/security/record.ts'

/** The request to which a command belongs: background work has none. */
const requests = new AsyncLocalStorage<object>()
let current: { commands: string[] } | undefined

subscribe('http.server.request.start', () => {
  if (current) requests.enterWith(current)
})

const watched = new WeakSet<App>()

/**
 * The database commands, by name and collection, that the requests of `work` send, including late writes, and no others of this
 * process.
 */
export async function countCommands(app: App, work: () => Promise<unknown>): Promise<string[]> {
  if (!watched.has(app)) {
    watched.add(app)
    app.db.client.on('commandStarted', ({ commandName, command }) => {
      const request = requests.getStore()
      if (request && request === current) current.commands.push(`${commandName} ${command[commandName]}`)
    })
  }
  const counted = { commands: [] as string[] }
  current = counted
  try {
    await work()
    await awaitSecurityEvents(app)
    await awaitLateWrites(app)
  } finally {
    current = undefined
  }
  return counted.commands
}
