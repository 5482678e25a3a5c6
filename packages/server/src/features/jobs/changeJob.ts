import type { App } from '../../platform/app.ts'
import { changeFields, type FieldChange } from '../../platform/db/changeFields.ts'
import type { SubjectHistory } from '../../platform/subjectHistory.ts'
import { forgetDeliveredJobs, type Job, jobsOf } from './collection.ts'
import type { Announcement, JobFlags, JobState } from './jobState.ts'
import { lossesByJob, openJobSight } from './sights/jobSight.ts'
import type { HiddenGroup, SubjectRules } from './subjectState.ts'

/** The fields of a job that its use cases change; null for one that is missing. */
export type JobFields = JobFlags & {
  state: JobState | null
  announcement: Announcement | null
  hiddenGroups: HiddenGroup[] | null
  notAsked: NonNullable<SubjectRules['notAsked']> | null
  notAskedSince: NonNullable<SubjectRules['notAskedSince']> | null
}

/** A change of a job: `before` is enough to reverse it. `number` is that of its entry in the job's history. */
export type JobChange = FieldChange<JobFields> & { number: number | null }

/** Changes a job in one write, like `changeSubject`. The history lists it if it takes pictures from families. */
export async function changeJob(
  app: App,
  { provider, uuid }: Pick<Job, 'provider' | 'uuid'>,
  change: (current: Job) => Partial<JobFields> | null,
  history: SubjectHistory | null = null,
): Promise<JobChange | null> {
  const sight = openJobSight(app, { provider, uuid })
  let isShown = false
  const changed = await changeFields<Job, JobFields>(
    jobsOf(app, provider),
    { uuid },
    (current) => {
      isShown = current.published
      return change(current)
    },
    async (made) => {
      const losses = isShown ? lossesByJob(made) : []
      if (losses.length > 0) await history?.recordJob(losses)
      await sight.begin(made)
    },
  )
  if (!changed) return null
  forgetDeliveredJobs(app)
  await sight.end(changed)
  return { ...changed, number: (await history?.number()) ?? null }
}
