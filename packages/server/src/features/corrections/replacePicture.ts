import { derivePicture } from '../../imaging/derivatives/derive.ts'
import { PhotographError } from '../../imaging/derivatives/photograph.ts'
import { storePicture } from '../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../platform/app.ts'
import { type Job, picturesOf } from '../jobs/collection.ts'
import { listPeople, pictureUuid } from '../jobs/importStore.ts'
import { requireOpenJob } from '../jobs/openJob.ts'
import type { Face, Picture, PictureFile } from '../jobs/picture.ts'
import { findPicture } from '../jobs/pictures/assignPicture.ts'
import { changePicture } from '../jobs/pictures/changePicture.ts'
import { createFaceMatcher } from '../jobs/pictures/faceSubjects.ts'
import {
  deleteStoredVersion,
  findVersionByHash,
  listVersions,
  recordVersion,
  versionOf,
} from '../jobs/pictures/pictureVersions.ts'
import { recordCorrection } from './recordCorrection.ts'

/** A file that cannot replace a picture; the message says why. Nothing was changed. */
export class ReplaceError extends Error {
  override name = 'ReplaceError'
}

/** A file that is ready to replace a picture. */
type NewFile = PictureFile & { version: string | null; faces: Face[] }

/**
 * Gives a picture another file, such as a retouched one: whose it is and everything else that was decided about it stays. Families see the new
 * one from the next second on; what was ordered is made from the earlier one, which only those who have ordered it still see. In the job's
 * history with its number, which is null if the picture has this file already. Safe to repeat after a crash. Throws ReplaceError.
 */
export async function replacePicture(
  app: App,
  job: Job,
  picture: Picture,
  original: Buffer,
  by: string | null,
): Promise<{ number: number | null }> {
  const { provider, uuid, jobUuid } = picture
  await requireOpenJob(app, job)
  const derived = await derivePicture(original, { cutOut: picture.greenscreen ? 'key' : 'keep' }).catch(refuse)
  if (derived.hash === picture.hash) return { number: null }
  const file = await newFile(app, picture, {
    hash: derived.hash,
    format: derived.format,
    working: derived.working.format,
    bytes: original.length,
    width: derived.width,
    height: derived.height,
    greenscreen: derived.cutOut !== null,
    placeholder: derived.placeholder,
  })
  const { faces, version, ...facts } = { ...file, faces: await facesFor(app, job, picture, derived.faces) }
  // First: whatever is stored after this is found and deleted, also after a crash.
  if (!(await recordVersion(app, picture, version, facts)))
    throw new ReplaceError(
      'The picture had this file before, which is being deleted at this moment: try again in a minute',
    )
  await storePicture(app.blobs, { provider, uuid, version }, original, derived)
  const history = recordCorrection(app, job, { command: 'replace', by })
  const change = await changePicture(
    app,
    job,
    uuid,
    (current) => (current.hash === facts.hash ? null : { ...facts, version, faces }),
    (seen, made) => history.recordFields(seen, made),
  )
  if (!change && !(await findPicture(app, job, uuid))) {
    await deleteStoredVersion(app, { provider, uuid, jobUuid }, version)
    throw new ReplaceError('The picture was deleted meanwhile')
  }
  return { number: await history.number() }
}

function refuse(error: unknown): never {
  if (error instanceof PhotographError) throw new ReplaceError(`The file cannot be used: ${error.message}`)
  throw error
}

/** Throws ReplaceError if designs, carts or other pictures of the job would become wrong. */
async function newFile(app: App, picture: Picture, file: PictureFile): Promise<Omit<NewFile, 'faces'>> {
  const { provider, uuid, jobUuid, width, height, greenscreen } = picture
  // The crops of all designs are in pixels of the picture.
  if (file.width !== width || file.height !== height)
    throw new ReplaceError(
      `The file has ${file.width} × ${file.height} pixels and the picture ${width} × ${height}, in which designs are cropped: export it in that size, or import it as another picture`,
    )
  if (greenscreen && !file.greenscreen)
    throw new ReplaceError('The picture is a cut-out, and no green screen was found in the file')
  if (!greenscreen && file.greenscreen)
    throw new ReplaceError('Part of the file is transparent, and the picture is not a cut-out')
  const other = await findOtherWith(app, picture, file.hash)
  if (other) throw new ReplaceError(`${other} has this file already: a job has a photograph once`)
  const versions = await listVersions(app, provider, [uuid])
  const earlier = versions.find((each) => each.hash === file.hash && each.jobUuid === jobUuid)
  return { ...file, version: earlier ? earlier.version : versionOf(file.hash) }
}

/** The file name of another picture of the job that has these bytes, or had. */
async function findOtherWith(app: App, { provider, uuid, jobUuid }: Picture, hash: string): Promise<string | null> {
  const job = { provider, uuid: jobUuid }
  const replaced = await findVersionByHash(app, job, hash)
  const uuids = [pictureUuid(job, hash, 'IP'), pictureUuid(job, hash, 'GP'), ...replaced].filter(
    (each) => each !== uuid,
  )
  const other = await picturesOf(app, provider).findOne(
    { uuid: { $in: uuids }, jobUuid },
    { projection: { fileName: 1 } },
  )
  return other?.fileName ?? null
}

/** The faces that the file marks, or, if it marks none at all, those that are known: many programs drop them. */
async function facesFor(
  app: App,
  job: Job,
  picture: Picture,
  faces: Parameters<ReturnType<typeof createFaceMatcher>>[0],
): Promise<Face[]> {
  if (faces.length === 0) return picture.faces
  const people = await listPeople(app, job)
  return createFaceMatcher(people.filter(({ merged }) => !merged))(faces)
}
