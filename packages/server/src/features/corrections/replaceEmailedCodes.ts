import type { App } from '../../platform/app.ts'
import { findMailsAbout } from '../../platform/mail/queue.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { codesOfSubjects } from '../access/codes.ts'
import { type EmailedCode, findEmailedCodes } from '../access/emailedCodes.ts'
import { foreignCodes } from '../access/foreignCodes.ts'
import { findFormerMails } from '../access/formerAccess.ts'
import { codesAmong } from '../access/mailTopics.ts'
import { markOf } from '../access/openings.ts'
import { replaceForeignCodes } from '../access/replaceForeignCodes.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import { contactAddresses } from '../jobs/contact.ts'
import { emailsOf } from '../jobs/subjects/rosterDetails.ts'
import type { SubjectStep } from './collection.ts'

/**
 * Gives those new codes of whom an email has brought one to another family: to an address that was theirs by what is undone, or while they were one
 * with somebody of that family. Done when each has their own addresses again. Returns their names. Safe to repeat.
 */
export async function replaceEmailedCodes(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  steps: readonly SubjectStep[],
  by: string | null,
): Promise<string[]> {
  const provider = await findProvider(app, job.provider)
  if (!provider) return []
  const separated = await replaceOfSeparated(app, provider, { steps, by })
  const readdressed = await replaceOfReaddressed(app, provider, job, { steps, by })
  return [...new Set([...separated, ...readdressed])]
}

type Replacing = { steps: readonly SubjectStep[]; by: string | null }

/** Those to whose earlier address, by the steps, a code was emailed that is another family's address now. */
async function replaceOfReaddressed(
  app: App,
  provider: Provider,
  job: Pick<Job, 'uuid'>,
  { steps, by }: Replacing,
): Promise<Set<string>> {
  const given = steps.filter(({ after }) => after.contact)
  if (given.length === 0) return new Set()
  const members = await subjectsOf(app, provider.key).find({ jobUuid: job.uuid, merged: null }).toArray()
  const people = members.map((member) => ({ ...member, addresses: contactAddresses(member) }))
  const uuids = given.map(({ subject }) => subject)
  const emailed = await findEmailedCodes(app, provider, [...new Set(uuids)])
  const isByStep = ({ subjects, to, at }: EmailedCode) =>
    given.some((step) => subjects.includes(step.subject) && at >= step.at && hasAddress(step.after, to))
  const foreign = foreignCodes(emailed.filter(isByStep), people)
  await replaceForeignCodes(app, provider, foreign, by)
  const opened = new Set(foreign.flatMap(({ subjects }) => subjects))
  return new Set(members.flatMap(({ uuid, name }) => (opened.has(uuid) ? name : [])))
}

const hasAddress = ({ contact }: SubjectStep['after'], address: string) =>
  contact !== undefined && emailsOf(contact).includes(address)

/** Those of whom an email has brought a code to an address that is not theirs, while they were one with somebody. */
async function replaceOfSeparated(app: App, provider: Provider, { steps, by }: Replacing): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { subject, after } of steps) {
    if (!after.merged) continue
    const { into, at: since } = after.merged
    const merge = { since, pair: [into, subject], by }
    for (const uuid of merge.pair) {
      const person = await subjectsOf(app, provider.key).findOne({ uuid })
      if (person && (await replaceCodesOf(app, provider, person, merge))) names.add(person.name)
    }
  }
  return names
}

type Merge = { since: Date; pair: readonly string[]; by: string | null }

/** What was granted by a code since it may be with a stranger ends with it, of brothers and sisters, too. */
async function replaceCodesOf(app: App, provider: Provider, person: Subject, merge: Merge): Promise<boolean> {
  const codes = await codesOfSubjects(app, provider, [person.uuid])
  const emailed = await emailedElsewhere(app, provider, person, { ...merge, codes })
  if (emailed.length === 0) return false
  const isOther = (uuid: string) => uuid !== person.uuid
  const ofPerson = emailed.map(({ code, subjects }) => {
    return { code, subjects: [person.uuid, ...subjects.filter(isOther)], at: merge.since }
  })
  await replaceForeignCodes(app, provider, ofPerson, merge.by)
  return true
}

type Code = Awaited<ReturnType<typeof codesOfSubjects>>[number]

/** Those of a person's codes that an address has which is not theirs, or which is unknown because its account was deleted since. */
async function emailedElsewhere(
  app: App,
  provider: Provider,
  person: Subject,
  { codes, since, pair }: Merge & { codes: readonly Code[] },
): Promise<Code[]> {
  const own = contactAddresses(person)
  const texts = codes.map(({ code }) => code)
  const mails = await findMailsAbout(app, provider.key, texts)
  // One that had waited since before was written again for both.
  const foreign = mails.filter(({ to, sent }) => (sent === null || sent >= since) && !own.includes(to))
  const known = new Set(foreign.flatMap(({ about }) => codesAmong(about)))
  const former = (await findFormerMails(app, provider.key, pair)).filter(({ from }) => from >= since)
  const marks = new Set(former.flatMap((mail) => mail.codes ?? []))
  return codes.filter(({ code }) => known.has(code) || marks.has(markOf(app, provider, code)))
}
