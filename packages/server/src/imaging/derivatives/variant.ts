import { createHash } from 'node:crypto'
import { type Effect, effectMatrix } from '@portraitkit/core/jobs/effects.ts'
import type { PictureSize, Rotation } from '@portraitkit/core/jobs/picture.ts'
import sharp from 'sharp'
import type { App } from '../../platform/app.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { isOutOfSpace } from '../../platform/outOfSpace.ts'
import { composeOverBackground } from './compose.ts'
import { measureImage } from './imageMetric.ts'
import { cutOutKey, type PictureOf, pictureFolder, sizeKey, workingKey } from './pictureFiles.ts'
import { watermarkSvg } from './watermark.ts'

/** A background's uuid, or 'transparent' for none at all. */
export type BackgroundClaim = string | typeof TRANSPARENT
export const TRANSPARENT = 'transparent'

/**
 * A requested variant of a picture: one of the stored sizes, rotated clockwise, with an effect, with or without a text over it. A
 * cut-out appears on a background, on transparency, or, by default, on white.
 */
export type Variant = {
  size: PictureSize
  rotation: Rotation
  effect: Effect
  watermark: string | null
  background: BackgroundClaim | null
}

export type MadeVariant = { file: Buffer; type: 'image/jpeg' | 'image/webp' }

/** The key of the stored size if nothing has to change, otherwise of the variant derived from it. */
export function variantKey(picture: PictureOf, variant: Variant): string {
  const { size, rotation, effect, watermark, background } = variant
  const isUnchanged = rotation === 0 && effect === 'original' && watermark === null
  if (isUnchanged && background === null) return sizeKey(picture, size)
  const mark = watermark === null ? 'plain' : createHash('sha256').update(watermark).digest('hex').slice(0, 16)
  const before = background === null ? '' : `-${background}`
  const ending = background === TRANSPARENT ? 'webp' : 'jpg'
  return `${pictureFolder(picture)}/made/${size}-${rotation}-${effect}-${mark}${before}.${ending}`
}

/**
 * A variant, created on its first request and then kept. Null if there is no such picture, or it should be a cut-out and is
 * not.
 */
export async function pictureVariant(
  app: Pick<App, 'blobs' | 'metrics' | 'traces'>,
  picture: PictureOf,
  variant: Variant,
): Promise<MadeVariant | null> {
  const { blobs } = app
  const type = variant.background === TRANSPARENT ? 'image/webp' : 'image/jpeg'
  const key = variantKey(picture, variant)
  const cached = await blobs.get(key)
  if (cached) return { file: cached, type }
  const file = await measureImage(app, 'variant', async () => {
    const base = await baseOf(blobs, picture, variant)
    return base && (await renderVariant(base, variant))
  })
  if (!file) return null
  try {
    await blobs.put(key, file)
  } catch (error) {
    // Families see their pictures even if no more can be stored; it is made again at the next request.
    if (!isOutOfSpace(error)) throw error
  }
  return { file, type }
}

/** The file that a variant is derived from: its stored size, before its background. */
async function baseOf(blobs: BlobStore, picture: PictureOf, { size, background }: Variant): Promise<Buffer | null> {
  if (background === null) return blobs.get(sizeKey(picture, size))
  const cutOut = await blobs.get(cutOutKey(picture, size))
  if (background === TRANSPARENT || !cutOut) return cutOut
  const behind = await backgroundFor(blobs, { provider: picture.provider, uuid: background }, size)
  return behind && (await composeOverBackground(cutOut, behind))
}

/**
 * A background is stored like a picture. Its largest size suffices for all sizes but the largest, for which it may have to be
 * enlarged.
 */
async function backgroundFor(blobs: BlobStore, background: PictureOf, size: PictureSize): Promise<Buffer | null> {
  if (size < 1600) return blobs.get(sizeKey(background, 1600))
  return (await blobs.get(workingKey(background, 'jpeg'))) ?? (await blobs.get(workingKey(background, 'png')))
}

/** Applies the effect, then the rotation, then the watermark, so that the watermark stays readable in any rotation. */
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
