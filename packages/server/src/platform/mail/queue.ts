import type { Db, Document, Filter } from 'mongodb'
import type { App } from '../app.ts'
import { providerCollection } from '../db/providerCollection.ts'
import type { Owner } from '../personalData.ts'
import { addressIn, domainOf } from './address.ts'
import type { Mail, MailTopic } from './mail.ts'
import { kindOfMail, type MailKind, mailKinds, type Sending } from './mailKinds.ts'
import { withoutWords } from './withoutWords.ts'

export type MailQueue = {
  /**
   * Stores the email and returns; a background job sends it. Never lost on a restart, never deliberately sent twice for one key.
   * False if the key was queued before, unless that email was dropped, or was refused and `retriesRefused`: an address may work again.
   */
  queue(mail: Mail, options?: { retriesRefused?: boolean }): Promise<boolean>
}

/** A queued email. While it waits to be sent it has `due`; afterwards `sent` or `refused` says how it ended. */
export type StoredMail = Omit<Mail, 'key'> & {
  /** Provider and key: the same key is stored once. */
  _id: string
  created: Date
  /** When it is sent next; while a process is sending it, when that process counts as dead. */
  due?: Date
  /** The attempts, by which the process of an earlier one is recognised: only the last one may store how it ended. */
  tries: number
  /** Missing in emails that were queued before there were more than two; only those with a `bulkDomain` are bulk emails. */
  sending?: Sending
  /** The receiving domain of a bulk email; missing for any other. */
  bulkDomain?: string
  sent?: Date
  /** Why it will not be tried again. */
  refused?: string
  /** Why the last try failed. */
  problem?: string
  /** Why it was not sent: what it is about may no longer be shown. It names nobody. */
  dropped?: string
  /** Somebody whom it is about was deleted while it waited or was sent: its words are deleted when it was sent or given up. */
  isAboutDeleted?: true
  /** Who that was. Missing if an earlier version has marked it. */
  deletedSubjects?: string[]
}

/** Queues emails in the database: once stored, an email survives any restart. */
export function createMailQueue(db: Db, clock: () => Date): MailQueue {
  return {
    async queue({ key, provider, ...mail }, { retriesRefused = false } = {}) {
      const now = clock()
      const { sending } = mailKinds[kindOfMail(key)]
      const content = { ...mail, sending, ...(sending === 'bulk' && { bulkDomain: domainOf(addressIn(mail.to)) }) }
      const _id = `${provider} ${key}`
      const { upsertedCount } = await mailsOf({ db }).updateOne(
        { _id, provider },
        { $setOnInsert: { ...content, created: now, due: now, tries: 0 } },
        { upsert: true },
      )
      if (upsertedCount > 0) return true
      // What was dropped was never sent: the child may be back.
      const unsent = ['dropped' as const, ...(retriesRefused ? ['refused' as const] : [])]
      const { modifiedCount } = await mailsOf({ db }).updateOne(
        { _id, provider, $or: unsent.map((how) => ({ [how]: { $exists: true } })) },
        { $set: { ...content, created: now, due: now }, $unset: { dropped: '', refused: '', problem: '' } },
      )
      return modifiedCount > 0
    },
  }
}

/** Those of some emails, by their keys, that were dropped. */
export async function findDropped(app: App, provider: string, keys: readonly string[]): Promise<Set<string>> {
  const ids = new Map(keys.map((key) => [`${provider} ${key}`, key]))
  const found = await providerCollection<StoredMail>(app, 'mails', provider)
    .find({ _id: { $in: [...ids.keys()] }, dropped: { $exists: true } }, { projection: { _id: 1 } })
    .toArray()
  return new Set(found.flatMap(({ _id }) => ids.get(_id) ?? []))
}

/** Deletes the emails of a former customer: those on their way still go out and are deleted then. */
export async function forgetMailsAfterSending(app: App, provider: string, theirs: Filter<Document>): Promise<void> {
  await providerCollection(app, 'mails', provider).updateMany(
    { $and: [theirs, { due: { $exists: true } }] },
    { $set: { forget: true } },
  )
}

export const mailsOf = (app: Pick<App, 'db'>) => app.db.collection<StoredMail>('mails')

/** Replaces the words of an email that this process is sending. */
export async function replaceWords(
  app: App,
  { _id, provider, tries }: StoredMail,
  words: Pick<Mail, 'subject' | 'text' | 'html' | 'about'>,
): Promise<void> {
  await mailsOf(app).updateOne({ _id, provider, tries }, { $set: words })
}

/** To whom an email went, or goes: `sent` is null while it waits. */
export type MailReceipt = { kind: MailKind; to: string; about: readonly MailTopic[]; created: Date; sent: Date | null }

/** The emails about some topics, by their ids, that were sent or wait to be. Those that were refused or dropped reached nobody. */
export function findMailsAbout(app: App, provider: string, ids: readonly string[]): Promise<MailReceipt[]> {
  return findReceipts(app, provider, { 'about.id': { $in: [...ids] } })
}

/** The same of all emails to a customer: those of the account, and those to its address if that is proved. */
export async function findMailsTo(app: App, { provider, uuid, email, isProved }: Owner): Promise<MailReceipt[]> {
  const ofAccount = await findReceipts(app, provider, { customer: uuid })
  const toAddress = isProved ? await findReceipts(app, provider, { to: email, customer: { $ne: uuid } }) : []
  return [...ofAccount, ...toAddress]
}

async function findReceipts(app: App, provider: string, filter: Filter<StoredMail>): Promise<MailReceipt[]> {
  const mails = await providerCollection<StoredMail>(app, 'mails', provider)
    .find(
      { ...filter, $or: [{ sent: { $exists: true } }, { due: { $exists: true } }] },
      { projection: { to: 1, about: 1, created: 1, sent: 1 } },
    )
    .toArray()
  return mails.map(({ _id, to, about = [], created, sent = null }) => {
    return { kind: kindOfMail(_id.slice(provider.length + 1) as Mail['key']), to: addressIn(to), about, created, sent }
  })
}

/**
 * Ends the sending of an email: it was accepted, is given up, or is dropped, of which no words stay. Does nothing if another process has taken the sending over
 * meanwhile.
 */
export async function closeMail(
  app: App,
  { _id, provider, forget, tries }: StoredMail,
  outcome: { sent: Date } | { refused: string } | { dropped: string },
): Promise<void> {
  const isDropped = 'dropped' in outcome
  const words = (forget === 'words' || isDropped) && { text: '' as const, html: '' as const }
  const { matchedCount } = await mailsOf(app).updateOne(
    { _id, provider, tries },
    { $set: outcome, $unset: { due: '', ...words, ...(isDropped && { subject: '', problem: '', about: '' }) } },
  )
  if (matchedCount === 0) return
  // Reads the database again: the email may have been marked for deletion while it was being sent.
  await mailsOf(app).deleteOne({ _id, provider, forget: true })
  const ofDeleted = { _id, provider, isAboutDeleted: true as const }
  const marked = await mailsOf(app).findOne(ofDeleted, { projection: { about: 1, deletedSubjects: 1 } })
  if (marked) await mailsOf(app).updateOne(ofDeleted, withoutWords(marked.about, marked.deletedSubjects))
}
