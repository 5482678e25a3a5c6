import type { Document } from 'mongodb'
import { forgetOnceSent } from '../../platform/mail/store.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'

/** Mails of the account and those its customer sent to others; for a proved address, all mails to it. */
const mailsOf = ({ uuid, email, isProved }: Owner) => ({
  $or: [{ customer: uuid }, { sender: uuid }, ...(isProved ? [{ to: email }] : [])],
})

/** The kind of a mail is the beginning of its key. */
async function nameKinds(mails: Document[]): Promise<Document[]> {
  return mails.map(({ _id, ...mail }) => ({ kind: String(_id).split(' ')[1], ...mail }))
}

/** The account's own data; tickets and mails belong to the platform, and say whose they are. */
export const accountPersonalData: readonly PersonalData[] = [
  { collection: 'tickets', of: ({ uuid }) => ({ 'data.customer': uuid }), exported: false },
  { collection: 'resetKeys', of: ({ uuid }) => ({ _id: uuid as never }), exported: false },
  { collection: 'operatorActs', of: ({ uuid }) => ({ customer: uuid }), hidden: ['_id'] },
  {
    collection: 'mails',
    of: mailsOf,
    // A mail can contain a sign-in link; its text is in the customer's own mailbox.
    hidden: ['text', 'html', 'unsubscribe', 'forget', 'tries'],
    shown: nameKinds,
    kept: { of: { due: { $exists: true } }, because: 'it is on its way, and forgotten when it was sent' },
    leave: (app, owner) => forgetOnceSent(app, owner.provider, mailsOf(owner)),
  },
  { collection: 'sessions', of: ({ uuid }) => ({ 'customer.uuid': uuid }), hidden: ['_id', 'publicKey'] },
  { collection: 'customers', of: ({ uuid }) => ({ _id: uuid as never }), hidden: ['password'] },
]
