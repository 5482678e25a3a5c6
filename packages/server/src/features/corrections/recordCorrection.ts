import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import type { SubjectHistory } from '../../platform/subjectHistory.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import { type Assignment, isAssignedTo } from '../jobs/picture.ts'
import { type Correction, correctionStepsOf, correctionsOf, subjectStepsOf } from './collection.ts'

/** A correction while it is made. It is stored with its first step: one that changes nothing leaves nothing. */
export type CorrectionRecord = SubjectHistory & {
  /** Records a picture before it is changed. A step that was recorded and never made is skipped when the correction is undone. */
  record(picture: string, before: Assignment | null, after: Assignment): Promise<void>
}

type CorrectionStart = Pick<Correction, 'command' | 'by' | 'reverses'>

/** Begins a correction in the history of a job. */
export function recordCorrection(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  start: CorrectionStart,
): CorrectionRecord {
  let stored: Promise<Pick<Correction, 'uuid' | 'number'>> | undefined
  let position = 0
  return {
    async record(picture, before, after) {
      stored ??= storeCorrection(app, job, start)
      const at = position++
      const { uuid } = await stored
      const lost = await lostSubjects(app, job, before, after)
      const step = { correction: uuid, position: at, picture, before, after, lost, at: app.clock() }
      await correctionStepsOf(app, job.provider).insertOne(step)
    },
    async recordSubject(subject, { before, after }) {
      stored ??= storeCorrection(app, job, start)
      const at = position++
      const { uuid } = await stored
      const step = { correction: uuid, position: at, jobUuid: job.uuid, subject, before, after, at: app.clock() }
      await subjectStepsOf(app, job.provider).insertOne(step)
    },
    number: async () => (stored ? (await stored).number : null),
  }
}

/** Those who show a picture before a change and not after it, by the groups that they are in now. */
async function lostSubjects(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  before: Assignment | null,
  after: Assignment,
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

/** Numbers follow each other in a job; of two processes at the same moment the slower one takes the next. */
async function storeCorrection(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  start: CorrectionStart,
): Promise<Pick<Correction, 'uuid' | 'number'>> {
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
