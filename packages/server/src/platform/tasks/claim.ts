import type { Filter } from 'mongodb'
import type { App } from '../app.ts'
import type { Lane, TaskLane } from '../lanes.ts'
import { processName } from '../processName.ts'
import { listProviderEntries } from '../provider/collection.ts'
import { taskKindsOf } from '../taskKind.ts'
import { allTasks, type StoredTask, tasksOf } from './collection.ts'
import { hasFiles, ownMachines } from './place.ts'

/** How long a process may be silent before another one takes its task over. */
export const LEASE_MS = 30_000

/** The end of a lease that is taken or renewed now. */
export const leaseEnd = (app: App): Date => new Date(app.clock().getTime() + LEASE_MS)

/**
 * Claims the task of these lanes that is due for longest and that this process can run; null if there is none. Tasks whose
 * files are elsewhere are left to whoever finds them.
 */
export async function claimTask(app: App, lanes: readonly Lane[]): Promise<StoredTask | null> {
  const provider = { $in: (await listProviderEntries(app)).map(({ key }) => key) }
  const which = { provider, lane: { $in: [...lanes] as TaskLane[] }, ...claimable(app) }
  const elsewhere: string[] = []
  for (;;) {
    const filter = { ...which, ...(elsewhere.length > 0 && { _id: { $nin: elsewhere } }) }
    const next = await allTasks(app).findOne(filter, { sort: { due: 1 }, projection: { provider: 1, paths: 1 } })
    if (!next) return null
    const claimed = (await hasFiles(next)) ? await claimOne(app, next) : null
    if (claimed) return claimed
    elsewhere.push(next._id)
  }
}

/** Claims one task, if it is due and belongs to this machine. */
export async function claimOne(
  app: App,
  { provider, _id }: Pick<StoredTask, 'provider' | '_id'>,
): Promise<StoredTask | null> {
  return tasksOf(app, provider).findOneAndUpdate({ _id, ...claimable(app) }, claim(app), { returnDocument: 'after' })
}

/** A process leaves kinds that it lacks to processes of a newer version, and tasks with files to their machine. */
function claimable(app: App): Filter<StoredTask> {
  const kinds = [...taskKindsOf(app).keys()]
  return { due: { $lte: app.clock() }, kind: { $in: kinds }, machine: { $in: [null as never, ...ownMachines(app)] } }
}

function claim(app: App) {
  return {
    $set: {
      state: 'running' as const,
      due: leaseEnd(app),
      started: app.clock(),
      holder: processName(),
    },
    $inc: { fence: 1, tries: 1 },
  }
}

/** Ends the lease of a process that has died. */
export async function releaseDead(app: App, { provider, _id, fence }: StoredTask): Promise<void> {
  await tasksOf(app, provider).updateOne({ _id, fence, state: 'running' }, { $set: { due: app.clock() } })
}
