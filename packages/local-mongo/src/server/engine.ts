import { checkOptions } from '../commands/call.ts'
import { createCursors } from '../commands/cursors.ts'
import { commandOf } from '../commands/registry.ts'
import type { Request } from '../protocol/wire.ts'
import { createRetries } from '../storage/retries.ts'
import type { Store } from '../storage/store.ts'
import { failure } from './failure.ts'
import { createRunner, type Task } from './runner.ts'
import { startUpkeep } from './upkeep.ts'

export type Engine = ReturnType<typeof createEngine>

export interface EngineOptions {
  /** The address of the server. */
  readonly address: string
  readonly log: (line: string) => void
  /** Interval of the expiry by TTL indexes, in milliseconds; MongoDB's own interval by default. */
  readonly expiryInterval?: number | undefined
}

/**
 * Runs commands in groups: all that arrived in one turn of the event loop. Reads are answered at once, from committed data.
 * Writes share one transaction, with a savepoint each, and are answered when it is on disk.
 */
export function createEngine(store: Store, { address, log, expiryInterval = 60_000 }: EngineOptions) {
  const cursors = createCursors()
  const retries = createRetries(store.sql)
  const runner = createRunner({ store, retries, cursors, address, log })
  let waiting: Task[] = []

  const submit = (request: Request, done: (reply: Buffer) => void): void => {
    try {
      const command = commandOf(request)
      checkOptions(request, command)
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ request, command, done })
    } catch (error) {
      const reply = failure(error, log)
      setImmediate(() => done(reply))
    }
  }

  const flush = (): void => {
    const tasks = waiting
    if (tasks.length === 0) return
    waiting = []
    store.followOthers()
    for (const task of tasks) if (task.command.kind === 'read') runner.read(task)
    const writes = tasks.filter((task) => task.command.kind === 'write')
    if (writes.length > 0) runner.commit(writes)
  }

  const stopUpkeep = startUpkeep({
    store,
    retries,
    cursors,
    interval: expiryInterval,
    onError: (error) => void failure(error, log),
  })
  return {
    submit,
    /** Finishes the received commands; no more may arrive. */
    stop(): void {
      flush()
      stopUpkeep()
    },
  }
}
