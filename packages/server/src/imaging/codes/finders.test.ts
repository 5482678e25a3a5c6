import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { photographs } from '../../../../../scripts/photographs.ts'
import { aCardFrame, type CardInFrame } from '../../testing/aCardFrame.ts'
import { areOfCode, areThreeCorners, findFinders, hasPair } from './finders.ts'
import type { GreyPicture } from './greyPicture.ts'
import { readCodes } from './readCodes.ts'
import { isOutOfFocus } from './sharpness.ts'

async function grey(file: Buffer | string): Promise<GreyPicture> {
  const image = sharp(file).resize(1500, 1500, { fit: 'inside', withoutEnlargement: true }).greyscale().raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

async function frame(...cards: Partial<CardInFrame>[]): Promise<GreyPicture> {
  const card = { text: 'PKABCDEFGH123456', size: 0.2, x: 0.5, y: 0.5, turn: 0, pitch: 0, yaw: 0, glare: 0, torn: 0 }
  const all = cards.map((change) => ({ ...card, ...change }))
  return grey(await aCardFrame({ seed: 3, width: 1500, height: 1000, cards: all, blur: 0, noise: 2, quality: 90 }))
}

describe('the corners of a code', () => {
  it.each([0, 30, 45, 200])('are found where they are, in a card turned by %i degrees', async (turn) => {
    const found = findFinders(await frame({ turn }))
    const module = (0.2 * 1500) / 21
    const angle = (turn * Math.PI) / 180
    const expected = [
      [-7, -7],
      [7, -7],
      [-7, 7],
    ].map(([u = 0, v = 0]) => ({
      x: 750 + module * (u * Math.cos(angle) - v * Math.sin(angle)),
      y: 500 + module * (u * Math.sin(angle) + v * Math.cos(angle)),
    }))
    for (const { x, y } of expected) {
      expect(found.filter((each) => Math.hypot(each.x - x, each.y - y) < 2 * module)).toHaveLength(1)
    }
  })

  it('are found where a part of the card is torn off', async () => {
    const picture = await frame({ torn: 0.45 })
    expect(areOfCode(findFinders(picture), picture)).toBe(true)
  })

  it('are of a code if one is large, or two are as far apart as in one', () => {
    const size = { width: 1500, height: 1000 }
    const at = (x: number, module: number) => ({ x, y: 500, module })
    expect(areOfCode([at(500, 6)], size)).toBe(true)
    expect(areOfCode([at(500, 3)], size)).toBe(false)
    expect(areOfCode([at(500, 3), at(542, 3)], size)).toBe(true)
    expect(areOfCode([at(500, 3), at(512, 3)], size)).toBe(false)
    expect(areOfCode([at(500, 3), at(700, 3)], size)).toBe(false)
    expect(areOfCode([at(500, 2), at(542, 4)], size)).toBe(false)
    expect(
      areOfCode(
        Array.from({ length: 40 }, (_, index) => at(index * 42, 3)),
        size,
      ),
    ).toBe(false)
  })

  it('are three of one code if they form a right angle with equal legs and have one size', () => {
    const at = (x: number, y: number, module = 3) => ({ x, y, module })
    const [corner, right, below] = [at(100, 100), at(142, 100), at(100, 142)]
    expect(areThreeCorners([right, corner, below])).toBe(true)
    expect(areThreeCorners([right, corner])).toBe(false)
    expect([hasPair([right, corner], 0.2), hasPair([right, corner, at(100, 142, 4)], 0.2)]).toEqual([true, true])
    expect(hasPair([corner, at(142, 100, 4)], 0.2)).toBe(false)
    // Turned by 30 degrees, then narrowed to three quarters.
    expect(areThreeCorners([at(100, 100), at(127, 121), at(84, 136)])).toBe(true)
    for (const other of [at(184, 142), at(100, 172), at(100, 115), at(100, 250), at(100, 142, 4.2)]) {
      expect([other, areThreeCorners([right, corner, other])]).toEqual([other, false])
    }
    expect(areThreeCorners(Array.from({ length: 40 }, (_, index) => at(42 * (index % 7), 42 * index)))).toBe(false)
  })
})

it('real photographs show no signs of a card, and are in focus if they have an edge', async () => {
  const found = []
  const soft = []
  for (const { file } of await photographs()) {
    const { texts, hasSigns, sharpness } = await readCodes(await sharp(file).toBuffer())
    if (texts.length > 0 || hasSigns) found.push(file.split('/').at(-1))
    if (isOutOfFocus(sharpness as number, 0.48)) soft.push(file.split('/').at(-1))
  }
  expect(found).toEqual([])
  // Two drawings of colours that run into each other.
  expect(soft.sort()).toEqual(['Fossa_by_Jasper_Roks.jpg', 'umang_by_Abhishek_Mudgal.jpg'])
}, 240_000)
