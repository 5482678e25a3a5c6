import type { UpdateFilter } from 'mongodb'
import type { App } from '../app.ts'
import { CancelledTask, FinalTaskError, InterruptedTask, LostTask, type TaskKind, taskKindsOf } from '../taskKind.ts'
import type { StoredTask } from './collection.ts'
import { holdTask, type TaskClaim } from './taskClaim.ts'

/** How often a task is tried without any progress, and the waits between: half a minute, doubled each time. */
const MAX_TRIES = 5
const BACKOFF_MS = 30_000
/** The longest wait before an attempt, in milliseconds. */
export const MAX_WAIT_MS = BACKOFF_MS * 2 ** (MAX_TRIES - 2)

/** A task that runs in this process. */
export type RunningTask = {
  readonly task: StoredTask
  /** Ends a run whose task has just been cancelled, without waiting for its next write. */
  cancel(): void
  /** Asks the run to end, and leaves the task to another process. */
  interrupt(): void
  /** Leaves the task to another process at once, whether the run has ended or not. */
  release(): Promise<void>
  /** Resolves when the run has ended and its outcome is stored; it never rejects. */
  readonly ended: Promise<void>
}

type Outcome = UpdateFilter<StoredTask>

/** Runs a claimed task and stores how it ends. */
export function startTask(app: App, task: StoredTask): RunningTask {
  const kind = taskKindsOf(app).get(task.kind)
  if (!kind) throw new Error(`No feature declares the task ${task.kind}`)
  const claim = holdTask(app, kind, task)
  const ended = attempt(app, kind, task, claim)
    .then((outcome) => claim.close(outcome))
    .catch((error: unknown) => {
      // Whatever it is, the lease ends and the task is run again.
      if (error instanceof LostTask) app.log.warn({ task: task._id, kind: kind.name }, error.message)
      else app.log.error({ task: task._id, kind: kind.name, err: error }, 'the outcome of a task could not be stored')
    })
  return {
    task,
    ended,
    cancel: () => claim.abort(new CancelledTask(`Task ${task._id} was cancelled`)),
    interrupt: () => claim.abort(new InterruptedTask('The process stops')),
    async release() {
      // An unreachable database, or a run that has just ended, costs no more than a lease that runs out.
      await claim.close(interruption(app, claim)).catch(() => undefined)
    },
  }
}

/** Runs the task once. Throws LostTask if another process has taken it over. */
async function attempt(app: App, kind: TaskKind, task: StoredTask, claim: TaskClaim): Promise<Outcome> {
  if (task.isCancelRequested) return end(app, { state: 'cancelled' })
  if (task.tries > MAX_TRIES) {
    return end(app, { state: 'failed', reason: `Its process ended ${MAX_TRIES} times without any progress` })
  }
  try {
    const input = kind.input.parse(task.input)
    const result = await kind.run(app, { ...claim.run, input })
    return end(app, { state: 'done', result })
  } catch (error) {
    const reason: unknown = claim.run.signal.reason
    if (reason instanceof LostTask) throw reason
    if (reason instanceof CancelledTask) {
      const result = error instanceof CancelledTask ? error.result : undefined
      return end(app, { state: 'cancelled', ...(result !== undefined && { result }) })
    }
    if (reason instanceof InterruptedTask) return interruption(app, claim)
    return failure(app, task, claim, error as Error)
  }
}

function end(app: App, outcome: Pick<StoredTask, 'state' | 'result' | 'reason'>): Outcome {
  // The reason of an earlier attempt says nothing about how it ended.
  const reason = outcome.reason === undefined && { reason: '' as const }
  return { $set: { ...outcome, finished: app.clock() }, $unset: { due: '', ...reason } }
}

/** The next process begins at once, and the attempt does not count. */
function interruption(app: App, claim: TaskClaim): Outcome {
  return { $set: { state: 'waiting', due: app.clock(), tries: Math.max(0, claim.tries() - 1) } }
}

function failure(app: App, task: StoredTask, claim: TaskClaim, error: Error): Outcome {
  const isFinal = error instanceof FinalTaskError
  const tries = claim.tries()
  if (!isFinal) app.log.error({ task: task._id, kind: task.kind, tries, err: error }, 'a task failed')
  if (isFinal || tries >= MAX_TRIES) return end(app, { state: 'failed', reason: error.message })
  const due = new Date(app.clock().getTime() + BACKOFF_MS * 2 ** Math.max(0, tries - 1))
  return { $set: { state: 'waiting', due, reason: error.message } }
}
