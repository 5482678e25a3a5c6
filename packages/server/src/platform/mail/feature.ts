import type { App } from '../app.ts'
import type { Background, Feature } from '../feature.ts'
import { mailCollections } from './collection.ts'
import { sendDueMails } from './sender.ts'
import { createMailTransport, type Transport } from './transport.ts'

/** One transport per shop: a process may run several. */
const transports = new WeakMap<App, Transport>()

/** Sends emails as background work of every process. */
const mailDelivery: Background = {
  name: 'mail.send',
  everyMs: 1000,
  lane: 'mails',
  run: async (app) => {
    const transport = transports.get(app) ?? createMailTransport(app.env)
    transports.set(app, transport)
    await sendDueMails(app, transport)
  },
}

/** The mail queue, which every feature fills through `app.mail`. */
export const mail: Feature = { name: 'mail', calls: [], collections: mailCollections, background: [mailDelivery] }
