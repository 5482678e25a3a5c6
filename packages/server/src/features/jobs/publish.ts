import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { announceJob } from './announcements.ts'
import { contactAddresses, findJobs, forgetDeliveredJobs, jobsOf } from './collection.ts'
import { isDeleted } from './days.ts'
import { photographedSubjects } from './photographed.ts'

/**
 * What became of publishing a job: how many mails that makes, and how many of those who were photographed have no address in the
 * roster; or why nothing was done.
 */
export type Publishing =
  | { outcome: 'published'; mailCount: number; withoutAddress: number }
  | { outcome: 'unknown' | 'archived' | 'deleted' | 'no pictures' }

/**
 * Shows a job's pictures and has every family told that they are ready. Published again it tells those who came later.
 * The mails are queued by this process, or, where it dies, by a server.
 */
export async function publishJob(app: App, provider: Provider, uuid: string): Promise<Publishing> {
  const [job] = await findJobs(app, provider.key, [uuid])
  if (!job) return { outcome: 'unknown' }
  if (job.isArchived) return { outcome: 'archived' }
  if (isDeleted(job, provider, app.clock())) return { outcome: 'deleted' }
  const subjects = await photographedSubjects(app, job)
  if (subjects.length === 0) return { outcome: 'no pictures' }
  await announceJob(app, provider.key, uuid)
  const mails = await Promise.all(app.features.map(({ jobPublished }) => jobPublished?.(app, provider, uuid) ?? 0))
  return {
    outcome: 'published',
    mailCount: mails.reduce((sum, count) => sum + count, 0),
    withoutAddress: subjects.filter((subject) => contactAddresses(subject).length === 0).length,
  }
}

/** Holds a job's pictures back again. Nobody is told about it, or reminded. */
export async function unpublishJob(app: App, provider: Provider, uuid: string): Promise<void> {
  const change = { $set: { published: false }, $unset: { announcement: '' as const } }
  await jobsOf(app, provider.key).updateOne({ uuid }, change)
  forgetDeliveredJobs(app)
}
