import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { isProcessGone } from '../processName.ts'
import { claimOne, LEASE_MS, releaseDead } from './claim.ts'
import { FINISHED_STATES, type StoredTask } from './collection.ts'
import { isHere, type Place } from './place.ts'
import { cancelTask, moveTask, requireTask } from './queue.ts'
import { type RunningTask, startTask } from './runTask.ts'

export type FollowOptions = {
  /** Called with each state of the task that is seen. */
  onChange?: (task: StoredTask) => void
  /** Cancels the task. */
  signal?: AbortSignal
  /** Where this process has the files of the task. If no other process runs it, it is brought here. */
  place?: Place | undefined
  /** Called with a sentence if another process was running the task before, and when a process that ran it is gone. */
  notify?: (sentence: string) => void
}

const POLL_MS = 500

/** Waits until a task is finished, and runs it in this process if no other one does. Returns the finished task. */
export async function followTask(app: App, first: StoredTask, options: FollowOptions): Promise<StoredTask> {
  const { provider, _id } = first
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
    running ??= await startHere(app, { task, isOld: first.state === 'running' }, options)
    const ended = running?.ended.then(() => {
      running = undefined
    })
    await Promise.race([sleep(POLL_MS), ended, isCancelled ? undefined : aborted].filter((one) => one !== undefined))
  }
}

async function startHere(
  app: App,
  { task, isOld }: { task: StoredTask; isOld: boolean },
  { place, notify }: FollowOptions,
): Promise<RunningTask | undefined> {
  const isDead = task.state === 'running' && isProcessGone(task.holder)
  if (isDead) await releaseDead(app, task)
  const { due = app.clock() } = task
  const isFree = task.state === 'waiting' || isDead || due <= app.clock()
  if (task.state === 'running' && isFree) notify?.(goneText(task))
  // A server that is faster than the command with its own task is nothing to speak of.
  else if (task.state === 'running' && isOld) notify?.(busyText(task))
  if (place && isFree && !(await isHere(app, task))) await moveTask(app, task, place)
  const claimed = await claimOne(app, task)
  return claimed ? startTask(app, claimed) : undefined
}

const SECONDS = LEASE_MS / 1000

const busyText = ({ holder }: StoredTask) =>
  `Another process (${holder}) is doing this already. If it does not report for ${SECONDS} seconds, this command continues it.`

const goneText = ({ holder }: StoredTask) =>
  `The process that was doing this (${holder}) has ended or has not reported for ${SECONDS} seconds. This command continues it.`
