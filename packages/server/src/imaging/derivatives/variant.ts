import { createHash } from 'node:crypto'
import { type Effect, effectMatrix } from '@portraitkit/core/jobs/effects.ts'
import type { PictureSize, Rotation } from '@portraitkit/core/jobs/picture.ts'
import sharp from 'sharp'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { beforeBackground } from './compose.ts'
import { cutOutKey, type PictureOf, pictureFolder, sizeKey, workingKey } from './pictureFiles.ts'
import { watermarkSvg } from './watermark.ts'

/** A background's uuid, or nothing at all behind the cut-out. */
export type BackgroundClaim = string | typeof TRANSPARENT
export const TRANSPARENT = 'transparent'

/**
 * How a picture is asked for: one of the kept sizes, turned clockwise, with an effect, with a text over it or none. A cut-out
 * stands before a background, before nothing, or, by default, before white.
 */
export type Variant = {
  size: PictureSize
  rotation: Rotation
  effect: Effect
  watermark: string | null
  background: BackgroundClaim | null
}

export type MadeVariant = { file: Buffer; type: 'image/jpeg' | 'image/webp' }

/** The key of the kept size where nothing is to be done to it, else of the variant that was made of it. */
export function variantKey(picture: PictureOf, variant: Variant): string {
  const { size, rotation, effect, watermark, background } = variant
  const isAsKept = rotation === 0 && effect === 'original' && watermark === null
  if (isAsKept && background === null) return sizeKey(picture, size)
  const mark = watermark === null ? 'plain' : createHash('sha256').update(watermark).digest('hex').slice(0, 16)
  const before = background === null ? '' : `-${background}`
  const ending = background === TRANSPARENT ? 'webp' : 'jpg'
  return `${pictureFolder(picture)}/made/${size}-${rotation}-${effect}-${mark}${before}.${ending}`
}

/** A variant, made at the first request and kept. Null when there is no such picture, or it is no cut-out and should be one. */
export async function pictureVariant(
  blobs: BlobStore,
  picture: PictureOf,
  variant: Variant,
): Promise<MadeVariant | null> {
  const type = variant.background === TRANSPARENT ? 'image/webp' : 'image/jpeg'
  const key = variantKey(picture, variant)
  const kept = await blobs.get(key)
  if (kept) return { file: kept, type }
  const base = await baseOf(blobs, picture, variant)
  if (!base) return null
  const file = await renderVariant(base, variant)
  await blobs.put(key, file)
  return { file, type }
}

/** What a variant is made of: its size as it is kept, before its background. */
async function baseOf(blobs: BlobStore, picture: PictureOf, { size, background }: Variant): Promise<Buffer | null> {
  if (background === null) return blobs.get(sizeKey(picture, size))
  const cutOut = await blobs.get(cutOutKey(picture, size))
  if (background === TRANSPARENT || !cutOut) return cutOut
  const behind = await backgroundFor(blobs, { provider: picture.provider, uuid: background }, size)
  return behind && (await beforeBackground(cutOut, behind))
}

/** A background lies as a picture does. Its largest size is enough for all but the largest, which it may have to be enlarged for. */
async function backgroundFor(blobs: BlobStore, background: PictureOf, size: PictureSize): Promise<Buffer | null> {
  if (size < 1600) return blobs.get(sizeKey(background, 1600))
  return (await blobs.get(workingKey(background, 'jpeg'))) ?? (await blobs.get(workingKey(background, 'png')))
}

/** Effect, then rotation, then the watermark, which stays readable whichever way the picture is turned. */
export async function renderVariant(
  base: Buffer,
  { rotation, effect, watermark, background }: Omit<Variant, 'size'>,
): Promise<Buffer> {
  let image = sharp(base)
  const matrix = effectMatrix(effect)
  if (matrix) image = image.recomb(matrix.map((row) => [...row]) as Parameters<typeof image.recomb>[0])
  if (rotation !== 0) image = image.rotate(rotation)
  if (watermark !== null) {
    const { width, height } = await sharp(base).metadata()
    const turned = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
    image = image.composite([{ input: Buffer.from(await watermarkSvg(watermark, turned)) }])
  }
  if (background === TRANSPARENT) return await image.webp({ quality: 90, alphaQuality: 100 }).toBuffer()
  return await image.jpeg({ quality: 85 }).toBuffer()
}
