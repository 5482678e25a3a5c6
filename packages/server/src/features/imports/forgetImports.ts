import type { App } from '../../platform/app.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { StoredTask } from '../../platform/tasks/collection.ts'
import { forgetTasks } from '../../platform/tasks/forgetTasks.ts'
import { jobsNamed } from '../jobs/jobsNamed.ts'
import type { ImportInput } from './importInput.ts'
import { type ImportResult, importTask } from './importTask.ts'

/** The reports of imports into a deleted job, which name people. One that waits would otherwise create the job again. */
export const forgetImports: NonNullable<Feature['forgetJob']> = async (app, provider, { uuid }) => {
  const count = await forgetTasks(app, provider.key, importTask, (task) => isInto(app, provider, uuid, task))
  return [{ what: 'report of an import', count }]
}

/** One that has not ended is into the job that it would find by its name. */
async function isInto(
  app: App,
  provider: Provider,
  uuid: string,
  { input, result }: Pick<StoredTask, 'input' | 'result'>,
): Promise<boolean> {
  if (result) return (result as ImportResult).report.job.uuid === uuid
  const { job, options } = input as ImportInput
  const found = await jobsNamed(app, provider, job, options.year)
  const latest = Math.max(...found.map(({ year }) => year))
  return found.some((each) => each.uuid === uuid && each.year === latest)
}
