import type { App } from '../../platform/app.ts'
import type { Job } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'
import { changePicture } from '../jobs/pictures/changePicture.ts'
import { whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { recordCorrection } from './recordCorrection.ts'

/** Pictures are hidden for a reason, or shown again. */
export type PictureHiding = { command: 'hide'; reason: string | null } | { command: 'show' }

/** `number` is that of the job's history. */
type HiddenPictures = { number: number | null; changed: Picture[] }

/**
 * Hides pictures of a job from everybody who has not paid for them, or shows them again; whose they are does not change. Everything is in the
 * job's history under one number, which is null if nothing changed: with those who lost sight of each, which no other command changes
 * meanwhile. Safe to repeat after a crash.
 */
export function hidePictures(
  app: App,
  job: Job,
  pictures: readonly Picture[],
  hiding: PictureHiding,
  by: string | null,
): Promise<HiddenPictures> {
  return whileChangingPeople(app, job, `pictures … ${hiding.command}`, ({ renew }) =>
    hideAlone(app, job, pictures, hiding, { by, renew }),
  )
}

async function hideAlone(
  app: App,
  job: Job,
  pictures: readonly Picture[],
  hiding: PictureHiding,
  { by, renew }: { by: string | null; renew: () => Promise<void> },
): Promise<HiddenPictures> {
  const history = recordCorrection(app, job, { command: hiding.command, by })
  const reason = hiding.command === 'hide' && hiding.reason ? { reason: hiding.reason } : {}
  const hidden = hiding.command === 'hide' ? { at: app.clock(), by, ...reason } : null
  const changed: Picture[] = []
  for (const picture of pictures) {
    await renew()
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
