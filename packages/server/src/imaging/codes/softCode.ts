import { type BlurredCode, blurredCodes, roughCode } from './blurredCode.ts'
import { type DarkSpot, findDarkSpots, type SoftPicture, shrinkSoftly } from './darkSpots.ts'
import type { GreyPicture } from './greyPicture.ts'
import type { Sharpness } from './sharpness.ts'

/** The picture is searched this many times smaller, so that the modules of codes of 4 to 35 % of its long edge are about a pixel. */
const SIZES = [4, 6, 8, 12, 16, 24]
/** How far a corner reaches from its centre, in pixels of the smaller picture. */
const CORNER = 3.5
/** A smaller picture has no room for a code. */
const MIN_EDGE = 40
/** How far the corners of a code are from each other, in pixels of the smaller picture. */
const MIN_LEG = 7.5
const MAX_LEG = 18
/** How dark a corner is at least beside another one, as a share. */
const MIN_SHARE = 0.4
/** Of a code seen at an angle: the ratio of the legs, and the cosine of their angle. */
const MAX_LEG_RATIO = 1.6
const MAX_COSINE = 0.45
/** How many modules the centres of two corners are apart. */
const LEG_MODULES = 14
/** How alike, from 0 to 1, a code is to what is expected: those out of focus are 0.9 and more, faces, leaves and patterns less. */
const MIN_LIKENESS = 0.86
/** What is less alike in few points is not compared in all. */
const MIN_ROUGH_LIKENESS = 0.6
/** The standard deviation of its pixels, of 255: with less contrast, likeness is chance. */
const MIN_DEVIATION = 8

/** Whether there is what looks like a QR code out of focus: three soft corners, with soft grey between them and light around. */
export const showsSoftCode = (picture: GreyPicture, sharpness: Sharpness): boolean =>
  likenessOfCode(picture, sharpness) >= MIN_LIKENESS

/** How alike the place without sharp edges that is most like a code out of focus is to one, from 0 to 1. */
export function likenessOfCode(picture: GreyPicture, { isSharpAt }: Pick<Sharpness, 'isSharpAt'>): number {
  let best = 0
  for (const { times, small } of smallerPictures(picture)) {
    // A pattern of squares is as dark in the same places, but sharp.
    const spots = findDarkSpots(small).filter(({ x, y }) => !isSharpAt(times * x, times * y, CORNER * times))
    for (const place of findPlaces(spots)) best = Math.max(best, likenessAt(small, place))
    if (best >= MIN_LIKENESS) break
  }
  return best
}

/** Each twice smaller than one before it. */
function* smallerPictures(picture: GreyPicture): Generator<{ times: number; small: SoftPicture }> {
  const pictures = new Map<number, SoftPicture>()
  for (const times of SIZES) {
    const larger = pictures.get(times / 2)
    const small = larger ? shrinkSoftly(larger, 2) : shrinkSoftly(picture, times)
    if (Math.min(small.width, small.height) < MIN_EDGE) return
    pictures.set(times, small)
    yield { times, small }
  }
}

/** Where a code may be: the middle between its corners, and how far a module is to the right and down in it. */
type Place = { x: number; y: number; right: readonly [number, number]; down: readonly [number, number] }

/** Three spots in nearly a right angle with legs of nearly one length, in the order in which they are in a code. */
function* findPlaces(spots: readonly DarkSpot[]): Generator<Place> {
  for (const corner of spots) {
    const near = spots.filter((spot) => mayBelong(corner, spot))
    for (const one of near) {
      for (const other of near) {
        const right = [one.x - corner.x, one.y - corner.y] as const
        const down = [other.x - corner.x, other.y - corner.y] as const
        if (!areLegs(right, down)) continue
        const scale = ([x, y]: readonly [number, number]) => [x / LEG_MODULES, y / LEG_MODULES] as const
        yield { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, right: scale(right), down: scale(down) }
      }
    }
  }
}

function mayBelong(corner: DarkSpot, { x, y, darker }: DarkSpot): boolean {
  const away = (x - corner.x) ** 2 + (y - corner.y) ** 2
  const isAsDark = darker > MIN_SHARE * corner.darker && corner.darker > MIN_SHARE * darker
  return isAsDark && away >= MIN_LEG ** 2 && away <= MAX_LEG ** 2
}

function areLegs([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): boolean {
  // The three corners of a code are the same in a mirror, so that the other order need not be compared.
  if (ax * by - ay * bx <= 0) return false
  const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)]
  return Math.max(a, b) <= MAX_LEG_RATIO * Math.min(a, b) && Math.abs(ax * bx + ay * by) <= MAX_COSINE * a * b
}

function likenessAt(picture: SoftPicture, place: Place): number {
  const rough = correlate(picture, place, roughCode)
  if (rough < MIN_ROUGH_LIKENESS) return 0
  return Math.max(...blurredCodes.map((code) => correlate(picture, place, code)))
}

/** The correlation of a place with a code; 0 if it is not all in the picture. */
function correlate({ width, height, pixels }: SoftPicture, { x, y, right, down }: Place, code: BlurredCode): number {
  let [sum, squares, product] = [0, 0, 0]
  for (const { column, row, weight } of code) {
    const px = x + column * right[0] + row * down[0]
    const py = y + column * right[1] + row * down[1]
    const [left, top] = [Math.floor(px), Math.floor(py)]
    if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return 0
    const [dx, dy] = [px - left, py - top]
    const at = top * width + left
    const upper = (pixels[at] as number) * (1 - dx) + (pixels[at + 1] as number) * dx
    const lower = (pixels[at + width] as number) * (1 - dx) + (pixels[at + width + 1] as number) * dx
    const shade = upper * (1 - dy) + lower * dy
    sum += shade
    squares += shade * shade
    product -= shade * weight
  }
  const variance = squares - (sum * sum) / code.length
  return variance < MIN_DEVIATION ** 2 * code.length ? 0 : product / Math.sqrt(variance)
}
