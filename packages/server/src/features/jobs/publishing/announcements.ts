import type { App } from '../../../platform/app.ts'
import { recordVisible } from '../../../platform/deletions/withheld.ts'
import { listProviderEntries } from '../../../platform/provider/collection.ts'
import { forgetDeliveredJobs, type Job, jobsOf } from '../collection.ts'
import { type Announcement, SHOWN_FLAGS } from '../jobState.ts'
import { jobSight, UNPUBLISHED } from '../sights/jobSight.ts'

/** How long one process may take to write to the families of a job before another one takes over. */
const LEASE_MS = 60_000

/** A job whose families have to be notified. */
export type AnnouncedJob = Job & { announcement: Announcement }

/** Publishes a job's pictures and notifies its families; this process owns the job as long as its lease holds. */
export async function announceJob(app: App, provider: string, uuid: string): Promise<void> {
  const jobs = jobsOf(app, provider)
  const now = app.clock()
  const due = new Date(now.getTime() + LEASE_MS)
  const published = { state: 'published' as const, ...SHOWN_FLAGS }
  // One write: when the pictures become visible, the emails are due.
  const again = await jobs.updateOne(
    { uuid, published: true, announcement: { $exists: true } },
    { $set: { ...published, 'announcement.told': false, 'announcement.due': due } },
  )
  if (again.matchedCount === 0) {
    const announcement: Announcement = { published: now, told: false, checked: now, due }
    const hidden = { $or: [{ published: false }, { announcement: { $exists: false } }] }
    await jobs.updateOne({ uuid, ...hidden }, { $set: { ...published, announcement } })
  }
  forgetDeliveredJobs(app)
  await recordVisible(app, provider, jobSight({ uuid }), (names) => names.filter((name) => name === UNPUBLISHED))
}

/** The next job whose families have to be processed, of any provider. This process owns it as long as its lease holds. */
export async function claimAnnouncement(app: App): Promise<AnnouncedJob | null> {
  const now = app.clock()
  const keys = (await listProviderEntries(app)).map(({ key }) => key)
  return app.db
    .collection<AnnouncedJob>('jobs')
    .findOneAndUpdate(
      { provider: { $in: keys }, 'announcement.due': { $lte: now } },
      { $set: { 'announcement.due': new Date(now.getTime() + LEASE_MS) } },
      { sort: { 'announcement.due': 1 }, returnDocument: 'after' },
    )
}

/** The job, if its families have to be notified. */
export async function findAnnounced(app: App, provider: string, uuid: string): Promise<AnnouncedJob | null> {
  const job = await jobsOf(app, provider).findOne({ uuid })
  return job?.announcement ? { ...job, announcement: job.announcement } : null
}

/**
 * Records that a claimed job was processed, and when it is next. If it was published again in between, the new lease stays and
 * another process continues it.
 */
export async function closeAnnouncement(
  app: App,
  { provider, uuid, announcement: { due } }: AnnouncedJob,
  next: Pick<Announcement, 'told' | 'checked' | 'due'>,
): Promise<void> {
  await jobsOf(app, provider).updateOne(
    { uuid, 'announcement.due': due },
    { $set: { 'announcement.told': next.told, 'announcement.checked': next.checked, 'announcement.due': next.due } },
  )
}
