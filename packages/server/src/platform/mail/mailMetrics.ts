import type { App } from '../app.ts'
import type { CounterMetric, Metric } from '../metrics/metric.ts'
import { listProviderEntries } from '../provider/collection.ts'
import { minutesText } from '../quantities.ts'
import { mailsOf, type StoredMail } from './queue.ts'

/** Attempts of this server that the mail server, or the outbox, did not accept. */
export const mailTriesFailed: CounterMetric = {
  kind: 'counter',
  name: 'portraitkit_mail_tries_failed_total',
  help: 'Failed attempts to send an email; most are repeated.',
}

export const mailsGivenUp: CounterMetric = {
  kind: 'counter',
  name: 'portraitkit_mails_given_up_total',
  help: 'Emails that will not be tried again: refused for good, or not accepted for three days.',
}

export const mailsDropped: CounterMetric = {
  kind: 'counter',
  name: 'portraitkit_mails_dropped_total',
  help: 'Emails that were not sent because what they were about may no longer be shown.',
}

export const mailsSent: CounterMetric = {
  kind: 'counter',
  name: 'portraitkit_mails_sent_total',
  help: 'Emails that the mail server, or the outbox, accepted.',
}

async function waiting(app: App) {
  return { provider: { $in: (await listProviderEntries(app)).map(({ key }) => key) }, due: { $gt: new Date(0) } }
}

export const mailMetrics: readonly Metric[] = [
  mailsSent,
  mailTriesFailed,
  mailsGivenUp,
  mailsDropped,
  {
    kind: 'gauge',
    name: 'portraitkit_mails_waiting',
    help: 'Emails in the queue of all servers, including those that will be tried again.',
    read: async (app) => mailsOf(app).countDocuments(await waiting(app)),
    sentence: (count) => `Emails that wait to be sent: ${count}.`,
  },
  {
    kind: 'gauge',
    name: 'portraitkit_mails_oldest_seconds',
    help: 'Age of the oldest email in the queue; 0 if it is empty.',
    read: oldestAge,
    sentence: (seconds) => `The oldest of these emails has waited ${minutesText(seconds)}.`,
  },
]

async function oldestAge(app: App): Promise<number> {
  const [oldest] = await mailsOf(app)
    .find(await waiting(app), { projection: { created: 1 } })
    .sort({ created: 1 })
    .limit(1)
    .toArray()
  return oldest ? ageOf(app, oldest) : 0
}

function ageOf({ clock }: App, { created }: Pick<StoredMail, 'created'>): number {
  return Math.max(0, clock().getTime() - created.getTime()) / 1000
}
