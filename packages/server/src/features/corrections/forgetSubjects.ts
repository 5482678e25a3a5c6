import type { Feature } from '../../platform/feature.ts'
import { type CorrectionStep, correctionStepsOf, correctionsOf, subjectStepsOf } from './collection.ts'

/** Steps of the history with deleted subjects or pictures: they cannot be undone any more. That something was corrected stays. */
export const forgetSteps: NonNullable<Feature['forgetSubjects']> = async (
  app,
  { key },
  { job, subjects, pictures },
) => {
  const corrections = await correctionsOf(app, key)
    .find({ jobUuid: job }, { projection: { uuid: 1 } })
    .toArray()
  const ofJob = { correction: { $in: corrections.map(({ uuid }) => uuid) } }
  const steps = await correctionStepsOf(app, key).find(ofJob).toArray()
  const named = ({ before, after, fields, lost }: CorrectionStep) => [
    ...lost,
    ...[fields?.before, fields?.after].flatMap((each) => each?.faces?.flatMap(({ subject }) => subject ?? []) ?? []),
    // Each objection begins with whose it is.
    ...[fields?.before, fields?.after].flatMap(
      (each) => each?.decision?.objections.flatMap((objection) => objection.split(' ')[0] ?? []) ?? [],
    ),
    ...[before, after].flatMap((each) => (each?.to === 'subjects' ? each.subjects.map(({ uuid }) => uuid) : [])),
  ]
  const gone = steps.filter(
    (step) => pictures.includes(step.picture) || named(step).some((uuid) => subjects.includes(uuid)),
  )
  const ofSubjects = { subject: { $in: [...subjects] } }
  const ofPeople = await subjectStepsOf(app, key)
    .find(ofSubjects, { projection: { correction: 1 } })
    .toArray()
  const forgotten = [...new Set([...gone, ...ofPeople].map(({ correction }) => correction))]
  // First: a report that is made meanwhile does not say that nobody saw anything.
  await correctionsOf(app, key).updateMany({ jobUuid: job, uuid: { $in: forgotten } }, { $set: { hasForgotten: true } })
  for (const { correction, position } of gone) await correctionStepsOf(app, key).deleteOne({ correction, position })
  const corrected = await subjectStepsOf(app, key).deleteMany(ofSubjects)
  return [{ what: 'step of the history', count: gone.length + corrected.deletedCount }]
}

/** The whole history of a deleted job. */
export const forgetHistory: NonNullable<Feature['forgetJob']> = async (app, { key }, { uuid: jobUuid }) => {
  const corrections = await correctionsOf(app, key)
    .find({ jobUuid }, { projection: { uuid: 1 } })
    .toArray()
  // First: without its correction nobody finds a step again.
  const ofJob = { correction: { $in: corrections.map(({ uuid }) => uuid) } }
  await correctionStepsOf(app, key).deleteMany(ofJob)
  await subjectStepsOf(app, key).deleteMany({ jobUuid })
  const { deletedCount } = await correctionsOf(app, key).deleteMany({ jobUuid })
  return [{ what: 'entry of the history', count: deletedCount }]
}
