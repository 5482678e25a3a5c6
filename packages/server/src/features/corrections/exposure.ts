import type { App } from '../../platform/app.ts'
import type { Sighting } from '../../platform/feature.ts'
import { customersOf } from '../account/collection.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import { followMerges } from '../jobs/followMerges.ts'
import { type Assignment, isAssignedTo, type Picture } from '../jobs/picture.ts'
import { type AssignedPicture, assignmentsEver, membersAt } from './asOf.ts'
import {
  type Correction,
  type CorrectionStep,
  correctionStepsOf,
  correctionsOf,
  jobStepsOf,
  subjectStepsOf,
} from './collection.ts'
import { emailSightings } from './emailSightings.ts'
import { jobSightings } from './jobExposure.ts'
import { subjectSightings } from './subjectExposure.ts'

/** Somebody who could see, or has got, pictures that a correction took from a subject. */
export type ExposureEntry = Pick<Sighting, 'kind' | 'at' | 'detail'> & {
  /** The email address; of an account that was deleted, that it was, or its uuid on what it ordered. */
  who: string
  /** Whose set the pictures were in. */
  subject: Subject | null
}

/**
 * Who could see the pictures of which a correction ended somebody's sight, while they could, and who downloaded, ordered or was emailed
 * about them; also before a person who was in the job twice became one. Null if the history has no such number; its steps are stored for 30 days.
 */
export async function findExposure(app: App, job: Job, number: number): Promise<ExposureEntry[] | null> {
  const { provider, uuid: jobUuid } = job
  const correction = await correctionsOf(app, provider).findOne({ jobUuid, number })
  if (!correction) return null
  const steps = await correctionStepsOf(app, provider).find({ correction: correction.uuid }).toArray()
  const members = await subjectsOf(app, provider).find({ jobUuid }).toArray()
  const subjectOf = new Map(members.map((subject) => [subject.uuid, subject]))
  const before = await mergedBefore(app, job, { correction, steps, members })
  const sightings = await Promise.all([...steps, ...before].map((step) => stepSightings(app, job, step, subjectOf)))
  const ofPeople = await subjectSightings(app, job, correction)
  const ofJob = await jobSightings(app, job, correction)
  return entriesOf(app, job, [...sightings.flat(), ...ofPeople, ...ofJob], subjectOf)
}

/** Whether steps of a correction are deleted: one that changes nothing is not stored, so one without any step has lost them. */
export async function hasForgottenSteps(app: App, { provider, uuid: jobUuid }: Job, number: number): Promise<boolean> {
  const correction = await correctionsOf(app, provider).findOne({ jobUuid, number })
  if (!correction || correction.hasForgotten) return correction !== null
  const of = { correction: correction.uuid }
  const stored = await Promise.all([
    correctionStepsOf(app, provider).findOne(of),
    subjectStepsOf(app, provider).findOne(of),
    jobStepsOf(app, provider).findOne(of),
  ])
  return stored.every((step) => step === null)
}

/** Who could ever see a person of a job, everybody in a class, or a picture, and who downloaded, ordered or was emailed about them. */
export async function findSight(
  app: App,
  job: Job,
  scope: { person: Subject } | { group: string } | { picture: Picture },
): Promise<ExposureEntry[]> {
  const { provider, uuid: jobUuid } = job
  const members = await subjectsOf(app, provider).find({ jobUuid }).toArray()
  const ever = await assignmentsEver(app, job)
  const groupsOf = ({ group, earlierGroups }: Subject) => [group, ...(earlierGroups ?? [])]
  const couldSee = (member: Subject, { assignment }: AssignedPicture) =>
    groupsOf(member).some((group) => isAssignedTo(assignment, { uuid: member.uuid, group }))
  const people = members.filter((member) => {
    if ('picture' in scope) return ever.some((each) => each.uuid === scope.picture.uuid && couldSee(member, each))
    return 'group' in scope ? groupsOf(member).includes(scope.group) : member.uuid === scope.person.uuid
  })
  const pictures = 'picture' in scope ? [scope.picture] : ever
  const seen = pictures.filter((picture) => people.some((person) => couldSee(person, picture)))
  const exposure = {
    pictures: [...new Set([...('picture' in scope ? [scope.picture] : seen)].map(({ uuid }) => uuid))],
    subjects: people.map(({ uuid }) => uuid),
    from: new Date(0),
    until: app.clock(),
  }
  const parts = await Promise.all(app.features.map(({ sightings }) => sightings?.(app, provider, exposure)))
  const found = [...parts.flatMap((of) => of ?? []), ...(await emailSightings(app, job, people, exposure))]
  return entriesOf(app, job, found, new Map(members.map((member) => [member.uuid, member])))
}

/** Each once, in the order of time, with the email addresses of accounts. */
export async function entriesOf(
  app: App,
  { provider }: Pick<Job, 'provider'>,
  sightings: readonly Sighting[],
  subjectOf: ReadonlyMap<string, Subject>,
): Promise<ExposureEntry[]> {
  const all = uniqueSightings(sightings)
  const emails = await emailsOf(app, provider, all)
  return all
    .map(({ who, subject, ...rest }) => ({
      ...rest,
      who: nameOf(who, emails),
      subject: subjectOf.get(subject) ?? null,
    }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function nameOf(who: Sighting['who'], emails: ReadonlyMap<string, string>): string {
  if ('standIn' in who) return 'an account that was deleted'
  return 'email' in who ? who.email : (emails.get(who.customer) ?? who.customer)
}

/** Who could see a picture until a step took it from them, while it was theirs. */
async function stepSightings(
  app: App,
  job: Job,
  step: CorrectionStep,
  subjectOf: ReadonlyMap<string, Subject>,
): Promise<Sighting[]> {
  const keepers = step.isPassing ? await keepersOf(app, job, step) : []
  const lost = step.lost.flatMap((uuid) => (keepers.includes(uuid) ? [] : (subjectOf.get(uuid) ?? [])))
  if (lost.length === 0 || !step.before) return []
  const subjects = lost.map(({ uuid }) => uuid)
  const exposure = { pictures: [step.picture], subjects, from: await gotAt(app, job, step), until: step.at }
  const parts = app.features.map(({ sightings }) => sightings?.(app, job.provider, exposure))
  const found = (await Promise.all(parts)).flatMap((each) => each ?? [])
  return [...found, ...(await emailSightings(app, job, lost, exposure))]
}

/** Those who have a picture again by a later step of the same correction. */
async function keepersOf(app: App, job: Job, { correction, picture, position }: CorrectionStep): Promise<string[]> {
  const [given] = await correctionStepsOf(app, job.provider)
    .find({ correction, picture, position: { $gt: position } })
    .sort({ position: -1 })
    .limit(1)
    .toArray()
  if (!given) return []
  const members = await membersAt(app, job, given.at)
  return members.filter((member) => isAssignedTo(given.after, member)).map(({ uuid }) => uuid)
}

/** Since when those who lost a picture by a step had it, whatever was changed about it in between. */
async function gotAt(
  app: App,
  { provider, uuid: jobUuid }: Job,
  { picture, lost, at, before }: CorrectionStep,
): Promise<Date> {
  const corrections = await correctionsOf(app, provider)
    .find({ jobUuid }, { projection: { uuid: 1 } })
    .toArray()
  const earlier = await correctionStepsOf(app, provider)
    .find({ correction: { $in: corrections.map(({ uuid }) => uuid) }, picture, at: { $lt: at } })
    .sort({ at: -1 })
    .toArray()
  let since = before?.at ?? at
  for (const step of earlier) {
    if (step.after.at > since || step.fields) continue
    if (!step.before || !isOfAny(step.before, lost)) break
    since = step.before.at
  }
  return since
}

/** Whether a picture is of one of these subjects; of groups it may be. */
const isOfAny = (assignment: Assignment, uuids: readonly string[]) =>
  assignment.to === 'groups' ||
  (assignment.to === 'subjects' && assignment.subjects.some(({ uuid }) => uuids.includes(uuid)))

type CorrectedPictures = { correction: Correction; steps: readonly CorrectionStep[]; members: readonly Subject[] }

/** The steps by which the same pictures came from doubles of those who lost them, when the two became one. */
async function mergedBefore(
  app: App,
  { provider, uuid: jobUuid }: Job,
  { correction, steps, members }: CorrectedPictures,
): Promise<CorrectionStep[]> {
  const losers = new Set(steps.flatMap(({ lost }) => lost))
  const doubles = members.filter((each) => each.merged && losers.has(followMerges(each, members).uuid))
  if (doubles.length === 0) return []
  const merges = await correctionsOf(app, provider)
    .find({ jobUuid, number: { $lt: correction.number }, command: 'merge' })
    .toArray()
  const moved = await correctionStepsOf(app, provider)
    .find({ correction: { $in: merges.map(({ uuid }) => uuid) } })
    .toArray()
  return moved.filter(
    ({ picture, lost }) =>
      steps.some((step) => step.picture === picture) && lost.some((uuid) => doubles.some((each) => each.uuid === uuid)),
  )
}

/** A correction of many pictures concerns the same accounts: each is listed once, since the earliest time. */
function uniqueSightings(sightings: readonly Sighting[]): Sighting[] {
  const unique = new Map<string, Sighting>()
  for (const sighting of sightings) {
    const { kind, who, subject, detail } = sighting
    const key = JSON.stringify([kind, who, subject, detail])
    const known = unique.get(key)
    if (!known || sighting.at < known.at) unique.set(key, sighting)
  }
  return [...unique.values()]
}

async function emailsOf(app: App, provider: string, sightings: readonly Sighting[]): Promise<Map<string, string>> {
  const uuids = new Set(sightings.flatMap(({ who }) => ('customer' in who ? [who.customer] : [])))
  const customers = await customersOf(app, { key: provider })
    .find({ _id: { $in: [...uuids] } }, { projection: { email: 1 } })
    .toArray()
  return new Map(customers.map(({ _id, email }) => [_id, email]))
}
