import type { App } from '../../platform/app.ts'
import type { Job } from '../jobs/collection.ts'
import { correctionsOf, subjectStepsOf } from './collection.ts'
import { type Interrupted, recordCorrection } from './recordCorrection.ts'
import { reverseSubject } from './undoSubjects.ts'

/**
 * Takes back what a merge has joined to a person before it was interrupted, while nobody else changes people of the job: the other one, who has
 * been withdrawn since, stays as they are. Returns the number in the history of the job; null if it was changed later, or nothing was joined.
 */
export async function takeBackMerge(
  app: App,
  job: Job,
  { uuid, number: reverses }: Interrupted,
  { person, by }: { person: string; by: string | null },
): Promise<number | null> {
  const history = recordCorrection(app, job, { command: 'undo', by, reverses })
  const steps = await subjectStepsOf(app, job.provider).find({ correction: uuid }).sort({ position: -1 }).toArray()
  for (const step of steps.filter(({ subject }) => subject === person))
    await reverseSubject(app, job, step, history, { command: 'merge', by })
  const reversedBy = await history.number()
  const merge = { jobUuid: job.uuid, number: reverses }
  if (reversedBy !== null) await correctionsOf(app, job.provider).updateOne(merge, { $set: { reversedBy } })
  return reversedBy
}
