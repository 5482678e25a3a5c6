import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { AssetNode } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import type { ScenePicture } from './copies.ts'
import { resamplePicture } from './picture.ts'
import { type DeviceBox, type Sheet, toDevice } from './sheet.ts'

/** A picture as a PDF holds it: RGB, as JPEG or deflated, and how much of each pixel it covers, deflated. */
export type PdfImage = {
  width: number
  height: number
  filter: 'DCTDecode' | 'FlateDecode'
  colours: Buffer
  coverage?: Buffer
}

const QUALITY = 95

const deflated = promisify<Buffer, Buffer>(deflate)

/** A photograph in the pixels that it has on the sheet, and the place of those on the sheet, in pixels. */
export async function photographImage(
  file: Buffer,
  picture: ScenePicture,
  slot: DeviceBox,
): Promise<{ at: DeviceBox; image: PdfImage }> {
  const { at, pixels } = await resamplePicture(file, picture, slot)
  const colours = await jpeg(pixels, at)
  return { at, image: { width: at.width, height: at.height, filter: 'DCTDecode', colours } }
}

/** A drawing of the template, in its own pixels or those of the sheet, whichever are fewer. */
export async function drawingImage(file: Buffer, { width, height, box }: AssetNode, sheet: Sheet): Promise<PdfImage> {
  const slot = toDevice(sheet, box)
  const size = {
    width: Math.max(1, Math.min(width, Math.round(slot.width))),
    height: Math.max(1, Math.min(height, Math.round(slot.height))),
  }
  const whole = sharp(file)
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
  const { pixels, coverage, isOpaque } = apart(await whole.raw().toBuffer())
  if (isOpaque) return { ...size, filter: 'DCTDecode', colours: await jpeg(pixels, size) }
  const [colours, covered] = await Promise.all([deflated(pixels), deflated(coverage)])
  return { ...size, filter: 'FlateDecode', colours, coverage: covered }
}

function apart(rgba: Buffer): { pixels: Buffer; coverage: Buffer; isOpaque: boolean } {
  const coverage = Buffer.allocUnsafe(rgba.length / 4)
  const pixels = Buffer.allocUnsafe(coverage.length * 3)
  let isOpaque = true
  for (let pixel = 0; pixel < coverage.length; pixel++) {
    const alpha = rgba[pixel * 4 + 3] as number
    if (alpha < 255) isOpaque = false
    coverage[pixel] = alpha
    rgba.copy(pixels, pixel * 3, pixel * 4, pixel * 4 + 3)
  }
  return { pixels, coverage, isOpaque }
}

function jpeg(pixels: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimizeCoding: false })
    .toBuffer()
}
