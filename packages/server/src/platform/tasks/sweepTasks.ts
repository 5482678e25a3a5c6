import type { Filter, UpdateFilter } from 'mongodb'
import type { App } from '../app.ts'
import type { Background } from '../feature.ts'
import { listProviderEntries } from '../provider/collection.ts'
import { taskKindsOf } from '../taskKind.ts'
import { type StoredTask, tasksOf } from './collection.ts'
import { hasFiles, ownMachines } from './place.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long a finished task can be looked up. */
const STORED_MS = 30 * DAY_MS
/** How long one that may name somebody who was deleted: long enough to read why it failed. */
const FORGOTTEN_MS = DAY_MS
/** How long nobody may have been able to run a task: its kind is gone, its machine, or its files. */
const ABANDONED_MS = 2 * DAY_MS

/** Deletes what was finished long ago, or names somebody who was deleted, and gives up what no process has claimed for days. */
export const taskSweep: Background = {
  name: 'tasks.sweep',
  everyMs: 10 * 60_000,
  run: async (app) => {
    for (const { key } of await listProviderEntries(app)) await sweepTasks(app, key)
  },
}

async function sweepTasks(app: App, provider: string): Promise<void> {
  const now = app.clock().getTime()
  const tasks = tasksOf(app, provider)
  await tasks.deleteMany({ finished: { $lte: new Date(now - STORED_MS) } })
  await tasks.deleteMany({ finished: { $lte: new Date(now - FORGOTTEN_MS) }, forget: true })
  const due = { $lte: new Date(now - ABANDONED_MS) }
  await tasks.updateMany({ due, ...unclaimable(app) }, givenUp(app))
  const withFiles = tasks.find({ due, machine: { $in: ownMachines(app) } }, { projection: { paths: 1 } })
  for (const { _id, paths = [] } of await withFiles.toArray())
    if (!(await hasFiles({ paths }))) await tasks.updateOne({ _id, due }, givenUp(app))
}

function givenUp(app: App): UpdateFilter<StoredTask> {
  const reason = 'No process that can run it has claimed it for two days'
  return { $set: { state: 'failed', finished: app.clock(), reason }, $unset: { due: '' } }
}

/** The tasks that this process cannot run. Those that it can run may simply be waiting in a long queue. */
function unclaimable(app: App): Filter<StoredTask> {
  const kinds = [...taskKindsOf(app).keys()]
  return { $or: [{ kind: { $nin: kinds } }, { machine: { $exists: true, $nin: ownMachines(app) } }] }
}
