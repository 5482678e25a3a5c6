import { type Command, countOption } from '../commands/call.ts'
import type { Cursors } from '../commands/cursors.ts'
import { okReply } from '../protocol/reply.ts'
import { databaseOf, type Request } from '../protocol/wire.ts'
import type { Retries } from '../storage/retries.ts'
import { type Store, sqliteCode } from '../storage/store.ts'
import { failure } from './failure.ts'

/** A command to be run, and the callback for its reply. */
export interface Task {
  readonly request: Request
  readonly command: Command
  readonly done: (reply: Buffer) => void
}

interface RunnerOptions {
  readonly store: Store
  readonly retries: Retries
  readonly cursors: Cursors
  readonly address: string
  readonly log: (line: string) => void
}

/** Runs commands and replies to each: a failed command too gets a reply. */
export function createRunner({ store, retries, cursors, address, log }: RunnerOptions) {
  const execute = ({ request, command }: Task): Buffer => {
    const limit = countOption(request.body, 'maxTimeMS')
    store.current.deadline = limit ? Date.now() + limit : Number.POSITIVE_INFINITY
    return okReply(command.run({ request, db: databaseOf(request), store, cursors, address }))
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

  return {
    read(task: Task): void {
      let reply: Buffer
      try {
        reply = execute(task)
      } catch (error) {
        reply = failure(error, log)
      }
      task.done(reply)
    },

    /** Runs writes in one transaction, and replies when it is on disk. */
    commit(tasks: readonly Task[]): void {
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
    },
  }
}
