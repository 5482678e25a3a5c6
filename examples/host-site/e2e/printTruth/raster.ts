import { createRequire } from 'node:module'
import { join } from 'node:path'

// The image library belongs to the server's package; this is the part used here.
type Image = {
  resize(size: { width: number; height: number; fit: 'fill' }): Image
  extract(piece: { left: number; top: number; width: number; height: number }): Image
  removeAlpha(): Image
  composite(
    layers: Array<{ input: Buffer; raw?: { width: number; height: number; channels: 3 }; blend?: string }>,
  ): Image
  blur(sigma: number): Image
  jpeg(options: { quality: number }): Image
  png(): Image
  raw(): Image
  toBuffer(): Promise<Buffer>
  metadata(): Promise<{ width: number; height: number }>
}
type Noise = { create: { width: number; height: number; channels: 3; background: string; noise: object } }
export const sharp = createRequire(join(import.meta.dirname, '../../../../packages/server/package.json'))('sharp') as (
  input: Buffer | string | Noise,
  options?: object,
) => Image

/** RGB, 8 bits. */
export type Raster = { width: number; height: number; pixels: Buffer }

/** A picture file as pixels of exactly this size. */
export async function rasterOf(file: Buffer | string, size: { width: number; height: number }): Promise<Raster> {
  const about = await sharp(file).metadata()
  let image = sharp(file).removeAlpha()
  const same = about.width === size.width && about.height === size.height
  if (!same) image = image.resize({ ...size, fit: 'fill' })
  return { ...size, pixels: await image.raw().toBuffer() }
}
