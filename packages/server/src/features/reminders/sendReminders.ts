import type { App } from '../../platform/app.ts'
import type { Background } from '../../platform/feature.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesFor } from '../access/codes.ts'
import { type AnnouncedJob, claimAnnouncement, closeAnnouncement, findAnnounced } from '../jobs/announcements.ts'
import type { Job } from '../jobs/collection.ts'
import { endOfDay, isDeleted, startOfDay } from '../jobs/days.ts'
import { photographedSubjects } from '../jobs/photographedSubjects.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { ordersOf } from '../orders/collection.ts'
import { choicesOf, mayEmail, wantsReminders } from './collection.ts'
import { type Family, type FamilySubject, familiesOf, linksOf } from './families.ts'
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
function isOpen(job: Job, provider: Provider, now: Date): boolean {
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
  const { families, codes, choices } = await readFamilies(app, provider, job)
  const isBought = await readPurchases(app, provider, job, families)
  for (const family of families) {
    const choice = choices.get(family.email)
    const open = family.subjects.filter((subject) => wantsReminders(choice, subject.uuid) && !isBought(family, subject))
    if (open.length === 0) continue
    const links = linksOf(open, codes)
    await app.mail.queue(reminderMail(app, provider, kind, { job, family, links }))
  }
}

async function readFamilies(app: App, provider: Provider, job: Job) {
  const photographed = await photographedSubjects(app, provider, job)
  const subjects = photographed.filter((subject) => !isHidden(subject, job))
  const all = await familiesOf(app, provider, subjects)
  const emails = all.map(({ email }) => email)
  const choices = await choicesOf(app, provider.key, emails)
  const families = all.map((family) => withoutForgotten(family, choices)).filter((family) => family.subjects.length > 0)
  const byCode = families.flatMap((family) =>
    family.subjects.filter(({ inAccount }) => !inAccount).map(({ uuid }) => uuid),
  )
  const codes = await codesFor(app, provider, [...new Set(byCode)])
  return { families, codes, choices }
}

/** A family without the emails that the owner of a deleted account must not get. */
function withoutForgotten(family: Family, choices: Awaited<ReturnType<typeof choicesOf>>): Family {
  const { email, customer, subjects } = family
  const choice = choices.get(email)
  return {
    ...family,
    subjects: subjects.filter(({ uuid, inAccount }) => inAccount || mayEmail(choice, uuid, customer !== null)),
  }
}

type PurchaseTest = (family: Family, subject: FamilySubject) => boolean

/**
 * The purchases of a job. Two guardians are independent of each other: a guardian with the picture set in an account is
 * reminded until that account has bought. The shop cannot know who uses a roster address without an account, so for those
 * anybody's purchase counts.
 */
async function readPurchases(
  app: App,
  provider: Provider,
  job: Job,
  families: readonly Family[],
): Promise<PurchaseTest> {
  const subjects = [...new Set(families.flatMap((family) => family.subjects.map(({ uuid }) => uuid)))]
  const orders = await ordersOf(app, provider.key)
    .find(
      { confirmTime: { $gte: job.creationTime }, 'content.lines.subjects.uuid': { $in: subjects } },
      { projection: { 'content.customer': 1, 'content.lines.subjects.uuid': 1 } },
    )
    .toArray()
  const buyers = new Map<string, Set<string>>()
  for (const { content } of orders) {
    for (const { uuid } of content.lines.flatMap((line) => line.subjects)) {
      buyers.set(uuid, (buyers.get(uuid) ?? new Set()).add(content.customer))
    }
  }
  return ({ customer }, { uuid, inAccount }) => {
    const who = buyers.get(uuid)
    return inAccount && customer ? (who?.has(customer) ?? false) : who !== undefined
  }
}
