import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, type JobCounts, jobsOf } from './collection.ts'
import { isDeleted } from './days.ts'
import { countsOf } from './jobCounts.ts'

/** A job with its counts and its state. */
export type JobSummary = JobCounts & {
  job: Job
  /** `shown`: the pictures are visible, but the families were not notified. */
  state: 'archived' | 'withheld' | 'shown' | 'published'
  /** Of the pictures. `due`: some still have to be deleted, or printed before that. */
  deletion: 'none' | 'planned' | 'due' | 'done'
}

/** A provider's jobs, those of the latest year first, by name in the shop's language. */
export async function listJobs(app: App, provider: Provider): Promise<JobSummary[]> {
  const jobs = await jobsOf(app, provider.key).find({}).sort({ year: -1 }).toArray()
  const { compare } = new Intl.Collator(provider.defaultLanguage, { numeric: true })
  jobs.sort((one, other) => other.year - one.year || compare(one.name, other.name))
  const summaries: JobSummary[] = []
  for (const job of jobs) summaries.push(await summaryOf(app, provider, job))
  return summaries
}

async function summaryOf(app: App, provider: Provider, job: Job): Promise<JobSummary> {
  const { subjects, pictures } = await countsOf(app, job)
  return { job, subjects, pictures, state: stateOf(job), deletion: deletionOf(job, provider, app.clock()) }
}

function stateOf({ isArchived, published, announcement }: Job): JobSummary['state'] {
  if (isArchived) return 'archived'
  if (!published) return 'withheld'
  return announcement ? 'published' : 'shown'
}

function deletionOf(job: Job, provider: Provider, now: Date): JobSummary['deletion'] {
  if (!job.deletion) return 'none'
  if (!isDeleted(job, provider, now)) return 'planned'
  return job.picturesDeleted ? 'done' : 'due'
}
