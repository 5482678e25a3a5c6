import type { UpdateFilter } from 'mongodb'
import type { App } from '../app.ts'
import { CancelledTask, LostTask, type TaskKind, type TaskRun } from '../taskKind.ts'
import { LEASE_MS, leaseEnd } from './claim.ts'
import { type StoredTask, tasksOf } from './collection.ts'

/** A task that this process has claimed, with its lease renewed until it is closed. */
export type TaskClaim = {
  readonly run: TaskRun
  /** Claims since it last made progress, this one included. */
  tries(): number
  /** Aborts the run. */
  abort(reason: Error): void
  /** Ends the claim with the last write. Throws LostTask if another process has taken the task over. */
  close(update: UpdateFilter<StoredTask>): Promise<void>
}

/** A heartbeat may fail three times before the lease ends. */
const HEARTBEAT_MS = LEASE_MS / 4
const PROGRESS_MS = 1000
const LOG_LINES = 200

/** Renews the lease of a claimed task, and notices when it is cancelled or was taken over. */
export function holdTask(app: App, kind: TaskKind, task: StoredTask): TaskClaim {
  const { _id, provider, fence } = task
  const aborting = new AbortController()
  const tasks = tasksOf(app, provider)
  let lease = task.due ?? app.clock()
  let progress: StoredTask['progress']
  let stored = 0
  let { tries } = task

  async function write(update: UpdateFilter<StoredTask>): Promise<void> {
    const due = leaseEnd(app)
    const change = { ...update, $set: { ...update.$set, due, ...(progress && { progress }) } }
    const found = await tasks.findOneAndUpdate({ _id, fence, state: 'running' }, change as UpdateFilter<StoredTask>, {
      projection: { isCancelRequested: 1 },
    })
    if (!found) throw lose()
    lease = due
    if (found.isCancelRequested) aborting.abort(new CancelledTask(`Task ${_id} was cancelled`))
  }

  function lose(): LostTask {
    clearInterval(beat)
    const lost = new LostTask(`Another process has taken over task ${_id}`)
    aborting.abort(lost)
    return lost
  }

  const beat = setInterval(() => {
    write({}).catch((error: unknown) => {
      if (error instanceof LostTask) return
      app.log.warn({ task: _id, err: error }, 'the lease of a task could not be renewed')
      if (app.clock() > lease) lose()
    })
  }, HEARTBEAT_MS)

  return {
    run: {
      id: _id,
      provider,
      requested: task.created,
      input: task.input,
      resumeFrom: kind.checkpoint?.safeParse(task.checkpoint).data ?? null,
      signal: aborting.signal,
      async progress(done, total) {
        progress = { done, total }
        const now = app.clock().getTime()
        if (now - stored < PROGRESS_MS && done < total) return
        stored = now
        await write({})
      },
      log: (line) => write({ $push: { log: { $each: [{ time: app.clock(), line }], $slice: -LOG_LINES } } }),
      async checkpoint(checkpoint) {
        await write({ $set: { checkpoint, tries: 0 } })
        tries = 0
      },
      forgetSoon: () => write({ $set: { forget: true } }),
    },
    tries: () => tries,
    abort: (reason) => aborting.abort(reason),
    async close(update) {
      clearInterval(beat)
      const change = { ...update, $set: { ...update.$set, ...(progress && { progress }) } }
      const { matchedCount } = await tasks.updateOne(
        { _id, fence, state: 'running' },
        change as UpdateFilter<StoredTask>,
      )
      if (matchedCount === 0) throw lose()
    },
  }
}
