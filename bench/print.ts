import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolderBlobs } from '../packages/server/src/platform/blobs/folder.ts'
import type { Extent, Figure } from './figures.ts'
import { cardScene } from './print/aCard.ts'
import { measurePrint, type PrintMeasure } from './print/measurePrint.ts'
import { storePhotographs } from './print/photographs.ts'

const GOAL_SECONDS = 0.6
const GOAL_MEGABYTES = 400

/** One card of 15 x 15 cm at 300 dpi from four photographs, by a process that does nothing else. */
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

async function printCards(folder: string, width: number, height: number, times: number): Promise<PrintMeasure> {
  const blobs = join(folder, `blobs-${width}`)
  const pictures = await storePhotographs(createFolderBlobs(blobs), 'bench', { count: 4, width, height })
  return measurePrint(await cardScene(pictures), { folder, blobs, times, kind: 'jpeg' })
}

function figuresOf(what: string, { milliseconds, megabytes, processor }: PrintMeasure): Figure[] {
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
