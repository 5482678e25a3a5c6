import type { App } from '../app.ts'
import type { TaskKind } from '../taskKind.ts'
import { OPEN_STATES, type StoredTask, tasksOf } from './collection.ts'
import { cancelTask } from './queue.ts'

/** What is looked at to find the tasks that are forgotten. */
export type ForgettableTask = Pick<StoredTask, 'input' | 'result'> & { isOpen: boolean }

/** How many were deleted, and how many are still open: each of these is deleted a day after it has ended. */
export type ForgottenTasks = { deleted: number; open: number }

/**
 * Deletes the tasks of a kind that `isForgotten` names, with all that they say. Open ones are deleted a day after they have ended, and are cancelled unless
 * `canContinue`.
 */
export async function forgetTasks(
  app: App,
  provider: string,
  { name: kind }: Pick<TaskKind, 'name'>,
  isForgotten: (task: ForgettableTask) => boolean | Promise<boolean>,
  { canContinue = false }: { canContinue?: boolean } = {},
): Promise<ForgottenTasks> {
  const tasks = tasksOf(app, provider)
  const found = await tasks.find({ kind }, { projection: { input: 1, result: 1, state: 1, forget: 1 } }).toArray()
  const forgotten: ForgottenTasks = { deleted: 0, open: 0 }
  for (const { _id, input, result, state, forget } of found) {
    const isOpen = isOpenState(state)
    if (!(await isForgotten({ input, result, isOpen }))) continue
    if (isOpen && !canContinue) await cancelTask(app, provider, _id)
    const marked = await tasks.updateOne({ _id, state: { $in: [...OPEN_STATES] } }, { $set: { forget: true } })
    if (marked.matchedCount === 0) {
      await tasks.deleteOne({ _id })
      forgotten.deleted++
    } else if (!forget) forgotten.open++
  }
  return forgotten
}

const isOpenState = (state: StoredTask['state']) => OPEN_STATES.some((each) => each === state)
