import type { App } from '../app.ts'
import type { Collection } from '../feature.ts'

/** An address to which a mail server has refused to deliver for good. */
export type MailBounce = {
  /** Provider and address. */
  _id: string
  provider: string
  address: string
  /** The last reply of the mail server. */
  reply: string
  times: number
  first: Date
  last: Date
  expires: Date
}

/** How many bulk emails a domain has had within a minute. */
export type MailPace = { _id: string; provider: '*'; minute: number; domain: string; count: number; expires: Date }

export const mailCollections: Collection[] = [
  {
    name: 'mails',
    indexes: [
      { key: { provider: 1, due: 1 } },
      { key: { provider: 1, bulkDomain: 1, due: 1 } },
      { key: { provider: 1, sending: 1, due: 1 } },
      // The emails of a customer: of the account, those sent to others, and those to the address.
      { key: { provider: 1, customer: 1 } },
      { key: { provider: 1, sender: 1 } },
      { key: { provider: 1, to: 1 } },
      { key: { provider: 1, 'about.id': 1 } },
    ],
  },
  {
    name: 'mailBounces',
    indexes: [
      { key: { provider: 1, last: -1 } },
      { key: { provider: 1, address: 1 } },
      { key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
    ],
  },
  {
    name: 'mailPaces',
    isImpersonal: true,
    indexes: [{ key: { provider: 1, minute: 1 } }, { key: { expires: 1 }, options: { expireAfterSeconds: 0 } }],
  },
]

export const mailPaces = (app: App) => app.db.collection<MailPace>('mailPaces')
