import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { isDatabaseUnreachable } from '../db/unreachable.ts'
import { concurrencyOf, type Lane } from '../lanes.ts'
import { claimTask } from './claim.ts'
import { type RunningTask, startTask } from './runTask.ts'

export type TaskRunner = {
  /** Claims no further task, asks the current ones to end, and leaves what is unfinished to other processes. */
  stop(): Promise<void>
}

const POLL_MS = 1000
/** How long runs may take to end when the process stops. */
const STOP_MS = 10_000

/** Runs the tasks of these lanes in this process, as many at a time as each lane allows, until it is stopped. */
export function runTasks(app: App, lanes: readonly Lane[]): TaskRunner {
  const running = new Set<RunningTask>()
  const stopping = new AbortController()
  let wake = Promise.withResolvers<void>()

  const hasRoom = (lane: Lane) => [...running].filter(({ task }) => task.lane === lane).length < concurrencyOf(lane)

  /** Starts a task if one is due in a lane that has room. */
  async function startNext(): Promise<boolean> {
    const free = lanes.filter(hasRoom)
    const task = free.length > 0 ? await claimTask(app, free) : null
    if (!task) return false
    const started = startTask(app, task)
    running.add(started)
    void started.ended.then(() => {
      running.delete(started)
      wake.resolve()
    })
    return true
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isStarted = await startNext().catch((error: unknown) => {
        if (!isDatabaseUnreachable(error)) app.log.error({ err: error }, 'no task could be claimed')
        return false
      })
      if (!isStarted) await Promise.race([sleep(POLL_MS, undefined, { ref: false }), wake.promise])
      wake = Promise.withResolvers()
    }
  }

  const working = lanes.length > 0 ? work() : Promise.resolve()
  return {
    async stop() {
      stopping.abort()
      wake.resolve()
      await working
      const current = [...running]
      for (const task of current) task.interrupt()
      const ended = Promise.all(current.map((task) => task.ended))
      const isTimeUp = new AbortController()
      await Promise.race([ended, sleep(STOP_MS, undefined, { signal: isTimeUp.signal }).catch(() => undefined)])
      isTimeUp.abort()
      await Promise.all([...running].map((task) => task.release()))
    },
  }
}
