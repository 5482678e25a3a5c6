import { PICTURE_SIZES } from '@portraitkit/core/jobs/picture.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { type DerivedPicture, derivePicture } from './derive.ts'
import { PhotographError, type PhotographFormat } from './photograph.ts'
import { cutOutKey, originalKey, type PictureOf, pictureFolder, sizeKey, workingKey } from './pictureFiles.ts'

/** A stored picture, as far as it says which files it has. */
export type PictureWithFiles = PictureOf & {
  format: PhotographFormat
  working: DerivedPicture['working']['format']
  /** A cut-out, whose sizes are also stored with their transparency. */
  greenscreen: boolean
}

/** `unusable`: neither its original nor its working copy can be read. `written` are the keys of the new files. */
export type Remade = { outcome: 'complete' | 'remade' | 'unusable'; written: string[] }

/**
 * Makes the derived files of a picture that are missing; with `all` also its sizes that are there. An existing working copy is
 * never replaced, because prints are made from it, and a person is cut out once. May be repeated at any time.
 */
export async function remakePicture(
  blobs: BlobStore,
  picture: PictureWithFiles,
  { all }: { all: boolean },
): Promise<Remade> {
  const isMissing = async (key: string) => ((await blobs.head(key))?.size ?? 0) === 0
  const working = workingKey(picture, picture.working)
  const sizes = PICTURE_SIZES.flatMap((size) => [
    sizeKey(picture, size),
    ...(picture.greenscreen ? [cutOutKey(picture, size)] : []),
  ])
  const keys = new Set<string>()
  for (const key of [working, ...sizes]) if ((all && key !== working) || (await isMissing(key))) keys.add(key)
  if (keys.size === 0) return { outcome: 'complete', written: [] }
  const derived = await deriveAgain(blobs, picture)
  if (!derived) return { outcome: 'unusable', written: [] }
  const files = filesOf(picture, derived).filter(([key]) => keys.has(key))
  for (const [key, file] of files) await blobs.put(key, file)
  // made from the sizes, and made again when somebody asks for them
  for await (const key of blobs.list(`${pictureFolder(picture)}/made`)) await blobs.delete(key)
  return { outcome: 'remade', written: files.map(([key]) => key) }
}

/** From the working copy if it is lossless, so that a cut-out stays as it is. Null if no file can be used. */
async function deriveAgain(blobs: BlobStore, picture: PictureWithFiles): Promise<DerivedPicture | null> {
  const lossless = picture.working === 'png' ? [workingKey(picture, 'png')] : []
  for (const key of [...lossless, originalKey(picture, picture.format)]) {
    const file = await blobs.get(key)
    if (!file) continue
    try {
      return await derivePicture(file, { cutOut: picture.greenscreen ? 'key' : 'keep' })
    } catch (error) {
      if (!(error instanceof PhotographError)) throw error
    }
  }
  return null
}

function filesOf(picture: PictureWithFiles, { working, sizes, cutOut }: DerivedPicture): [string, Buffer][] {
  return [
    [workingKey(picture, working.format), working.file],
    ...PICTURE_SIZES.map((size): [string, Buffer] => [sizeKey(picture, size), sizes[size]]),
    ...PICTURE_SIZES.flatMap((size): [string, Buffer][] => (cutOut ? [[cutOutKey(picture, size), cutOut[size]]] : [])),
  ]
}
