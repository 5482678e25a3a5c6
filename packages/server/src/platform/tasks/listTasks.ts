import type { Filter } from 'mongodb'
import type { App } from '../app.ts'
import { allTasks, type StoredTask, type TaskState } from './collection.ts'

export type TaskSearch = {
  /** The keys of the shops. */
  providers: readonly string[]
  state?: TaskState
  /** 1 has the newest. */
  page: number
  limit: number
}

export type TaskPage = { tasks: StoredTask[]; total: number; pages: number }

/** A page of tasks, newest first. */
export async function listTasks(app: App, { providers, state, page, limit }: TaskSearch): Promise<TaskPage> {
  const filter: Filter<StoredTask> = { provider: { $in: [...providers] }, ...(state && { state }) }
  const total = await allTasks(app).countDocuments(filter)
  const tasks = await allTasks(app)
    .find(filter, { projection: { log: 0, checkpoint: 0 } })
    .sort({ created: -1, _id: 1 })
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray()
  return { tasks, total, pages: Math.max(1, Math.ceil(total / limit)) }
}

/** The task with this id in one of the shops, or null. */
export async function findTaskOf(app: App, providers: readonly string[], id: string): Promise<StoredTask | null> {
  return allTasks(app).findOne({ _id: id, provider: { $in: [...providers] } })
}
