import type { App } from '../../../platform/app.ts'
import { CommandError } from '../../../platform/command.ts'
import { changeFields, type FieldChange } from '../../../platform/db/changeFields.ts'
import { forgetDeliveredJobs, type Job, picturesOf } from '../collection.ts'
import type { Picture, PictureDecision, PictureFile } from '../picture.ts'
import { openFieldsJournal } from '../sights/fieldsJournal.ts'
import type { StateNote } from '../subjectState.ts'
import { recordVersion } from './pictureVersions.ts'

/** The fields of a picture, besides whose it is, that a correction changes; null for one that is missing. */
export type PictureFields = {
  hidden: StateNote | null
  version: string | null
  decision: PictureDecision | null
} & PictureFile &
  Pick<Picture, 'faces'>

/** A change of a picture: `before` is enough to reverse it. */
export type PictureChange = FieldChange<PictureFields>

/**
 * Changes a picture of a job in one write, as `changeSubject` changes a subject. `record` is called before the write, with the picture as it
 * is before; with another file, the earlier one stays until nobody needs it. Returns null if nothing changed, or the job has no such picture.
 */
export async function changePicture(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  uuid: string,
  change: (current: Picture) => Partial<PictureFields> | null,
  record: (picture: Picture, change: PictureChange) => Promise<void>,
): Promise<PictureChange | null> {
  let seen: Picture | undefined
  const journal = openFieldsJournal(app, job, uuid)
  const changed = await changeFields<Picture, PictureFields>(
    picturesOf(app, job.provider),
    { uuid, jobUuid: job.uuid },
    (current) => {
      seen = current
      return change(current)
    },
    async (made) => {
      if (!seen) return
      if (made.after.hash !== undefined) await recordBothVersions(app, seen, made.after)
      await record(seen, made)
      await journal.begin(made)
    },
  )
  if (changed) {
    forgetDeliveredJobs(app)
    await journal.end(changed)
  }
  return changed
}

/** The file before the change and that after it: either may become the picture's again by an undo. */
async function recordBothVersions(app: App, before: Picture, change: Partial<PictureFields>): Promise<void> {
  const after = { ...before, ...change }
  for (const each of [before, after]) {
    if (!(await recordVersion(app, before, each.version ?? null, each)))
      throw new CommandError('A file of the picture is being deleted at this moment: try again in a minute', 1)
  }
}
