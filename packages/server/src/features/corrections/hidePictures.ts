import type { App } from '../../platform/app.ts'
import type { Job } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'
import { changePicture } from '../jobs/pictures/changePicture.ts'
import { recordCorrection } from './recordCorrection.ts'

/** Pictures are hidden for a reason, or shown again. */
export type PictureHiding = { command: 'hide'; reason: string | null } | { command: 'show' }

/**
 * Hides pictures of a job from everybody who has not paid for them, or shows them again; whose they are does not change. Everything is in the
 * job's history under one number, which is null if nothing changed. Safe to repeat after a crash.
 */
export async function hidePictures(
  app: App,
  job: Job,
  pictures: readonly Picture[],
  hiding: PictureHiding,
  by: string | null,
): Promise<{ number: number | null; changed: Picture[] }> {
  const history = recordCorrection(app, job, { command: hiding.command, by })
  const reason = hiding.command === 'hide' && hiding.reason ? { reason: hiding.reason } : {}
  const hidden = hiding.command === 'hide' ? { at: app.clock(), by, ...reason } : null
  const changed: Picture[] = []
  for (const picture of pictures) {
    const change = await changePicture(
      app,
      job,
      picture.uuid,
      (current) => (Boolean(current.hidden) === Boolean(hidden) ? null : { hidden }),
      (seen, made) => history.recordFields(seen, made),
    )
    if (change) changed.push(picture)
  }
  return { number: await history.number(), changed }
}
