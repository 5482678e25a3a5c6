import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { resamplePicture } from './picture.ts'

const WIDTH = 900
const HEIGHT = 1200
/** The middle of a soft spot in the test picture, between two pixels. */
const SPOT = { x: 410.3, y: 560.7 }

let file: Buffer

beforeAll(async () => {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const distance = (x + 0.5 - SPOT.x) ** 2 + (y + 0.5 - SPOT.y) ** 2
      pixels.fill(Math.round(250 * Math.exp(-distance / 1800)), (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)
    }
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const }
  file = await sharp(pixels, { raw }).jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer()
})

/** The spot's middle on the sheet, in pixels. */
async function spotOn(slot: { x: number; y: number; width: number; height: number }, crop: typeof slot) {
  const picture = { uuid: '', width: WIDTH, height: HEIGHT, rotation: 0 as const, effect: 'original' as const, crop }
  const { at, pixels } = await resamplePicture({ file, picture }, slot)
  let [sumX, sumY, sum] = [0, 0, 0]
  for (let y = 0; y < at.height; y++) {
    for (let x = 0; x < at.width; x++) {
      const value = pixels[(y * at.width + x) * 3] as number
      if (value < 8) continue
      sumX += value * (at.x + x + 0.5)
      sumY += value * (at.y + y + 0.5)
      sum += value
    }
  }
  return { x: sumX / sum, y: sumY / sum }
}

describe('a picture on the sheet', () => {
  it.each([
    ['made smaller', { x: 20.4, y: 31.7, width: 301.3, height: 401.7 }, { x: 0, y: 0, width: 900, height: 1200 }],
    [
      'nearly as large as it is',
      { x: -35.4, y: 0.6, width: 701.8, height: 711.3 },
      { x: 57.3, y: 191.1, width: 723.2, height: 733 },
    ],
    ['enlarged', { x: 11.9, y: 7.2, width: 1107.3, height: 1476.4 }, { x: 0, y: 0, width: 900, height: 1200 }],
    [
      'a small part of it, enlarged',
      { x: 3.3, y: 3.3, width: 1000.5, height: 1000.5 },
      { x: 210.7, y: 333.9, width: 400, height: 400 },
    ],
    [
      'a small part of it, made smaller',
      { x: 3.3, y: 3.3, width: 250.5, height: 250.5 },
      { x: 210.7, y: 333.9, width: 400, height: 400 },
    ],
  ])('%s, is in its place to a tenth of a pixel', async (_name, slot, crop) => {
    const found = await spotOn(slot, crop)
    expect(Math.abs(found.x - (slot.x + ((SPOT.x - crop.x) / crop.width) * slot.width))).toBeLessThan(0.1)
    expect(Math.abs(found.y - (slot.y + ((SPOT.y - crop.y) / crop.height) * slot.height))).toBeLessThan(0.1)
  })
})
