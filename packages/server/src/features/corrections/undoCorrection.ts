import type { App } from '../../platform/app.ts'
import { requirePart } from '../../platform/feature.ts'
import { forgetDeliveredJobs, type Job, jobsOf, subjectsOf } from '../jobs/collection.ts'
import type { Assignment } from '../jobs/picture.ts'
import { replaceTarget } from '../jobs/pictures/assignment.ts'
import { changeAssignment, findPicture } from '../jobs/pictures/assignPicture.ts'
import { whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { findPersons } from '../jobs/subjects/mergedSubjects.ts'
import {
  type Correction,
  type CorrectionCommand,
  type CorrectionStep,
  correctionStepsOf,
  correctionsOf,
  jobStepsOf,
  type SubjectStep,
} from './collection.ts'
import { type CorrectionRecord, findInterruptedUndo, type Interrupted, recordCorrection } from './recordCorrection.ts'
import { replaceEmailedCodes } from './replaceEmailedCodes.ts'
import { releasePictures, separateMerged } from './separateMerged.ts'
import { areFieldsChangedLater, isFieldStep, reverseFields } from './undoFields.ts'
import { findSubjectSteps, reverseSubject, subjectsChangedLater } from './undoSubjects.ts'

/** How long a correction can be undone. */
export const UNDO_DAYS = 30

/** What came of undoing a correction. In all but the first nothing was changed. */
export type UndoOutcome =
  | Undone
  /** `ended code`: a code that may be in anybody's hands is never brought back. `merge again`: two who were separated are merged anew. `of the job`: of a class or a job, which is published anew. */
  | { outcome: 'unknown' | 'too old' | 'ended code' | 'merge again' | 'importing' | 'of the job' }
  | { outcome: 'undone before'; by: number }
  /** Pictures and people that were changed later: their later corrections come first. */
  | { outcome: 'changed later'; pictures: string[]; people: string[] }

export type Undone = {
  outcome: 'undone'
  number: number | null
  pictures: number
  people: number
  /** Pictures that are nobody's now, by file name. */
  released: string[]
  /** The classes that were unpublished meanwhile: whoever leaves one of them stays unpublished. */
  unpublished: string[]
  /** Those who have new codes, by name: by what is undone, an email has brought one of theirs to another family. */
  newCodes: string[]
}

/**
 * Gives the pictures of a correction back to those who had them before, and people the name, class or state that they had. A picture that it
 * added is nobody's afterwards. Refused as a whole if any of them was changed later. It is a correction itself, and can be undone.
 */
export function undoCorrection(app: App, job: Job, number: number, by: string | null): Promise<UndoOutcome> {
  return whileChangingPeople(app, job, 'undo', ({ renew }) => undo(app, job, number, { by, renew }))
}

/** `renew` is called before each step. */
type Undo = { by: string | null; renew: () => Promise<void> }

async function undo(app: App, job: Job, number: number, undoing: Undo): Promise<UndoOutcome> {
  const { provider } = job
  const correction = await correctionsOf(app, provider).findOne({ jobUuid: job.uuid, number })
  if (!correction) return { outcome: 'unknown' }
  if (correction.reversedBy !== undefined) return { outcome: 'undone before', by: correction.reversedBy }
  if (correction.at < oldestToUndo(app)) return { outcome: 'too old' }
  if (correction.command === 'new-code') return { outcome: 'ended code' }
  if (await jobStepsOf(app, provider).findOne({ correction: correction.uuid })) return { outcome: 'of the job' }
  // It would do again what is undone.
  if (correction.command === 'import' && (await requirePart(app.features, 'isImporting')(app, job)))
    return { outcome: 'importing' }
  const steps = await correctionStepsOf(app, provider)
    .find({ correction: correction.uuid })
    .sort({ position: -1 })
    .toArray()
  const subjectSteps = await findSubjectSteps(app, job, correction)
  if (subjectSteps.some(({ before }) => before.merged)) return { outcome: 'merge again' }
  const interrupted = await findInterruptedUndo(app, job, correction)
  const pictures = await changedLater(app, job, steps, interrupted)
  const people = await subjectsChangedLater(app, job, {
    steps: subjectSteps,
    correction,
    ...(interrupted && { interrupted: interrupted.uuid }),
  })
  if (pictures.length + people.length > 0) return { outcome: 'changed later', pictures, people }
  return reverse(app, job, correction, { steps, subjectSteps, interrupted }, undoing)
}

export function oldestToUndo(app: App): Date {
  return new Date(app.clock().getTime() - UNDO_DAYS * 24 * 60 * 60_000)
}

/** The file names of pictures that were changed after these steps, other than by an undo of them that was interrupted. */
async function changedLater(
  app: App,
  job: Job,
  steps: readonly CorrectionStep[],
  interrupted: Interrupted | null,
): Promise<string[]> {
  const undone = interrupted
    ? await correctionStepsOf(app, job.provider).find({ correction: interrupted.uuid }).toArray()
    : []
  const latest = new Map(steps.toReversed().map((step) => [step.picture, step]))
  const later: string[] = []
  for (const step of latest.values()) {
    const { picture: uuid, before, after } = step
    const picture = await findPicture(app, job, uuid)
    if (isFieldStep(step)) {
      if (picture && areFieldsChangedLater(picture, step)) later.push(picture.fileName)
      continue
    }
    if (!picture || isEqual(picture.assignment, after)) continue
    // Recorded, but never made: the process was killed in between.
    if (before && isEqual(picture.assignment, before)) continue
    if (undone.some((step) => step.picture === uuid && isEqual(picture.assignment, step.after))) continue
    later.push(picture.fileName)
  }
  return later
}

type Reversal = {
  steps: readonly CorrectionStep[]
  subjectSteps: readonly SubjectStep[]
  /** The undo that a killed process has begun. */
  interrupted: (Interrupted & { isLatest: boolean }) | null
}

async function reverse(
  app: App,
  job: Job,
  { number: reverses, command }: Correction,
  { steps, subjectSteps, interrupted }: Reversal,
  { by, renew }: Undo,
): Promise<UndoOutcome> {
  const start = { command: 'undo' as const, by, reverses }
  // Under its number, so that it can be undone as a whole; unless something else was corrected in between, which its number would precede.
  const isContinued = interrupted && (command === 'merge' || interrupted.isLatest)
  const history = recordCorrection(app, job, start, isContinued ? interrupted : undefined)
  const separated = subjectSteps.flatMap(({ subject, after }) => (after.merged ? [subject] : []))
  const personOf = await findPersons(app, job, separated)
  const moved = steps.map(({ picture }) => picture)
  const released = await releasePictures(app, job, { subjectSteps, moved }, history, by)
  const changed = { pictures: 0, people: new Set<string>(), unpublished: new Set<string>() }
  // Its classes may have been unpublished since.
  const current = (await jobsOf(app, job.provider).findOne({ uuid: job.uuid })) ?? job
  let isSeparated = false
  // In between, nobody may see what they see neither before nor afterwards: the last step first, of pictures and people together.
  for (const step of [...steps, ...subjectSteps].toSorted((one, other) => other.position - one.position)) {
    await renew()
    if ('subject' in step) {
      if (!isSeparated) await separateMerged(app, job, subjectSteps)
      isSeparated = true
      const fields = await reverseSubject(app, current, step, history, { command, by })
      if (!fields) continue
      changed.people.add(step.subject)
      const isLeft = fields.group !== undefined && fields.hidden?.group !== undefined
      if (isLeft) changed.unpublished.add(fields.hidden?.group ?? '')
    } else if (await reversePicture(app, job, step, history, { command, by, personOf })) changed.pictures++
  }
  const newCodes = await replaceEmailedCodes(app, job, subjectSteps, by)
  const reversal = (await history.number()) ?? interrupted?.number ?? null
  const reversed = { jobUuid: job.uuid, number: reverses }
  if (reversal !== null) await correctionsOf(app, job.provider).updateOne(reversed, { $set: { reversedBy: reversal } })
  forgetDeliveredJobs(app)
  return {
    outcome: 'undone',
    number: reversal,
    pictures: changed.pictures,
    people: changed.people.size,
    released,
    unpublished: [...changed.unpublished].sort(),
    newCodes,
  }
}

type Restorer = { command: CorrectionCommand; by: string | null; personOf: (uuid: string) => string }

/** Returns whether the picture changed. */
async function reversePicture(
  app: App,
  job: Job,
  step: CorrectionStep,
  history: CorrectionRecord,
  restorer: Restorer,
): Promise<boolean> {
  if (isFieldStep(step)) return reverseFields(app, job, step, history)
  const { picture, before, after } = step
  const without = restorer.command === 'import' ? await joinedSince(app, job, step) : []
  const change = await changeAssignment(
    app,
    job,
    picture,
    (current) => (isEqual(current, after) ? restore(app, current, leavingOut(before, without), restorer) : null),
    (changed, change) => history.record(changed, change.before, change.after),
  )
  return change !== null
}

/** Those who have joined a class with an import that took its picture, and are not in the picture. */
async function joinedSince(app: App, job: Job, { before, after, lost }: CorrectionStep): Promise<string[]> {
  if (before?.to !== 'groups' || after.to !== 'unmatched') return []
  const members = await subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid, group: { $in: before.groups } }, { projection: { uuid: 1 } })
    .toArray()
  return members.flatMap(({ uuid }) => (lost.includes(uuid) ? [] : uuid))
}

function leavingOut(before: Assignment | null, uuids: readonly string[]): Assignment | null {
  if (before?.to !== 'groups' || uuids.length === 0) return before
  return { ...before, without: [...new Set([...(before.without ?? []), ...uuids])] }
}

/** The earlier assignment with its own reason; of a new picture: of nobody. What was somebody's who was merged since is that other one's. */
function restore(
  app: App,
  current: Assignment,
  before: Assignment | null,
  { by, personOf }: Restorer,
): Assignment | null {
  const source = { why: 'hand' as const, by, at: app.clock() }
  // Nobody has said that it is nobody's: a later import may give it to somebody again.
  if (!before) return replaceTarget(current, { to: 'unmatched' }, { ...source, why: current.why })
  if (before.to !== 'subjects' || before.subjects.every(({ uuid }) => personOf(uuid) === uuid)) return before
  const subjects = before.subjects.map((each) => ({ ...each, uuid: personOf(each.uuid) }))
  return replaceTarget(before, { to: 'subjects', subjects }, source)
}

function isEqual(one: Assignment, other: Assignment): boolean {
  return JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))
}

/** In one order of fields, as the database may return another one. */
function canonical({ why, by, at, ...target }: Assignment): unknown {
  const ids =
    target.to === 'subjects'
      ? target.subjects.map(({ uuid, isCover }) => [uuid, isCover])
      : target.to === 'groups'
        ? [target.groups, target.without ?? []]
        : []
  return [target.to, ids, why, by, at.getTime()]
}
