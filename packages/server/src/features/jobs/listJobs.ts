import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { groupPicturesOf, type Job, jobsOf, subjectsOf } from './collection.ts'
import { isDeleted } from './days.ts'

/** A job, how much is in it, and its state. */
export type JobSummary = {
  job: Job
  subjects: number
  pictures: number
  /** `shown`: the pictures are visible, but the families were not notified. */
  state: 'archived' | 'withheld' | 'shown' | 'published'
  /** Of the pictures. `due`: some still have to be deleted, or printed before that. */
  deletion: 'none' | 'planned' | 'due' | 'done'
}

/** A provider's jobs, those of the latest year first. */
export async function listJobs(app: App, provider: Provider): Promise<JobSummary[]> {
  const jobs = await jobsOf(app, provider.key).find({}).sort({ year: -1, name: 1 }).toArray()
  const summaries: JobSummary[] = []
  for (const job of jobs) summaries.push(await summaryOf(app, provider, job))
  return summaries
}

async function summaryOf(app: App, provider: Provider, job: Job): Promise<JobSummary> {
  const [subjects, groupPictures] = await Promise.all([
    subjectsOf(app, job.provider)
      .find({ jobUuid: job.uuid }, { projection: { 'pictures.uuid': 1 } })
      .toArray(),
    groupPicturesOf(app, job.provider).count({ jobUuid: job.uuid }),
  ])
  // a sibling picture is stored, with one uuid, in each of its subjects
  const portraits = new Set(subjects.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)))
  return {
    job,
    subjects: subjects.length,
    pictures: portraits.size + groupPictures,
    state: stateOf(job),
    deletion: deletionOf(job, provider, app.clock()),
  }
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
