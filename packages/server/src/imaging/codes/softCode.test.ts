import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { photographs } from '../../../../../scripts/photographs.ts'
import { aCardFrame, type CardInFrame } from '../../testing/aCardFrame.ts'
import { blurredCodes } from './blurredCode.ts'
import { findDarkSpots, shrinkSoftly } from './darkSpots.ts'
import type { GreyPicture } from './greyPicture.ts'
import { measureSharpness } from './sharpness.ts'
import * as softCode from './softCode.ts'

const showsSoftCode = (picture: GreyPicture) => softCode.showsSoftCode(picture, measureSharpness(picture))
const likenessOfCode = (picture: GreyPicture) => softCode.likenessOfCode(picture, measureSharpness(picture))

async function grey(file: Buffer | string): Promise<GreyPicture> {
  const image = sharp(file).resize(1500, 1500, { fit: 'inside', withoutEnlargement: true }).greyscale().raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

const CARD = { text: 'PKABCDEFGH123456', x: 0.5, y: 0.5, turn: 0, pitch: 0, yaw: 0, glare: 0, torn: 0 }

/** A card in front of a portrait in focus, blurred by so many modules of its code. */
async function aBlurredCard(modules: number, { size = 0.1, ...change }: Partial<CardInFrame> = {}) {
  const card = { ...CARD, size, ownBlur: (modules * size) / 21, ...change }
  const frame = { seed: 3, width: 1500, height: 1000, blur: 0.0003, noise: 3, quality: 80 }
  return grey(await aCardFrame({ ...frame, cards: [card] }))
}

describe('a code out of focus', () => {
  it.each([0.8, 1.2, 1.6, 2, 2.5])('is noticed if it is blurred by %d modules', async (modules) => {
    expect(showsSoftCode(await aBlurredCard(modules))).toBe(true)
  })

  it('is noticed in any size and direction, and held at an angle', async () => {
    for (const size of [0.045, 0.06, 0.12, 0.25, 0.35])
      expect([size, showsSoftCode(await aBlurredCard(1.5, { size }))]).toEqual([size, true])
    for (const turn of [30, 45, 100, 200])
      expect([turn, showsSoftCode(await aBlurredCard(1.5, { turn }))]).toEqual([turn, true])
    expect(showsSoftCode(await aBlurredCard(1.5, { pitch: 25, yaw: -20 }))).toBe(true)
  })

  it('is not seen in a shirt with squares, which are sharp', async () => {
    for (const seed of [90024, 90047]) {
      const frame = { seed, width: 1500, height: 1000, cards: [], noise: 3, quality: 80 }
      expect(likenessOfCode(await grey(await aCardFrame({ ...frame, blur: 0.0003 })))).toBeLessThan(0.86)
    }
  })

  it('is not looked for where there are sharp edges', async () => {
    expect(softCode.likenessOfCode(await aBlurredCard(1.5), { isSharpAt: () => true })).toBe(0)
  })

  it('is not seen in one colour, in a single spot, or in a picture that is too small', () => {
    const pixels = new Uint8Array(600 * 400).fill(200)
    expect(likenessOfCode({ width: 600, height: 400, pixels })).toBe(0)
    expect(likenessOfCode({ width: 30, height: 20, pixels: pixels.subarray(0, 600) })).toBe(0)
    for (let y = 180; y < 200; y++) pixels.fill(20, y * 600 + 290, y * 600 + 310)
    expect(showsSoftCode({ width: 600, height: 400, pixels })).toBe(false)
  })
})

it('a dark spot is found at its centre, with how much darker it is', () => {
  const pixels = new Uint8Array(90 * 60).fill(200)
  for (let y = 24; y < 39; y++) pixels.fill(80, y * 90 + 30, y * 90 + 45)
  const spots = findDarkSpots(shrinkSoftly({ width: 90, height: 60, pixels }, 3))
  expect(spots).toEqual([{ x: 12, y: 10, darker: 120 }])
})

it('what codes have in common is dark in three corners and light around, and compares with any contrast', () => {
  for (const code of blurredCodes) {
    const at = (column: number, row: number) =>
      code.find((each) => each.column === column && each.row === row)?.weight ?? 0
    expect(at(-7, -7)).toBeGreaterThan(at(7, 7))
    expect(at(7, -7)).toBeCloseTo(at(-7, 7), 10)
    expect(at(12, 12)).toBeLessThan(0)
    expect(code.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(0, 10)
    expect(code.reduce((sum, { weight }) => sum + weight ** 2, 0)).toBeCloseTo(1, 10)
  }
})

it('real photographs show none', async () => {
  const found = []
  for (const { file } of await photographs()) {
    if (showsSoftCode(await grey(file))) found.push(file.split('/').at(-1))
  }
  expect(found).toEqual([])
}, 240_000)
