import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aCardFrame, type CameraFrame, type CardInFrame, seededRandom } from '../../testing/aCardFrame.ts'
import { PhotographError } from '../derivatives/photograph.ts'
import { readCodes } from './readCodes.ts'
import { isOutOfFocus } from './sharpness.ts'

/**
 * Generated photographs of cards, with the faults of real ones. A wrong reading gives a child's pictures to another family, so there is
 * none; what cannot be read must show signs of a card, so that what follows it is an exception.
 */

const long = process.env.PROOFS === 'long'
const TOTAL = Number(process.env.CARDS_TOTAL ?? (long ? 2000 : 100))
const seed = Number(process.env.CARDS_SEED ?? 20_261_126)

const BLURRED = Number(process.env.BLURRED_TOTAL ?? (long ? 1000 : 40))
const blurredSeed = Number(process.env.BLURRED_SEED ?? 20_261_128)
/** The sharpness of a photograph in focus. */
const IN_FOCUS = 0.48

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function aText(random: () => number): string {
  return `PK${Array.from({ length: 14 }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('')}`
}

const aCard = (change: Partial<CardInFrame> = {}): CardInFrame => ({
  text: 'PKABCDEFGH123456',
  size: 0.12,
  x: 0.5,
  y: 0.5,
  turn: 0,
  pitch: 0,
  yaw: 0,
  glare: 0,
  torn: 0,
  ...change,
})

const aFrame = (cards: readonly CardInFrame[], change: Partial<CameraFrame> = {}): CameraFrame => ({
  seed: 1,
  width: 1500,
  height: 1000,
  cards,
  blur: 0.0003,
  noise: 4,
  quality: 85,
  ...change,
})

/** A frame as the campaign draws it: one in ten without a card, the others with up to two faults beside tilt, noise and blur. */
function draw(random: () => number, index: number, from: number): CameraFrame {
  const between = (min: number, max: number) => min + (max - min) * random()
  const often = (share: number) => random() < share
  const size = between(0.03, 0.25) * between(0.5, 1)
  const isSmall = size < 0.06
  const card = aCard({
    text: aText(random),
    size: Math.max(0.03, size),
    x: between(0.25, 0.75),
    y: between(0.25, 0.7),
    turn: often(0.7) ? between(-20, 20) : between(0, 360),
    pitch: between(-35, 35),
    yaw: between(-35, 35),
    ...(!isSmall && often(0.25) && { glare: between(0.1, 0.6) }),
    ...(!isSmall && often(0.1) && { torn: between(0.05, 0.35) }),
  })
  return aFrame(index % 10 === 9 ? [] : [card], {
    seed: from + index,
    // In modules of the code: a fifth of one is a good photograph, half of one is a bad one. Nothing is sharper than a pixel.
    blur: (between(0, isSmall ? 0.4 : 0.6) * card.size) / 21,
    // A photograph of 24 megapixels that is shrunk to this size has a quarter of its noise.
    noise: between(0, 6),
    quality: Math.round(between(60, 95)),
  })
}

/** A frame out of focus: most cards fill a tenth of it, some are as small or as large as there are. */
function drawBlurred(random: () => number, index: number): CameraFrame {
  const between = (min: number, max: number) => min + (max - min) * random()
  const size = 0.03 * (0.4 / 0.03) ** random()
  const frame = draw(random, 0, blurredSeed + index)
  const cards = frame.cards.map((card) => ({ ...card, size }))
  return { ...frame, cards, blur: (between(0.6, 4) * size) / 21 }
}

describe('photographs of cards', () => {
  it(
    `${BLURRED} of them, blurred by 0.6 to 4 modules, from 3 to 40 % of the long edge: none is read wrongly or taken for a person (BLURRED_SEED=${blurredSeed})`,
    async ({ task }) => {
      const random = seededRandom(blurredSeed)
      const counts = { frames: BLURRED, read: 0, 'signs of a card': 0, 'out of focus': 0 }
      const wrong: string[] = []
      for (let index = 0; index < BLURRED; index++) {
        const frame = drawBlurred(random, index)
        const { texts, hasSigns, sharpness } = await readCodes(await aCardFrame(frame))
        const [card] = frame.cards
        if (texts.some((text) => text !== card?.text)) wrong.push(`misread ${index}: ${texts}`)
        if (texts.length > 0) counts.read++
        else if (hasSigns) counts['signs of a card']++
        else if (isOutOfFocus(sharpness as number, IN_FOCUS)) counts['out of focus']++
        else wrong.push(`overlooked ${index}: ${sharpness} ${JSON.stringify(frame)}`)
      }
      expect(wrong).toEqual([])
      Object.assign(task.meta, { campaign: counts })
    },
    long ? 7_200_000 : 600_000,
  )

  it(
    `${TOTAL} of them, blurred, tilted, in glaring light, torn and small: none is read wrongly, and none is overlooked (CARDS_SEED=${seed})`,
    async ({ task }) => {
      const random = seededRandom(seed)
      const counts = {
        frames: TOTAL,
        read: 0,
        'unreadable, an exception': 0,
        'without a card': 0,
        'signs without a card': 0,
      }
      const wrong: string[] = []
      for (let index = 0; index < TOTAL; index++) {
        const frame = draw(random, index, seed)
        const { texts, hasSigns } = await readCodes(await aCardFrame(frame))
        const [card] = frame.cards
        const about = `${index}: ${JSON.stringify({ ...frame, cards: frame.cards })} said ${texts} ${hasSigns}`
        if (texts.some((text) => text !== card?.text)) wrong.push(`misread ${about}`)
        if (!card) counts[hasSigns ? 'signs without a card' : 'without a card']++
        else if (texts.length > 0) counts.read++
        else if (hasSigns) counts['unreadable, an exception']++
        else wrong.push(`overlooked ${about}`)
      }
      expect(wrong).toEqual([])
      expect(counts.read).toBeGreaterThan(0.7 * TOTAL)
      Object.assign(task.meta, { campaign: counts })
    },
    long ? 7_200_000 : 600_000,
  )

  it('show signs where a blurred card is held at an angle or in glaring light: frames that were overlooked once', async () => {
    // Large and small ones, with corners that only one of the sharpened pictures shows, one that looking closer takes for nothing (1137),
    // and one of which all but one picture shows two corners (142).
    const overlooked = { 20261126: [506, 611, 658, 944, 1060, 1137, 1712], 777004: [142] }
    const unnoticed: string[] = []
    for (const [from, indices] of Object.entries(overlooked)) {
      const random = seededRandom(Number(from))
      const frames = Array.from({ length: 1713 }, (_, index) => draw(random, index, Number(from)))
      for (const index of indices) {
        const { texts, hasSigns } = await readCodes(await aCardFrame(frames[index] as CameraFrame))
        if (texts.length === 0 && !hasSigns) unnoticed.push(`${from} ${index}`)
      }
    }
    expect(unnoticed).toEqual([])
  }, 240_000)

  it('show signs where the card alone is blurred, in front of a sharp portrait: all but one of 24', async () => {
    const random = seededRandom(20_261_129)
    const unnoticed: string[] = []
    for (let index = 0; index < 24; index++) {
      const { cards, ...frame } = drawBlurred(random, index)
      const [blur, size] = [0.8 + 1.4 * random(), 0.05 + 0.2 * random()]
      const plain = { size, glare: 0, torn: 0, pitch: 10 * random(), yaw: 10 * random(), ownBlur: (blur * size) / 21 }
      const blurred = cards.map((card) => ({ ...card, ...plain }))
      const { texts, hasSigns } = await readCodes(await aCardFrame({ ...frame, cards: blurred, blur: 0.0003 }))
      if (texts.length === 0 && !hasSigns) unnoticed.push(`${index}: ${blur} ${JSON.stringify(blurred)}`)
    }
    expect(unnoticed.length, unnoticed.join('\n')).toBeLessThanOrEqual(1)
  }, 240_000)

  it('are read at 3 % of the long edge', async () => {
    const sizes = [0.03, 0.04, 0.06]
    for (const size of sizes) {
      const { texts } = await readCodes(await aCardFrame(aFrame([aCard({ size, turn: 7, pitch: 10, yaw: -12 })])))
      expect([size, texts]).toEqual([size, ['PKABCDEFGH123456']])
    }
  })

  it('show both of two cards', async () => {
    const cards = [aCard({ x: 0.3 }), aCard({ x: 0.7, text: 'PKZZZZZZZZ999999' })]
    const { texts, hasSigns } = await readCodes(await aCardFrame(aFrame(cards)))
    expect([texts.sort(), hasSigns]).toEqual([['PKABCDEFGH123456', 'PKZZZZZZZZ999999'], false])
  })

  it('show a card of which half is torn off, and one beside a readable one', async () => {
    const torn = aCard({ torn: 0.45, size: 0.2, x: 0.3 })
    expect(await readCodes(await aCardFrame(aFrame([torn])))).toMatchObject({ texts: [], hasSigns: true })
  })

  it('are read upside down, with transparency, in 16 bits, as TIFF and WebP', async () => {
    const jpeg = await aCardFrame(aFrame([aCard({ turn: 180 })]))
    const files = [
      sharp(jpeg).ensureAlpha(0.99).png(),
      sharp(jpeg).toColourspace('rgb16').png(),
      sharp(jpeg).tiff(),
      sharp(jpeg).webp(),
      sharp(jpeg).withMetadata({ orientation: 6 }).jpeg(),
    ]
    for (const file of files) expect((await readCodes(await file.toBuffer())).texts).toEqual(['PKABCDEFGH123456'])
  })
})

describe('a file without a code', () => {
  it('of any colour, and of noise, has none and no signs', async () => {
    const raw = { width: 900, height: 600, channels: 3 as const }
    const noise = await sharp(randomBytes(900 * 600 * 3), { raw })
      .jpeg()
      .toBuffer()
    const grey = await sharp({ create: { ...raw, background: '#777' } })
      .jpeg()
      .toBuffer()
    for (const file of [noise, grey]) expect(await readCodes(file)).toMatchObject({ texts: [], hasSigns: false })
  })

  it('that is damaged or something else is refused', async () => {
    const jpeg = await aCardFrame(aFrame([aCard()]))
    await expect(readCodes(Buffer.from('<svg/>'))).rejects.toThrow(PhotographError)
    await expect(readCodes(jpeg.subarray(0, 200))).rejects.toThrow(PhotographError)
  })
})
