import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { aCardFrame } from '../../testing/aCardFrame.ts'
import type { GreyPicture } from './greyPicture.ts'
import { isOutOfFocus, sharpnessOf } from './sharpness.ts'

const grey = async (image: Sharp): Promise<GreyPicture> => {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

const aPortrait = (blur: number, { seed = 7, noise = 6 } = {}) =>
  aCardFrame({ seed, width: 1500, height: 1000, cards: [], blur: blur / 1500, noise, quality: 75 })

describe('the sharpness of a picture', () => {
  it('is less, the more pixels a point is spread by, in spite of noise', async () => {
    const measured = []
    for (const blur of [0, 1, 2, 3, 5]) measured.push(sharpnessOf(await grey(sharp(await aPortrait(blur)))))
    expect(measured).toEqual(measured.toSorted((one, other) => other - one))
    const [inFocus = 0, , soft = 1, softer = 1] = measured
    expect(inFocus).toBeGreaterThan(0.45)
    expect(soft).toBeLessThan(0.36)
    expect(softer).toBeLessThan(0.25)
  })

  it('of portraits in focus is never that of one out of focus', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const sharpness = sharpnessOf(await grey(sharp(await aPortrait(0.5, { seed, noise: 3 }))))
      expect([seed, isOutOfFocus(sharpness, 0.48)]).toEqual([seed, false])
    }
  })

  it('is that of edges in any direction', async () => {
    const edge = (x: number, y: number) =>
      sharp(Buffer.from(`<svg width="400" height="400"><rect width="${x}" height="${y}"/></svg>`)).flatten({
        background: '#fff',
      })
    expect(sharpnessOf(await grey(edge(200, 400)))).toBeGreaterThan(0.45)
    expect(sharpnessOf(await grey(edge(400, 200)))).toBeGreaterThan(0.45)
  })

  it('is none without edges: one colour, darkness, a smaller picture than an edge', async () => {
    const create = { width: 900, height: 600, channels: 3 as const, background: '#777' }
    expect(sharpnessOf(await grey(sharp({ create })))).toBe(0)
    const dark = Buffer.from(randomBytes(900 * 600 * 3).map((value) => value % 20))
    expect(sharpnessOf(await grey(sharp(dark, { raw: create })))).toBe(0)
    expect(sharpnessOf({ width: 3, height: 3, pixels: Uint8Array.of(0, 255, 0, 0, 255, 0, 0, 255, 0) })).toBe(0)
  })
})

it('a photograph is out of focus if nothing in it is sharp, or much less than in others of a soft camera', () => {
  expect([0.37, 0.35].map((each) => isOutOfFocus(each, 0.5))).toEqual([false, true])
  expect([0.16, 0.14].map((each) => isOutOfFocus(each, 0.2))).toEqual([false, true])
})
