import type { Raster } from './raster.ts'

/**
 * How like two pictures of a page are: SSIM in tiles of 64 pixels at half the size of the print raster. The mean over a whole
 * page is blind to a missing line and harsh on a photograph, so what counts is the worst tile with ink in it.
 */
export type Likeness = {
  /** The worst tile that holds ink, and where it lies, in pixels. */
  worst: number
  at: { x: number; y: number }
  /** Over the tiles that hold ink. */
  mean: number
  tiles: number
}

export const LEAST_TILE = 0.9
export const LEAST_MEAN = 0.99

export function isAlike({ worst, mean }: Likeness): boolean {
  return worst >= LEAST_TILE && mean >= LEAST_MEAN
}

const TILE = 64
const WINDOW = 8
const STEP = 4
/** Brightest minus darkest value from which on a tile holds more than paper. */
const INK = 24
// The constants of Wang et al. 2004 for 8 bits.
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

export function compare(one: Raster, other: Raster): Likeness {
  if (one.width !== other.width || one.height !== other.height) throw new Error('The pictures differ in size')
  let worst = 1
  let at = { x: 0, y: 0 }
  let sum = 0
  let tiles = 0
  for (let y = 0; y < one.height; y += TILE) {
    for (let x = 0; x < one.width; x += TILE) {
      if (!hasInk(one, x, y) && !hasInk(other, x, y)) continue
      const likeness = tileLikeness(one, other, x, y)
      tiles += 1
      sum += likeness
      if (likeness < worst) {
        worst = likeness
        at = { x, y }
      }
    }
  }
  return { worst, at, mean: tiles === 0 ? 0 : sum / tiles, tiles }
}

/** The spread is taken in each channel: coloured paper differs between them and holds no ink all the same. */
function hasInk({ width, height, pixels }: Raster, left: number, top: number): boolean {
  const least = [255, 255, 255]
  const most = [0, 0, 0]
  for (let y = top; y < Math.min(top + TILE, height); y++) {
    const end = (y * width + Math.min(left + TILE, width)) * 3
    for (let at = (y * width + left) * 3; at < end; at++) {
      const value = pixels[at] as number
      const channel = at % 3
      if (value < (least[channel] as number)) least[channel] = value
      if (value > (most[channel] as number)) most[channel] = value
    }
  }
  return most.some((value, channel) => value - (least[channel] as number) > INK)
}

function tileLikeness(one: Raster, other: Raster, left: number, top: number): number {
  let sum = 0
  let windows = 0
  // a narrow tile at the edge still gets a whole window, which then reaches into its neighbour
  const lastX = Math.max(Math.min(left + TILE, one.width) - WINDOW, 0)
  const lastY = Math.max(Math.min(top + TILE, one.height) - WINDOW, 0)
  for (let y = Math.min(top, lastY); y <= lastY; y += STEP) {
    for (let x = Math.min(left, lastX); x <= lastX; x += STEP) {
      for (let channel = 0; channel < 3; channel++) {
        sum += windowLikeness(one, other, x, y, channel)
        windows += 1
      }
    }
  }
  return sum / windows
}

function windowLikeness(one: Raster, other: Raster, left: number, top: number, channel: number): number {
  let a = 0
  let b = 0
  let aa = 0
  let bb = 0
  let ab = 0
  for (let y = top; y < top + WINDOW; y++) {
    let at = (y * one.width + left) * 3 + channel
    for (let x = 0; x < WINDOW; x++, at += 3) {
      const p = one.pixels[at] as number
      const q = other.pixels[at] as number
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
