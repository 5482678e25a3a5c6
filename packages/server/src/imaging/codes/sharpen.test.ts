import { describe, expect, it } from 'vitest'
import type { GreyPicture } from './greyPicture.ts'
import { blur, moreSharpenedPictures, sharpen, sharpenedPictures, shrink, shrinkToTwoThirds } from './sharpen.ts'

const aPicture = (width: number, height: number, shade: (x: number, y: number) => number): GreyPicture => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width))),
})

const rowsOf = ({ width, height, pixels }: GreyPicture) =>
  Array.from({ length: height }, (_, y) => [...pixels.subarray(y * width, (y + 1) * width)])

describe('a smaller picture', () => {
  const ramp = aPicture(7, 6, (x, y) => 10 * x + y)

  it('has the mean of the pixels that it replaces, and leaves out what is left at the edges', () => {
    expect(rowsOf(shrink(ramp, 2))).toEqual([
      [6, 26, 46],
      [8, 28, 48],
      [10, 30, 50],
    ])
    expect(rowsOf(shrink(ramp, 3))).toEqual([
      [11, 41],
      [14, 44],
    ])
  })

  it('of two thirds has the means by area', () => {
    const block = { width: 4, height: 3, pixels: Uint8Array.of(0, 90, 180, 9, 30, 120, 210, 9, 60, 150, 240, 9) }
    expect(rowsOf(shrinkToTwoThirds(block))).toEqual([
      [40, 160],
      [80, 200],
    ])
  })
})

describe('a sharpened picture', () => {
  it('is the same if it has one shade', () => {
    const grey = aPicture(20, 12, () => 90)
    expect(blur(grey)).toEqual(grey)
    expect(sharpen(grey, blur(grey), 6)).toEqual(grey)
  })

  it('has an edge that blurring spreads and sharpening exaggerates, within black and white', () => {
    const edge = aPicture(24, 3, (x) => (x < 12 ? 100 : 150))
    const [blurred = []] = rowsOf(blur(edge))
    expect(blurred.slice(0, 8)).toEqual(Array(8).fill(100))
    expect(blurred[11]).toBeGreaterThan(110)
    expect(blurred[12]).toBeLessThan(140)
    expect([...blurred].sort((one, other) => one - other)).toEqual(blurred)
    const [sharp = []] = rowsOf(sharpen(edge, blur(edge), 10))
    expect([sharp[0], sharp[11], sharp[12], sharp[23]]).toEqual([100, 0, 255, 150])
  })

  it('is made in several sizes, also of a picture of odd size', () => {
    const odd = aPicture(45, 31, (x, y) => (x * y) % 256)
    const sizes = (pictures: Iterable<{ picture: GreyPicture }>) =>
      Array.from(pictures, ({ picture: { width, height, pixels } }) => {
        expect(pixels).toHaveLength(width * height)
        return `${width} × ${height}`
      })
    expect(sizes(sharpenedPictures(odd))).toEqual(['22 × 15', '22 × 15', '15 × 10', '44 × 30'])
    expect(sizes(moreSharpenedPictures(odd))).toEqual([
      '30 × 20',
      '30 × 20',
      '44 × 30',
      '44 × 30',
      '30 × 20',
      '22 × 14',
    ])
  })
})
