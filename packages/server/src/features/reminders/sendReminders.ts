import type { App } from '../../platform/app.ts'
import type { Background } from '../../platform/feature.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { Job } from '../jobs/collection.ts'
import { endOfDay, isDeleted, startOfDay } from '../jobs/days.ts'
import {
  type AnnouncedJob,
  claimAnnouncement,
  closeAnnouncement,
  findAnnounced,
} from '../jobs/publishing/announcements.ts'
import { linksOf } from './families.ts'
import { readFamilies, readOpenSubjects } from './jobFamilies.ts'
import { readyMail, reminderMail } from './reminderMails.ts'
import { dueReminder, nextCheck } from './reminderPlan.ts'

/** Notifies the families of a job that was just published. Returns the number of emails. */
export async function notifyFamilies(app: App, provider: Provider, uuid: string): Promise<number> {
  const job = await findAnnounced(app, provider.key, uuid)
  return job ? processJob(app, provider, job) : 0
}

/** Jobs per run, so that a run ends. */
const BATCH = 50

/** Sends the due reminders of published jobs, and continues runs that another process abandoned. */
export const reminderRun: Background = {
  name: 'reminders.send',
  everyMs: 1000,
  run: async (app) => {
    for (let count = 0; count < BATCH; count++) {
      const job = await claimAnnouncement(app)
      if (!job) return
      const provider = await findProvider(app, job.provider)
      if (provider) await processJob(app, provider, job)
    }
  },
}

/** Whether the families of the job may get emails about it. */
export function isOpen(job: Job, provider: Provider, now: Date): boolean {
  return job.published && !job.isArchived && !isDeleted(job, provider, now)
}

/**
 * Sends the due emails of a job that this process has claimed, and schedules the next check. Repeating it sends nothing twice,
 * because every email has its key. Returns how many families were notified now.
 */
async function processJob(app: App, provider: Provider, job: AnnouncedJob): Promise<number> {
  const now = app.clock()
  const { announcement } = job
  const dates = { ...announcement, orderBy: job.orderBy && endOfDay(job.orderBy, provider) }
  const open = isOpen(job, provider, now)
  let count = 0
  if (open) {
    if (!announcement.told) count = await announcePictures(app, provider, job)
    const reminder = dueReminder(dates, now)
    if (reminder) await remindFamilies(app, provider, job, reminder.kind)
  }
  await closeAnnouncement(app, job, {
    told: announcement.told || open,
    checked: now,
    due: nextCheck({ ...dates, deletion: job.deletion && startOfDay(job.deletion, provider) }, now),
  })
  return count
}

async function announcePictures(app: App, provider: Provider, job: Job): Promise<number> {
  const { families, codes } = await readFamilies(app, provider, job)
  let count = 0
  for (const family of families) {
    const links = linksOf(family.subjects, codes)
    if (await app.mail.queue(readyMail(app, provider, { job, family, links }))) count++
  }
  return count
}

async function remindFamilies(
  app: App,
  provider: Provider,
  job: Job,
  kind: Parameters<typeof reminderMail>[2],
): Promise<void> {
  const read = await readFamilies(app, provider, job)
  const openFor = await readOpenSubjects(app, provider, job, read)
  for (const family of read.families) {
    const open = openFor(family)
    if (open.length === 0) continue
    const links = linksOf(open, read.codes)
    await app.mail.queue(reminderMail(app, provider, kind, { job, family, links }))
  }
}
