import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, jobsOf } from './collection.ts'
import { fold } from './roster.ts'

/** The job with this uuid or name, ignoring case; `year` distinguishes jobs of one name. Refuses one that is being deleted. */
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
  const key = fold(name?.trim() ?? '')
  if (key === '') throw new CommandError('Give the name or uuid of a job', 2)
  if (year !== undefined && !/^\d{4}$/.test(year)) throw new CommandError(`--year: "${year}" is not a year`, 2)
  const jobs = await jobsOf(app, provider.key).find({}).toArray()
  const found = jobs.filter(
    (job) => (job.uuid === key || fold(job.name) === key) && (year === undefined || job.year === Number(year)),
  )
  const [job, ...more] = found
  if (!job) {
    const inYear = year === undefined ? '' : ` of ${year}`
    throw new CommandError(`${provider.name} has no job "${name}"${inYear}; "jobs list" shows those it has`, 1)
  }
  if (more.length > 0) {
    const years = found.map((each) => each.year).sort()
    throw new CommandError(`Several jobs have this name: say which with --year (${years.join(', ')})`, 2)
  }
  return job
}
