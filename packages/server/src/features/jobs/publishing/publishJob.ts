import type { App } from '../../../platform/app.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { changeJob, type JobChange, type JobFields } from '../changeJob.ts'
import { findJobs, type Job } from '../collection.ts'
import { contactAddresses } from '../contact.ts'
import { isDeleted } from '../days.ts'
import { flagsOf, type JobFlags, type JobState } from '../jobState.ts'
import { isHidden } from '../subjectState.ts'
import { subjectHistory } from '../subjects/changeSubject.ts'
import { photographedSubjects } from '../subjects/photographedSubjects.ts'
import { announceJob } from './announcements.ts'

/**
 * The result of publishing a job: how many emails are sent, and how many photographed people have no address in the roster; or
 * why nothing was done.
 */
export type Publishing =
  | { outcome: 'published'; mailCount: number; withoutAddress: number }
  | { outcome: 'unknown' | 'archived' | 'deleted' | 'no pictures' }

/**
 * Publishes a job's pictures and notifies every family that they are ready. Publishing again notifies those added later. The
 * emails are queued by this process or, if it dies, by a server.
 */
export async function publishJob(app: App, provider: Provider, uuid: string): Promise<Publishing> {
  const [job] = await findJobs(app, provider.key, [uuid])
  if (!job || job.deleting) return { outcome: 'unknown' }
  if (job.isArchived) return { outcome: 'archived' }
  if (isDeleted(job, provider, app.clock())) return { outcome: 'deleted' }
  const subjects = await photographedSubjects(app, provider, job)
  if (subjects.length === 0) return { outcome: 'no pictures' }
  await announceJob(app, provider.key, uuid)
  const mails = await Promise.all(app.features.map(({ jobPublished }) => jobPublished?.(app, provider, uuid) ?? 0))
  return {
    outcome: 'published',
    mailCount: mails.reduce((sum, count) => sum + count, 0),
    withoutAddress: subjects.filter((subject) => !isHidden(subject, job) && contactAddresses(subject).length === 0)
      .length,
  }
}

/**
 * Withholds a job's pictures again. Its families are not notified, and no longer reminded. Returns null if they are withheld
 * already.
 */
export function unpublishJob(
  app: App,
  provider: Provider,
  uuid: string,
  by: string | null = null,
): Promise<JobChange | null> {
  const job = { provider: provider.key, uuid }
  return changeJob(
    app,
    job,
    (current) => (current.published || current.announcement ? unpublishedFields(current) : null),
    subjectHistory(app, job, { command: 'unpublish', by }),
  )
}

/** What is changed about a job that is withheld. */
export function unpublishedFields(current: Job): Partial<JobFields> {
  const withheld = { published: false, announcement: null }
  return current.isArchived ? withheld : { ...withheld, ...fieldsOf('proofing', current) }
}

/** Sets how far a job is. A published one is published by `publishJob`, which notifies the families. */
export function setJobState(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  state: Exclude<JobState, 'published'>,
  by: string | null = null,
): Promise<JobChange | null> {
  const fields = (current: Job) => ({
    ...fieldsOf(state, current),
    // nobody is reminded of pictures that are not shown; those of a closed job are, and its families stay as notified as they were
    ...(state !== 'closed' && { announcement: null }),
  })
  return changeJob(app, job, fields, subjectHistory(app, job, { command: 'state', by }))
}

function fieldsOf(state: JobState, current: Job): Pick<JobFields, 'state' | keyof JobFlags> {
  return { state, ...flagsOf(state, current) }
}
