import { type Effect, effectMatrix } from '@portraitkit/core/jobs/effects.ts'
import { rotatedSize, type Size } from '@portraitkit/core/template/crop.ts'
import type { Box } from '@portraitkit/core/template/definition.ts'
import sharp, { type Sharp } from 'sharp'
import type { PixelRectangle } from './canvas.ts'
import type { ScenePicture } from './copies.ts'
import { type DeviceBox, wholePixels } from './sheet.ts'
import { sampleWindow, type Window } from './subpixel.ts'

/** Pixels of the picture that are read around a crop, so that resampling sees what lies beside it. */
const MARGIN = 16
/** What stands behind a cut-out, on screens as in print. */
const GROUND = '#ffffff'

/**
 * A picture as it stands on the sheet: its crop resampled to the whole pixels that its slot touches, turned, with its
 * effect; RGB. `file` is the working copy: upright, in sRGB, with the pixels that the crop counts in.
 */
export async function resamplePicture(
  file: Buffer,
  picture: ScenePicture,
  slot: DeviceBox,
): Promise<{ at: PixelRectangle; pixels: Buffer }> {
  const at = wholePixels(slot)
  const { rotation } = picture
  const wanted = uprightCrop(grownCrop(picture.crop, slot, at), picture)
  const size = rotatedSize(at, rotation)
  const upright = await resample(file, picture, wanted, size, picture.effect)
  if (rotation === 0) return { at, pixels: upright }
  const raw = { width: size.width, height: size.height, channels: 3 as const }
  return { at, pixels: await sharp(upright, { raw }).rotate(rotation).raw().toBuffer() }
}

/** The crop grown by what the whole pixels stand out over the slot. */
function grownCrop(crop: Box, slot: DeviceBox, at: PixelRectangle): Box {
  const scaleX = crop.width / slot.width
  const scaleY = crop.height / slot.height
  return {
    x: crop.x + (at.x - slot.x) * scaleX,
    y: crop.y + (at.y - slot.y) * scaleY,
    width: at.width * scaleX,
    height: at.height * scaleY,
  }
}

/** A crop of the turned picture, in pixels of the upright one. */
function uprightCrop({ x, y, width, height }: Box, { rotation, ...picture }: ScenePicture): Box {
  if (rotation === 90) return { x: y, y: picture.height - x - width, width: height, height: width }
  if (rotation === 180) return { x: picture.width - x - width, y: picture.height - y - height, width, height }
  if (rotation === 270) return { x: picture.width - y - height, y: x, width: height, height: width }
  return { x, y, width, height }
}

/**
 * Scales the picture so that the crop gets nearly the wanted size, then samples it exactly where it belongs: in this order the
 * decoder can shrink while it loads. Where the crop is a small part of the picture only that part is scaled.
 */
async function resample(file: Buffer, picture: Size, crop: Box, size: Size, effect: Effect): Promise<Buffer> {
  const isPart = crop.width * crop.height * 4 < picture.width * picture.height
  const read = isPart ? readRectangle(crop, picture) : { left: 0, top: 0, ...sizeOf(picture) }
  const scaled = {
    width: scaledLength(read.width, crop.width, size.width),
    height: scaledLength(read.height, crop.height, size.height),
  }
  const window = {
    x: ((crop.x - read.left) / read.width) * scaled.width,
    y: ((crop.y - read.top) / read.height) * scaled.height,
    width: (crop.width / read.width) * scaled.width,
    height: (crop.height / read.height) * scaled.height,
  }
  const cut = cutAround(window, scaled)
  let image: Sharp = sharp(file, { limitInputPixels: false, sequentialRead: true })
  if (isPart) image = image.extract(read)
  image = image
    .flatten({ background: GROUND })
    .resize({ ...scaled, fit: 'fill' })
    .extract(cut)
  const matrix = effectMatrix(effect)
  if (matrix) image = image.recomb(matrix.map((row) => [...row]) as Parameters<Sharp['recomb']>[0])
  const pixels = await image.toColourspace('srgb').raw().toBuffer()
  const { width, height } = cut
  return sampleWindow({ width, height, pixels }, { ...window, x: window.x - cut.left, y: window.y - cut.top }, size)
}

/** The library only makes pictures smaller: what it enlarges stands half a pixel beside its place. */
function scaledLength(read: number, crop: number, wanted: number): number {
  return Math.min(read, Math.max(1, Math.round((read / crop) * wanted)))
}

/** Whole pixels around a window, with those beside it that sampling looks at. */
function cutAround({ x, y, width, height }: Window, whole: Size): { left: number; top: number } & Size {
  const left = Math.min(whole.width - 1, Math.max(0, Math.floor(x) - 2))
  const top = Math.min(whole.height - 1, Math.max(0, Math.floor(y) - 2))
  return {
    left,
    top,
    width: Math.max(1, Math.min(whole.width, Math.ceil(x + width) + 2) - left),
    height: Math.max(1, Math.min(whole.height, Math.ceil(y + height) + 2) - top),
  }
}

function sizeOf({ width, height }: Size): Size {
  return { width, height }
}

function readRectangle(crop: Box, picture: Size): { left: number; top: number } & Size {
  const left = Math.max(0, Math.floor(crop.x) - MARGIN)
  const top = Math.max(0, Math.floor(crop.y) - MARGIN)
  return {
    left,
    top,
    width: Math.min(picture.width, Math.ceil(crop.x + crop.width) + MARGIN) - left,
    height: Math.min(picture.height, Math.ceil(crop.y + crop.height) + MARGIN) - top,
  }
}
