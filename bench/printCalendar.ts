import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workingKey } from '../packages/server/src/imaging/derivatives/pictureFiles.ts'
import { sheetOf, toDevice, wholePixels } from '../packages/server/src/imaging/print/sheet.ts'
import { createFolderBlobs } from '../packages/server/src/platform/blobs/folder.ts'
import type { Bench, Figure } from './figures.ts'
import { calendarScene } from './print/aCalendar.ts'
import { measurePrint, type PrintMeasure } from './print/measurePrint.ts'
import { storePhotographs } from './print/photographs.ts'

/**
 * A calendar of 13 pages printed, compared with vipsthumbnail, which makes the same number of pixels of the same photographs on
 * the same cores in the same run. The printer also sets the outlines and, for JPEG, encodes the whole pages.
 */

const ROUNDS = 3
const PAGES = 13
const PHOTOGRAPH = { width: 4000, height: 6000 }
const GOAL_SECONDS = 10
const GOAL_RATIO = 3
const GOAL_MEGABYTES = 1000

const run = promisify(execFile)

/** Seconds of each, and the printer's maximum memory in megabytes. */
type Round = { thumbnails: number; pdf: PrintMeasure; jpeg: PrintMeasure }

export const benchPrintCalendar: Bench = async ({ scale }) => {
  await run('vipsthumbnail', ['--version'])
  const folder = await mkdtemp(join(tmpdir(), 'pk-bench-calendar-'))
  try {
    const blobs = join(folder, 'blobs')
    const count = { count: PAGES, ...PHOTOGRAPH }
    const scene = await calendarScene(await storePhotographs(createFolderBlobs(blobs), 'bench', count))
    const rounds: Round[] = []
    for (let round = 0; round < Math.max(1, Math.round(ROUNDS * scale)); round++) {
      const once = { folder, blobs, times: 1 }
      rounds.push({
        thumbnails: await thumbnails(scene, folder, blobs),
        pdf: await measurePrint(scene, { ...once, kind: 'pdf' }),
        jpeg: await measurePrint(scene, { ...once, kind: 'jpeg' }),
      })
    }
    return (['pdf', 'jpeg'] as const).flatMap((kind) => figuresOf(kind, rounds))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function figuresOf(kind: 'pdf' | 'jpeg', rounds: Round[]): Figure[] {
  const secondsOf = (round: Round) => (round[kind].milliseconds[0] as number) / 1000
  const seconds = median(rounds.map(secondsOf))
  const ratio = median(rounds.map((round) => secondsOf(round) / round.thumbnails))
  const beside = median(rounds.map(({ thumbnails }) => thumbnails))
  const megabytes = Math.max(...rounds.map((round) => round[kind].megabytes))
  const what = kind === 'pdf' ? 'as one PDF' : 'as a JPEG per page'
  return [
    {
      name: `a calendar of 13 pages from 13 photographs of 24 megapixels, ${what}, ${availableParallelism()} cores`,
      value: seconds,
      unit: 's',
      beside: `vipsthumbnail, as many pixels of the same photographs: ${beside.toFixed(2)} s`,
      ratio,
      goal: `under ${GOAL_SECONDS} s, at most ${GOAL_RATIO} times`,
      met: seconds < GOAL_SECONDS && ratio <= GOAL_RATIO,
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

/** Every picture in the pixels of its slot, as a person would have them made: a process for each core. */
async function thumbnails(
  scene: Awaited<ReturnType<typeof calendarScene>>,
  folder: string,
  blobs: string,
): Promise<number> {
  const out = join(folder, 'thumbnails')
  await mkdir(out, { recursive: true })
  const sheet = sheetOf(scene, 300)
  const store = createFolderBlobs(blobs)
  const jobs = scene.parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      if (node.kind !== 'picture' || !node.picture) return []
      const { width, height } = wholePixels(toDevice(sheet, node.box))
      const file = store.path?.(workingKey({ provider: 'bench', uuid: node.picture.uuid }, 'jpeg')) ?? ''
      return [[file, '--size', `${width}x${height}`, '--smartcrop', 'centre', '-o', thumbnail(out, node.picture.uuid)]]
    }),
  )
  if (jobs.length !== PAGES) throw new Error(`The calendar has ${jobs.length} pictures`)
  const cores = availableParallelism()
  const began = performance.now()
  const env = { ...process.env, VIPS_CONCURRENCY: '1' }
  await Promise.all(
    Array.from({ length: cores }, async (_, core) => {
      for (const job of jobs.filter((_job, index) => index % cores === core)) await run('vipsthumbnail', job, { env })
    }),
  )
  return (performance.now() - began) / 1000
}

function thumbnail(out: string, uuid: string): string {
  return `${join(out, uuid)}.jpg[Q=95,subsample-mode=off]`
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number
}
