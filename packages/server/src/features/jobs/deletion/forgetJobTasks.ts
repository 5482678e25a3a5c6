import type { App } from '../../../platform/app.ts'
import type { DeletedJob, DeletionEntry } from '../../../platform/feature.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { TaskKind } from '../../../platform/taskKind.ts'
import { forgetTasks } from '../../../platform/tasks/forgetTasks.ts'

/** A `Feature.forgetJob` for long work whose input names the job by its uuid. */
export function forgetTasksOfJob(kind: Pick<TaskKind, 'name'>, what: string) {
  return async (app: App, { key }: Provider, { uuid }: DeletedJob): Promise<DeletionEntry[]> => {
    const count = await forgetTasks(app, key, kind, ({ input }) => (input as { job?: unknown }).job === uuid)
    return [{ what, count }]
  }
}
