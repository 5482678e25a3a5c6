import { enlarge, type GreyPicture } from './greyPicture.ts'

/** A sharpened picture, and what to look for in it. */
export type SharpenedPicture = { picture: GreyPicture; find: 'codes' | 'corners' | 'both' }

/**
 * A photograph sharpened in sizes in which the modules of a blurred code are a few pixels wide. They are made one after the other, so that
 * whoever has found something makes no more. Sizes and amounts were selected with generated photographs of cards that were overlooked.
 */
export function* sharpenedPictures(picture: GreyPicture): Generator<SharpenedPicture> {
  const half = shrink(picture, 2)
  const blurred = blur(half)
  yield { picture: sharpen(half, blurred, 10), find: 'codes' }
  yield { picture: sharpen(half, blurred, 6), find: 'both' }
  const third = shrink(picture, 3)
  yield { picture: sharpen(third, blur(third), 10), find: 'both' }
  // In full size the reader costs most and finds least.
  yield { picture: sharpen(picture, enlarge(blurred), 6), find: 'corners' }
}

/** More of them, for a photograph in which something has been found already: together they cost too much for every one. */
export function* moreSharpenedPictures(picture: GreyPicture): Generator<SharpenedPicture> {
  const twoThirds = shrinkToTwoThirds(picture)
  const blurred = blur(twoThirds)
  yield { picture: sharpen(twoThirds, blurred, 6), find: 'both' }
  yield { picture: sharpen(twoThirds, blurred, 10), find: 'both' }
  const half = shrink(picture, 2)
  yield { picture: sharpen(picture, enlarge(blur(half)), 6), find: 'codes' }
  for (const small of [half, shrink(picture, 3), shrink(half, 2)]) {
    yield { picture: enlarge(sharpen(small, blur(small), 6)), find: 'codes' }
  }
}

/** A picture so many times narrower and lower, each pixel the mean of those it replaces: less noise, and all of a blurred code. */
export function shrink({ width, height, pixels }: GreyPicture, times: 2 | 3): GreyPicture {
  const [narrow, low] = [Math.floor(width / times), Math.floor(height / times)]
  const small = new Uint8Array(narrow * low)
  const sums = new Uint16Array(narrow)
  for (let y = 0; y < low; y++) {
    sums.fill(0)
    for (let row = times * y; row < times * (y + 1); row++) {
      for (let x = 0, from = row * width; x < narrow; x++, from += times) {
        let sum = (pixels[from] as number) + (pixels[from + 1] as number)
        if (times === 3) sum += pixels[from + 2] as number
        sums[x] = (sums[x] as number) + sum
      }
    }
    for (let x = 0; x < narrow; x++) small[y * narrow + x] = (sums[x] as number) / (times * times) + 0.5
  }
  return { width: narrow, height: low, pixels: small }
}

/** A picture of two thirds of its width and height: four pixels from each nine, by their areas. */
export function shrinkToTwoThirds({ width, height, pixels }: GreyPicture): GreyPicture {
  const columns = Math.floor(width / 3)
  const [narrow, low] = [2 * columns, 2 * Math.floor(height / 3)]
  const small = new Uint8Array(narrow * low)
  for (let y = 0; y < low; y++) {
    const middle = (3 * (y >> 1) + 1) * width
    const near = y % 2 === 0 ? middle - width : middle + width
    for (let column = 0; column < columns; column++) {
      const x = 3 * column
      const shared = 2 * (pixels[near + x + 1] as number) + (pixels[middle + x + 1] as number)
      const to = y * narrow + 2 * column
      small[to] = (4 * (pixels[near + x] as number) + 2 * (pixels[middle + x] as number) + shared + 4) / 9
      small[to + 1] = (4 * (pixels[near + x + 2] as number) + 2 * (pixels[middle + x + 2] as number) + shared + 4) / 9
    }
  }
  return { width: narrow, height: low, pixels: small }
}

/** What differs from the blurred picture, `amount` times stronger. It has the size of the blurred one, which may be a row or column smaller. */
export function sharpen(
  picture: GreyPicture,
  { width, height, pixels: blurred }: GreyPicture,
  amount: number,
): GreyPicture {
  const sharp = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = y * picture.width
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const value = (picture.pixels[from + x] as number) * (1 + amount) - (blurred[at] as number) * amount
      sharp[at] = Math.max(0, Math.min(255, value))
    }
  }
  return { width, height, pixels: sharp }
}

/** How many pixels each way a pixel is spread. */
const REACH = 2
/** The mean of so many pixels is their sum, multiplied by this and divided by 65,536. */
const SCALE = 65_536 / (2 * REACH + 1)

/** Each pixel the mean of those around it, twice, which is nearly what an unsharp lens does. */
export function blur(picture: GreyPicture): GreyPicture {
  return spread(spread(picture))
}

function spread({ width, height, pixels }: GreyPicture): GreyPicture {
  const rows = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) spreadRow(pixels, rows, y * width, width)
  return { width, height, pixels: spreadColumns(rows, width, height) }
}

function spreadRow(pixels: Uint8Array, to: Uint8Array, start: number, width: number): void {
  const end = start + width - 1
  let sum = REACH * (pixels[start] as number)
  for (let x = 0; x <= REACH; x++) sum += pixels[Math.min(end, start + x)] as number
  for (let at = start; at <= end; at++) {
    to[at] = (sum * SCALE + 32_768) >> 16
    const [next, last] = [at + REACH + 1, at - REACH]
    sum += (pixels[Math.min(end, next)] as number) - (pixels[Math.max(start, last)] as number)
  }
}

function spreadColumns(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const to = new Uint8Array(pixels.length)
  const sums = new Int32Array(width)
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width
  for (let y = -REACH; y <= REACH; y++) {
    const row = rowAt(y)
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (pixels[row + x] as number)
  }
  for (let y = 0; y < height; y++) {
    const [row, next, last] = [y * width, rowAt(y + REACH + 1), rowAt(y - REACH)]
    for (let x = 0; x < width; x++) {
      const sum = sums[x] as number
      to[row + x] = (sum * SCALE + 32_768) >> 16
      sums[x] = sum + (pixels[next + x] as number) - (pixels[last + x] as number)
    }
  }
  return to
}
