import type { App } from '../app.ts'
import type { Background, Feature } from '../feature.ts'
import { findProvider, listProviders } from '../provider/collection.ts'
import { mailCollections } from './collection.ts'
import type { StoredMail } from './store.ts'
import { createMailTransport, MailRefused, type Transport } from './transport.ts'

/** How long one try may take before another process takes the mail over. Longer than the time limit of any mail server. */
const LEASE_MS = 90_000
const MINUTE_MS = 60_000
/** Waits between tries: 1 minute, doubled each time, at most 4 hours; after 3 days a mail is given up. */
const MAX_BACKOFF_MS = 240 * MINUTE_MS
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS
/** Mails per run, so that a run ends. */
const BATCH = 100

/** When to retry a mail after the `tries`th failure, in milliseconds from then. */
export function backoffMs(tries: number): number {
  return Math.min(MAX_BACKOFF_MS, MINUTE_MS * 2 ** (tries - 1))
}

/** Sends the mails that are due, one after the other, each by one process at a time. */
export async function sendDueMails(app: App, transport: Transport): Promise<void> {
  for (let count = 0; count < BATCH; count++) {
    const mail = await claim(app)
    if (!mail) return
    await sendOne(app, transport, mail)
  }
}

async function claim(app: App): Promise<StoredMail | null> {
  const now = app.clock()
  const keys = (await listProviders(app)).map(({ key }) => key)
  return mailsOf(app).findOneAndUpdate(
    { provider: { $in: keys }, due: { $lte: now } },
    { $set: { due: new Date(now.getTime() + LEASE_MS) }, $inc: { tries: 1 } },
    { sort: { due: 1 }, returnDocument: 'after' },
  )
}

async function sendOne(app: App, transport: Transport, mail: StoredMail): Promise<void> {
  const { _id, provider: key, to, subject, text, html, unsubscribe, created, tries } = mail
  const provider = await findProvider(app, key)
  if (!provider) return
  const from = { name: provider.name, address: provider.contactInfo.email }
  try {
    await transport.send({ id: _id, from, to, subject, text, html, unsubscribe, date: created })
    await mailsOf(app).updateOne({ _id, provider: key }, { $set: { sent: app.clock() }, $unset: afterSending(mail) })
    await deleteIfForgotten(app, mail)
  } catch (error) {
    await scheduleRetry(app, mail, error as Error)
    // The server's reply may contain the address: it is stored with the mail and kept out of the log.
    const { responseCode, code } = error as { responseCode?: number; code?: string }
    app.log.warn({ mail: _id, tries, response: responseCode ?? code }, 'a mail was not accepted')
  }
}

async function scheduleRetry(app: App, mail: StoredMail, error: Error): Promise<void> {
  const { _id, provider, created, tries } = mail
  const now = app.clock().getTime()
  const isOver = error instanceof MailRefused || now - created.getTime() > GIVE_UP_MS
  await mailsOf(app).updateOne(
    { _id, provider },
    isOver
      ? { $set: { refused: error.message }, $unset: afterSending(mail) }
      : { $set: { problem: error.message, due: new Date(now + backoffMs(tries)) } },
  )
  if (isOver) await deleteIfForgotten(app, { _id, provider })
}

/** The fields that a mail loses once it is no longer sent. */
function afterSending({ forget }: StoredMail) {
  return { due: '' as const, ...(forget === 'words' && { text: '' as const, html: '' as const }) }
}

/** Asks the database again: somebody may have decided to forget the mail while it was being sent. */
async function deleteIfForgotten(app: App, { _id, provider }: Pick<StoredMail, '_id' | 'provider'>): Promise<void> {
  await mailsOf(app).deleteOne({ _id, provider, forget: true })
}

function mailsOf(app: App) {
  return app.db.collection<StoredMail>('mails')
}

/** One transport per shop: a process may run several. */
const transports = new WeakMap<App, Transport>()

/** Sends mails as background work of every process. */
const mailDelivery: Background = {
  name: 'mail.send',
  everyMs: 1000,
  run: async (app) => {
    const transport = transports.get(app) ?? createMailTransport(app.env)
    transports.set(app, transport)
    await sendDueMails(app, transport)
  },
}

/** The mail queue, which every feature fills through `app.mail`. */
export const mail: Feature = { name: 'mail', calls: [], collections: mailCollections, background: [mailDelivery] }
