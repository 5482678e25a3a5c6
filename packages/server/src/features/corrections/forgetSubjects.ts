import type { Feature } from '../../platform/feature.ts'
import { mentionOf } from '../jobs/deletion/reasonsOfPerson.ts'
import {
  type CorrectionStep,
  correctionStepsOf,
  correctionsOf,
  jobStepsOf,
  type SubjectStep,
  subjectStepsOf,
} from './collection.ts'

/** Steps of the history with deleted subjects or pictures: they cannot be undone any more. That something was corrected stays. */
export const forgetSteps: NonNullable<Feature['forgetSubjects']> = async (app, { key }, deleted) => {
  const { job, subjects, pictures } = deleted
  const corrections = await correctionsOf(app, key)
    .find({ jobUuid: job }, { projection: { uuid: 1 } })
    .toArray()
  const ofJob = { correction: { $in: corrections.map(({ uuid }) => uuid) } }
  const mentions = await mentionOf(app, { provider: key, uuid: job }, subjects)
  const gone = (await correctionStepsOf(app, key).find(ofJob).toArray()).filter(
    (step) =>
      pictures.includes(step.picture) ||
      uuidsIn(step).some((uuid) => subjects.includes(uuid)) ||
      fieldsOf(step).some(({ hidden, decision }) => mentions(hidden?.reason) || mentions(decision?.reason)),
  )
  const ofSubjects = { subject: { $in: [...subjects] } }
  const isGone = ({ subject, before, after, card }: SubjectStep) =>
    [subject, card?.before, card?.after].some((uuid) => subjects.includes(uuid ?? '')) ||
    [before, after].flatMap(wordsIn).some(mentions)
  const ofPeople = (await subjectStepsOf(app, key).find({ jobUuid: job }).toArray()).filter(isGone)
  // Of a whole class or job, which may have been theirs.
  const ofWhole = await jobStepsOf(app, key).find({ jobUuid: job }).toArray()
  const forgotten = [...new Set([...gone, ...ofPeople, ...ofWhole].map(({ correction }) => correction))]
  // First: a report that is made meanwhile does not say that nobody saw anything.
  await correctionsOf(app, key).updateMany({ jobUuid: job, uuid: { $in: forgotten } }, { $set: { hasForgotten: true } })
  for (const { correction, position } of gone) await correctionStepsOf(app, key).deleteOne({ correction, position })
  await subjectStepsOf(app, key).deleteMany(ofSubjects)
  for (const { subject, correction, position } of ofPeople)
    if (!subjects.includes(subject)) await subjectStepsOf(app, key).deleteOne({ correction, position })
  return [{ what: 'step of the history', count: gone.length + ofPeople.length }]
}

const fieldsOf = ({ fields }: CorrectionStep) => [fields?.before, fields?.after].flatMap((each) => each ?? [])

/** Everybody whom a step of a picture names. */
const uuidsIn = (step: CorrectionStep): string[] => [
  ...step.lost,
  ...fieldsOf(step).flatMap(({ faces }) => faces?.flatMap(({ subject }) => subject ?? []) ?? []),
  // Each objection begins with whose it is.
  ...fieldsOf(step).flatMap(({ decision }) => decision?.objections.flatMap((each) => each.split(' ')[0] ?? []) ?? []),
  ...[step.before, step.after].flatMap((each) =>
    each?.to === 'subjects' ? each.subjects.map(({ uuid }) => uuid) : [],
  ),
]

/** What operators have written in their own words about somebody. */
const wordsIn = ({ withdrawn, hidden, consent }: SubjectStep['before']) => [
  withdrawn?.reason,
  hidden?.reason,
  ...Object.values(consent ?? {}).flatMap(({ who, source }) => [who, source]),
]

/** The whole history of a deleted job. */
export const forgetHistory: NonNullable<Feature['forgetJob']> = async (app, { key }, { uuid: jobUuid }) => {
  const corrections = await correctionsOf(app, key)
    .find({ jobUuid }, { projection: { uuid: 1 } })
    .toArray()
  // First: without its correction nobody finds a step again.
  const ofJob = { correction: { $in: corrections.map(({ uuid }) => uuid) } }
  await correctionStepsOf(app, key).deleteMany(ofJob)
  await subjectStepsOf(app, key).deleteMany({ jobUuid })
  await jobStepsOf(app, key).deleteMany({ jobUuid })
  const { deletedCount } = await correctionsOf(app, key).deleteMany({ jobUuid })
  return [{ what: 'entry of the history', count: deletedCount }]
}
