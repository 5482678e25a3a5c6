import type { App } from '../../../platform/app.ts'
import { findWithheldIds } from '../../../platform/deletions/collection.ts'
import { changeJob, type JobFields } from '../changeJob.ts'
import type { Job } from '../collection.ts'
import { className, JOB_SIGHT, jobSight } from '../sights/jobSight.ts'

/** Why something is withheld since a restore, as operators read it. */
export const RESTORED = 'withheld after the backup that was restored'

/** Unpublishes a class, or null if it is already, as it was when the data was lost. */
export function restoredClassFields(
  app: App,
  { hiddenGroups }: Pick<Job, 'hiddenGroups'>,
  group: string,
): Partial<JobFields> | null {
  const all = hiddenGroups ?? []
  if (all.some((each) => each.group === group)) return null
  return { hiddenGroups: [...all, { group, at: app.clock(), by: null, reason: RESTORED }] }
}

/**
 * Before somebody joins a class: unpublishes it again if it came after a backup that was restored, and was unpublished when the data was lost. The
 * backup did not know its name, of which the journal has the hash alone.
 */
export async function withholdRestoredClass(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  group: string,
): Promise<void> {
  const id = `${jobSight(job).ids} ${className(app, job, group)}`
  if (!(await findWithheldIds(app, job.provider, JOB_SIGHT, id)).includes(id)) return
  await changeJob(app, job, (current) => restoredClassFields(app, current, group))
}
