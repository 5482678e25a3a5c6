import type { App } from '../../platform/app.ts'
import type { DeletionEntry, Feature } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type ForgettableTask, type ForgottenTasks, forgetTasks } from '../../platform/tasks/forgetTasks.ts'
import { jobsNamed } from '../jobs/jobsNamed.ts'
import type { ImportInput } from './importInput.ts'
import { type ImportResult, importTask } from './importTask.ts'

/** The reports of imports into a deleted job, which name people. One that waits would otherwise create the job again. */
export const forgetImports: NonNullable<Feature['forgetJob']> = async (app, provider, { uuid }) =>
  reportEntries(await forgetTasks(app, provider.key, importTask, (task) => isInto(app, provider, uuid, task)))

/**
 * All reports of imports into the job of deleted people: who they were may be in any of them, by a name, a key or a file that they no longer have. An import that runs
 * is not stopped, and its report is deleted afterwards.
 */
export const forgetReports: NonNullable<Feature['forgetSubjects']> = async (app, provider, { job }) => {
  const isOfJob = (task: ForgettableTask) => isInto(app, provider, job, task)
  return reportEntries(await forgetTasks(app, provider.key, importTask, isOfJob, { canContinue: true }))
}

const reportEntries = ({ deleted, open }: ForgottenTasks): DeletionEntry[] => [
  { what: 'report of an import', count: deleted },
  {
    what: 'report of an import that is still running',
    count: open,
    stays: 'until a day after the import has ended',
  },
]

/**
 * One without a result is into the job that it would find by its name. One that has ended may have been into an earlier one of that name: deleting
 * its record costs nothing, and it may name somebody.
 */
async function isInto(
  app: App,
  provider: Provider,
  uuid: string,
  { input, result, isOpen }: ForgettableTask,
): Promise<boolean> {
  if (result) return (result as ImportResult).report.job.uuid === uuid
  const { job, options } = input as ImportInput
  const found = await jobsNamed(app, provider, job, options.year)
  const latest = Math.max(...found.map(({ year }) => year))
  return found.some((each) => each.uuid === uuid && (!isOpen || each.year === latest))
}
