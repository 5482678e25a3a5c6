import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFolderBlobs } from '../packages/server/src/blobs/folder.ts'
import { derivePicture } from '../packages/server/src/derivatives/derive.ts'
import { storePicture } from '../packages/server/src/derivatives/pictureFiles.ts'
import type { Extent, Figure } from './figures.ts'
import { cardScene } from './print/aCard.ts'

const GOAL_SECONDS = 0.6
const GOAL_MEGABYTES = 400

// The image library belongs to the server's package.
type Noise = { create: { width: number; height: number; channels: 3; background: string; noise: object } }
type Image = { blur(sigma: number): Image; jpeg(options: { quality: number }): Image; toBuffer(): Promise<Buffer> }
const sharp = createRequire(new URL('../packages/server/package.json', import.meta.url))('sharp') as (n: Noise) => Image

/** Milliseconds of each print, and of processor time for one. */
type Measured = { milliseconds: number[]; megabytes: number; processor: number }

/** One card of 15 x 15 cm at 300 dpi from four photographs, by a process of its own that does nothing else. */
export async function benchPrint({ scale }: Extent): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-bench-print-'))
  try {
    const figures: Figure[] = []
    for (const [what, width, height] of [
      ['24 megapixels', 4000, 6000],
      ['3 megapixels', 1600, 2000],
    ] as const) {
      figures.push(...figuresOf(what, await printCards(folder, width, height, Math.max(3, Math.round(11 * scale)))))
    }
    return figures
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function printCards(folder: string, width: number, height: number, times: number): Promise<Measured> {
  const blobs = join(folder, `blobs-${width}`)
  const store = createFolderBlobs(blobs)
  const pictures = []
  for (let number = 0; number < 4; number++) {
    const uuid = randomUUID()
    const original = await aPhotograph(width, height)
    await storePicture(store, { provider: 'bench', uuid }, original, await derivePicture(original))
    pictures.push({ uuid, pictureType: 'IP' as const, width, height, keywords: [] })
  }
  const scene = join(folder, `${width}.json`)
  await writeFile(scene, JSON.stringify(await cardScene(pictures)))
  const printer = join(import.meta.dirname, 'print/printer.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [printer, scene, blobs, folder, String(times)])
  return JSON.parse(stdout) as Measured
}

/** Soft noise, which compresses to about as much as a real photograph of that size. */
function aPhotograph(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 }
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .blur(1.2)
    .jpeg({ quality: 88 })
    .toBuffer()
}

function figuresOf(what: string, { milliseconds, megabytes, processor }: Measured): Figure[] {
  const [first = 0, ...later] = milliseconds
  const sorted = later.toSorted((one, other) => one - other)
  const median = (sorted[Math.floor(sorted.length / 2)] ?? first) / 1000
  return [
    {
      name: `a 15 x 15 cm card from four photographs of ${what}`,
      value: median,
      unit: 's',
      beside: `the first of the process ${(first / 1000).toFixed(2)} s; ${(processor / 1000).toFixed(2)} s of one core`,
      goal: `under ${GOAL_SECONDS} s`,
      met: median < GOAL_SECONDS,
    },
    {
      name: `the process's memory at most, ${what}`,
      value: megabytes,
      unit: 'MB',
      goal: `under ${GOAL_MEGABYTES} MB`,
      met: megabytes < GOAL_MEGABYTES,
    },
  ]
}
