import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, jobsOf } from './collection.ts'
import { isDeleted } from './days.ts'
import { countsOf } from './jobCounts.ts'
import { type JobCounts, type JobState, jobStateOf } from './jobState.ts'

/** A job with its counts and its state. */
export type JobSummary = JobCounts & {
  job: Job
  state: JobState
  /** Of a published job: whether its families were notified. */
  isNotified: boolean
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
  return {
    job,
    subjects,
    pictures,
    state: jobStateOf(job),
    isNotified: Boolean(job.announcement),
    deletion: deletionOf(job, provider, app.clock()),
  }
}

function deletionOf(job: Job, provider: Provider, now: Date): JobSummary['deletion'] {
  if (!job.deletion) return 'none'
  if (!isDeleted(job, provider, now)) return 'planned'
  return job.picturesDeleted ? 'done' : 'due'
}
