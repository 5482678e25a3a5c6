import type { Raster } from './raster.ts'

/**
 * The similarity of two pictures of a page: SSIM of their brightness in tiles of 64 pixels at half the size of the print
 * raster, and the colour of each tile. The mean over a whole page does not notice a missing line and is too strict on a
 * photograph, so the worst tile with ink in it decides.
 */
export type Likeness = {
  /** The worst tile with ink, and its position in pixels. */
  worst: number
  at: { x: number; y: number }
  /** The mean over the tiles with ink. */
  mean: number
  /** The largest difference of a tile's mean colour, in levels of 255 in any channel. */
  colour: number
  tiles: number
}

export const MIN_TILE = 0.9
export const MIN_MEAN = 0.99
export const MAX_COLOUR = 6

export function isAlike({ worst, mean, colour }: Likeness): boolean {
  return worst >= MIN_TILE && mean >= MIN_MEAN && colour <= MAX_COLOUR
}

const TILE = 64
const WINDOW = 8
const STEP = 4
/** The minimum difference of the brightest and darkest value in a tile with more than paper. */
const INK = 24
// The constants of Wang et al. 2004 for 8 bits.
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

export function compare(one: Raster, other: Raster): Likeness {
  if (one.width !== other.width || one.height !== other.height) throw new Error('The pictures differ in size')
  const [brightOne, brightOther] = [brightness(one), brightness(other)]
  const found: Likeness = { worst: 1, at: { x: 0, y: 0 }, mean: 0, colour: 0, tiles: 0 }
  let sum = 0
  for (let y = 0; y < one.height; y += TILE) {
    for (let x = 0; x < one.width; x += TILE) {
      found.colour = Math.max(found.colour, colourDifference(one, other, x, y))
      if (!hasInk(one, x, y) && !hasInk(other, x, y)) continue
      const likeness = tileLikeness(brightOne, brightOther, one, x, y)
      found.tiles += 1
      sum += likeness
      if (likeness < found.worst) Object.assign(found, { worst: likeness, at: { x, y } })
    }
  }
  return { ...found, mean: sum / found.tiles }
}

/** Rec. 601, as usual for SSIM. */
function brightness({ pixels }: Raster): Float32Array {
  const bright = new Float32Array(pixels.length / 3)
  for (let at = 0, from = 0; at < bright.length; at++, from += 3) {
    const [red, green, blue] = [pixels[from] as number, pixels[from + 1] as number, pixels[from + 2] as number]
    bright[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return bright
}

function colourDifference(one: Raster, other: Raster, left: number, top: number): number {
  const sums = [0, 0, 0]
  const right = Math.min(left + TILE, one.width)
  const bottom = Math.min(top + TILE, one.height)
  for (let y = top; y < bottom; y++) {
    for (let at = (y * one.width + left) * 3; at < (y * one.width + right) * 3; at++) {
      sums[at % 3] = (sums[at % 3] as number) + (one.pixels[at] as number) - (other.pixels[at] as number)
    }
  }
  return Math.max(...sums.map((sum) => Math.abs(sum) / ((right - left) * (bottom - top))))
}

/** The spread is measured per channel: coloured paper differs between them but has no ink. */
function hasInk({ width, height, pixels }: Raster, left: number, top: number): boolean {
  const min = [255, 255, 255]
  const max = [0, 0, 0]
  for (let y = top; y < Math.min(top + TILE, height); y++) {
    const end = (y * width + Math.min(left + TILE, width)) * 3
    for (let at = (y * width + left) * 3; at < end; at++) {
      const value = pixels[at] as number
      const channel = at % 3
      if (value < (min[channel] as number)) min[channel] = value
      if (value > (max[channel] as number)) max[channel] = value
    }
  }
  return max.some((value, channel) => value - (min[channel] as number) > INK)
}

type Size = { width: number; height: number }

function tileLikeness(one: Float32Array, other: Float32Array, size: Size, left: number, top: number): number {
  let sum = 0
  let windows = 0
  // a narrow tile at the edge still gets a full window, which then extends into its neighbour
  const lastX = Math.max(Math.min(left + TILE, size.width) - WINDOW, 0)
  const lastY = Math.max(Math.min(top + TILE, size.height) - WINDOW, 0)
  for (let y = Math.min(top, lastY); y <= lastY; y += STEP) {
    for (let x = Math.min(left, lastX); x <= lastX; x += STEP) {
      sum += windowLikeness(one, other, size.width, x, y)
      windows += 1
    }
  }
  return sum / windows
}

function windowLikeness(one: Float32Array, other: Float32Array, width: number, left: number, top: number): number {
  let a = 0
  let b = 0
  let aa = 0
  let bb = 0
  let ab = 0
  for (let y = top; y < top + WINDOW; y++) {
    for (let at = y * width + left; at < y * width + left + WINDOW; at++) {
      const p = one[at] as number
      const q = other[at] as number
      a += p
      b += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  }
  const n = WINDOW * WINDOW
  const [meanA, meanB] = [a / n, b / n]
  const [varianceA, varianceB] = [aa / n - meanA * meanA, bb / n - meanB * meanB]
  const covariance = ab / n - meanA * meanB
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  )
}
