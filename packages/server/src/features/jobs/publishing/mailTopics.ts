import type { App } from '../../../platform/app.ts'
import type { MailTopicCheck } from '../../../platform/feature.ts'
import type { MailTopic } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { jobsOf, type Subject, subjectsOf } from '../collection.ts'
import { contactAddresses, isRemovedAddress } from '../contact.ts'
import { isDeleted } from '../days.ts'
import { findVisiblePictures } from '../pictures/visiblePictures.ts'
import { isHidden } from '../subjectState.ts'

const SUBJECT = 'subject'
const PICTURES = 'subject-pictures'
const CONTACT = 'contact'
const ADDRESS = 'address'

/** The topic of an email that is about a subject, by uuid. */
export const aboutSubject = (uuid: string): MailTopic => ({ noun: SUBJECT, id: uuid })

/** The topic of an email that invites to look at the pictures of a subject, by uuid: it must have some. */
export const aboutPictures = (uuid: string): MailTopic => ({ noun: PICTURES, id: uuid })

/** The subjects, by uuid, that an email with these topics is about. */
export const subjectsAmong = (topics: readonly MailTopic[]): string[] => [
  ...new Set(topics.flatMap(({ noun, id }) => (noun === SUBJECT || noun === PICTURES ? id : []))),
]

/** The topic of an email that somebody gets because the school has listed the address for a subject. */
export const aboutContact = (uuid: string, email: string): MailTopic => ({ noun: CONTACT, id: `${uuid} ${email}` })

/** The topic of an email to an account about a subject: nothing is sent to an address that was removed from it. */
export const aboutAddress = (uuid: string, email: string): MailTopic => ({ noun: ADDRESS, id: `${uuid} ${email}` })

/** No email is sent about somebody whom its recipient could not look at now. Read from the database: it may have changed just now. */
export const jobMailTopics: Readonly<Record<string, MailTopicCheck>> = {
  [SUBJECT]: hiddenReason,
  [PICTURES]: (app, provider, uuid) => hiddenReason(app, provider, uuid, 'needs a picture'),
  [CONTACT]: (app, provider, id) =>
    goneReason(app, provider, id, (subject, email) => !contactAddresses(subject).includes(email)),
  [ADDRESS]: (app, provider, id) => goneReason(app, provider, id, isRemovedAddress),
}

async function goneReason(
  app: App,
  provider: Provider,
  id: string,
  isGone: (subject: Subject, email: string) => boolean,
): Promise<string | null> {
  const [uuid = '', email = ''] = id.split(' ')
  const subject = await subjectsOf(app, provider.key).findOne({ uuid })
  return subject && !isGone(subject, email) ? null : 'The address is not that of the subject any more'
}

async function hiddenReason(
  app: App,
  provider: Provider,
  uuid: string,
  need: 'needs a picture' | 'may have none' = 'may have none',
): Promise<string | null> {
  const subject = await subjectsOf(app, provider.key).findOne({ uuid })
  if (!subject) return 'The subject was deleted'
  if (subject.merged) return 'The subject is one with another one'
  if (subject.withdrawn) return 'The subject was withdrawn'
  const job = await jobsOf(app, provider.key).findOne({ uuid: subject.jobUuid })
  if (!job || isDeleted(job, provider, app.clock())) return 'The pictures of the job were deleted'
  if (job.isArchived) return 'The job was closed'
  if (!job.published || isHidden(subject, job)) return 'The pictures were unpublished'
  const { open, paid } = await findVisiblePictures(app, provider.key, uuid)
  if (open.size > 0) return null
  if (paid.size > 0) return 'Somebody objects to every picture of the subject'
  return need === 'needs a picture' ? 'The subject has no picture to see' : null
}
