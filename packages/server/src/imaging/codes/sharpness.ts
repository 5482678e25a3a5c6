import type { GreyPicture } from './greyPicture.ts'

/** So many rows, or columns, are averaged, which takes most of the noise out of an edge across them. */
const STRIPE = 4
/** A stripe of each so many rows is measured: an edge is longer than that. */
const STEP = 16
/** The edge of a sharp photograph is within so many pixels of its middle. */
const REACH = 6
/** An edge with less contrast, of 255, may be noise. */
const MIN_CONTRAST = 40
/** Less is not sharp, so that its surroundings need not be measured. */
const MIN_SLOPE = 3
/** So many edges are sharp in a photograph that is: fewer may be dirt, or a trace of the JPEG file. */
const RANK = 16
/** Slopes are counted in steps of this size, and are at most half of the contrast. */
const LEVEL = 0.005
const LEVELS = 101

/** A photograph that is less sharp is out of focus: nobody prints it. */
const MAX_SHARPNESS = 0.36
/** Where everything is a little soft, what is this much softer. */
const SHARE = 0.75

/** Whether a photograph is out of focus as a whole, beside others that are as sharp as `usual`. */
export const isOutOfFocus = (sharpness: number, usual: number): boolean =>
  sharpness < Math.min(MAX_SHARPNESS, SHARE * usual)

/** How sharp a picture is as a whole, and where it is sharp. */
export type Sharpness = { sharpness: number; isSharpAt: (x: number, y: number, reach: number) => boolean }

/**
 * How sharp the sharpest edges of a picture are: the share of their contrast within one pixel. It is 0.4 to 0.5 in a photograph in focus,
 * 0.2 if a point is spread by three pixels, and 0 if there are no edges, because it is dark, or all of it is out of focus.
 */
export function sharpnessOf(picture: GreyPicture): number {
  return measureSharpness(picture).sharpness
}

/** Measures sharpness once for both questions. */
export function measureSharpness({ width, height, pixels }: GreyPicture): Sharpness {
  const counts = new Uint32Array(LEVELS)
  const columns = Math.ceil(width / STEP)
  const rows = Math.ceil(height / STEP)
  const sharpEdges = new Uint16Array(columns * rows)
  const count = (level: number, cell: number) => {
    counts[level] = (counts[level] as number) + 1
    if (level >= MAX_SHARPNESS / LEVEL) sharpEdges[cell] = (sharpEdges[cell] as number) + 1
  }
  for (let y = 0; y + STRIPE <= height; y += STEP) {
    const line = stripeOf(pixels, { from: y * width, length: width, along: 1, across: width })
    countSlopes(line, (level, x) => count(level, (y / STEP) * columns + Math.floor(x / STEP)))
  }
  for (let x = 0; x + STRIPE <= width; x += STEP) {
    const line = stripeOf(pixels, { from: x, length: height, along: width, across: 1 })
    countSlopes(line, (level, y) => count(level, Math.floor(y / STEP) * columns + x / STEP))
  }
  return { sharpness: sharpestLevel(counts) * LEVEL, isSharpAt: isSharpIn(sharpEdges, columns, rows) }
}

function sharpestLevel(counts: Uint32Array): number {
  let sharper = 0
  for (let level = LEVELS - 1; level > 0; level--) {
    sharper += counts[level] as number
    if (sharper >= RANK) return level
  }
  return 0
}

/** A single sharp edge may be noise. */
const MIN_SHARP_EDGES = 2

function isSharpIn(sharpEdges: Uint16Array, columns: number, rows: number): Sharpness['isSharpAt'] {
  const cell = (at: number, cells: number) => Math.min(cells - 1, Math.max(0, Math.floor(at / STEP)))
  return (x, y, reach) => {
    let found = 0
    for (let row = cell(y - reach, rows); row <= cell(y + reach, rows); row++) {
      for (let column = cell(x - reach, columns); column <= cell(x + reach, columns); column++) {
        found += sharpEdges[row * columns + column] as number
      }
    }
    return found >= MIN_SHARP_EDGES
  }
}

type Stripe = { from: number; length: number; along: number; across: number }

/** Sums of the pixels across a stripe, one for each place along it. */
function stripeOf(pixels: Uint8Array, { from, length, along, across }: Stripe): Uint16Array {
  const sums = new Uint16Array(length)
  for (let at = 0, pixel = from; at < length; at++, pixel += along) {
    let sum = 0
    for (let row = 0; row < STRIPE; row++) sum += pixels[pixel + row * across] as number
    sums[at] = sum
  }
  return sums
}

/** Counts the places where a line is steep, with how much of the contrast around is within a pixel. */
function countSlopes(line: Uint16Array, count: (level: number, at: number) => void): void {
  for (let at = REACH; at < line.length - REACH; at++) {
    const slope = Math.abs((line[at + 1] as number) - (line[at - 1] as number)) / 2
    if (slope < MIN_SLOPE * STRIPE) continue
    let [darkest, brightest] = [Number.POSITIVE_INFINITY, 0]
    for (let near = at - REACH; near <= at + REACH; near++) {
      const value = line[near] as number
      if (value < darkest) darkest = value
      if (value > brightest) brightest = value
    }
    const contrast = brightest - darkest
    if (contrast < MIN_CONTRAST * STRIPE) continue
    count(Math.floor(slope / contrast / LEVEL), at)
  }
}
