import type { App } from '../../platform/app.ts'
import type { Exposure, Sighting } from '../../platform/feature.ts'
import { accessEndedSince } from '../access/endAccess.ts'
import { everViewers } from '../access/forgetSubjects.ts'
import { endedCodesOf } from '../access/replaceCodes.ts'
import { type Job, type Subject, subjectsOf } from '../jobs/collection.ts'
import { contactAddresses } from '../jobs/contact.ts'
import { followMerges } from '../jobs/followMerges.ts'
import { isAssignedTo } from '../jobs/picture.ts'
import { PICTURE_PURPOSES } from '../jobs/subjectState.ts'
import { isOfSeveral, objectionsTo, peopleIn } from '../jobs/withholding.ts'
import { type AssignedPicture, membersAt, picturesAt } from './asOf.ts'
import { type Correction, correctionStepsOf, type SubjectStep, subjectStepsOf } from './collection.ts'
import { emailSightings } from './emailSightings.ts'

/** A command ends the access of a person a moment after its entry in the history. */
const COMMAND_MS = 60_000
const EVER = new Date(0)

/** Who could see what a correction of a person ended the sight of: by their withdrawal, their no, another class, or the end of access. */
export async function subjectSightings(app: App, job: Job, correction: Correction): Promise<Sighting[]> {
  const { provider, uuid: jobUuid } = job
  const steps = await subjectStepsOf(app, provider).find({ correction: correction.uuid }).toArray()
  if (steps.length === 0) return []
  const members = await subjectsOf(app, provider).find({ jobUuid }).toArray()
  const turn = steps.some(isTaking) ? await readTurn(app, job, correction, steps) : null
  const exposures = steps.map((step) => {
    if (step.before.merged) return separation(app, job, step, members)
    if (correction.command === 'new-code') return endOfAccess(app, job, step, members)
    return turn && isTaking(step) ? lostByStep(step, turn) : []
  })
  const all = (await Promise.all(exposures)).flat()
  const emails = steps.map((step) =>
    correction.command === 'new-code'
      ? emailsWithEnded(app, job, step, members)
      : emailsWhileOne(app, job, step, members),
  )
  return [...(await sightingsOfAll(app, job, members, all)), ...(await Promise.all(emails)).flat()]
}

/** Who was emailed a way to somebody while they were one person with another one, other than their own family. */
async function emailsWhileOne(
  app: App,
  job: Job,
  { before: { merged }, at: until }: SubjectStep,
  members: readonly Subject[],
): Promise<Sighting[]> {
  const person = merged && members.find(({ uuid }) => uuid === merged.into)
  if (!merged || !person) return []
  const own = contactAddresses(person)
  const emails = await emailSightings(app, job, [person], { until })
  return emails.filter(({ who, at }) => at >= merged.at && !('email' in who && own.includes(who.email)))
}

/** Who was emailed a code that ended with a step, other than their own family. */
async function emailsWithEnded(
  app: App,
  job: Job,
  { subject, at }: SubjectStep,
  members: readonly Subject[],
): Promise<Sighting[]> {
  const person = members.find(({ uuid }) => uuid === subject)
  if (!person) return []
  const until = new Date(at.getTime() + COMMAND_MS)
  const ended = (await endedCodesOf(app, { key: job.provider }, [subject])).filter(
    (each) => each.at >= at && each.at <= until,
  )
  const own = contactAddresses(person)
  const emails = await emailSightings(app, job, [person], { until, codes: ended.map(({ code }) => code) })
  return emails.filter(({ who }) => !('email' in who && own.includes(who.email)))
}

/** Who could see what was exposed, or did something with it, and who was emailed about it; each may be listed several times. */
export async function sightingsOfAll(
  app: App,
  job: Job,
  members: readonly Subject[],
  all: readonly Exposure[],
): Promise<Sighting[]> {
  const found = await Promise.all(all.map((exposure) => sightingsOf(app, job.provider, exposure)))
  const emailed = all.map((exposure) =>
    exposure.customers || exposure.pictures.length === 0
      ? []
      : emailSightings(
          app,
          job,
          members.filter(({ uuid }) => exposure.subjects.includes(uuid)),
          exposure,
        ),
  )
  return [...found.flat(), ...(await Promise.all(emailed)).flat()]
}

/** What every feature says of who could see what was exposed, or did something with it. */
export async function sightingsOf(app: App, provider: string, exposure: Exposure): Promise<Sighting[]> {
  if (exposure.pictures.length === 0 || exposure.subjects.length === 0) return []
  const parts = app.features.map(({ sightings }) => sightings?.(app, provider, exposure))
  return (await Promise.all(parts)).flatMap((of) => of ?? [])
}

/**
 * Those of somebody who is separated from another one saw that one's pictures, too, which do not move: their accounts, with what they share,
 * have had the other one by the merge; and so did whoever came by a code of either that an email had brought to the other family.
 */
async function separation(app: App, job: Job, step: SubjectStep, members: readonly Subject[]): Promise<Exposure[]> {
  const { subject, at: until } = step
  const { merged } = step.before
  const person = merged && members.find(({ uuid }) => uuid === merged.into)
  if (!merged || !person) return []
  const pictures = uuidsOf(await visibleTo(app, job, person, afterwards(until)))
  const customers = await everViewers(app, job.provider, subject)
  const byCode = [person.uuid, subject].map((uuid) => endOfAccess(app, job, { ...step, subject: uuid }, members))
  const ended = (await Promise.all(byCode)).flat().map((exposure) => ({ ...exposure, from: merged.at }))
  return [{ pictures, subjects: [person.uuid], from: merged.at, until, customers }, ...ended]
}

/** Only the accounts whose access was ended a moment after a step, as with a new code. */
async function endOfAccess(
  app: App,
  job: Job,
  step: Pick<SubjectStep, 'subject' | 'at'>,
  members: readonly Subject[],
): Promise<Exposure[]> {
  const person = members.find(({ uuid }) => uuid === step.subject)
  if (!person) return []
  const period = { from: step.at, until: new Date(step.at.getTime() + COMMAND_MS) }
  const customers = await accessEndedSince(app, job.provider, person.uuid, period)
  if (customers.length === 0) return []
  const pictures = uuidsOf(await visibleTo(app, job, person, afterwards(step.at)))
  return [{ pictures, subjects: [person.uuid], from: EVER, until: period.until, customers }]
}

/** What the people of a job could see just before a correction, and afterwards. */
type Turn = {
  job: Job
  members: readonly Subject[]
  before: readonly AssignedPicture[]
  after: readonly AssignedPicture[]
}

async function readTurn(app: App, job: Job, { uuid, at }: Correction, steps: readonly SubjectStep[]): Promise<Turn> {
  const ofPictures = await correctionStepsOf(app, job.provider)
    .find({ correction: uuid }, { projection: { at: 1 } })
    .toArray()
  const end = new Date(Math.max(...[...steps, ...ofPictures].map((step) => step.at.getTime())))
  const [members, before, after] = await Promise.all([
    membersAt(app, job, at),
    picturesAt(app, job, at),
    picturesAt(app, job, afterwards(end)),
  ])
  return { job, members, before, after }
}

/** Steps of one moment are not told apart. */
const afterwards = (at: Date) => new Date(at.getTime() + 1)

const isWithdrawal = ({ after }: SubjectStep) => Boolean(after.withdrawn && !after.merged)
const isMove = ({ before, after }: SubjectStep) => after.group !== undefined && before.group !== after.group
const isUnpublishing = ({ before, after }: SubjectStep) => Boolean(after.hidden && !before.hidden)

/** Whether a step may end somebody's sight of a picture. */
const isTaking = (step: SubjectStep) =>
  isWithdrawal(step) || isMove(step) || isUnpublishing(step) || PICTURE_PURPOSES.some((each) => isRefused(step, each))

/** What a change of a person's state or class took from whom. */
function lostByStep(step: SubjectStep, turn: Turn): Exposure[] {
  const { members, before, after } = turn
  const person = members.find(({ uuid }) => uuid === step.subject)
  if (!person) return []
  const { at: until } = step
  const assigned = before.filter(({ assignment }) => isAssignedTo(assignment, person))
  const own = { subjects: [person.uuid], from: EVER, until }
  if (isUnpublishing(step)) return [{ ...own, pictures: uuidsOf(assigned) }]
  if (!isMove(step)) {
    const withheld = before.filter((picture) => isIn(picture, person, members) && isWithheldBy(step, picture))
    return [
      ...(isWithdrawal(step) ? [{ ...own, pictures: uuidsOf(assigned) }] : []),
      ...withheld.map((picture) => lossOf(picture, members, until)),
    ]
  }
  const moved = { ...person, ...(step.after.earlierGroups && { earlierGroups: step.after.earlierGroups }) }
  moved.group = step.after.group ?? person.group
  const visible = new Set(uuidsOf(after.filter(({ assignment }) => isAssignedTo(assignment, moved))))
  const lost = assigned.filter((picture) => isOfGroups(picture) && !visible.has(picture.uuid))
  // Whoever objects withholds the pictures of the class that they join, too.
  const joined = before.filter(
    (picture) =>
      !isIn(picture, person, members) &&
      objectionsTo({ ...picture, faces: picture.faces ?? [] }, [moved], turn.job).length > 0,
  )
  return [{ ...own, pictures: uuidsOf(lost) }, ...joined.map((picture) => lossOf(picture, members, until))]
}

/** Whether somebody, or a double who is one with them, is in a picture as far as it is known: by the same rule that withholds it. */
function isIn(picture: AssignedPicture, person: Subject, members: readonly Subject[]): boolean {
  const same = members.filter((each) => each === person || (each.merged && followMerges(each, members) === person))
  return peopleIn({ ...picture, faces: picture.faces ?? [] }, same).length > 0
}

/** Whether a withdrawal or a no ends everybody's sight of a picture of the person. */
function isWithheldBy(step: SubjectStep, picture: AssignedPicture): boolean {
  if (isWithdrawal(step)) return true
  return PICTURE_PURPOSES.some((purpose) => isRefused(step, purpose) && isWithheldFor(purpose, picture))
}

/** Whether a no for a purpose by somebody in a picture ends everybody's sight of it. */
export function isWithheldFor(purpose: (typeof PICTURE_PURPOSES)[number], picture: AssignedPicture): boolean {
  if (purpose === 'print-and-sell') return !isOfGroups(picture)
  return isOfSeveral({ ...picture, faces: picture.faces ?? [] })
}

/** Everybody who saw a picture that nobody sees any more. */
function lossOf(picture: AssignedPicture, members: readonly Subject[], until: Date): Exposure {
  const viewers = members.filter((member) => isAssignedTo(picture.assignment, member))
  return { pictures: [picture.uuid], subjects: viewers.map(({ uuid }) => uuid), from: EVER, until }
}

const isRefused = ({ before, after }: SubjectStep, purpose: (typeof PICTURE_PURPOSES)[number]) =>
  after.consent?.[purpose]?.answer === 'no' && before.consent?.[purpose]?.answer !== 'no'

/** What somebody could see just before a time. */
async function visibleTo(
  app: App,
  job: Job,
  person: Pick<Subject, 'uuid' | 'group'>,
  at: Date,
): Promise<AssignedPicture[]> {
  return (await picturesAt(app, job, at)).filter(({ assignment }) => isAssignedTo(assignment, person))
}

const isOfGroups = ({ assignment }: AssignedPicture) => assignment.to === 'groups'
const uuidsOf = (pictures: readonly AssignedPicture[]) => pictures.map(({ uuid }) => uuid)
