import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import type { SubjectHistory } from '../../platform/subjectHistory.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import { requireOpenJob } from '../jobs/openJob.ts'
import { type Assignment, type AssignmentTarget, isAssignedTo, type Picture } from '../jobs/picture.ts'
import type { PictureChange } from '../jobs/pictures/changePicture.ts'
import {
  type Correction,
  correctionStepsOf,
  correctionsOf,
  type JobStep,
  jobStepsOf,
  subjectStepsOf,
} from './collection.ts'

/** A correction while it is made. It is stored with its first step: one that changes nothing leaves nothing. */
export type CorrectionRecord = SubjectHistory & {
  /**
   * Records a picture before it is changed. A step that was recorded and never made is skipped when the correction is undone. `isPassing`: those
   * who lose the picture get it back by the same correction.
   */
  record(
    picture: string,
    before: Assignment | null,
    after: Assignment,
    options?: { isPassing?: boolean },
  ): Promise<void>
  /** Records other fields of a picture before they are changed. */
  recordFields(picture: Picture, change: PictureChange): Promise<void>
}

type CorrectionStart = Pick<Correction, 'command' | 'by' | 'reverses' | 'run'>

/** A correction that was interrupted, and the position of its next step. */
export type Interrupted = Pick<Correction, 'uuid' | 'number'> & { position: number }

/** Begins a correction in the history of a job, or continues one that was interrupted. */
export function recordCorrection(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  start: CorrectionStart,
  interrupted?: Interrupted,
): CorrectionRecord {
  let stored = interrupted && Promise.resolve<Pick<Correction, 'uuid' | 'number'>>(interrupted)
  let position = interrupted?.position ?? 0
  const record: CorrectionRecord = {
    async record(picture, before, after, { isPassing = false } = {}) {
      stored ??= storeCorrection(app, job, start)
      const at = position++
      const { uuid } = await stored
      const lost = await lostSubjects(app, job, before, after)
      const passing = isPassing ? { isPassing } : {}
      const step = { correction: uuid, position: at, picture, before, after, lost, ...passing, at: app.clock() }
      await correctionStepsOf(app, job.provider).insertOne(step)
    },
    async recordFields({ uuid: picture, assignment }, fields) {
      stored ??= storeCorrection(app, job, start)
      const at = position++
      const { uuid } = await stored
      // Nobody sees the earlier file of one that is replaced, either.
      const isTaken = fields.after.hidden || fields.after.hash !== undefined || fields.after.decision?.is === 'hidden'
      const lost = isTaken ? await lostSubjects(app, job, assignment, { to: 'unmatched' }) : []
      const same = { before: assignment, after: assignment }
      const step = { correction: uuid, position: at, picture, ...same, fields, lost, at: app.clock() }
      await correctionStepsOf(app, job.provider).insertOne(step)
    },
    async recordSubject(subject, { before, after }, code) {
      stored ??= storeCorrection(app, job, start)
      const at = position++
      const { uuid } = await stored
      const change = { before, after, ...(code !== undefined && { code: code.id, codeChange: code.is }) }
      const step = { correction: uuid, position: at, jobUuid: job.uuid, subject, ...change, at: app.clock() }
      await subjectStepsOf(app, job.provider).insertOne(step)
    },
    async recordCard(subject, card) {
      stored ??= storeCorrection(app, job, start)
      const at = position++
      const { uuid } = await stored
      const step = { correction: uuid, position: at, jobUuid: job.uuid, subject, before: {}, after: {}, card }
      await subjectStepsOf(app, job.provider).insertOne({ ...step, at: app.clock() })
    },
    async recordJob(losses) {
      stored ??= storeCorrection(app, job, start)
      const at = position++
      const { uuid } = await stored
      const step = { correction: uuid, position: at, jobUuid: job.uuid, losses: losses as JobStep['losses'] }
      await jobStepsOf(app, job.provider).insertOne({ ...step, at: app.clock() })
    },
    recordPicture: (picture, { before, after }) => record.record(picture, before as Assignment, after as Assignment),
    recordPictureFields: (picture, change) => record.recordFields(picture as Picture, change),
    number: async () => (stored ? (await stored).number : null),
  }
  return record
}

/** What a run of a task that was interrupted has corrected in a job, unless something else was corrected since, which its number would precede. */
export async function findInterruptedRun(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  run: string,
): Promise<Interrupted | undefined> {
  const [latest] = await correctionsOf(app, job.provider)
    .find({ jobUuid: job.uuid })
    .sort({ number: -1 })
    .limit(1)
    .toArray()
  return latest?.run === run ? continued(app, job, latest) : undefined
}

/** The latest correction in which somebody became one person with another one, with what was recorded of them. */
export async function findMerge(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  subject: string,
): Promise<Interrupted | null> {
  const steps = await subjectStepsOf(app, job.provider).find({ subject }).toArray()
  const [latest] = steps
    .filter(({ after }) => after.merged)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const correction =
    latest && (await correctionsOf(app, job.provider).findOne({ jobUuid: job.uuid, uuid: latest.correction }))
  return correction ? continued(app, job, correction) : null
}

/** A merge of two, who are not one, that was interrupted: it recorded whom it is about, and what it changed about the person. */
export async function findInterruptedMerge(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  person: string,
  double: string,
): Promise<Interrupted | null> {
  const about = await subjectStepsOf(app, job.provider).find({ subject: double }).toArray()
  for (const { correction: uuid } of about.filter(({ after }) => Object.keys(after).length === 0)) {
    const correction = await correctionsOf(app, job.provider).findOne({ jobUuid: job.uuid, uuid })
    if (correction?.command !== 'merge' || correction.reversedBy !== undefined) continue
    const steps = await subjectStepsOf(app, job.provider).find({ correction: uuid }).toArray()
    if (steps.some(({ subject }) => subject === person)) return continued(app, job, correction)
  }
  return null
}

/** An undo of a correction that has begun, and has not recorded that it has ended; `isLatest`: nothing was corrected in the job since. */
export async function findInterruptedUndo(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  { number, reversedBy }: Correction,
): Promise<(Interrupted & { isLatest: boolean }) | null> {
  if (reversedBy !== undefined) return null
  const corrections = correctionsOf(app, job.provider)
  const since = { jobUuid: job.uuid, number: { $gt: number } }
  const findLatest = async (of: object) =>
    (
      await corrections
        .find({ ...since, ...of })
        .sort({ number: -1 })
        .limit(1)
        .toArray()
    ).at(0)
  const undo = await findLatest({ command: 'undo', reverses: number })
  if (!undo) return null
  return { ...(await continued(app, job, undo)), isLatest: (await findLatest({}))?.number === undo.number }
}

async function continued(app: App, job: Pick<Job, 'provider'>, { uuid, number }: Correction): Promise<Interrupted> {
  const positions = await Promise.all([
    correctionStepsOf(app, job.provider)
      .find({ correction: uuid }, { projection: { position: 1 } })
      .toArray(),
    subjectStepsOf(app, job.provider)
      .find({ correction: uuid }, { projection: { position: 1 } })
      .toArray(),
  ])
  return { uuid, number, position: Math.max(-1, ...positions.flat().map(({ position }) => position)) + 1 }
}

/** Records what a feature needs for separating two who are one person, before it moves anything. */
export async function recordMoved(
  app: App,
  { provider }: Pick<Job, 'provider'>,
  of: { correction: string; subject: string },
  moved: readonly string[],
): Promise<void> {
  await subjectStepsOf(app, provider).updateMany(
    { ...of, 'after.merged': { $ne: null } },
    {
      $addToSet: { moved: { $each: [...moved] } },
    },
  )
}

/** Those who show a picture before a change and not after it, by the groups that they are in now. */
async function lostSubjects(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  before: Assignment | null,
  after: AssignmentTarget,
): Promise<string[]> {
  if (!before || (before.to !== 'subjects' && before.to !== 'groups')) return []
  const filter = before.to === 'subjects' ? { uuid: { $in: before.subjects.map(({ uuid }) => uuid) } } : {}
  const members = await subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid, ...filter }, { projection: { uuid: 1, group: 1 } })
    .toArray()
  return members
    .filter((subject) => isAssignedTo(before, subject) && !isAssignedTo(after, subject))
    .map(({ uuid }) => uuid)
}

/** Throws JobDeletedError if the job was deleted. Numbers follow each other in a job; of two processes at the same moment the slower one takes the next. */
async function storeCorrection(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  start: CorrectionStart,
): Promise<Pick<Correction, 'uuid' | 'number'>> {
  await requireOpenJob(app, job)
  const corrections = correctionsOf(app, job.provider)
  const latest = await findLatestNumber(app, job)
  const correction = { uuid: randomUUID(), jobUuid: job.uuid, number: latest + 1, at: app.clock(), ...start }
  try {
    await corrections.insertOne(correction)
  } catch (error) {
    if (isDuplicate(error)) return storeCorrection(app, job, start)
    throw error
  }
  return correction
}

async function findLatestNumber(app: App, job: Pick<Job, 'provider' | 'uuid'>): Promise<number> {
  const [latest] = await correctionsOf(app, job.provider)
    .find({ jobUuid: job.uuid }, { projection: { number: 1 } })
    .sort({ number: -1 })
    .limit(1)
    .toArray()
  return latest?.number ?? 0
}
