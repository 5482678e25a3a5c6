import type { App } from '../app.ts'
import { type Job, jobsOf } from '../jobs/collection.ts'
import { fold } from '../jobs/roster.ts'
import { findProvider, listProviders } from '../provider/collection.ts'
import type { Provider } from '../provider/document.ts'

/** What was typed cannot be used (exit code 2), or names something that is not there (1). */
export class JobCommandError extends Error {
  readonly code: 1 | 2

  constructor(message: string, code: 1 | 2) {
    super(message)
    this.name = 'JobCommandError'
    this.code = code
  }
}

/** The shop of this key; where none is named, the only one there is. */
export async function theShop(app: App, key: string | undefined): Promise<Provider> {
  const all = await listProviders(app)
  const keys = all.map((provider) => provider.key).join(', ')
  if (key !== undefined) {
    const found = await findProvider(app, key)
    if (!found) throw new JobCommandError(`There is no shop "${key}"; there are ${keys || 'none'}`, 1)
    return found
  }
  const [only, ...more] = all
  if (!only) throw new JobCommandError('There is no shop yet', 1)
  if (more.length > 0) throw new JobCommandError(`Name a shop with --provider: ${keys}`, 2)
  return only
}

/** The job of this uuid or name, without regard to case; `year` tells jobs of one name apart. */
export async function theJob(
  app: App,
  provider: Provider,
  named: string | undefined,
  year: string | undefined,
): Promise<Job> {
  const wanted = fold(named?.trim() ?? '')
  if (wanted === '') throw new JobCommandError('Name a job by its name or uuid', 2)
  if (year !== undefined && !/^\d{4}$/.test(year)) throw new JobCommandError(`--year: "${year}" is no year`, 2)
  const jobs = await jobsOf(app, provider.key).find({}).toArray()
  const found = jobs.filter(
    (job) => (job.uuid === wanted || fold(job.name) === wanted) && (year === undefined || job.year === Number(year)),
  )
  const [job, ...more] = found
  if (!job) {
    const inYear = year === undefined ? '' : ` of ${year}`
    throw new JobCommandError(`${provider.name} has no job "${named}"${inYear}; "jobs list" shows what it has`, 1)
  }
  if (more.length > 0) {
    const years = found.map((each) => each.year).sort()
    throw new JobCommandError(`Several jobs have this name: say which with --year (${years.join(', ')})`, 2)
  }
  return job
}

/** Text of a roster or a folder as a terminal may show it: no sign in it may move the cursor. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
