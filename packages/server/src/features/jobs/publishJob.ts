import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { announceJob } from './announcements.ts'
import { contactAddresses, findJobs, forgetDeliveredJobs, jobsOf } from './collection.ts'
import { isDeleted } from './days.ts'
import { photographedSubjects } from './photographedSubjects.ts'

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
  if (!job) return { outcome: 'unknown' }
  if (job.isArchived) return { outcome: 'archived' }
  if (isDeleted(job, provider, app.clock())) return { outcome: 'deleted' }
  const subjects = await photographedSubjects(app, provider, job)
  if (subjects.length === 0) return { outcome: 'no pictures' }
  await announceJob(app, provider.key, uuid)
  const mails = await Promise.all(app.features.map(({ jobPublished }) => jobPublished?.(app, provider, uuid) ?? 0))
  return {
    outcome: 'published',
    mailCount: mails.reduce((sum, count) => sum + count, 0),
    withoutAddress: subjects.filter((subject) => contactAddresses(subject).length === 0).length,
  }
}

/** Withholds a job's pictures again. Its families are not notified, and no longer reminded. */
export async function unpublishJob(app: App, provider: Provider, uuid: string): Promise<void> {
  const change = { $set: { published: false }, $unset: { announcement: '' as const } }
  await jobsOf(app, provider.key).updateOne({ uuid }, change)
  forgetDeliveredJobs(app)
}
