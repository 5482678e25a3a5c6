import { coverFrame } from '@portraitkit/core/backgrounds/coverFrame.ts'
import type { Size } from '@portraitkit/core/geometry.ts'
import sharp from 'sharp'

/** Puts a cut-out (a file with straight transparency) on a background that covers its frame from the middle. Lossless. */
export async function composeOverBackground(cutOut: Buffer, background: Buffer): Promise<Buffer> {
  const [frame, own] = await Promise.all([sizeOf(cutOut), sizeOf(background)])
  const { x, y, width, height } = coverFrame(own, frame)
  const left = Math.max(0, Math.round(x))
  const top = Math.max(0, Math.round(y))
  const region = {
    left,
    top,
    width: Math.max(1, Math.min(own.width - left, Math.round(width))),
    height: Math.max(1, Math.min(own.height - top, Math.round(height))),
  }
  return await sharp(background)
    .extract(region)
    .resize({ ...frame, fit: 'fill' })
    .composite([{ input: cutOut }])
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer()
}

async function sizeOf(file: Buffer): Promise<Size> {
  const { width, height } = await sharp(file).metadata()
  return { width, height }
}
