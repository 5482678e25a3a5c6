import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import {
  type CorrectionRecord,
  findInterruptedMerge,
  findMerge,
  recordCorrection,
  recordMoved,
} from '../corrections/recordCorrection.ts'
import { takeBackMerge } from '../corrections/takeBackMerge.ts'
import { forgetDeliveredJobs, type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { type Contact, contactAddresses } from '../jobs/contact.ts'
import { recordContentChange } from '../jobs/jobCounts.ts'
import type { Assignment, AssignmentSource } from '../jobs/picture.ts'
import { replaceTarget } from '../jobs/pictures/assignment.ts'
import { changeAssignment } from '../jobs/pictures/assignPicture.ts'
import { joinGuardians } from '../jobs/subjectDetails.ts'
import type { Consent, HiddenNote } from '../jobs/subjectState.ts'
import { whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { changeSubject, type SubjectFields } from '../jobs/subjects/changeSubject.ts'
import { hiddenWith, strictestHidden } from '../jobs/subjects/hideSubjects.ts'
import { contactOf, joinCorrectedEmails, withoutEmails } from '../jobs/subjects/rosterDetails.ts'

/**
 * What came of making two people one; `hidden` if both are unpublished by that, or are anyway. With a refusal nothing was changed, except that
 * what an interrupted merge of them has begun is undone, as this number of the history.
 */
export type MergeOutcome =
  | { outcome: 'merged'; number: number | null; pictures: number; hidden: HiddenNote | null }
  | { outcome: MergeRefusal; undone: number | null }

export type MergeRefusal = 'unknown' | 'the same' | 'withdrawn' | 'merged before' | 'deleting'

type Merge = { person: string; double: string; by: string | null }

/**
 * Makes two people of a job one: pictures, codes, access, carts, drafts and answers of the double are the person's, who keeps name, class and
 * key. A 'no' of either is a 'no' of both. What was ordered stays as it was ordered. The double's key means the person from then on. It is in
 * the history of the job; repeating it after a crash does the rest.
 */
export async function mergePeople(app: App, provider: Provider, job: Job, merge: Merge): Promise<MergeOutcome> {
  return whileChangingPeople(app, job, 'merge', ({ renew }) => mergeAlone(app, provider, job, merge, renew))
}

type Renew = () => Promise<void>

async function mergeAlone(app: App, provider: Provider, job: Job, merge: Merge, renew: Renew): Promise<MergeOutcome> {
  const { person, double, by } = merge
  const [into, from] = await Promise.all([findMember(app, job, person), findMember(app, job, double)])
  if (!into || !from) return { outcome: 'unknown', undone: null }
  const refusal = refusalOf(into, from)
  if (refusal) return refuse(app, job, merge, refusal)
  // The classes that are unpublished at this moment.
  const current = (await jobsOf(app, job.provider).findOne({ uuid: job.uuid })) ?? job
  const earlier = from.merged ? await findMerge(app, job, double) : await findInterruptedMerge(app, job, person, double)
  const history = recordCorrection(app, job, { command: 'merge', by }, earlier ?? undefined)
  // First whom it is about, so that repeating it after a crash continues the same entry.
  if (!earlier) await history.recordSubject(double, { before: {}, after: {} })
  await takeOver(app, current, { into: person, from, by }, history)
  await renew()
  const merged = { into: person, at: app.clock(), by }
  await changeSubject(app, job, double, history, (current) =>
    current.withdrawn || current.deleting ? null : { merged, withdrawn: { at: merged.at, by, reason: 'merged' } },
  )
  const marked = await findMember(app, job, double)
  if (marked?.merged?.into !== person) return refuse(app, job, merge, 'withdrawn')
  // Again: an import may have said something about the double until now. From now on nobody does.
  await takeOver(app, current, { into: person, from: marked, by }, history)
  const pictures = await movePictures(app, job, { person, double, by }, history, renew)
  await moveEverything(app, provider, job, { person, double }, renew)
  await recordContentChange(app, job)
  forgetDeliveredJobs(app)
  const hidden = (await findMember(app, job, person))?.hidden ?? null
  return { outcome: 'merged', number: await history.number(), pictures, hidden }
}

const findMember = (app: App, job: Job, uuid: string): Promise<Subject | null> =>
  subjectsOf(app, job.provider).findOne({ uuid, jobUuid: job.uuid })

/** Whoever is not merged has nothing of the other one: addresses that a process has joined before it was killed are taken back. */
async function refuse(app: App, job: Job, { person, double, by }: Merge, outcome: MergeRefusal): Promise<MergeOutcome> {
  const from = await findMember(app, job, double)
  const interrupted = from?.merged ? null : await findInterruptedMerge(app, job, person, double)
  return { outcome, undone: interrupted && (await takeBackMerge(app, job, interrupted, { person, by })) }
}

function refusalOf(into: Subject, from: Subject): MergeRefusal | null {
  if (into.uuid === from.uuid) return 'the same'
  if (into.deleting || from.deleting) return 'deleting'
  if (into.merged) return 'merged before'
  if (from.merged) return from.merged.into === into.uuid ? null : 'merged before'
  return into.withdrawn || from.withdrawn ? 'withdrawn' : null
}

/** First: what the double has refused is refused for the pictures before they move. */
async function takeOver(
  app: App,
  job: Job,
  { into, from, by }: { into: string; from: Subject; by: string | null },
  history: CorrectionRecord,
): Promise<void> {
  await changeSubject(app, job, into, history, (current): Partial<SubjectFields> => {
    const consent = strictestConsent(current.consent ?? {}, from.consent ?? {})
    const corrected = joinCorrectedEmails(current, from)
    const hidden = hiddenOf(app, job, { current, from, by })
    return {
      contact: bothContacts(current, from, corrected?.removed),
      ...(corrected && { correctedEmails: corrected }),
      ...guardiansOf(current, from, corrected?.removed),
      ...(Object.keys(consent).length > 0 && { consent }),
      ...(hidden && { hidden }),
      ...(from.attendance && !current.attendance && { attendance: from.attendance }),
    }
  })
}

/** Whoever leaves an unpublished class by becoming one with somebody stays unpublished, as whoever changes class does. */
function hiddenOf(
  app: App,
  job: Job,
  { current, from, by }: { current: Subject; from: Subject; by: string | null },
): HiddenNote | null {
  const left = from.merged ? null : hiddenWith(app, job, from, { group: current.group, by })
  return strictestHidden(current.hidden ?? null, from.hidden ?? left)
}

/** A 'no' counts more than a 'yes', and any answer more than none. */
function strictestConsent(person: Consent, double: Consent): Consent {
  const stricter = Object.entries(double).filter(([purpose, answer]) => {
    const own = person[purpose as keyof Consent]
    return !own || (own.answer === 'yes' && answer.answer === 'no')
  })
  return { ...person, ...Object.fromEntries(stricter) }
}

function guardiansOf(person: Subject, double: Subject, removed: readonly string[] = []): Partial<SubjectFields> {
  const { guardians } = joinGuardians(person, double)
  return guardians ? { guardians: withoutEmails(guardians, removed) } : {}
}

/** The double's addresses are those of further guardians. */
function bothContacts(person: Subject, double: Subject, removed: readonly string[] = []): Contact {
  const all = new Set([...contactAddresses(person), ...contactAddresses(double)])
  const emails = [...all].filter((email) => !removed.includes(email))
  return contactOf({ emails, phone: person.contact.phone ?? double.contact.phone })
}

async function movePictures(
  app: App,
  job: Job,
  { person, double, by }: Merge,
  history: CorrectionRecord,
  renew: Renew,
): Promise<number> {
  const source: AssignmentSource = { why: 'hand', by, at: app.clock() }
  const theirs = await picturesOf(app, job.provider)
    .find({ 'assignment.subjects.uuid': double }, { projection: { uuid: 1 } })
    .toArray()
  for (const { uuid } of theirs) {
    await renew()
    await changeAssignment(
      app,
      job,
      uuid,
      (current) => replaceOwner(current, double, person, source),
      (picture, { before, after }) => history.record(picture, before, after),
    )
  }
  return theirs.length
}

function replaceOwner(current: Assignment, before: string, after: string, source: AssignmentSource): Assignment | null {
  if (current.to !== 'subjects') return null
  const subjects = current.subjects.map((each) => (each.uuid === before ? { ...each, uuid: after } : each))
  return replaceTarget(current, { to: 'subjects', subjects }, source)
}

/** What features store, from left to right: access comes before the work of those who have it. */
async function moveEverything(
  app: App,
  provider: Provider,
  job: Job,
  { person, double }: Pick<Merge, 'person' | 'double'>,
  renew: Renew,
): Promise<void> {
  const merge = await findMerge(app, job, double)
  for (const { name, mergeSubjects } of app.features) {
    await renew()
    await mergeSubjects?.merge(app, provider, { job: job.uuid, from: double, into: person }, async (moved) => {
      const named = moved.map((each) => `${name} ${each}`)
      if (merge) await recordMoved(app, job, { correction: merge.uuid, subject: double }, named)
    })
  }
}
