import type { App } from '../../platform/app.ts'
import { changeFields, type FieldChange } from '../../platform/db/changeFields.ts'
import { forgetDeliveredJobs, type Job, jobsOf } from './collection.ts'
import type { Announcement, JobFlags, JobState } from './jobState.ts'
import { openJobSight } from './sights/jobSight.ts'
import type { HiddenGroup, SubjectRules } from './subjectState.ts'

/** The fields of a job that its use cases change; null for one that is missing. */
export type JobFields = JobFlags & {
  state: JobState | null
  announcement: Announcement | null
  hiddenGroups: HiddenGroup[] | null
  notAsked: NonNullable<SubjectRules['notAsked']> | null
  notAskedSince: NonNullable<SubjectRules['notAskedSince']> | null
}

/** A change of a job: `before` is enough to reverse it. */
export type JobChange = FieldChange<JobFields>

/** Changes a job in one write, like `changeSubject`. */
export async function changeJob(
  app: App,
  { provider, uuid }: Pick<Job, 'provider' | 'uuid'>,
  change: (current: Job) => Partial<JobFields> | null,
): Promise<JobChange | null> {
  const sight = openJobSight(app, { provider, uuid })
  const changed = await changeFields<Job, JobFields>(jobsOf(app, provider), { uuid }, change, sight.begin)
  if (!changed) return null
  forgetDeliveredJobs(app)
  await sight.end(changed)
  return changed
}
