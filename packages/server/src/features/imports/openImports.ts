import type { App } from '../../platform/app.ts'
import { OPEN_STATES, tasksOf } from '../../platform/tasks/collection.ts'
import { type Job, jobsOf } from '../jobs/collection.ts'
import type { ImportInput } from './importInput.ts'
import { importTask } from './importTask.ts'

/** Whether an import into a job is not complete yet: one that was killed is continued by a server. */
export async function isImporting(app: App, { provider, uuid }: Pick<Job, 'provider' | 'uuid'>): Promise<boolean> {
  const open = await tasksOf(app, provider)
    .find(
      // Only an open one is due at some time.
      { due: { $gt: new Date(0) }, kind: importTask.name, state: { $in: [...OPEN_STATES] } },
      { projection: { input: 1 } },
    )
    .toArray()
  if (open.length === 0) return false
  const job = await jobsOf(app, provider).findOne({ uuid })
  return open.some(({ input }) => {
    const { job: name, options } = input as ImportInput
    return name === job?.name && (options.year === undefined || options.year === job.year)
  })
}
