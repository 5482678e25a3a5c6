import type { App } from '../../platform/app.ts'
import type { Background } from '../../platform/feature.ts'
import { findDropped } from '../../platform/mail/queue.ts'
import { findProvider, listProviderEntries } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesFor } from '../access/codes.ts'
import { type Job, jobsOf, type Subject } from '../jobs/collection.ts'
import { isOver } from '../jobs/days.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { photographedSubjects } from '../jobs/subjects/photographedSubjects.ts'
import { choicesOf, mayEmail } from '../reminders/collection.ts'
import { type Family, familiesOf, linksOf } from '../reminders/families.ts'
import { isOpen } from '../reminders/sendReminders.ts'
import { retakesOf, type StoredRetake } from './collection.ts'
import { grantNewDownloads } from './grantNewDownloads.ts'
import { areNewPicturesVisible } from './mailTopics.ts'
import { retakeKey, retakeMail } from './retakeMail.ts'
import { findAffectedPrints } from './retakePrints.ts'

/** How long a process may take for a retake before another one takes over. */
export const LEASE_MS = 60_000
/** How often a server looks whether pictures are shown by now, or an email about them was dropped. */
const CHECK_MS = 60 * 60_000

/**
 * Notifies the families of a retake: those who have bought are asked to decide, the others hear of the new pictures. Who has bought an
 * earlier picture as a file may download the new one. Nobody is notified of
 * pictures that are not shown: a server does that as soon as they are. Repeating it sends nothing twice; `isRepeat` also tries addresses again
 * that were refused. Returns the number of emails that were queued; null if the pictures are not shown.
 */
export async function announceRetake(
  app: App,
  provider: Provider,
  job: Job,
  retake: StoredRetake,
  { isRepeat = false }: { isRepeat?: boolean } = {},
): Promise<number | null> {
  const downloaders = await grantNewDownloads(app, provider, retake)
  const families = await findFamilies(app, provider, job, retake)
  const count = families && (await notify(app, provider, retake, families, { downloaders, retriesRefused: isRepeat }))
  await scheduleCheck(app, provider, retake, count !== null)
  return count
}

/** Notifies the families of retakes of which a process was killed, or whose pictures were not shown, and queues again what was dropped. */
export const retakeAnnouncements: Background = {
  name: 'retakes.announce',
  everyMs: 10_000,
  run: async (app) => {
    for (const { key } of await listProviderEntries(app)) {
      const provider = await findProvider(app, key)
      if (!provider) continue
      let retake = await claim(app, key)
      while (retake) {
        await announceAgain(app, provider, retake)
        retake = await claim(app, key)
      }
    }
  },
}

async function claim(app: App, provider: string): Promise<StoredRetake | null> {
  const now = app.clock()
  const due = new Date(now.getTime() + LEASE_MS)
  return retakesOf(app, provider).findOneAndUpdate(
    { due: { $lte: now } },
    { $set: { due } },
    { returnDocument: 'after' },
  )
}

async function announceAgain(app: App, provider: Provider, retake: StoredRetake): Promise<void> {
  const job = await jobsOf(app, provider.key).findOne({ uuid: retake.jobUuid })
  if (!job || retake.calledOff || isOver(retake.until, provider, app.clock())) {
    await retakesOf(app, provider.key).updateOne({ uuid: retake.uuid }, { $unset: { due: '' } })
  } else if (!retake.announced) await announceRetake(app, provider, job, retake)
  else {
    // Who has got the child since then has seen the new pictures.
    const families = (await findFamilies(app, provider, job, retake)) ?? []
    const keyOf = ({ email }: Family) => retakeKey(app, provider, retake, email)
    const dropped = await findDropped(app, provider.key, families.map(keyOf))
    const unsent = families.filter((family) => dropped.has(keyOf(family)))
    // Somebody may have paid for an earlier picture since then.
    const downloaders = await grantNewDownloads(app, provider, retake)
    await notify(app, provider, retake, unsent, { downloaders })
    await scheduleCheck(app, provider, retake, true)
  }
}

/** Those who may get emails about the person; null if the new pictures are not shown. */
async function findFamilies(app: App, provider: Provider, job: Job, retake: StoredRetake): Promise<Family[] | null> {
  if (!isOpen(job, provider, app.clock())) return null
  const photographed = await photographedSubjects(app, provider, job)
  const visible = photographed.filter((subject: Subject) => subject.uuid === retake.subject && !isHidden(subject, job))
  if (visible.length === 0) return null
  if (!(await areNewPicturesVisible(app, provider, retake))) return null
  const families = await familiesOf(app, provider, visible)
  const choices = await choicesOf(
    app,
    provider.key,
    families.map(({ email }) => email),
  )
  return families.flatMap((family) => {
    const { customer, email, subjects } = family
    const mayHear = subjects.filter(
      ({ uuid, inAccount }) => inAccount || mayEmail(choices.get(email), uuid, customer !== null),
    )
    return mayHear.length === 0 ? [] : [{ ...family, subjects: mayHear }]
  })
}

async function notify(
  app: App,
  provider: Provider,
  retake: StoredRetake,
  families: readonly Family[],
  { downloaders, ...options }: { downloaders: ReadonlySet<string>; retriesRefused?: boolean },
): Promise<number> {
  const codes = families.length === 0 ? [] : await codesFor(app, provider, [retake.subject])
  let count = 0
  for (const family of families) {
    const { customer, subjects } = family
    const isBuyer = customer !== null && (await findAffectedPrints(app, provider, customer, [retake])).length > 0
    const mayDownload = customer !== null && downloaders.has(customer)
    const recipient = { family, links: linksOf(subjects, codes), isBuyer, mayDownload }
    const mail = retakeMail(app, provider, retake, recipient)
    if (await app.mail.queue(mail, options)) count++
  }
  return count
}

/** Only now: if this process had died before, another one would have notified the rest. */
async function scheduleCheck(app: App, provider: Provider, { uuid }: StoredRetake, isDone: boolean): Promise<void> {
  const now = app.clock()
  const due = new Date(now.getTime() + CHECK_MS)
  const open = { uuid, calledOff: { $exists: false } }
  await retakesOf(app, provider.key).updateOne(open, { $set: { due, ...(isDone && { announced: now }) } })
}
