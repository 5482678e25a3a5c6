import type { App } from '../../../platform/app.ts'
import { changeFields, type FieldChange } from '../../../platform/db/changeFields.ts'
import { findObjectors, forgetDeliveredJobs, type Job, picturesOf } from '../collection.ts'
import type { Picture, PictureDecision } from '../picture.ts'
import { openFieldsJournal } from '../sights/fieldsJournal.ts'
import type { SubjectRules } from '../subjectState.ts'
import {
  isOfSeveral,
  type Objection,
  objectionKey,
  objectionsTo,
  type Withholding,
  withholdingOf,
} from '../withholding.ts'
import type { PictureChange } from './changePicture.ts'

type JobWithRules = Pick<Job, 'provider' | 'uuid'> & SubjectRules

export type DecisionFields = { decision: PictureDecision | null }

/** The change with the objections that were decided; or why nothing was changed. */
export type DecisionOutcome =
  | { outcome: 'decided'; change: FieldChange<DecisionFields>; objections: Objection[] }
  | { outcome: 'unknown' | 'own' | 'same' }

/**
 * Decides about a picture of several people: it is released with a reason despite those who object now, or hidden from everybody,
 * or `null` takes the decision back. Somebody who objects later withholds it again. A person's own picture is not decided: its
 * owner's answer is. `record` is called before the write.
 */
export async function decidePicture(
  app: App,
  job: JobWithRules,
  uuid: string,
  decision: Pick<PictureDecision, 'is' | 'reason' | 'by'> | null,
  record?: (picture: Picture, change: PictureChange) => Promise<void>,
): Promise<DecisionOutcome> {
  const people = await findObjectors(app, job)
  const found: { picture?: Picture; objections: Objection[] } = { objections: [] }
  const key = { uuid, jobUuid: job.uuid }
  const journal = openFieldsJournal(app, job, uuid)
  const change = await changeFields<Picture, DecisionFields>(
    picturesOf(app, job.provider),
    key,
    (picture) => {
      found.picture = picture
      found.objections = objectionsTo(picture, people, job)
      if (isOwn(picture, decision)) return null
      const objections = found.objections.map(objectionKey)
      return { decision: decision && { ...decision, at: app.clock(), objections } }
    },
    async (made) => {
      if (found.picture) await record?.(found.picture, made)
      await journal.begin(made)
    },
  )
  if (!found.picture) return { outcome: 'unknown' }
  if (!change && isOwn(found.picture, decision)) return { outcome: 'own' }
  if (!change) return { outcome: 'same' }
  forgetDeliveredJobs(app)
  await journal.end(change)
  return { outcome: 'decided', change, objections: found.objections }
}

/** Of one person, who decides; a decision of the time when others were in it can be taken back. */
const isOwn = (picture: Picture, decision: unknown) => !isOfSeveral(picture) && (decision !== null || !picture.decision)

/** A picture that is withheld because of the people in it. */
export type WithheldPicture = Withholding & { picture: Picture; isOfSeveral: boolean }

/** The pictures of a job that are withheld because somebody in them objects or a decision hides them, by file name. */
export async function listWithheldPictures(app: App, job: JobWithRules): Promise<WithheldPicture[]> {
  const [people, pictures] = await Promise.all([
    findObjectors(app, job),
    picturesOf(app, job.provider).find({ jobUuid: job.uuid }).toArray(),
  ])
  return pictures
    .flatMap((picture) => {
      const withholding = withholdingOf(picture, people, job)
      return withholding ? [{ picture, isOfSeveral: isOfSeveral(picture), ...withholding }] : []
    })
    .sort((one, other) => one.picture.fileName.localeCompare(other.picture.fileName, 'en', { numeric: true }))
}
