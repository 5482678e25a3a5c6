import type { Filter } from 'mongodb'
import type { App } from '../app.ts'
import type { Lane } from '../lanes.ts'
import { listProviderEntries } from '../provider/collection.ts'
import { taskKindsOf } from '../taskKind.ts'
import { allTasks, type StoredTask, tasksOf } from './collection.ts'
import { machineName } from './queue.ts'

/** How long a process may be silent before another one takes its task over. */
export const LEASE_MS = 30_000

/** The end of a lease that is taken or renewed now. */
export const leaseEnd = (app: App): Date => new Date(app.clock().getTime() + LEASE_MS)

/** Claims the task of these lanes that is due for longest and that this process can run; null if there is none. */
export async function claimTask(app: App, lanes: readonly Lane[]): Promise<StoredTask | null> {
  const providers = (await listProviderEntries(app)).map(({ key }) => key)
  const filter = { provider: { $in: providers }, lane: { $in: [...lanes] }, ...claimable(app) }
  return allTasks(app).findOneAndUpdate(filter, claim(app), { sort: { due: 1 }, returnDocument: 'after' })
}

/** Claims one task, if it is due and this process can run it. */
export async function claimOne(app: App, { provider, _id }: StoredTask): Promise<StoredTask | null> {
  return tasksOf(app, provider).findOneAndUpdate({ _id, ...claimable(app) }, claim(app), { returnDocument: 'after' })
}

/** A process leaves kinds that it lacks to processes of a newer version, and tasks with files to their machine. */
function claimable(app: App): Filter<StoredTask> {
  const kinds = [...taskKindsOf(app).keys()]
  return { due: { $lte: app.clock() }, kind: { $in: kinds }, machine: { $in: [null, machineName()] as string[] } }
}

function claim(app: App) {
  return {
    $set: {
      state: 'running' as const,
      due: leaseEnd(app),
      started: app.clock(),
      holder: `${machineName()} ${process.pid}`,
    },
    $inc: { fence: 1, tries: 1 },
  }
}

/** Whether the process that holds a task has died on this machine: then nobody has to wait for the end of its lease. */
export function isProcessGone(holder = ''): boolean {
  const [machine, pid] = holder.split(' ')
  if (machine !== machineName()) return false
  try {
    // Signal 0 only asks whether the process exists.
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Ends the lease of a process that has died. */
export async function releaseDead(app: App, { provider, _id, fence }: StoredTask): Promise<void> {
  await tasksOf(app, provider).updateOne({ _id, fence, state: 'running' }, { $set: { due: app.clock() } })
}
