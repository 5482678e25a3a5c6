import { PICTURE_SIZES, type PictureSize } from '@portraitkit/core/jobs/picture.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import type { DerivedPicture } from './derive.ts'
import type { PhotographFormat } from './photograph.ts'

/** Identifies a picture's files in the blob store, whether the photographer or a customer delivered it. */
export type PictureOf = {
  provider: string
  uuid: string
  /** Which of its files, see `Picture`; missing or null for those with which it was imported. */
  version?: string | null
}

export const CONTENT_TYPES: Record<PhotographFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  webp: 'image/webp',
}

/** The folder of the files of a version of a picture. Those of later versions lie within that of the first one. */
export function pictureFolder({ provider, uuid, version }: PictureOf): string {
  const first = `${provider}/pictures/${uuid}`
  return version ? `${first}/${VERSIONS}/${version}` : first
}

const VERSIONS = 'versions'

/** The photographer's file, byte for byte. */
export function originalKey(picture: PictureOf, format: PhotographFormat): string {
  return `${pictureFolder(picture)}/original.${format}`
}

/** Full resolution, upright, sRGB. */
export function workingKey(picture: PictureOf, format: DerivedPicture['working']['format']): string {
  return `${pictureFolder(picture)}/working.${format}`
}

export function sizeKey(picture: PictureOf, size: PictureSize): string {
  return `${pictureFolder(picture)}/${size}.jpg`
}

/** Like `sizeKey`, with its transparency, for a cut-out. */
export function cutOutKey(picture: PictureOf, size: PictureSize): string {
  return `${pictureFolder(picture)}/${size}.png`
}

/** Stores the original and everything derived from it. Storing the same picture again changes nothing. */
export async function storePicture(
  blobs: BlobStore,
  picture: PictureOf,
  original: Buffer,
  derived: DerivedPicture,
): Promise<void> {
  await Promise.all([
    blobs.put(originalKey(picture, derived.format), original),
    blobs.put(workingKey(picture, derived.working.format), derived.working.file),
    ...PICTURE_SIZES.map((size) => blobs.put(sizeKey(picture, size), derived.sizes[size])),
    ...PICTURE_SIZES.flatMap((size) =>
      derived.cutOut ? [blobs.put(cutOutKey(picture, size), derived.cutOut[size])] : [],
    ),
  ])
}

/** Deletes the originals of all versions of a picture and everything derived from them. */
export async function deletePicture(blobs: BlobStore, { provider, uuid }: PictureOf): Promise<void> {
  for await (const key of blobs.list(pictureFolder({ provider, uuid }))) await blobs.delete(key)
}

/** Deletes the original of one version of a picture and everything derived from it. */
export async function deletePictureVersion(blobs: BlobStore, picture: PictureOf): Promise<void> {
  const folder = pictureFolder(picture)
  for await (const key of blobs.list(folder)) {
    if (picture.version || !key.startsWith(`${folder}/${VERSIONS}/`)) await blobs.delete(key)
  }
}
