import type { App } from '../app.ts'
import { providerCollection } from '../db/providerCollection.ts'
import type { Collection } from '../feature.ts'
import type { TaskLane } from '../lanes.ts'

export const OPEN_STATES = ['waiting', 'running'] as const
export const FINISHED_STATES = ['done', 'failed', 'cancelled'] as const
export const TASK_STATES = [...OPEN_STATES, ...FINISHED_STATES] as const
export type TaskState = (typeof TASK_STATES)[number]

/** A file or folder of one machine. The same path on another machine, or in another container, has another identity. */
export type NamedPath = { path: string; identity: string }

/** A piece of long work. It has `due` while it is open and `finished` afterwards. */
export type StoredTask = {
  /** Derived from the shop, the kind and the key. */
  _id: string
  provider: string
  /** The name of its kind. */
  kind: string
  lane: TaskLane
  key: string
  input: unknown
  /** The id of the data folder of the only machine that can run it, because it has files there. Missing if any can. */
  machine?: string
  /** These files. */
  paths?: NamedPath[]
  state: TaskState
  created: Date
  /** When it may be claimed: the next attempt, or the end of the lease of the process that runs it. */
  due?: Date
  /** Counts the claims: only the process with the last one may write. */
  fence: number
  /** Claims since it last made progress. */
  tries: number
  /** The machine and process that run it, or ran it last. */
  holder?: string
  started?: Date
  progress?: { done: number; total: number }
  checkpoint?: unknown
  log: { time: Date; line: string }[]
  /** Somebody has cancelled it while it was running. */
  isCancelRequested?: true
  /** It may name somebody who was deleted: it is deleted a day after it has ended. */
  forget?: true
  finished?: Date
  result?: unknown
  /** Why the last attempt failed. */
  reason?: string
}

export const taskCollections: Collection[] = [
  {
    name: 'tasks',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, due: 1 } },
      { key: { provider: 1, created: -1 } },
      { key: { provider: 1, finished: 1 } },
    ],
  },
]

/** The tasks of one shop. */
export const tasksOf = (app: App, provider: string) => providerCollection<StoredTask>(app, 'tasks', provider)

/** The tasks of all shops; each query names the shops. */
export const allTasks = (app: App) => app.db.collection<StoredTask>('tasks')
