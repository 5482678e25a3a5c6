import { createHash } from 'node:crypto'
import { type Effect, effectMatrix } from '@portraitkit/core/jobs/effects.ts'
import type { PictureSize, Rotation } from '@portraitkit/core/jobs/picture.ts'
import sharp from 'sharp'
import type { BlobStore } from '../blobs/blobStore.ts'
import { type PictureOf, pictureFolder, sizeKey } from './pictureFiles.ts'
import { watermarkSvg } from './watermark.ts'

/** How a picture is asked for: one of the kept sizes, turned clockwise, with an effect, with a text over it or none. */
export type Variant = { size: PictureSize; rotation: Rotation; effect: Effect; watermark: string | null }

/** The key of the plain size where nothing is to be done to it, else of the variant that was made of it. */
export function variantKey(picture: PictureOf, { size, rotation, effect, watermark }: Variant): string {
  if (rotation === 0 && effect === 'original' && watermark === null) return sizeKey(picture, size)
  const mark = watermark === null ? 'plain' : createHash('sha256').update(watermark).digest('hex').slice(0, 16)
  return `${pictureFolder(picture)}/made/${size}-${rotation}-${effect}-${mark}.jpg`
}

/** The JPEG of a variant, made at the first request and kept. Null when there is no such picture. */
export async function pictureVariant(blobs: BlobStore, picture: PictureOf, variant: Variant): Promise<Buffer | null> {
  const key = variantKey(picture, variant)
  const kept = await blobs.get(key)
  if (kept) return kept
  const base = await blobs.get(sizeKey(picture, variant.size))
  if (!base) return null
  const made = await renderVariant(base, variant)
  await blobs.put(key, made)
  return made
}

/** Effect, then rotation, then the watermark, which stays readable whichever way the picture is turned. */
export async function renderVariant(jpeg: Buffer, { rotation, effect, watermark }: Variant): Promise<Buffer> {
  let image = sharp(jpeg)
  const matrix = effectMatrix(effect)
  if (matrix) image = image.recomb(matrix.map((row) => [...row]) as Parameters<typeof image.recomb>[0])
  if (rotation !== 0) image = image.rotate(rotation)
  if (watermark !== null) {
    const { width, height } = await sharp(jpeg).metadata()
    const turned = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
    image = image.composite([{ input: Buffer.from(await watermarkSvg(watermark, turned)) }])
  }
  return await image.jpeg({ quality: 85 }).toBuffer()
}
