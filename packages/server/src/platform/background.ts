import type { App } from './app.ts'
import { isDatabaseUnreachable } from './db/unreachable.ts'
import type { Background } from './feature.ts'
import { backgroundRuns } from './metrics/backgroundMetric.ts'

export type RunningBackground = {
  /** Starts no further run and waits for the current ones. */
  stop(): Promise<void>
}

/**
 * Runs the background work of all features, each at its own pace and never twice at once in this process. Other processes do the
 * same; leases divide the work among them.
 */
export function runBackground(app: App, works: readonly Background[]): RunningBackground {
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  function plan(work: Background, afterMs: number): void {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runOnce(app, work).then(() => {
        running.delete(run)
        plan(work, work.everyMs)
      })
      running.add(run)
    }, afterMs)
    timers.add(timer)
  }

  // Spreads the first runs out, and starts none while the server is still starting.
  for (const [index, work] of works.entries()) plan(work, Math.min(work.everyMs, 200 + index * 50))
  return {
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

async function runOnce(app: App, work: Background): Promise<void> {
  try {
    await work.run(app)
    app.metrics.increase(backgroundRuns, 'ok')
  } catch (error) {
    app.metrics.increase(backgroundRuns, 'failed')
    // The next run tries again; the work is still in the database.
    if (isDatabaseUnreachable(error)) app.log.warn({ work: work.name }, 'background work waits for the database')
    else app.log.error({ work: work.name, err: error }, 'background work failed')
  }
}
