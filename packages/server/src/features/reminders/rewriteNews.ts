import type { App } from '../../platform/app.ts'
import type { MailRewriter } from '../../platform/feature.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, jobsOf } from '../jobs/collection.ts'
import { type Family, type FamilySubject, linksOf } from './families.ts'
import { type JobFamilies, readFamilies, readOpenSubjects } from './jobFamilies.ts'
import { type JobNews, readyMail, reminderMail } from './reminderMails.ts'
import type { ReminderKind } from './reminderPlan.ts'
import { isOpen } from './sendReminders.ts'

/**
 * Emails to families are written again if one of their children was withdrawn while the email waited: the others are still worth
 * telling. The family gets what it would get if the email were caused now.
 */
export const newsRewriters: Readonly<Record<'ready' | 'reminder', MailRewriter>> = {
  ready: async (app, provider, mail) => {
    const [, uuid = ''] = mail.key.split(' ')
    return writeAgain(app, provider, mail, uuid, {
      subjectsFor: async () => (family) => family.subjects,
      write: (news) => readyMail(app, provider, news),
    })
  },
  reminder: async (app, provider, mail) => {
    // between them is the day, if it is about the last one
    const [, kind, ...rest] = mail.key.split(' ')
    const uuid = rest.at(-2) ?? ''
    return writeAgain(app, provider, mail, uuid, {
      subjectsFor: (job, read) => readOpenSubjects(app, provider, job, read),
      write: (news) => reminderMail(app, provider, kind as ReminderKind, news),
    })
  },
}

type Writing = {
  subjectsFor: (job: Job, read: JobFamilies) => Promise<(family: Family) => FamilySubject[]>
  write: (news: JobNews) => Mail
}

async function writeAgain(
  app: App,
  provider: Provider,
  { to }: Mail,
  uuid: string,
  { subjectsFor, write }: Writing,
): Promise<Mail | null> {
  const job = await jobsOf(app, provider.key).findOne({ uuid })
  if (!job || !isOpen(job, provider, app.clock())) return null
  const read = await readFamilies(app, provider, job)
  const family = read.families.find(({ email }) => email === to)
  if (!family) return null
  const open = (await subjectsFor(job, read))(family)
  return open.length === 0 ? null : write({ job, family, links: linksOf(open, read.codes) })
}
