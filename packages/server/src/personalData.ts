import type { Document } from 'mongodb'
import type { Grant } from './access/grants.ts'
import type { Owner, PersonalData } from './account/personalData.ts'
import type { App } from './app.ts'
import { ofProvider } from './db/ofProvider.ts'
import { findJobs, findSubjects, withContact } from './jobs/collection.ts'
import { forgetOnceSent } from './mail/store.ts'
import { picturesInUse } from './picturesInUse.ts'
import { choiceId, forgetContact, forgetSubjects } from './reminders/collection.ts'
import { forgetFiles } from './uploads/discard.ts'

/** The subjects that a customer has in the account now. */
async function heldSubjects(app: App, { provider, uuid }: Owner): Promise<string[]> {
  const grants = await ofProvider<Grant>(app, 'grants', provider).find({ customer: uuid, revoked: null }).toArray()
  return grants.map(({ subject }) => subject)
}

/** Mails of the account and those that its customer had sent to others; of a proved address all that went to it. */
const mailsOf = ({ uuid, email, isProved }: Owner) => ({
  $or: [{ customer: uuid }, { sender: uuid }, ...(isProved ? [{ to: email }] : [])],
})

/** Of which kind a mail was stands at the start of its key. */
async function nameKinds(mails: Document[]): Promise<Document[]> {
  return mails.map(({ _id, ...mail }) => ({ kind: String(_id).split(' ')[1], ...mail }))
}

/** Whose pictures of which job a grant opens, while it holds. */
async function nameGrants(grants: Document[], { provider }: Owner, app: App): Promise<Document[]> {
  const held = grants.filter(({ revoked }) => revoked === null).map(({ subject }) => String(subject))
  const subjects = await findSubjects(app, provider, held)
  const jobs = await findJobs(
    app,
    provider,
    subjects.map(({ jobUuid }) => jobUuid),
  )
  return grants.map((grant) => {
    const found = subjects.find(({ uuid }) => uuid === grant.subject)
    const job = jobs.find(({ uuid }) => uuid === found?.jobUuid)
    return { ...grant, ...(found && { name: found.name, group: found.group }), ...(job && { job: job.name }) }
  })
}

/** What another guardian has said of the same child's package is theirs. */
async function ownWords(said: Document[], { uuid }: Owner): Promise<Document[]> {
  return said.map(({ agreed, customer, at, ...of }) => ({
    ...of,
    ...(customer === uuid && { at }),
    ...((agreed as Document).customer === uuid && { agreed }),
  }))
}

/**
 * The roster's telephone number is told to nobody who only gave the same address, another guardian's address to nobody at all;
 * miniatures are pictures, not data.
 */
async function showSubjects(subjects: Document[], { email, isProved }: Owner): Promise<Document[]> {
  return subjects.map(({ contact, pictures, ...subject }) => ({
    ...subject,
    contact: { email, ...(isProved && { phone: contact.phone }) },
    pictures: (pictures as Document[]).map(({ placeholder: _miniature, ...picture }) => picture),
  }))
}

/** What somebody chose of an address that is not proved is shown of the account's own subjects alone. */
async function showChoices(choices: Document[], owner: Owner, app: App): Promise<Document[]> {
  if (owner.isProved) return choices
  const held = await heldSubjects(app, owner)
  return choices.map(({ off }) => ({ off: (off as string[]).filter((subject) => held.includes(subject)) }))
}

/**
 * Every collection that names customers. What is not named here must not: a test goes through all collections of all
 * features, and through all documents after an account was deleted. Its order is that of the deletion: what is found by
 * way of another document stands before it, and the customer, who may ask again after a crash, last. By an address alone
 * nothing is found that the account does not open, unless the address was proved: anybody registers with any address.
 */
export const personalData: readonly PersonalData[] = [
  { collection: 'tickets', of: ({ uuid }) => ({ 'data.customer': uuid }), exported: false },
  { collection: 'resetKeys', of: ({ uuid }) => ({ _id: uuid as never }), exported: false },
  { collection: 'operatorActs', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'designs', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'lineDesigns', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'savedPackages', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'linePackages', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
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
    of: mailsOf,
    // A mail can hold a way in: what it said stands in the customer's own mailbox.
    hidden: ['text', 'html', 'unsubscribe', 'forget', 'tries'],
    shown: nameKinds,
    kept: { of: { due: { $exists: true } }, because: 'it is on its way, and forgotten when it was sent' },
    leave: (app, owner) => forgetOnceSent(app, owner.provider, mailsOf(owner)),
  },
  {
    collection: 'reminderChoices',
    of: ({ provider, email }, app) => ({ _id: choiceId(app, provider, email) as never }),
    hidden: ['_id'],
    kept: { of: {}, because: 'without naming anybody it says that nobody writes to this address any more' },
    leave: async (app, owner) => {
      const { provider, email } = owner
      if (owner.isProved) await forgetContact(app, provider, email)
      else await forgetSubjects(app, provider, email, await heldSubjects(app, owner))
    },
    shown: showChoices,
  },
  {
    collection: 'subjects',
    of: async (owner, app) => ({
      ...withContact(owner.email),
      ...(!owner.isProved && { uuid: { $in: await heldSubjects(app, owner) } }),
    }),
    hidden: ['_id', 'jobUuid', 'key'],
    shown: showSubjects,
    kept: { of: {}, because: 'the list of the photographed is the school’s, not the account’s' },
  },
  {
    // of both guardians: without the one who has said yes nothing is sent, and nobody else's name is in it
    collection: 'inspections',
    of: ({ uuid }) => ({ $or: [{ customer: uuid }, { 'agreed.customer': uuid }] }),
    hidden: ['_id'],
    shown: ownWords,
  },
  {
    collection: 'voucherUses',
    of: ({ uuid }) => ({ customer: uuid }),
    hidden: ['_id', 'holder', 'place'],
    kept: { of: { isPaid: true }, because: 'a voucher that was used stays used' },
  },
  { collection: 'rights', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  { collection: 'grants', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'], shown: nameGrants },
  { collection: 'sessions', of: ({ uuid }) => ({ 'customer.uuid': uuid }), hidden: ['_id', 'publicKey'] },
  { collection: 'customers', of: ({ uuid }) => ({ _id: uuid as never }), hidden: ['password'] },
]

/** The collections that name no customer. */
export const impersonal: readonly string[] = [
  'backgrounds',
  'campaigns',
  'catalogues',
  'categories',
  'codes',
  'groupPictures',
  'inspectionPackages',
  'jobs',
  'leases',
  'nonces',
  'orderDigests',
  'orderScenes',
  'pages',
  'photoPackages',
  'priceHistory',
  'products',
  'promoted',
  'providers',
  'recording-parts',
  'recordings',
  'sandboxSessions',
  'server',
  'stripePayments',
  'templates',
  'throttles',
  'vouchers',
]
