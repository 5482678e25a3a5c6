import { readFile } from 'node:fs/promises'
import { readCodes } from '../packages/server/src/imaging/codes/readCodes.ts'
import { shotFacts } from '../packages/server/src/imaging/codes/shotFacts.ts'
import { aCardFrame } from '../packages/server/src/testing/aCardFrame.ts'
import { baselineJpeg } from '../packages/server/src/testing/baselineJpeg.ts'
import { makeThumbnails } from '../packages/server/src/testing/makeThumbnails.ts'
import { photographs } from '../scripts/photographs.ts'
import type { Bench, Figure } from './figures.ts'

/**
 * What reading the cards of an import costs beside decoding the same files to thumbnails, as the import does, in the same run: processor
 * time of all threads, because the machine has other work. And how small a card may be in a photograph of 24 megapixels.
 */

const ROUNDS = 3
const WARM_UP = 4
const SIZES = [0.04, 0.03, 0.025, 0.02, 0.015]
const TILTS = [
  { turn: 0, pitch: 0, yaw: 0 },
  { turn: 8, pitch: 15, yaw: -15 },
  { turn: -15, pitch: -20, yaw: 20 },
]

export const benchCards: Bench = async ({ scale }) => {
  const files = await photographsWithCards(Math.max(4, Math.round(24 * scale)))
  const ratios: number[] = []
  const spent: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const reading = async () => {
      // An import reads thousands of files: the start of the reader's thread is not part of each.
      await processorTime(files.slice(0, WARM_UP), read)
      return processorTime(files, read)
    }
    const deriving = () => processorTime(files, makeThumbnails)
    // In a different order every time: the first one warms caches for the other.
    const [one, other] = round % 2 === 0 ? [await reading(), await deriving()] : [await deriving(), await reading()]
    const [took, derived] = round % 2 === 0 ? [one, other] : [other, one]
    ratios.push(took / derived)
    spent.push(took / files.length, derived / files.length)
  }
  const ratio = median(ratios)
  const [took, derived] = [0, 1].map((at) => median(spent.filter((_value, index) => index % 2 === at))) as [
    number,
    number,
  ]
  return [
    {
      name: 'reading the card in a photograph of 12 to 24 megapixels, processor time',
      value: took,
      unit: 'ms',
      beside: `decoding it to thumbnails ${derived.toFixed(0)} ms`,
      ratio,
      goal: 'at most 0.5',
      met: ratio <= 0.5,
    },
    await smallestCard(),
  ]
}

/** Real photographs of 12 to 24 megapixels as cameras store them, and every fourth one of a card, with 24. */
async function photographsWithCards(count: number): Promise<Buffer[]> {
  const real = (await photographs()).filter(
    ({ file, width, height }) => width * height >= 12e6 && !/Painting/.test(file),
  )
  const card = await aCardFrame(cardOf(0.12, TILTS[1] as Tilt))
  const files: Buffer[] = []
  for (let at = 0; at < count; at++) {
    const original = at % 4 === 0 ? card : await readFile(real[at % real.length]?.file as string)
    files.push(await baselineJpeg(original))
  }
  return files
}

async function processorTime(files: readonly Buffer[], work: (file: Buffer) => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  for (const file of files) await work(file)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function read(file: Buffer): Promise<void> {
  await Promise.all([readCodes(file), shotFacts(file)])
}

type Tilt = (typeof TILTS)[number]

function cardOf(size: number, tilt: Tilt) {
  const card = { text: 'PKABCDEFGH123456', size, x: 0.5, y: 0.45, glare: 0, torn: 0, ...tilt }
  return {
    seed: Math.round(size * 1000),
    width: 6000,
    height: 4000,
    cards: [card],
    blur: 0.0001,
    noise: 5,
    quality: 90,
  }
}

/** The smallest card of which every tilt is read, and all larger ones. */
async function smallestCard(): Promise<Figure> {
  let smallest = 1
  for (const size of SIZES) {
    const readings = []
    for (const tilt of TILTS) readings.push(await readCodes(await aCardFrame(cardOf(size, tilt))))
    if (!readings.every(({ texts }) => texts.includes('PKABCDEFGH123456'))) break
    smallest = size
  }
  const name = 'smallest card that is read: side of its code of the long edge, 24 megapixels, tilted up to 20 degrees'
  return { name, value: smallest * 100, unit: '%', goal: 'at most 3', met: smallest <= 0.03 }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number
}
