import type { App } from '../../platform/app.ts'
import type { Exposure, Sighting } from '../../platform/feature.ts'
import { accessEndedSince } from '../access/endAccess.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { isAssignedTo, type Picture } from '../jobs/picture.ts'
import { type Correction, type SubjectStep, subjectStepsOf } from './collection.ts'
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
  const exposures = steps.map((step) => {
    if (step.before.merged) return separation(app, job, step)
    if (correction.command === 'new-code') return endOfAccess(app, job, step, members)
    return lostByStep(app, job, step, members)
  })
  const all = (await Promise.all(exposures)).flat()
  const found = await Promise.all(all.map((exposure) => sightingsOf(app, provider, exposure)))
  const emailed = all.flatMap((exposure) =>
    exposure.customers || exposure.pictures.length === 0
      ? []
      : emailSightings(
          job,
          members.filter(({ uuid }) => exposure.subjects.includes(uuid)),
          exposure,
        ),
  )
  return [...found.flat(), ...emailed]
}

async function sightingsOf(app: App, provider: string, exposure: Exposure): Promise<Sighting[]> {
  if (exposure.pictures.length === 0 || exposure.subjects.length === 0) return []
  const parts = app.features.map(({ sightings }) => sightings?.(app, provider, exposure))
  return (await Promise.all(parts)).flatMap((of) => of ?? [])
}

/**
 * Those of somebody who is separated from another one saw that one's pictures, too, which do not move: their accounts, with what they share,
 * have had the other one by the merge.
 */
async function separation(app: App, job: Job, { subject, before, at: until }: SubjectStep): Promise<Exposure[]> {
  const { merged } = before
  const person = merged && (await subjectsOf(app, job.provider).findOne({ uuid: merged.into }))
  if (!merged || !person) return []
  const pictures = await visibleTo(app, job, person)
  const customers = await everHolders(app, job.provider, [subject])
  return [{ pictures: uuidsOf(pictures), subjects: [person.uuid], from: merged.at, until, customers }]
}

/** Of a new code: only the accounts whose access was ended with it. */
async function endOfAccess(app: App, job: Job, step: SubjectStep, members: readonly Subject[]): Promise<Exposure[]> {
  const person = members.find(({ uuid }) => uuid === step.subject)
  if (!person) return []
  const period = { from: step.at, until: new Date(step.at.getTime() + COMMAND_MS) }
  const customers = await accessEndedSince(app, job.provider, person.uuid, period)
  if (customers.length === 0) return []
  const pictures = uuidsOf(await visibleTo(app, job, person))
  return [{ pictures, subjects: [person.uuid], from: EVER, until: period.until, customers }]
}

/** What a change of a person's state or class took from whom. */
async function lostByStep(app: App, job: Job, step: SubjectStep, members: readonly Subject[]): Promise<Exposure[]> {
  const person = members.find(({ uuid }) => uuid === step.subject)
  const { before, after, at: until } = step
  const isWithdrawn = after.withdrawn && !after.merged
  const isMoved = after.group !== undefined && before.group !== after.group
  const isUnpublished = after.hidden && !before.hidden
  const [refusedOwn, refusedClass] = [isRefused(step, 'print-and-sell'), isRefused(step, 'class-picture')]
  if (!person || !(isWithdrawn || isMoved || isUnpublished || refusedOwn || refusedClass)) return []
  const was = { uuid: person.uuid, group: before.group ?? person.group }
  const pictures = await visibleTo(app, job, was)
  const [ofGroups, own] = [pictures.filter(isOfGroups), pictures.filter((picture) => !isOfGroups(picture))]
  const ofOwn = { pictures: uuidsOf(own), subjects: ownersOf(own), from: EVER, until }
  const ofClass = { pictures: uuidsOf(ofGroups), subjects: classOf(ofGroups, members), from: EVER, until }
  if (isWithdrawn) return [{ ...ofOwn, subjects: [person.uuid] }, ofClass]
  if (isUnpublished) return [{ ...ofOwn, pictures: uuidsOf(pictures), subjects: [person.uuid] }]
  if (isMoved) return [{ ...ofClass, subjects: [person.uuid] }]
  return [...(refusedOwn ? [ofOwn] : []), ...(refusedClass ? [ofClass] : [])]
}

const isRefused = ({ before, after }: SubjectStep, purpose: 'print-and-sell' | 'class-picture') =>
  after.consent?.[purpose]?.answer === 'no' && before.consent?.[purpose]?.answer !== 'no'

async function visibleTo(
  app: App,
  { provider, uuid: jobUuid }: Job,
  person: Pick<Subject, 'uuid' | 'group'>,
): Promise<Picture[]> {
  const pictures = await picturesOf(app, provider)
    .find({ $or: [{ 'assignment.subjects.uuid': person.uuid }, { jobUuid, 'assignment.to': 'groups' }] })
    .toArray()
  return pictures.filter(({ assignment }) => isAssignedTo(assignment, person))
}

const isOfGroups = ({ assignment }: Picture) => assignment.to === 'groups'
const uuidsOf = (pictures: readonly Picture[]) => pictures.map(({ uuid }) => uuid)

const ownersOf = (pictures: readonly Picture[]) => [
  ...new Set(
    pictures.flatMap(({ assignment }) =>
      assignment.to === 'subjects' ? assignment.subjects.map(({ uuid }) => uuid) : [],
    ),
  ),
]

/** Everybody who sees pictures of groups. */
const classOf = (pictures: readonly Picture[], members: readonly Subject[]) =>
  members
    .filter((member) => pictures.some(({ assignment }) => isAssignedTo(assignment, member)))
    .map(({ uuid }) => uuid)
