import type { Collection } from '../feature.ts'

export const mailCollections: Collection[] = [
  {
    name: 'mails',
    indexes: [
      { key: { provider: 1, due: 1 } },
      // The emails of a customer: of the account, those sent to others, and those to the address.
      { key: { provider: 1, customer: 1 } },
      { key: { provider: 1, sender: 1 } },
      { key: { provider: 1, to: 1 } },
    ],
  },
]
