import type { Filter } from 'mongodb'
import type { App } from '../app.ts'
import { findProvider, listProviderEntries } from '../provider/collection.ts'
import { forgetBounce, hasBounced } from './bounces.ts'
import type { Sending } from './mailKinds.ts'
import { mailsDropped, mailsSent, mailTriesFailed } from './mailMetrics.ts'
import { currentMail } from './mailTopics.ts'
import { countBulkMail, exhaustedDomains } from './pace.ts'
import { closeMail, mailsOf, type StoredMail } from './queue.ts'
import { scheduleRetry } from './retries.ts'
import type { Transport } from './transport.ts'

/** How long one attempt may take before another process takes over. Longer than the time limit of any mail server. */
export const LEASE_MS = 90_000
/** Emails per run, so that a run ends. */
const BATCH_SIZE = 100
/** How many emails of each sort one process sends at a time: one slow mail server delays few others. */
const CONCURRENCY = 5

/** Emails of the version before, which had two sorts, are ordinary: an urgent email of today waits for none of them. */
const SENDING_FILTER = {
  urgent: { sending: 'urgent' },
  prompt: { sending: 'prompt' },
  ordinary: { sending: { $in: ['ordinary', null as never] }, bulkDomain: null as never },
} as const satisfies Record<string, Filter<StoredMail>>

/** Sends the emails of one sort that are due, several at a time, each by one process. They never wait for another sort. */
export async function sendMails(app: App, transport: Transport, sending: Exclude<Sending, 'bulk'>): Promise<void> {
  await forEachInParallel(await findDue(app, SENDING_FILTER[sending]), async (due) => {
    const mail = await claim(app, due)
    if (mail) await sendOne(app, transport, mail)
  })
}

/** Sends the bulk emails that are due, at the pace of each receiving domain. An address that was refused gets none. */
export async function sendBulkMails(app: App, transport: Transport): Promise<void> {
  const full = transport.needsPace ? await exhaustedDomains(app) : []
  await forEachInParallel(await findDue(app, { bulkDomain: { $nin: [null as never, ...full] } }), async (due) => {
    const { bulkDomain = '' } = due
    if (transport.needsPace && !(await countBulkMail(app, bulkDomain))) return
    const mail = await claim(app, due)
    if (!mail) return
    if (await hasBounced(app, mail))
      await closeMail(app, mail, { refused: 'An earlier email to this address was refused' })
    else await sendOne(app, transport, mail)
  })
}

type DueMail = Pick<StoredMail, '_id' | 'provider' | 'bulkDomain'>

async function findDue(app: App, which: Filter<StoredMail>): Promise<DueMail[]> {
  const keys = (await listProviderEntries(app)).map(({ key }) => key)
  return mailsOf(app)
    .find({ provider: { $in: keys }, due: { $lte: app.clock() }, ...which })
    .project<DueMail>({ provider: 1, bulkDomain: 1 })
    .sort({ due: 1 })
    .limit(BATCH_SIZE)
    .toArray()
}

/** Null if another process was faster. */
async function claim(app: App, { _id, provider }: DueMail): Promise<StoredMail | null> {
  const now = app.clock()
  return mailsOf(app).findOneAndUpdate(
    { _id, provider, due: { $lte: now } },
    { $set: { due: new Date(now.getTime() + LEASE_MS) }, $inc: { tries: 1 } },
    { returnDocument: 'after' },
  )
}

async function sendOne(app: App, transport: Transport, claimed: StoredMail): Promise<void> {
  const provider = await findProvider(app, claimed.provider)
  if (!provider) return
  const current = await currentMail(app, provider, claimed)
  if ('reason' in current) return dropMail(app, claimed, current.reason)
  const { mail } = current
  const { _id, provider: key, to, subject, text, html, unsubscribe, created, tries } = mail
  const from = { name: provider.name, address: provider.contactInfo.email }
  try {
    await transport.send({ id: _id, from, to, subject, text, html, unsubscribe, date: created })
    await closeMail(app, mail, { sent: app.clock() })
    await forgetBounce(app, key, to)
    app.metrics.increase(mailsSent)
  } catch (error) {
    app.metrics.increase(mailTriesFailed)
    await scheduleRetry(app, mail, error as Error)
    // The server's reply may contain the address: it is stored with the email and kept out of the log.
    const { responseCode, code } = error as { responseCode?: number; code?: string }
    app.log.warn({ mail: _id, tries, response: responseCode ?? code }, 'an email was not accepted')
  }
}

async function dropMail(app: App, mail: StoredMail, reason: string): Promise<void> {
  await closeMail(app, mail, { dropped: reason })
  app.metrics.increase(mailsDropped)
  app.log.info({ mail: mail._id, reason }, 'an email was dropped')
}

async function forEachInParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
