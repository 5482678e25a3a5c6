import type { App } from '../app.ts'
import { recordBounce } from './bounces.ts'
import { mailsGivenUp } from './mailMetrics.ts'
import { closeMail, mailsOf, type StoredMail } from './queue.ts'
import { MailRefused } from './transport.ts'

const MINUTE_MS = 60_000
/** Waits between tries: 1 minute, doubled each time, at most 4 hours; after 3 days an email is given up. */
const MAX_BACKOFF_MS = 240 * MINUTE_MS
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS

/** When to retry an email after the `tries`th failure, in milliseconds from then. */
export function backoffMs(tries: number): number {
  return Math.min(MAX_BACKOFF_MS, MINUTE_MS * 2 ** (tries - 1))
}

/** Schedules the next try of an email that was not accepted, or gives it up. */
export async function scheduleRetry(app: App, mail: StoredMail, error: Error): Promise<void> {
  const { _id, provider, created, tries } = mail
  const now = app.clock().getTime()
  if (error instanceof MailRefused && error.isAboutAddress) await recordBounce(app, mail, error.message)
  if (error instanceof MailRefused || now - created.getTime() > GIVE_UP_MS) {
    app.metrics.increase(mailsGivenUp)
    return closeMail(app, mail, { refused: error.message })
  }
  const due = new Date(now + backoffMs(tries))
  await mailsOf(app).updateOne({ _id, provider, tries }, { $set: { problem: error.message, due } })
}
