import type { App } from '../../../platform/app.ts'
import type { RepeatWithholding } from '../../../platform/feature.ts'
import type { WithheldThing } from '../../../platform/withheldThing.ts'
import { type Job, jobsOf } from '../collection.ts'
import { JOB_SIGHT } from '../sights/jobSight.ts'
import { PERSON_SIGHT } from '../sights/personSight.ts'
import { PICTURE_SIGHT } from '../sights/pictureSight.ts'
import { createJobEntries, type JobEntries } from './jobEntries.ts'
import { withholdJob } from './withholdJob.ts'
import { withholdPerson } from './withholdPerson.ts'
import { withholdPicture } from './withholdPicture.ts'

/** `ids` are those of a record without the job's. */
type Withhold = (
  app: App,
  job: Job,
  ids: readonly string[],
  entries: JobEntries,
) => Promise<Pick<WithheldThing, 'what' | 'id'> | null>

/**
 * What was withheld after a backup is withheld again after its restore, as the same commands do it; what a job does not have any more is
 * passed over.
 */
export const repeatWithholding: Readonly<Record<string, RepeatWithholding>> = {
  // First: who is withheld follows from their class.
  [JOB_SIGHT]: repeating(withholdJob),
  [PICTURE_SIGHT]: repeating(async (app, job, ids, entries) =>
    (await withholdPicture(app, job, ids, entries)) ? { what: 'picture', id: ids[0] ?? '' } : null,
  ),
  [PERSON_SIGHT]: repeating(async (app, job, ids, entries) => {
    const id = await withholdPerson(app, job, ids, entries)
    return id === null ? null : { what: 'person', id }
  }),
}

function repeating(withhold: Withhold): RepeatWithholding {
  return async (app, { provider, ids }) => {
    const found: WithheldThing[] = []
    const records = ids.map((id) => id.split(' '))
    for (const [uuid = '', own] of Map.groupBy(records, ([job]) => job)) {
      const job = await jobsOf(app, provider).findOne({ uuid })
      if (!job || job.deleting) continue
      const entries = createJobEntries(app, job)
      for (const [, ...rest] of own) {
        const thing = await withhold(app, job, rest, entries)
        if (thing) found.push({ ...thing, job: `"${job.name}" (${job.year})` })
      }
    }
    return found
  }
}
