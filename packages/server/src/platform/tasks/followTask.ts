import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { claimOne, isProcessGone, releaseDead } from './claim.ts'
import { FINISHED_STATES, type StoredTask } from './collection.ts'
import { cancelTask, requireTask } from './queue.ts'
import { type RunningTask, startTask } from './runTask.ts'

export type FollowOptions = {
  /** Called with each state of the task that is seen. */
  onChange?: (task: StoredTask) => void
  /** Cancels the task. */
  signal?: AbortSignal
}

const POLL_MS = 500

/** Waits until a task is finished, and runs it in this process if no other one does. Returns the finished task. */
export async function followTask(app: App, { provider, _id }: StoredTask, options: FollowOptions): Promise<StoredTask> {
  const { onChange, signal } = options
  let running: RunningTask | undefined
  let isCancelled = false
  const aborted = signal && new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  for (;;) {
    const task = await requireTask(app, provider, _id)
    onChange?.(task)
    if (FINISHED_STATES.some((state) => state === task.state)) return task
    if (signal?.aborted && !isCancelled) {
      isCancelled = true
      await cancelTask(app, provider, _id)
      running?.cancel()
    }
    running ??= await startHere(app, task)
    const ended = running?.ended.then(() => {
      running = undefined
    })
    await Promise.race([sleep(POLL_MS), ended, isCancelled ? undefined : aborted].filter((one) => one !== undefined))
  }
}

async function startHere(app: App, task: StoredTask): Promise<RunningTask | undefined> {
  if (task.state === 'running' && isProcessGone(task.holder)) await releaseDead(app, task)
  const claimed = await claimOne(app, task)
  return claimed ? startTask(app, claimed) : undefined
}
