import { type Command, checkOptions, countOption } from '../commands/call.ts'
import { createCursors } from '../commands/cursors.ts'
import { commandOf } from '../commands/registry.ts'
import { CommandError } from '../errors.ts'
import { errorReply, okReply } from '../protocol/reply.ts'
import { databaseOf, type Request } from '../protocol/wire.ts'
import { expireDocuments } from '../storage/expiry.ts'
import { createRetries } from '../storage/retries.ts'
import { isDiskFull, type Store, sqliteCode } from '../storage/store.ts'

export type Engine = ReturnType<typeof createEngine>

interface Task {
  readonly request: Request
  readonly command: Command
  readonly done: (reply: Buffer) => void
}

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
    for (const task of tasks) if (task.command.kind === 'read') task.done(attempt(() => execute(task)))
    const writes = tasks.filter((task) => task.command.kind === 'write')
    if (writes.length > 0) commit(writes)
  }

  const execute = ({ request, command }: Task): Buffer => {
    const limit = countOption(request.body, 'maxTimeMS')
    store.current.deadline = limit ? Date.now() + limit : Number.POSITIVE_INFINITY
    return okReply(command.run({ request, db: databaseOf(request), store, cursors, address }))
  }

  const attempt = (run: () => Buffer): Buffer => {
    try {
      return run()
    } catch (error) {
      return failure(error, log)
    }
  }

  const write = (task: Task): Buffer => retries.once(task.request, () => execute(task))

  const executeWrite = (task: Task): Buffer => {
    try {
      return store.savepoint(() => write(task))
    } catch (error) {
      // A failure of SQLite itself, such as a full disk, ends the whole group.
      if (sqliteCode(error) !== undefined) throw error
      return failure(error, log)
    }
  }

  const commit = (tasks: readonly Task[]): void => {
    let replies: Buffer[]
    try {
      replies = store.transaction(() => {
        const [first] = tasks
        // A command alone in its group needs no savepoint: rolling it back rolls back the whole group.
        return first && tasks.length === 1 ? [write(first)] : tasks.map(executeWrite)
      })
    } catch (error) {
      // Nothing of the group is stored, so no command of it may be reported as successful.
      const reply = failure(error, log)
      replies = tasks.map(() => reply)
    }
    for (const [i, task] of tasks.entries()) task.done(replies[i] as Buffer)
  }

  let timer: NodeJS.Timeout
  const expire = (): void => {
    let isMore = false
    try {
      const now = Date.now()
      isMore = store.transaction(() => expireDocuments(store, now))
      store.transaction(() => retries.forget(now))
      cursors.closeIdle(now)
    } catch (error) {
      failure(error, log)
    }
    timer = setTimeout(expire, isMore ? 20 : expiryInterval)
  }

  timer = setTimeout(expire, expiryInterval)
  return {
    submit,
    /** Finishes the received commands; no more may arrive. */
    stop(): void {
      clearTimeout(timer)
      flush()
    },
  }
}

/** The reply to a failed command. An unexpected error is logged, and reported without its details. */
function failure(error: unknown, log: (line: string) => void): Buffer {
  if (error instanceof CommandError) return errorReply(error)
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log(`local database: ${text}`)
  if (isDiskFull(error)) return errorReply(new CommandError('OutOfDiskSpace', 'the disk is full: nothing was written'))
  const code = sqliteCode(error)
  const what =
    code === undefined ? 'failed unexpectedly; see its log' : `could not use its data file (SQLite code ${code})`
  return errorReply(new CommandError('InternalError', `the local database ${what}`))
}
