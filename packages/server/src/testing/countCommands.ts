import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Document } from 'mongodb'
import type { App } from '../platform/app.ts'
import { awaitLateWrites } from '../platform/db/lateWrites.ts'
import { awaitSecurityEvents } from '../platform/security/record.ts'

/** What requests did at the database, each by the command's name and the collection. */
type DatabaseUse = {
  commands: string[]
  /** The commands among them that changed at least one document. */
  changes: string[]
}

/** The request to which a command belongs: background work has none. */
const requests = new AsyncLocalStorage<object>()
let current: DatabaseUse | undefined

subscribe('http.server.request.start', () => {
  if (current) requests.enterWith(current)
})

const watched = new WeakSet<App>()

/**
 * The database commands that the requests of `work` send, including late writes, and no others of this
 * process.
 */
export async function watchRequests(app: App, work: () => Promise<unknown>): Promise<DatabaseUse> {
  if (!watched.has(app)) {
    watched.add(app)
    watchCommands(app)
  }
  const use: DatabaseUse = { commands: [], changes: [] }
  current = use
  try {
    await work()
    await awaitSecurityEvents(app)
    await awaitLateWrites(app)
  } finally {
    current = undefined
  }
  return use
}

function watchCommands({ db: { client } }: App): void {
  const underWay = new Map<number, { command: string; use: DatabaseUse }>()
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    const request = requests.getStore()
    if (!current || request !== current) return
    const sent = `${commandName} ${command[commandName]}`
    current.commands.push(sent)
    underWay.set(requestId, { command: sent, use: current })
  })
  client.on('commandSucceeded', ({ requestId, reply }) => {
    const sent = underWay.get(requestId)
    underWay.delete(requestId)
    if (sent && hasChanged(sent.command, reply as Document)) sent.use.changes.push(sent.command)
  })
  client.on('commandFailed', ({ requestId }) => underWay.delete(requestId))
}

function hasChanged(command: string, { n, nModified, upserted, lastErrorObject }: Document): boolean {
  if (/^(insert|delete) /.test(command)) return n > 0
  if (command.startsWith('update ')) return nModified > 0 || upserted?.length > 0
  return command.startsWith('findAndModify ') && lastErrorObject?.n > 0
}

/** The database commands of the requests of `work`, see `watchRequests`. */
export async function countCommands(app: App, work: () => Promise<unknown>): Promise<string[]> {
  return (await watchRequests(app, work)).commands
}
