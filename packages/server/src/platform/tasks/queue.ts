import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import { isDuplicate } from '../db/providerCollection.ts'
import type { TaskKind } from '../taskKind.ts'
import { FINISHED_STATES, OPEN_STATES, type StoredTask, tasksOf } from './collection.ts'
import { hasFiles, type Place } from './place.ts'

export type TaskRequest<Input> = {
  /** The key of the shop. */
  provider: string
  /** What it is about: the same key is the same task, however often it is requested. */
  key: string
  input: Input
  /** It reads or writes files, so that only processes at this place run it. */
  place?: Place
  /** A finished task with this key is done again. By default it stays finished. */
  isRepeatable?: true
}

/**
 * Stores a task, which a server or a worker then runs, and returns it. Safe to repeat: a task with this key that is open is
 * returned as it is, and so is a finished one unless it is repeatable.
 */
export async function createTask<Input>(
  app: App,
  kind: Pick<TaskKind<Input>, 'name' | 'lane' | 'input'>,
  request: TaskRequest<Input>,
): Promise<StoredTask> {
  const { provider, key, place, isRepeatable } = request
  const tasks = tasksOf(app, provider)
  const _id = taskId(provider, kind.name, key)
  const content = {
    input: kind.input.parse(request.input),
    lane: kind.lane,
    ...place,
  }
  if (isRepeatable) {
    const fresh = { ...content, state: 'waiting' as const, due: app.clock(), created: app.clock(), tries: 0, log: [] }
    await tasks.updateOne({ _id, state: { $in: [...FINISHED_STATES] } }, { $set: fresh, $unset: OUTCOME })
  }
  const start = { kind: kind.name, key, ...content, state: 'waiting' as const, fence: 0, tries: 0, log: [] }
  const now = app.clock()
  try {
    await tasks.updateOne({ _id }, { $setOnInsert: { ...start, created: now, due: now } }, { upsert: true })
  } catch (error) {
    // Somebody has requested the same task at the same moment.
    if (!isDuplicate(error)) throw error
  }
  return requireTask(app, provider, _id)
}

/** What a run leaves behind, which a run from the beginning does not start with. */
const OUTCOME = {
  finished: '',
  result: '',
  reason: '',
  progress: '',
  checkpoint: '',
  isCancelRequested: '',
  forget: '',
} as const

/**
 * Brings an open task that no process runs to another place, where somebody has repeated its command. Its checkpoint may name
 * files, and is only kept if they are the same. Does nothing if a process has claimed the task meanwhile.
 */
export async function moveTask(app: App, task: StoredTask, place: Place): Promise<void> {
  const isFree = task.state === 'running' ? { due: { $lte: app.clock() } } : {}
  const keepsCheckpoint = task.paths !== undefined && (await hasFiles(task))
  await tasksOf(app, task.provider).updateOne(
    { _id: task._id, fence: task.fence, state: task.state, ...isFree },
    { $set: place, ...(!keepsCheckpoint && { $unset: { checkpoint: '' } }) },
  )
}

function taskId(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
}

export async function findTask(app: App, provider: string, id: string): Promise<StoredTask | null> {
  return tasksOf(app, provider).findOne({ _id: id })
}

/** Throws if the task has been swept. */
export async function requireTask(app: App, provider: string, id: string): Promise<StoredTask> {
  const task = await findTask(app, provider, id)
  if (!task) throw new Error(`There is no task ${id}`)
  return task
}

/**
 * Cancels a task: at once if it waits; if it runs, its process ends it within seconds. Returns what became of it, `finished` if
 * there was nothing to cancel any more.
 */
export async function cancelTask(app: App, provider: string, id: string): Promise<'cancelled' | 'ending' | 'finished'> {
  const tasks = tasksOf(app, provider)
  const { matchedCount } = await tasks.updateOne(
    { _id: id, state: { $in: [...OPEN_STATES] } },
    { $set: { isCancelRequested: true } },
  )
  if (matchedCount === 0) return 'finished'
  const waiting = await tasks.updateOne(
    { _id: id, state: 'waiting' },
    { $set: { state: 'cancelled', finished: app.clock() }, $unset: { due: '' } },
  )
  return waiting.matchedCount > 0 ? 'cancelled' : 'ending'
}

/** Runs a failed or cancelled task again, from its last checkpoint. Returns false for any other. */
export async function retryTask(app: App, provider: string, id: string): Promise<boolean> {
  const { matchedCount } = await tasksOf(app, provider).updateOne(
    { _id: id, state: { $in: ['failed', 'cancelled'] } },
    {
      $set: { state: 'waiting', due: app.clock(), tries: 0 },
      $unset: { finished: '', result: '', reason: '', isCancelRequested: '' },
    },
  )
  return matchedCount > 0
}
