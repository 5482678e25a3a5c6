import type { App } from '../../platform/app.ts'
import type { Job } from '../jobs/collection.ts'
import { type Correction, correctionsOf, type SubjectStep, subjectStepsOf } from './collection.ts'

/** The ids of those codes of a correction that a later one has given or taken, and that was not undone since. */
export async function codesChangedLater(
  app: App,
  { provider, uuid: jobUuid }: Pick<Job, 'provider' | 'uuid'>,
  { number }: Correction,
  steps: readonly SubjectStep[],
): Promise<Set<string>> {
  const codes = new Set(steps.flatMap(({ code }) => code ?? []))
  if (codes.size === 0) return codes
  const later = await correctionsOf(app, provider)
    .find({ jobUuid, number: { $gt: number } })
    .toArray()
  // What was undone is as it was; so is what its undo did.
  const effective = later.filter(
    ({ reversedBy, reverses }) => reversedBy === undefined && (reverses === undefined || reverses < number),
  )
  const changed = await subjectStepsOf(app, provider)
    .find({ correction: { $in: effective.map(({ uuid }) => uuid) } })
    .toArray()
  return new Set(changed.flatMap(({ code }) => (code !== undefined && codes.has(code) ? [code] : [])))
}
