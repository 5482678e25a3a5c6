import type { GreyPicture } from './greyPicture.ts'

/** The centre of a spot that is darker than what is around it, and by how much, of 255. */
export type DarkSpot = { x: number; y: number; darker: number }

/** A picture in shades of grey with fractions. */
export type SoftPicture = { width: number; height: number; pixels: Float32Array }

/** How many pixels a spot, and what it is compared with, reach each way: the corner of a code of which a module is about a pixel. */
const SPOT = 2
const AROUND = 6
/** A darker spot so near is the same one. */
const NEAR = 3
/** What is less dark is noise. */
const MIN_DARKER = 16
/** The darkest ones of each square with sides of so many pixels: a pattern beside a card does not count against it. */
const SQUARE = 24
const MAX_SPOTS = 4

/** The picture so many times narrower and lower. */
export function shrinkSoftly({ width, height, pixels }: GreyPicture | SoftPicture, times: number): SoftPicture {
  const [narrow, low] = [Math.floor(width / times), Math.floor(height / times)]
  const shades = new Float32Array(narrow * low)
  for (let y = 0; y < low * times; y++) {
    const to = Math.floor(y / times) * narrow
    for (let x = 0, at = y * width; x < narrow; x++) {
      let sum = 0
      for (const end = at + times; at < end; at++) sum += pixels[at] as number
      shades[to + x] = (shades[to + x] as number) + sum
    }
  }
  const area = times * times
  for (let at = 0; at < shades.length; at++) shades[at] = (shades[at] as number) / area
  return { width: narrow, height: low, pixels: shades }
}

/** The spots that are darkest beside their surroundings. */
export function findDarkSpots(picture: SoftPicture): DarkSpot[] {
  const { width, height } = picture
  const darker = darknessOf(picture)
  const spots: DarkSpot[] = []
  for (let y = AROUND; y < height - AROUND; y++) {
    for (let x = AROUND; x < width - AROUND; x++) {
      const own = darker[y * width + x] as number
      if (own >= MIN_DARKER && isDarkest(darker, width, x, y)) spots.push({ x, y, darker: own })
    }
  }
  const bySquare = Map.groupBy(spots, ({ x, y }) => Math.floor(y / SQUARE) * width + Math.floor(x / SQUARE))
  return [...bySquare.values()].flatMap((near) =>
    near.sort((one, other) => other.darker - one.darker).slice(0, MAX_SPOTS),
  )
}

/** How much darker a square around each pixel is than the frame around that square. */
function darknessOf({ width, height, pixels }: SoftPicture): Float32Array {
  const sums = sumsOf({ width, height, pixels })
  const stride = width + 1
  const square = (x: number, y: number, reach: number) => {
    const [top, bottom] = [(y - reach) * stride + x, (y + reach + 1) * stride + x]
    const [left, right] = [-reach, reach + 1]
    return (
      (sums[bottom + right] as number) -
      (sums[bottom + left] as number) -
      (sums[top + right] as number) +
      (sums[top + left] as number)
    )
  }
  const [area, areaAround] = [SPOT, AROUND].map((reach) => (2 * reach + 1) ** 2) as [number, number]
  const darker = new Float32Array(width * height)
  for (let y = AROUND; y < height - AROUND; y++) {
    for (let x = AROUND; x < width - AROUND; x++) {
      const own = square(x, y, SPOT)
      darker[y * width + x] = (square(x, y, AROUND) - own) / (areaAround - area) - own / area
    }
  }
  return darker
}

/** The sums of all pixels above and left of each one. */
function sumsOf({ width, height, pixels }: SoftPicture): Float64Array {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x] as number
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] as number) + row
    }
  }
  return sums
}

function isDarkest(darker: Float32Array, width: number, x: number, y: number): boolean {
  const own = darker[y * width + x] as number
  for (let row = y - NEAR; row <= y + NEAR; row++) {
    for (let column = x - NEAR; column <= x + NEAR; column++) {
      if ((darker[row * width + column] as number) > own) return false
    }
  }
  return true
}
