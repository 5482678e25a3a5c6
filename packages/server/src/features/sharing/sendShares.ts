import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { type Limited, throttled } from '../../platform/http/throttle.ts'
import { createShare } from '../access/shares.ts'
import type { Subject } from '../jobs/collection.ts'
import { sharedMail } from './sharedMail.ts'

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

type CustomerCall = CallContext<'customer'>

/** What is shared with each of the recipients, until `ends`, and the sender's name in the email. */
export type SharedSets = { from: string; recipients: readonly string[]; subjects: readonly Subject[]; ends: Date }

export type Outcome = 'sent' | 'enough' | 'enough of these'

/** Shares with all recipients and emails them, or with none if that exceeds the daily limit of the customer, of a set or of a job. */
export async function sendWithinLimits(call: CustomerCall, shared: SharedSets): Promise<Outcome> {
  const { recipients, subjects } = shared
  const times = recipients.length
  const sets = subjects.map(({ uuid }) => uuid).sort()
  const jobs = [...new Set(subjects.map(({ jobUuid }) => jobUuid))].sort()
  const ofThese: Limited[] = [
    ...jobs.map((who) => ({ limit: jobLimit, who, times })),
    ...sets.map((who) => ({ limit: setLimit, who, times })),
  ]
  return countMails(call, 'enough', [{ limit: mailLimit, who: call.customer.uuid, times }], () =>
    countMails(call, 'enough of these', ofThese, async () => {
      await sendAll(call, shared)
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

async function sendAll(call: CustomerCall, { from, recipients, subjects, ends }: SharedSets): Promise<void> {
  const { app, provider, customer, language, now } = call
  const uuids = subjects.map(({ uuid }) => uuid)
  const share = { provider: provider.key, sharedBy: customer.uuid, subjects: uuids, ends }
  for (const recipient of recipients) {
    const { uuid, token } = await createShare(app, { ...share, recipient })
    const mail = { share: uuid, token, sender: customer.uuid, from, to: recipient, subjects, ends, language, day: now }
    await app.mail.queue(sharedMail(app, provider, mail))
  }
}
