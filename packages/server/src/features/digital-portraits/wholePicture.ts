import sharp from 'sharp'
import { composeOverBackground } from '../../imaging/derivatives/compose.ts'
import type { PhotographFormat } from '../../imaging/derivatives/photograph.ts'
import { originalKey, type PictureOf, pictureFolder, workingKey } from '../../imaging/derivatives/pictureFiles.ts'
import { tagJpegAsSrgb } from '../../imaging/derivatives/srgb.ts'
import { TRANSPARENT } from '../../imaging/derivatives/variant.ts'
import type { App } from '../../platform/app.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { limitConcurrency } from '../../platform/http/concurrency.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'

/** The background of a cut-out: a uuid, transparent, or null for white. */
export type CutOutBackground = string | typeof TRANSPARENT | null

/** A picture in full resolution: the key and format of its file. */
export type WholePicture = { key: string; format: PhotographFormat }

/** Pictures are composed one after the other: each takes a hundred megabytes meanwhile. */
const CONCURRENCY = 1

/** The photographer's own file; for a cut-out, which that file does not show, a file composed on the first request and kept. */
export async function wholePicture(
  app: App,
  provider: string,
  picture: DeliveredPicture,
  behind: CutOutBackground,
): Promise<WholePicture> {
  const { uuid, version = null } = picture
  const of = { provider, uuid, version }
  if (!picture.greenscreen) return { key: originalKey(of, picture.format), format: picture.format }
  if (behind === TRANSPARENT) return { key: workingKey(of, picture.working), format: picture.working }
  const key = `${pictureFolder(of)}/made/whole-${behind ?? 'white'}.jpg`
  if (!(await app.blobs.head(key))) {
    await limitConcurrency(app, 'whole pictures', CONCURRENCY, async () => {
      if (!(await app.blobs.head(key))) await app.blobs.put(key, await composePicture(app.blobs, of, picture, behind))
    })
  }
  return { key, format: 'jpeg' }
}

/** Whether its file exists already, so that its length is known without composing it. */
export async function isComposed(
  app: App,
  provider: string,
  picture: DeliveredPicture,
  behind: CutOutBackground,
): Promise<boolean> {
  if (!picture.greenscreen || behind === TRANSPARENT) return true
  const { uuid, version = null } = picture
  const folder = pictureFolder({ provider, uuid, version })
  return (await app.blobs.head(`${folder}/made/whole-${behind ?? 'white'}.jpg`)) !== null
}

async function composePicture(blobs: BlobStore, of: PictureOf, picture: DeliveredPicture, behind: string | null) {
  const cutOut = await blobs.get(workingKey(of, picture.working))
  if (!cutOut) throw new Error(`The picture ${of.uuid} has no working copy`)
  const whole = behind === null ? cutOut : await composeOverBackground(cutOut, await backgroundFile(blobs, of, behind))
  const jpeg = await sharp(whole)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return tagJpegAsSrgb(jpeg)
}

/** A background is stored like a picture. */
async function backgroundFile(blobs: BlobStore, { provider }: PictureOf, uuid: string): Promise<Buffer> {
  for (const format of ['jpeg', 'png'] as const) {
    const file = await blobs.get(workingKey({ provider, uuid }, format))
    if (file) return file
  }
  throw new Error(`The background ${uuid} has no working copy`)
}
