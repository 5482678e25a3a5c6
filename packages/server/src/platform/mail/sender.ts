import type { App } from '../app.ts'
import { findProvider, listProviderEntries } from '../provider/collection.ts'
import { closeMail, mailsOf, type StoredMail } from './queue.ts'
import { scheduleRetry } from './retries.ts'
import type { Transport } from './transport.ts'

/** How long one attempt may take before another process takes over. Longer than the time limit of any mail server. */
const LEASE_MS = 90_000
/** Emails per run, so that a run ends. */
const BATCH = 100

/** Sends the emails that are due, one after the other, each by one process at a time. */
export async function sendDueMails(app: App, transport: Transport): Promise<void> {
  for (let count = 0; count < BATCH; count++) {
    const mail = await claim(app)
    if (!mail) return
    await sendOne(app, transport, mail)
  }
}

async function claim(app: App): Promise<StoredMail | null> {
  const now = app.clock()
  const keys = (await listProviderEntries(app)).map(({ key }) => key)
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
    await closeMail(app, mail, { sent: app.clock() })
  } catch (error) {
    await scheduleRetry(app, mail, error as Error)
    // The server's reply may contain the address: it is stored with the email and kept out of the log.
    const { responseCode, code } = error as { responseCode?: number; code?: string }
    app.log.warn({ mail: _id, tries, response: responseCode ?? code }, 'an email was not accepted')
  }
}
