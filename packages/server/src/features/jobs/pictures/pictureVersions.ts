import { deletePicture, deletePictureVersion } from '../../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../../platform/app.ts'
import { isDuplicate } from '../../../platform/db/providerCollection.ts'
import { forgetDeliveredJobs, picturesOf } from '../collection.ts'
import type { Picture, PictureFile } from '../picture.ts'
import { type PictureVersion, pictureVersionsOf } from './collection.ts'

const DAY_MS = 24 * 60 * 60_000
/** A day longer than a correction can be undone. */
const STAY_MS = 31 * DAY_MS

type OfPicture = Pick<Picture, 'provider' | 'uuid' | 'jobUuid'>

/** The version of a file by the hash of its bytes: a short name, long enough that no two files of a picture have the same. */
export const versionOf = (hash: string): string => hash.slice(0, 16)

/**
 * Records a file of a picture, before it is stored or becomes the picture's. Recorded again, it stays as long as from now on. Returns false if
 * it is being deleted at this moment.
 */
export async function recordVersion(
  app: App,
  { provider, uuid, jobUuid }: OfPicture,
  version: string | null,
  file: PictureFile,
): Promise<boolean> {
  const { hash, format, working, bytes, width, height, greenscreen, placeholder } = file
  const facts = { hash, format, working, bytes, width, height, greenscreen, placeholder }
  try {
    await pictureVersionsOf(app, provider).updateOne(
      { picture: uuid, version, isGoing: { $exists: false } },
      { $set: { jobUuid, ...facts, due: new Date(app.clock().getTime() + STAY_MS) } },
      { upsert: true },
    )
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** The files that a picture has or had, as far as they are stored; none if it was never replaced. */
export async function listVersions(app: App, provider: string, pictures: readonly string[]): Promise<PictureVersion[]> {
  if (pictures.length === 0) return []
  return pictureVersionsOf(app, provider)
    .find({ picture: { $in: [...pictures] } })
    .toArray()
}

/** The files that the replaced pictures of a job have or had. */
export async function listVersionsOfJob(app: App, job: { provider: string; uuid: string }): Promise<PictureVersion[]> {
  return pictureVersionsOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
}

/** The uuids of the pictures of a job that have a file with these bytes since they were replaced, or had before. */
export async function findVersionByHash(
  app: App,
  job: { provider: string; uuid: string },
  hash: string,
): Promise<string[]> {
  const found = await pictureVersionsOf(app, job.provider).find({ jobUuid: job.uuid, hash }).toArray()
  return found.map(({ picture }) => picture)
}

/** The versions whose time is over, a page of them, with those whose deletion was interrupted. */
export function listDueVersions(app: App, provider: string, limit: number): Promise<PictureVersion[]> {
  return pictureVersionsOf(app, provider)
    .find({ due: { $ne: null, $lte: app.clock() } })
    .sort({ due: 1 })
    .limit(limit)
    .toArray()
}

/** A version stays as long as its picture: it is needed by what somebody has bought. */
export async function keepVersion(app: App, { provider, picture, version, due }: PictureVersion): Promise<void> {
  await pictureVersionsOf(app, provider).updateOne({ picture, version, due }, { $set: { due: null } })
}

/**
 * Deletes the files of a version that nobody needs, and what is known about it. The files of its picture stay, and so does one that was
 * recorded again meanwhile. Repeating it after a crash deletes the rest.
 */
export async function dropVersion(
  app: App,
  { provider, picture, version, due, jobUuid }: PictureVersion,
): Promise<void> {
  const versions = pictureVersionsOf(app, provider)
  const { matchedCount } = await versions.updateOne({ picture, version, due }, { $set: { isGoing: true } })
  if (matchedCount === 0) return
  const current = await picturesOf(app, provider).findOne({ uuid: picture, jobUuid }, { projection: { version: 1 } })
  if (current && (current.version ?? null) === version) {
    const later = new Date(app.clock().getTime() + STAY_MS)
    await versions.updateOne({ picture, version }, { $set: { due: later }, $unset: { isGoing: '' } })
    return
  }
  await deletePictureVersion(app.blobs, { provider, uuid: picture, version })
  await versions.deleteOne({ picture, version })
}

/** Deletes the files of a version of a picture that was deleted, and what is known about it. */
export async function deleteStoredVersion(
  app: App,
  { provider, uuid }: OfPicture,
  version: string | null,
): Promise<void> {
  await deletePictureVersion(app.blobs, { provider, uuid, version })
  await pictureVersionsOf(app, provider).deleteOne({ picture: uuid, version })
}

/** Deletes a picture with the files of all its versions; the files go first, so that repeating it after a crash deletes the rest. */
export async function deleteStoredPicture(app: App, { provider, uuid, jobUuid }: OfPicture): Promise<void> {
  await deletePicture(app.blobs, { provider, uuid })
  await pictureVersionsOf(app, provider).deleteMany({ picture: uuid })
  await picturesOf(app, provider).deleteOne({ uuid, jobUuid })
  forgetDeliveredJobs(app)
}
