import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { throttled } from '../../platform/http/throttle.ts'
import { layOutMail } from '../../platform/mail/layOutMail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { networkAddress } from '../../platform/networkAddress.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { findJobs, type Subject, subjectsOf } from '../jobs/collection.ts'
import { contactFilter } from '../jobs/contact.ts'
import { isDeleted } from '../jobs/days.ts'
import { aboutContact, aboutSubject } from '../jobs/publishing/mailTopics.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { recoveryTexts } from './codeRecoveryTexts.ts'
import { codesOfSubjects } from './codes.ts'
import { aboutCode } from './mailTopics.ts'

const HOUR_MS = 60 * 60_000
/** Each request counts: an address may belong to a whole school, a mailbox to one person. */
const addressLimit = { kind: 'code-recovery', limit: 30, windowMs: HOUR_MS }
export const MAILS_A_DAY = 3
const contactLimit = { kind: 'code-recovery-contact', limit: MAILS_A_DAY, windowMs: 24 * HOUR_MS }
/** Longer than looking up and queueing take, so that the duration of an answer does not reveal which of them happened. */
const MIN_ANSWER_MS = 300

/** Sends the codes of a contact on file. The answer and its timing are the same for everybody. */
export async function recoverCode(call: CallContext, email: string): Promise<{ message: string }> {
  const { http, language } = call
  const limits = [{ limit: addressLimit, who: networkAddress(http.ip) }]
  return throttled(call, limits, async () => {
    await Promise.all([sendWithinLimit(call, email), sleep(MIN_ANSWER_MS)])
    return { failed: true, answer: { message: translateTo(language)(recoveryTexts.answer) } }
  })
}

/** Sends the email, if there is something to send and the contact has not yet had too many today. */
async function sendWithinLimit(call: CallContext, email: string): Promise<void> {
  try {
    await throttled(call, [{ limit: contactLimit, who: email }], async () => {
      await send(call, email)
      return { failed: true, answer: undefined }
    })
  } catch (error) {
    // Not reported to the caller: only an address on file can reach this limit.
    if (!(error instanceof Failure && error.reason === 'throttle.wait')) throw error
  }
}

async function send({ app, provider, language, now }: CallContext, email: string): Promise<void> {
  const subjects = await openSubjects(app, provider, email, now)
  const codes = await pickLetterCodes(app, provider, subjects)
  if (codes.length > 0) await app.mail.queue(recoveryMail(app, provider, { email, codes, language, now }))
}

/** The subjects of this contact with pictures to see. */
async function openSubjects(app: App, provider: Provider, email: string, now: Date): Promise<Subject[]> {
  const subjects = await subjectsOf(app, provider.key).find(contactFilter(email)).sort({ _id: 1 }).toArray()
  const jobs = await findJobs(
    app,
    provider.key,
    subjects.map(({ jobUuid }) => jobUuid),
  )
  const open = jobs.filter((job) => job.published && !job.isArchived && !isDeleted(job, provider, now))
  return subjects.filter((subject) => {
    const job = open.find(({ uuid }) => uuid === subject.jobUuid)
    return job && !subject.withdrawn && !isHidden(subject, job)
  })
}

type RecoveryCode = { code: string; subjects: Subject[] }

/**
 * One code for each subject, with the children whose pictures it opens: the oldest that opens nobody else's
 * pictures, otherwise the oldest.
 */
async function pickLetterCodes(app: App, provider: Provider, subjects: readonly Subject[]): Promise<RecoveryCode[]> {
  if (subjects.length === 0) return []
  const uuids = subjects.map(({ uuid }) => uuid)
  const codes = await codesOfSubjects(app, provider, uuids)
  const subjectsByCode = new Map<string, Subject[]>()
  for (const subject of subjects) {
    const { uuid } = subject
    const opening = codes.filter((each) => each.subjects.includes(uuid))
    const first = opening.find((each) => each.subjects.every((one) => uuids.includes(one))) ?? opening[0]
    if (first) subjectsByCode.set(first.code, [...(subjectsByCode.get(first.code) ?? []), subject])
  }
  return [...subjectsByCode].map(([code, opened]) => ({ code, subjects: opened }))
}

type Recovery = { email: string; codes: readonly RecoveryCode[]; language: string; now: Date }

function recoveryMail(app: App, provider: Provider, { email, codes, language, now }: Recovery): Mail {
  const t = translateTo(language)
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const title = t(recoveryTexts.title, { codes: codes.length })
  return layOutMail(provider, {
    key: `recovery ${createHash('sha256').update(`${email}\n${now.toISOString()}`).digest('base64url').slice(0, 22)}`,
    to: email,
    language,
    subject: `${title} (${provider.name})`,
    title,
    parts: [
      t(recoveryTexts.request, { shop: provider.name }),
      ...codes.map(({ code, subjects }) => ({
        link: t(recoveryTexts.see, { names: list.format(subjects.map(({ name }) => name)) }),
        href: shopAddress(app, provider, `/c/${encodeURIComponent(code)}`),
        hint: t(recoveryTexts.code, { code: formatCode(code) }),
      })),
      t(recoveryTexts.private),
    ],
    about: codes.flatMap(({ code, subjects }) => [
      aboutCode(code),
      ...subjects.flatMap(({ uuid }) => [aboutSubject(uuid), aboutContact(uuid, email)]),
    ]),
    forget: 'words',
  })
}
