import type { App } from '../app.ts'
import { type ProviderCollection, providerCollection } from '../db/providerCollection.ts'
import type { DeletionEntry, Feature } from '../feature.ts'
import type { Provider } from '../provider/document.ts'
import { currentMail } from './mailTopics.ts'
import { closeMail, type StoredMail } from './queue.ts'
import { LEASE_MS } from './sender.ts'
import { deleteFromOutbox } from './transport.ts'
import { withoutWords } from './withoutWords.ts'

/**
 * Emails about deleted subjects. One that waits is dropped, or written again about the others. Of one that was sent stays to whom and when: it is
 * the only answer to who was mailed about somebody.
 */
export const forgetMailsAbout: NonNullable<Feature['forgetSubjects']> = async (app, provider, { subjects }) => {
  const mails = providerCollection<StoredMail>(app, 'mails', provider.key)
  const about = { 'about.id': { $in: [...subjects] } }
  const waiting = { ...about, due: { $exists: true } }
  // First: what a process is sending now, it closes with these words gone.
  await mails.updateMany(waiting, {
    $set: { isAboutDeleted: true },
    $addToSet: { deletedSubjects: { $each: [...subjects] } },
  })
  const ends = { dropped: 0, rewritten: 0, 'is sent now': 0 }
  for (const mail of await mails.find(waiting).toArray()) {
    const end = await stopWaiting(app, provider, mail)
    if (end === 'rewritten')
      await mails.updateOne({ _id: mail._id }, { $unset: { isAboutDeleted: '', deletedSubjects: '' } })
    ends[end]++
  }
  return [
    { what: 'email that waited to be sent', count: ends.dropped },
    {
      what: 'waiting email that is also about others',
      count: ends.rewritten,
      stays: 'written again without the person',
    },
    {
      what: 'email that is being sent at this moment',
      count: ends['is sent now'],
      stays: 'its text goes once it was sent',
    },
    ...(await forgetSent(app, mails, subjects)),
  ]
}

async function stopWaiting(
  app: App,
  provider: Provider,
  mail: StoredMail,
): Promise<'dropped' | 'rewritten' | 'is sent now'> {
  if (isBeingSent(mail, app.clock())) return 'is sent now'
  const current = await currentMail(app, provider, mail)
  if ('mail' in current) return 'rewritten'
  await closeMail(app, mail, { dropped: current.reason })
  return 'dropped'
}

/** Or it was tried a moment ago: then the next attempt, which is soon, drops it. */
const isBeingSent = ({ tries, due }: StoredMail, now: Date): boolean =>
  tries > 0 && due !== undefined && due > now && due.getTime() <= now.getTime() + LEASE_MS

async function forgetSent(
  app: App,
  mails: ProviderCollection<StoredMail>,
  subjects: readonly string[],
): Promise<DeletionEntry[]> {
  const ended = { 'about.id': { $in: [...subjects] }, due: { $exists: false } }
  const found = await mails.find(ended, { projection: { created: 1, sent: 1, about: 1 } }).toArray()
  let files = 0
  for (const { _id, created, about } of found) {
    if (await deleteFromOutbox(app.env, { id: _id, date: created })) files++
    await mails.updateOne({ _id }, withoutWords(about, subjects))
  }
  return [
    { what: 'text of an email', count: found.length },
    { what: 'file in the folder "outbox"', count: files },
    {
      what: 'email that was sent before',
      count: found.filter(({ sent }) => sent !== undefined).length,
      stays: 'to whom and when stays, without its text, so that you can say who was mailed',
    },
  ]
}
