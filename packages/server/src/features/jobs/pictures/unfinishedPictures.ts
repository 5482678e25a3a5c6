import { deletePicture } from '../../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../../platform/app.ts'
import { providerCollection } from '../../../platform/db/providerCollection.ts'
import type { Job } from '../collection.ts'

/**
 * A picture whose files are being stored, and which has no document yet: what a killed import leaves is found by it when the job is deleted.
 * `_id` is the picture's uuid.
 */
type UnfinishedPicture = { _id: string; provider: string; jobUuid: string; at: Date }

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** No import takes that long for one picture. */
const IMPORT_MS = 60 * 60_000

const unfinishedOf = (app: App, provider: string) =>
  providerCollection<UnfinishedPicture>(app, 'unfinishedPictures', provider)

/** Must be called before the first file of a new picture is stored. */
export async function beginPicture(app: App, { provider, uuid: jobUuid }: JobKey, picture: string): Promise<void> {
  const start = { $set: { jobUuid, at: app.clock() } }
  await unfinishedOf(app, provider).updateOne({ _id: picture }, start, { upsert: true })
}

/** The picture has its document, or none of its files is left. */
export async function finishPicture(app: App, { provider }: JobKey, picture: string): Promise<void> {
  await unfinishedOf(app, provider).deleteOne({ _id: picture })
}

/** How many pictures of a job are being stored, or were when an import was killed. */
export function countUnfinished(app: App, { provider, uuid: jobUuid }: JobKey): Promise<number> {
  return unfinishedOf(app, provider).count({ jobUuid })
}

/** Deletes the files of unfinished pictures of a job. What an import may still be storing is deleted again by a later call. */
export async function deleteUnfinished(app: App, { provider, uuid: jobUuid }: JobKey): Promise<void> {
  const old = new Date(app.clock().getTime() - IMPORT_MS)
  for (const { _id: uuid, at } of await unfinishedOf(app, provider).find({ jobUuid }).toArray()) {
    await deletePicture(app.blobs, { provider, uuid })
    if (at < old) await unfinishedOf(app, provider).deleteOne({ _id: uuid })
  }
}
