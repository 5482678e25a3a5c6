import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { isOver } from '../jobs/days.ts'
import { isAssignedTo, type Picture } from '../jobs/picture.ts'
import { LEASE_MS } from './announceRetake.ts'
import { retakesOf, type StoredRetake } from './collection.ts'

/** A retake that cannot be made; the message says why. */
export class RetakeError extends Error {
  override name = 'RetakeError'
}

export type NewRetake = {
  subject: Subject
  pictures: ReadonlyArray<{ before: Picture; after: Picture }>
  reason: string | null
  by: string | null
  /** The last day to decide, as the days of a job are stored. */
  until: Date
  /** Whether the families are notified, if not by this process then by a server. */
  notifies: boolean
}

/**
 * Stores a retake of a person's pictures. The new ones have to be theirs alone by now; an earlier one may have been rejected meanwhile. Throws
 * RetakeError, and then nothing is stored.
 */
export async function createRetake(
  app: App,
  provider: Provider,
  job: Job,
  { subject, pictures, notifies, ...retake }: NewRetake,
): Promise<StoredRetake> {
  if (pictures.length === 0) throw new RetakeError('Name at least one picture with its retake')
  if (isOver(retake.until, provider, app.clock())) throw new RetakeError('The last day to decide is in the past')
  for (const { before, after } of pictures) {
    if (before.uuid === after.uuid) throw new RetakeError(`${before.fileName} cannot be its own retake`)
    if (!isOnlyOf(after, subject))
      throw new RetakeError(`${after.fileName} is not a picture of ${subject.name} alone: assign it first`)
    if (isOfOthers(before, subject)) throw new RetakeError(`${before.fileName} is not a picture of ${subject.name}`)
  }
  const befores = new Set(pictures.map(({ before }) => before.uuid))
  if (befores.size < pictures.length) throw new RetakeError('A picture has one retake: name each earlier picture once')
  const stored = pictures.map(({ before, after }) => ({ before: before.uuid, after: after.uuid }))
  const due = new Date(app.clock().getTime() + LEASE_MS)
  return store(app, job, { ...retake, subject: subject.uuid, pictures: stored, ...(notifies && { due }) })
}

const isOnlyOf = ({ assignment }: Picture, { uuid }: Subject) =>
  assignment.to === 'subjects' && assignment.subjects.length === 1 && assignment.subjects[0]?.uuid === uuid

/** One that is nobody's any more may have been theirs. A group picture is exchanged for nobody: its retake would be of a group. */
const isOfOthers = ({ assignment }: Picture, subject: Subject) =>
  assignment.to === 'groups' || (assignment.to === 'subjects' && !isAssignedTo(assignment, subject))

type Unnumbered = Omit<StoredRetake, 'provider' | 'uuid' | 'jobUuid' | 'number' | 'at'>

/** Numbers follow each other in a job; of two at the same moment the slower one takes the next. */
async function store(app: App, job: Job, retake: Unnumbered): Promise<StoredRetake> {
  const retakes = retakesOf(app, job.provider)
  const [latest] = await retakes
    .find({ jobUuid: job.uuid }, { projection: { number: 1 } })
    .sort({ number: -1 })
    .limit(1)
    .toArray()
  const { provider, uuid: jobUuid } = job
  const number = (latest?.number ?? 0) + 1
  const stored = { provider, uuid: randomUUID(), jobUuid, number, at: app.clock(), ...retake }
  try {
    await retakes.insertOne(stored)
  } catch (error) {
    if (isDuplicate(error)) return store(app, job, retake)
    throw error
  }
  return stored
}

/** An open retake of a job by its number; null if there is none. */
export async function findOpenRetake(
  app: App,
  provider: Provider,
  job: Job,
  number: number,
): Promise<StoredRetake | null> {
  const retake = await retakesOf(app, job.provider).findOne({ jobUuid: job.uuid, number })
  return retake && !retake.calledOff && !isOver(retake.until, provider, app.clock()) ? retake : null
}

/** Calls a retake off: nobody can decide any more, and what was exchanged stays. Returns false if there is no such open one. */
export async function callOffRetake(app: App, job: Job, number: number): Promise<boolean> {
  const open = { jobUuid: job.uuid, number, calledOff: { $exists: false } }
  const { matchedCount } = await retakesOf(app, job.provider).updateOne(open, {
    $set: { calledOff: app.clock() },
    $unset: { due: '' },
  })
  return matchedCount > 0
}
