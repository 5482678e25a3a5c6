import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../platform/app.ts'
import type { Job } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'
import { changePicture, type PictureFields } from '../jobs/pictures/changePicture.ts'
import type { CorrectionStep } from './collection.ts'
import type { CorrectionRecord } from './recordCorrection.ts'

/** A step that changed other fields of a picture than whose it is. */
export type FieldStep = CorrectionStep & { fields: NonNullable<CorrectionStep['fields']> }

export const isFieldStep = (step: CorrectionStep): step is FieldStep => step.fields !== undefined

/** Whether the fields were changed after a step. One that was recorded and never made, because the process was killed, was not. */
export function areFieldsChangedLater(picture: Picture, { fields }: FieldStep): boolean {
  return !has(picture, fields.after) && !has(picture, fields.before)
}

/** Brings the earlier fields back if nothing was changed since. Returns whether they changed. */
export async function reverseFields(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  { picture, fields }: FieldStep,
  history: CorrectionRecord,
): Promise<boolean> {
  const change = await changePicture(
    app,
    job,
    picture,
    (current) => (has(current, fields.after) ? fields.before : null),
    (seen, made) => history.recordFields(seen, made),
  )
  return change !== null
}

function has(picture: Picture, fields: Partial<PictureFields>): boolean {
  return Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(picture[name as keyof Picture] ?? null, value ?? null),
  )
}
