import type { App } from '../app.ts'
import type { TaskKind } from '../taskKind.ts'
import { OPEN_STATES, type StoredTask, tasksOf } from './collection.ts'
import { cancelTask } from './queue.ts'

/**
 * Deletes the tasks of a kind that `isForgotten` names, with their results. Open ones are cancelled: one that runs ends by itself, and is stored for its
 * time. Returns how many were deleted or cancelled.
 */
export async function forgetTasks(
  app: App,
  provider: string,
  { name: kind }: Pick<TaskKind, 'name'>,
  isForgotten: (task: Pick<StoredTask, 'input' | 'result'>) => boolean | Promise<boolean>,
): Promise<number> {
  const tasks = await tasksOf(app, provider)
    .find({ kind }, { projection: { input: 1, result: 1, state: 1, isCancelRequested: 1 } })
    .toArray()
  let count = 0
  for (const task of tasks) {
    if (task.isCancelRequested || !(await isForgotten(task))) continue
    const isOpen = OPEN_STATES.some((state) => state === task.state)
    const ending = isOpen && (await cancelTask(app, provider, task._id)) === 'ending'
    if (!ending) await tasksOf(app, provider).deleteOne({ _id: task._id })
    count++
  }
  return count
}
