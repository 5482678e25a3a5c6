import type { App } from '../app.ts'
import { TASK_LANES } from '../lanes.ts'
import type { GaugesMetric } from '../metrics/metric.ts'
import { listProviderEntries } from '../provider/collection.ts'
import { minutesText } from '../quantities.ts'
import { allTasks, type StoredTask } from './collection.ts'

const DAY_MS = 24 * 60 * 60_000

type CountedTask = Pick<StoredTask, 'lane' | 'state' | 'created' | 'due'>
type ByLane = Readonly<Record<string, number>>

export const taskMetrics: readonly GaugesMetric[] = [
  {
    kind: 'gauges',
    label: 'lane',
    name: 'portraitkit_tasks_waiting',
    help: 'Tasks that wait to be run, including those that will be tried again.',
    read: (app) => countOpen(app, ({ state }) => state === 'waiting'),
    sentence: (count) => `Tasks that wait to be run: ${laneText(count)}.`,
  },
  {
    kind: 'gauges',
    label: 'lane',
    name: 'portraitkit_tasks_oldest_seconds',
    help: 'Age of the oldest waiting task; 0 if none waits.',
    read: async (app) => {
      const now = app.clock().getTime()
      const waiting = (await openTasks(app)).filter(({ state }) => state === 'waiting')
      return byLane(waiting, (tasks) => Math.max(0, ...tasks.map(({ created }) => (now - created.getTime()) / 1000)))
    },
    sentence: (seconds) => `The oldest of these tasks has waited ${minutesText(Math.max(...Object.values(seconds)))}.`,
  },
  {
    kind: 'gauges',
    label: 'lane',
    name: 'portraitkit_tasks_running',
    help: 'Tasks that a process runs, including those whose process has died and that none has continued yet.',
    read: (app) => countOpen(app, ({ state }) => state === 'running'),
    sentence: (count) => `Tasks that are run: ${laneText(count)}.`,
  },
  {
    kind: 'gauges',
    label: 'lane',
    name: 'portraitkit_tasks_abandoned',
    help: 'Running tasks whose process has not reported for 30 seconds, and that no other process has continued.',
    read: (app) => {
      const now = app.clock()
      return countOpen(app, ({ state, due = now }) => state === 'running' && due <= now)
    },
    sentence: (count) => `Of these, tasks whose process is gone: ${laneText(count)}.`,
  },
  {
    kind: 'gauges',
    label: 'lane',
    name: 'portraitkit_tasks_failed',
    help: 'Tasks that failed for good within the last 24 hours.',
    read: async (app) => byLane(await failedTasks(app), ({ length }) => length),
    sentence: (count) => `Tasks that failed within the last day: ${laneText(count)}.`,
  },
]

/** The metrics are read together: one query is enough for all of them. */
const reads = new WeakMap<App, Promise<CountedTask[]>>()

function openTasks(app: App): Promise<CountedTask[]> {
  const current = reads.get(app)
  if (current) return current
  const reading = findTasks(app, { due: { $gt: new Date(0) } }).finally(() => reads.delete(app))
  reads.set(app, reading)
  return reading
}

const failedTasks = (app: App) =>
  findTasks(app, { finished: { $gt: new Date(app.clock().getTime() - DAY_MS) }, state: 'failed' as const })

async function findTasks(app: App, filter: object): Promise<CountedTask[]> {
  const providers = (await listProviderEntries(app)).map(({ key }) => key)
  return allTasks(app)
    .find({ provider: { $in: providers }, ...filter })
    .project<CountedTask>({ lane: 1, state: 1, created: 1, due: 1 })
    .toArray()
}

async function countOpen(app: App, isCounted: (task: CountedTask) => boolean): Promise<ByLane> {
  return byLane((await openTasks(app)).filter(isCounted), ({ length }) => length)
}

function byLane(tasks: readonly CountedTask[], figure: (own: readonly CountedTask[]) => number): ByLane {
  return Object.fromEntries(TASK_LANES.map((lane) => [lane, figure(tasks.filter((task) => task.lane === lane))]))
}

/** `3 (print 2, import 1)` */
function laneText(counts: ByLane): string {
  const used = Object.entries(counts).filter(([, count]) => count > 0)
  const total = used.reduce((sum, [, count]) => sum + count, 0)
  return total === 0 ? '0' : `${total} (${used.map(([lane, count]) => `${lane} ${count}`).join(', ')})`
}
