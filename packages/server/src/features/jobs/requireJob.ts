import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { Job } from './collection.ts'
import { jobsNamed, SeveralJobsError } from './jobsNamed.ts'

/** The job with this uuid or name, ignoring case; `year` distinguishes jobs of one name, otherwise the uuid. Refuses one that is being deleted. */
export async function requireJob(...given: Parameters<typeof requireAnyJob>): Promise<Job> {
  const job = await requireAnyJob(...given)
  if (!job.deleting) return job
  throw new CommandError(
    `The deletion of "${plain(job.name)}" (${job.year}) has begun: repeat "jobs delete" to finish it`,
    1,
  )
}

/** Like `requireJob`, also one that is being deleted. */
export async function requireAnyJob(
  app: App,
  provider: Provider,
  name: string | undefined,
  year: string | undefined,
): Promise<Job> {
  if (name === undefined || name.trim() === '') throw new CommandError('Give the name or uuid of a job', 2)
  if (year !== undefined && !/^\d{4}$/.test(year)) throw new CommandError(`--year: "${year}" is not a year`, 2)
  const found = await jobsNamed(app, provider, name, year === undefined ? undefined : Number(year))
  const [job, ...more] = found
  if (!job) {
    const inYear = year === undefined ? '' : ` of ${year}`
    throw new CommandError(`${provider.name} has no job "${name}"${inYear}; "jobs list" shows those it has`, 1)
  }
  if (more.length > 0) throw new SeveralJobsError(found)
  return job
}
