import type { App } from '../../../platform/app.ts'
import { changeFields, type FieldChange } from '../../../platform/db/changeFields.ts'
import { forgetDeliveredJobs, type Job, picturesOf } from '../collection.ts'
import type { Picture } from '../picture.ts'
import type { StateNote } from '../subjectState.ts'

/** The fields of a picture, besides whose it is, that a correction changes; null for one that is missing. */
export type PictureFields = { hidden: StateNote | null }

/** A change of a picture: `before` is enough to reverse it. */
export type PictureChange = FieldChange<PictureFields>

/**
 * Changes a picture of a job in one write, as `changeSubject` changes a subject. `record` is called before the write, with the picture as it
 * is before. Returns null if nothing changed, or the job has no such picture.
 */
export async function changePicture(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  uuid: string,
  change: (current: Picture) => Partial<PictureFields> | null,
  record: (picture: Picture, change: PictureChange) => Promise<void>,
): Promise<PictureChange | null> {
  let seen: Picture | undefined
  const changed = await changeFields<Picture, PictureFields>(
    picturesOf(app, job.provider),
    { uuid, jobUuid: job.uuid },
    (current) => {
      seen = current
      return change(current)
    },
    async (made) => {
      if (seen) await record(seen, made)
    },
  )
  if (changed) forgetDeliveredJobs(app)
  return changed
}
