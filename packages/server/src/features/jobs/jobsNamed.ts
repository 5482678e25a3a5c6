import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, jobsOf } from './collection.ts'
import { fold } from './roster.ts'

/** A name of a job as it is compared: case and the number of spaces do not count. */
export const foldJobName = (name: string) => fold(name).trim().replace(/\s+/gu, ' ')

/** The jobs with this name or uuid, of one year or of all. */
export async function jobsNamed(
  app: App,
  { key: provider }: Pick<Provider, 'key'>,
  named: string,
  year?: number,
): Promise<Job[]> {
  const words = foldJobName(named)
  const jobs = await jobsOf(app, provider).find({}).toArray()
  return jobs.filter(
    (job) => (job.uuid === words || foldJobName(job.name) === words) && (year === undefined || job.year === year),
  )
}

/** Several jobs have a name; the message says what tells them apart. */
export class SeveralJobsError extends CommandError {
  constructor(jobs: readonly Job[]) {
    super(`Several jobs have this name: say which ${differenceOf(jobs)}`, 2)
    this.name = 'SeveralJobsError'
  }
}

function differenceOf(jobs: readonly Job[]): string {
  const years = [...new Set(jobs.map(({ year }) => year))].toSorted()
  if (years.length === jobs.length) return `with --year (${years.join(', ')})`
  const list = jobs.map(({ uuid, name, year }) => `${uuid} ("${plain(name)}", ${year})`)
  return `by its uuid: ${list.toSorted().join(', ')}`
}
