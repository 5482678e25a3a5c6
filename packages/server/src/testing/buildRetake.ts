import { forgetDeliveredJobs, picturesOf } from '../features/jobs/collection.ts'
import type { DeliveredPicture, Picture } from '../features/jobs/picture.ts'
import type { StoredRetake } from '../features/retakes/collection.ts'
import { createRetake } from '../features/retakes/createRetake.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'
import { type BuiltPictureSet, buildPicture } from './buildPictureSet.ts'
import { aStoredPicture } from './givePictures.ts'

/** A new picture of a subject that replaces the first one, or another one, with two weeks to decide. */
export async function buildRetake(
  app: App,
  provider: Provider,
  { job, subject, pictures: { first } }: BuiltPictureSet,
  replaced: Pick<DeliveredPicture, 'uuid'> = first,
): Promise<{ retake: StoredRetake; taken: DeliveredPicture }> {
  const picture = await buildPicture(app, provider, { fileName: 'retake.jpg' })
  const target = { to: 'subjects' as const, subjects: [{ uuid: subject.uuid, isCover: false }] }
  const after = aStoredPicture(subject, picture, target)
  await picturesOf(app, provider.key).insertOne(after)
  forgetDeliveredJobs(app)
  const before = (await picturesOf(app, provider.key).findOne({ uuid: replaced.uuid })) as Picture
  const until = new Date(app.clock().getTime() + 14 * 24 * 60 * 60_000)
  const pictures = [{ before, after }]
  const record = { subject, pictures, reason: 'eyes closed', by: null, until, notifies: false }
  const retake = await createRetake(app, provider, job, record)
  return { retake, taken: picture }
}
