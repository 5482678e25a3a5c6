import type { App } from '../../platform/app.ts'
import { jobStepsOf } from '../corrections/collection.ts'
import type { Job } from '../jobs/collection.ts'
import type { JobOptions } from '../jobs/importStore.ts'
import type { ImportWarning } from './importReport.ts'

/** What is left of the options of an import, and what the report says about it. */
type Remaining = { options: JobOptions; notes: ImportWarning[] }

/**
 * The options of an import without `ready`, if somebody has withheld the job since the import was requested: one that was killed and is continued
 * does not show again what was withheld in between.
 */
export async function withoutShowingWithheld(
  app: App,
  { provider, uuid: jobUuid }: Pick<Job, 'provider' | 'uuid'>,
  { options = {}, requested }: { options?: JobOptions; requested?: Date },
): Promise<Remaining> {
  if (options.ready !== true || requested === undefined) return { options, notes: [] }
  const since = { jobUuid, at: { $gte: requested }, 'losses.of': 'job' }
  if (!(await jobStepsOf(app, provider).findOne(since))) return { options, notes: [] }
  const { ready: _ready, ...rest } = options
  const text = 'The job was unpublished after the import began, and stays so: "jobs publish" shows its pictures'
  return { options: rest, notes: [{ text }] }
}
