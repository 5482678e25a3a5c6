import { coverFrame } from '@portraitkit/core/backgrounds/coverFrame.ts'
import type { Size } from '@portraitkit/core/geometry.ts'
import { type ColourMatrix, type Effect, effectMatrix } from '@portraitkit/core/jobs/effects.ts'
import { rotatedSize } from '@portraitkit/core/template/crop.ts'
import type { Box } from '@portraitkit/core/template/definition.ts'
import sharp, { type Sharp } from 'sharp'
import type { PixelRectangle } from './canvas.ts'
import type { Copy, ScenePicture } from './copies.ts'
import { type DeviceBox, wholePixels } from './sheet.ts'
import { sampleWindow, type Window } from './subpixel.ts'

/** Pixels of the picture that are read around a crop, so that resampling has neighbours to use. */
const MARGIN = 16
/** The colour behind a cut-out, on screens and in print. */
const FLAT_BACKGROUND = '#ffffff'

/**
 * A picture as it appears on the sheet: its crop resampled to the whole pixels that its slot touches, on its background, rotated,
 * with its effect; RGB. The copy is upright, in sRGB, with the pixels in which the crop is measured.
 */
export async function resamplePicture(
  { file, picture, background }: Copy,
  slot: DeviceBox,
): Promise<{ at: PixelRectangle; pixels: Buffer }> {
  const at = wholePixels(slot)
  const { rotation } = picture
  const crop = uprightCrop(growCrop(picture.crop, slot, at), picture)
  const size = rotatedSize(at, rotation)
  const upright = background
    ? await resampleOverBackground({ file, background }, picture, crop, size)
    : await resample(file, picture, crop, size, { effect: picture.effect })
  if (rotation === 0) return { at, pixels: upright }
  const raw = { width: size.width, height: size.height, channels: 3 as const }
  return { at, pixels: await sharp(upright, { raw }).rotate(rotation).raw().toBuffer() }
}

/**
 * A cut-out on its background. Each is sampled separately at its full resolution, and then composed in the pixels of the sheet.
 */
async function resampleOverBackground(
  { file, background }: { file: Buffer; background: Buffer },
  picture: ScenePicture,
  crop: Box,
  size: Size,
): Promise<Buffer> {
  const { width, height } = await sharp(background).metadata()
  const own = { width, height }
  const frame = coverFrame(own, picture)
  const scale = frame.width / picture.width
  const behind = {
    x: frame.x + crop.x * scale,
    y: frame.y + crop.y * scale,
    width: crop.width * scale,
    height: crop.height * scale,
  }
  const pixels = await resample(background, own, behind, size, {})
  const cutOut = await resample(file, picture, crop, size, { keepsAlpha: true })
  for (let from = 0, to = 0; from < cutOut.length; from += 4, to += 3) {
    const rest = 1 - (cutOut[from + 3] as number) / 255
    // the colours of the cut-out are already weighted by their coverage
    for (let channel = 0; channel < 3; channel++) {
      const value = (cutOut[from + channel] as number) + (pixels[to + channel] as number) * rest
      pixels[to + channel] = Math.min(255, value + 0.5)
    }
  }
  const matrix = effectMatrix(picture.effect)
  return matrix ? recombineColours(pixels, size, matrix) : pixels
}

function recombineColours(pixels: Buffer, { width, height }: Size, matrix: ColourMatrix): Promise<Buffer> {
  return withMatrix(sharp(pixels, { raw: { width, height, channels: 3 } }), matrix)
    .raw()
    .toBuffer()
}

function withMatrix(image: Sharp, matrix: ColourMatrix): Sharp {
  return image.recomb(matrix.map((row) => [...row]) as Parameters<Sharp['recomb']>[0])
}

/** The crop, extended by the part of the whole pixels that exceeds the slot. */
function growCrop(crop: Box, slot: DeviceBox, at: PixelRectangle): Box {
  const scaleX = crop.width / slot.width
  const scaleY = crop.height / slot.height
  return {
    x: crop.x + (at.x - slot.x) * scaleX,
    y: crop.y + (at.y - slot.y) * scaleY,
    width: at.width * scaleX,
    height: at.height * scaleY,
  }
}

/** A crop of the rotated picture, in pixels of the upright one. */
function uprightCrop({ x, y, width, height }: Box, { rotation, ...picture }: ScenePicture): Box {
  if (rotation === 90) return { x: y, y: picture.height - x - width, width: height, height: width }
  if (rotation === 180) return { x: picture.width - x - width, y: picture.height - y - height, width, height }
  if (rotation === 270) return { x: picture.width - y - height, y: x, width: height, height: width }
  return { x, y, width, height }
}

/**
 * Scales the picture so that the crop gets roughly the required size, then samples it exactly in its place: in this order the
 * decoder can shrink while it loads. If the crop is a small part of the picture, only that part is scaled.
 */
async function resample(
  file: Buffer,
  picture: Size,
  crop: Box,
  size: Size,
  { effect = 'original', keepsAlpha = false }: { effect?: Effect; keepsAlpha?: boolean },
): Promise<Buffer> {
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
  const cut = windowAround(window, scaled)
  let image: Sharp = sharp(file, { limitInputPixels: false, sequentialRead: true })
  if (isPart) image = image.extract(read)
  image = keepsAlpha ? image.ensureAlpha() : image.flatten({ background: FLAT_BACKGROUND })
  image = image.resize({ ...scaled, fit: 'fill' }).extract(cut)
  const matrix = effectMatrix(effect)
  if (matrix) image = withMatrix(image, matrix)
  const pixels = await image.toColourspace('srgb').raw().toBuffer()
  if (keepsAlpha) premultiply(pixels)
  const { width, height } = cut
  const channels = keepsAlpha ? 4 : 3
  const from = { width, height, channels, pixels } as const
  return sampleWindow(from, { ...window, x: window.x - cut.left, y: window.y - cut.top }, size)
}

/** Weights colours by their coverage: otherwise the colour of transparent pixels would show where pixels are mixed. */
function premultiply(pixels: Buffer): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const share = (pixels[at + 3] as number) / 255
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.round((pixels[channel] as number) * share)
  }
}

/** The library only scales down: enlarged pictures would be off by half a pixel. */
function scaledLength(read: number, crop: number, grown: number): number {
  return Math.min(read, Math.max(1, Math.round((read / crop) * grown)))
}

/** The whole pixels around a window, including the neighbours that sampling needs. */
function windowAround({ x, y, width, height }: Window, whole: Size): { left: number; top: number } & Size {
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
