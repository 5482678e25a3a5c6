import type { App } from '../app.ts'
import type { Background, Feature } from '../feature.ts'
import { mailClockCheck } from './clockChange.ts'
import { mailCollections } from './collection.ts'
import { forgetMailsAbout } from './forgetMails.ts'
import { SENDINGS } from './mailKinds.ts'
import { mailMetrics } from './mailMetrics.ts'
import { mailPersonalData } from './personalData.ts'
import { sendBulkMails, sendMails } from './sender.ts'
import { createMailTransport, type Transport } from './transport.ts'

/** One transport per shop: a process may run several. */
const transports = new WeakMap<App, Transport>()

function transportOf(app: App): Transport {
  const transport = transports.get(app) ?? createMailTransport(app.env)
  transports.set(app, transport)
  return transport
}

/** Sends emails as background work of every process. Each sort of emails has a run of its own, so that none waits for another. */
const mailDelivery: Background[] = SENDINGS.map((sending) => ({
  name: `mail.${sending}`,
  everyMs: 1000,
  lane: 'mails',
  run: (app) => (sending === 'bulk' ? sendBulkMails(app, transportOf(app)) : sendMails(app, transportOf(app), sending)),
}))

/** The mail queue, which every feature fills through `app.mail`. */
export const mail: Feature = {
  name: 'mail',
  calls: [],
  collections: mailCollections,
  background: [...mailDelivery, mailClockCheck],
  personalData: mailPersonalData,
  forgetSubjects: forgetMailsAbout,
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
