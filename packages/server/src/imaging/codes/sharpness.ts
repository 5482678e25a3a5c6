import type { GreyPicture } from './greyPicture.ts'

/** So many rows, or columns, are averaged, which takes most of the noise out of an edge across them. */
const STRIPE = 4
/** A stripe of each so many rows is measured: an edge is longer than that. */
const STEP = 12
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

/**
 * How sharp the sharpest edges of a picture are: the share of their contrast within one pixel. It is 0.4 to 0.5 in a photograph in focus,
 * 0.2 if a point is spread by three pixels, and 0 if there are no edges, because it is dark, or all of it is out of focus.
 */
export function sharpnessOf({ width, height, pixels }: GreyPicture): number {
  const counts = new Uint32Array(LEVELS)
  for (let y = 0; y + STRIPE <= height; y += STEP) {
    countSlopes(stripeOf(pixels, { from: y * width, length: width, along: 1, across: width }), counts)
  }
  for (let x = 0; x + STRIPE <= width; x += STEP) {
    countSlopes(stripeOf(pixels, { from: x, length: height, along: width, across: 1 }), counts)
  }
  let sharper = 0
  for (let level = LEVELS - 1; level > 0; level--) {
    sharper += counts[level] as number
    if (sharper >= RANK) return level * LEVEL
  }
  return 0
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

/** Counts the places where a line is steep, by how much of the contrast around is within a pixel. */
function countSlopes(line: Uint16Array, counts: Uint32Array): void {
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
    const level = Math.floor(slope / contrast / LEVEL)
    counts[level] = (counts[level] as number) + 1
  }
}
