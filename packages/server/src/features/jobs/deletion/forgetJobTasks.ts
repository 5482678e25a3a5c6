import type { App } from '../../../platform/app.ts'
import type { DeletedJob, DeletionEntry } from '../../../platform/feature.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { TaskKind } from '../../../platform/taskKind.ts'
import { type ForgettableTask, forgetTasks } from '../../../platform/tasks/forgetTasks.ts'

/** A `Feature.forgetJob` for long work whose input names the job by its uuid. */
export function forgetTasksOfJob(kind: Pick<TaskKind, 'name'>, what: string) {
  return async (app: App, { key }: Provider, { uuid }: DeletedJob): Promise<DeletionEntry[]> => {
    const isOfJob = ({ input }: ForgettableTask) => (input as { job?: unknown }).job === uuid
    const { deleted, open } = await forgetTasks(app, key, kind, isOfJob)
    return [{ what, count: deleted + open }]
  }
}
