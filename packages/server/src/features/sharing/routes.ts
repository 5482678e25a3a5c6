import { sharing as contract } from '@portraitkit/core/sharing/contract.ts'
import { recipientsOf } from '@portraitkit/core/sharing/recipients.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { type Limited, throttled } from '../../platform/http/throttle.ts'
import { nearestTexts } from '../../platform/languages.ts'
import { grantedSubjects } from '../access/grants.ts'
import { findUser } from '../account/collection.ts'
import { findDeliveredSets, type Subject } from '../jobs/collection.ts'
import { codeToShare } from './codeToShare.ts'
import { type SharedSet, senderOf, sharedMail } from './sharedMail.ts'
import { sharingTexts } from './sharingTexts.ts'

const DAY_MS = 24 * 60 * 60_000
/** Emails that one customer may send to others in a day. */
export const MAILS_A_DAY = 40
/** And emails about one set, whoever sends them: a code can be used by several customers, and both parents may share. */
export const SET_MAILS_A_DAY = 60
/** And about all sets of a job. */
export const JOB_MAILS_A_DAY = 2000
const mailLimit = { kind: 'share', limit: MAILS_A_DAY, windowMs: DAY_MS }
const setLimit = { kind: 'share-set', limit: SET_MAILS_A_DAY, windowMs: DAY_MS }
const jobLimit = { kind: 'share-job', limit: JOB_MAILS_A_DAY, windowMs: DAY_MS }

export const sharing: Feature = {
  name: 'sharing',
  calls: bind(contract, {
    share: async ({ 'email[]': emails, 'subjects[]': uuids }, call) => {
      const words = nearestTexts(sharingTexts, call.language)
      const recipients = recipientsOf(emails)
      if (recipients.length === 0) return { error: words.noRecipients }
      const user = await findUser(call.app, call.provider, call.customer)
      if (!user?.isAddressProved) return { error: words.confirmFirst }
      const subjects = await sharedSubjects(call, uuids)
      if (subjects.length === 0) return { error: words.cannot }
      const outcome = await sendWithinLimits(call, recipients, subjects)
      if (outcome === 'sent') return { recipients }
      return { error: outcome === 'enough' ? words.enough(MAILS_A_DAY) : words.enoughOfThese }
    },
  }),
}

type CustomerCall = CallContext<'customer'>

/** The subjects, if all of them belong to the customer and can be shared. The answer does not reveal why one cannot. */
async function sharedSubjects({ app, provider, customer }: CustomerCall, uuids: readonly string[]): Promise<Subject[]> {
  const requested = [...new Set(uuids)]
  const granted = await grantedSubjects(app, provider, customer.uuid)
  if (!requested.every((uuid) => granted.includes(uuid))) return []
  const sets = await findDeliveredSets(app, provider.key, requested)
  const open = sets.filter(({ job, pictures }) => !job.isArchived && pictures.length > 0)
  return open.length === requested.length ? open.map(({ subject }) => subject) : []
}

type Outcome = 'sent' | 'enough' | 'enough of these'

/** Sends the emails, or none of them if they exceed the daily limit of the customer, of a set or of a job. */
async function sendWithinLimits(
  call: CustomerCall,
  recipients: readonly string[],
  subjects: readonly Subject[],
): Promise<Outcome> {
  const times = recipients.length
  const sets = subjects.map(({ uuid }) => uuid).sort()
  const jobs = [...new Set(subjects.map(({ jobUuid }) => jobUuid))].sort()
  const ofThese: Limited[] = [
    ...jobs.map((who) => ({ limit: jobLimit, who, times })),
    ...sets.map((who) => ({ limit: setLimit, who, times })),
  ]
  return countMails(call, 'enough', [{ limit: mailLimit, who: call.customer.uuid, times }], () =>
    countMails(call, 'enough of these', ofThese, async () => {
      await sendAll(call, recipients, subjects)
      return 'sent'
    }),
  )
}

/** The result of `send`, or `excess` if a limit does not allow it. Each email that is sent counts, not only failures. */
async function countMails(
  call: CustomerCall,
  excess: Outcome,
  limits: readonly Limited[],
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await throttled(call, limits, async () => {
      const answer = await send()
      return { failed: answer === 'sent', answer }
    })
  } catch (error) {
    if (error instanceof Failure && error.reason === 'throttle.wait') return excess
    throw error
  }
}

async function sendAll(call: CustomerCall, recipients: readonly string[], subjects: readonly Subject[]): Promise<void> {
  const { app, provider, customer, language, now } = call
  const user = await findUser(app, provider, customer)
  const uuids = subjects.map(({ uuid }) => uuid)
  const sets = await Promise.all(
    subjects.map(
      async ({ uuid, name }): Promise<SharedSet> => ({
        uuid,
        name,
        code: await codeToShare(app, provider, uuid, uuids),
      }),
    ),
  )
  const share = { sender: customer.uuid, from: senderOf(user?.name ?? '', customer.email), sets, language, day: now }
  for (const to of recipients) await app.mail.queue(sharedMail(app, provider, { ...share, to }))
}
