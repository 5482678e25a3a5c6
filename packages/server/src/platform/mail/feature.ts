import type { App } from '../app.ts'
import type { Background, Feature } from '../feature.ts'
import { mailClockCheck } from './clockChange.ts'
import { mailCollections } from './collection.ts'
import { mailMetrics } from './mailMetrics.ts'
import { mailPersonalData } from './personalData.ts'
import { sendBulkMails, sendUrgentMails } from './sender.ts'
import { createMailTransport, type Transport } from './transport.ts'

/** One transport per shop: a process may run several. */
const transports = new WeakMap<App, Transport>()

function transportOf(app: App): Transport {
  const transport = transports.get(app) ?? createMailTransport(app.env)
  transports.set(app, transport)
  return transport
}

/** Sends emails as background work of every process. Bulk emails have a run of their own, so that no other waits for them. */
const mailDelivery: Background[] = [
  {
    name: 'mail.urgent',
    everyMs: 1000,
    lane: 'mails',
    run: (app) => sendUrgentMails(app, transportOf(app)),
  },
  {
    name: 'mail.bulk',
    everyMs: 1000,
    lane: 'mails',
    run: (app) => sendBulkMails(app, transportOf(app)),
  },
]

/** The mail queue, which every feature fills through `app.mail`. */
export const mail: Feature = {
  name: 'mail',
  calls: [],
  collections: mailCollections,
  background: [...mailDelivery, mailClockCheck],
  personalData: mailPersonalData,
  commands: [
    {
      name: 'mails',
      usage: 'mails bounces | allow <address>',
      summary: 'lists the addresses that mail servers refuse, and writes to one again',
      load: async () => (await import('./command.ts')).mailsCommand,
    },
  ],
  metrics: mailMetrics,
}
