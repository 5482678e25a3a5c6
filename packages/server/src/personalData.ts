import type { PersonalData } from './account/personalData.ts'
import { ofProvider } from './db/ofProvider.ts'
import { forgetOnceSent } from './mail/store.ts'
import { picturesInUse } from './picturesInUse.ts'
import { choiceId, forgetContact } from './reminders/collection.ts'
import { forgetFiles } from './uploads/discard.ts'

/**
 * Every collection that names customers. What is not named here must not: a test goes through all collections of all
 * features, and through all documents after an account was deleted. Its order is that of the deletion: what is found by
 * way of another document stands before it, and the customer, who may ask again after a crash, last.
 */
export const personalData: readonly PersonalData[] = [
  { collection: 'tickets', of: ({ uuid }) => ({ 'data.customer': uuid }), exported: false },
  { collection: 'resetKeys', of: ({ uuid }) => ({ _id: uuid as never }), exported: false },
  { collection: 'operatorActs', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'designs', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  {
    collection: 'cartScenes',
    of: async ({ provider, uuid }, app) => {
      const carts = await ofProvider<{ _id: string; customer: string; lines: Array<{ uuid: string }> }>(
        app,
        'carts',
        provider,
      )
        .find({ customer: uuid })
        .toArray()
      return { line: { $in: carts.flatMap(({ lines }) => lines.map((line) => line.uuid)) } }
    },
    exported: false,
  },
  { collection: 'carts', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id', 'done'] },
  { collection: 'checkoutDrafts', of: ({ uuid }) => ({ 'content.customer': uuid }), hidden: ['content.personalId'] },
  {
    collection: 'checkouts',
    of: ({ uuid }) => ({ customer: uuid }),
    hidden: ['attempts'],
    // a payment that is under way must find whose it is
    blocking: { due: { $ne: null } },
  },
  {
    collection: 'orders',
    of: ({ uuid }) => ({ 'content.customer': uuid }),
    hidden: ['content.personalId', 'bought'],
    kept: { of: { confirmTime: { $ne: null } }, because: 'the law wants what was sold to be kept', onReceipt: true },
  },
  {
    // after all that may use them: what is left then are placed orders, which are printed from the files
    collection: 'uploads',
    of: ({ uuid }) => ({ customer: uuid }),
    hidden: ['_id', 'hash', 'due', 'placeholder'],
    leave: (app, owner) => forgetFiles(app, owner, picturesInUse),
  },
  {
    collection: 'mails',
    of: ({ email }) => ({ to: email }),
    // A mail can hold a way in: what it said stands in the customer's own mailbox.
    hidden: ['_id', 'text', 'html', 'unsubscribe'],
    kept: { of: { due: { $exists: true } }, because: 'it is on its way, and forgotten when it was sent' },
    leave: forgetOnceSent,
  },
  {
    collection: 'reminderChoices',
    of: ({ provider, email }, app) => ({ _id: choiceId(app, provider, email) as never }),
    hidden: ['_id'],
    kept: { of: {}, because: 'without naming anybody it says that nobody writes to this address any more' },
    leave: forgetContact,
  },
  {
    collection: 'subjects',
    of: ({ email }) => ({ 'contact.email': email }),
    hidden: ['_id', 'jobUuid', 'key'],
    kept: { of: {}, because: 'the list of the photographed is the school’s, not the account’s' },
  },
  { collection: 'rights', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'grants', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'sessions', of: ({ uuid }) => ({ 'customer.uuid': uuid }), hidden: ['_id', 'publicKey'] },
  { collection: 'customers', of: ({ uuid }) => ({ _id: uuid as never }), hidden: ['password'] },
]

/** The collections that name no customer. */
export const impersonal: readonly string[] = [
  'codes',
  'groupPictures',
  'jobs',
  'leases',
  'nonces',
  'orderScenes',
  'pages',
  'products',
  'providers',
  'recording-parts',
  'recordings',
  'sandboxSessions',
  'templates',
  'throttles',
]
