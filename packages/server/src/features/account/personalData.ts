import type { Document } from 'mongodb'
import { forgetMailsAfterSending } from '../../platform/mail/queue.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'

/** Emails of the account and those its customer sent to others; for a proved address, all emails to it. */
const mailsOf = ({ uuid, email, isProved }: Owner) => ({
  $or: [{ customer: uuid }, { sender: uuid }, ...(isProved ? [{ to: email }] : [])],
})

/** The kind of an email is the beginning of its key. */
async function nameKinds(mails: Document[]): Promise<Document[]> {
  return mails.map(({ _id, ...mail }) => ({ kind: String(_id).split(' ')[1], ...mail }))
}

/** The account's own data; tickets and emails belong to the platform, which declares whose they are. */
export const accountPersonalData: readonly PersonalData[] = [
  { collection: 'tickets', filterFor: ({ uuid }) => ({ 'data.customer': uuid }), isExported: false },
  { collection: 'resetKeys', filterFor: ({ uuid }) => ({ _id: uuid as never }), isExported: false },
  { collection: 'addressKeys', filterFor: ({ uuid }) => ({ _id: uuid as never }), isExported: false },
  { collection: 'confirmationCodes', filterFor: ({ uuid }) => ({ customer: uuid }), isExported: false },
  { collection: 'operatorActs', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id'] },
  {
    collection: 'mails',
    filterFor: mailsOf,
    // An email can contain a sign-in link; its text is in the customer's own mailbox.
    hiddenFields: ['text', 'html', 'unsubscribe', 'forget', 'tries', 'about', 'isAboutDeleted', 'deletedSubjects'],
    present: nameKinds,
    retained: { of: { due: { $exists: true } }, because: 'it is on its way, and is deleted once it is sent' },
    releaseLater: (app, owner) => forgetMailsAfterSending(app, owner.provider, mailsOf(owner)),
  },
  { collection: 'sessions', filterFor: ({ uuid }) => ({ 'customer.uuid': uuid }), hiddenFields: ['_id', 'publicKey'] },
  { collection: 'customers', filterFor: ({ uuid }) => ({ _id: uuid as never }), hiddenFields: ['password', 'standIn'] },
]
