import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolderBlobs } from '../packages/server/src/platform/blobs/folder.ts'
import type { Bench } from './figures.ts'
import { calendarScene } from './print/aCalendar.ts'
import { cardScene } from './print/aCard.ts'
import { measurePrintLines } from './print/measurePrint.ts'
import { storePhotographs } from './print/photographs.ts'

/**
 * An order of ten lines, eight cards and two calendars of 13 pages, printed as PDF and as JPEG by one process, compared with
 * one of its calendars: lines are printed one after the other, and each reuses the memory that the previous one freed. A
 * process does not give all of it back at once, so a quarter more is allowed.
 */

const PAGES = 13
const CARDS = 8
const PHOTOGRAPH = { width: 4000, height: 6000 }
const GOAL_RATIO = 1.25
const GOAL_MEGABYTES = 600

export const benchPrintOrder: Bench = async ({ scale }) => {
  const folder = await mkdtemp(join(tmpdir(), 'pk-bench-order-'))
  try {
    const blobs = join(folder, 'blobs')
    const pictures = await storePhotographs(createFolderBlobs(blobs), 'bench', { count: PAGES, ...PHOTOGRAPH })
    const [card, calendar] = [await cardScene(pictures), await calendarScene(pictures)]
    const how = { folder, blobs, times: 1, kind: 'both' } as const
    const cards = Array.from({ length: Math.max(1, Math.round(CARDS * scale)) }, () => card)
    const alone = await measurePrintLines([calendar], how)
    const order = await measurePrintLines([...cards, calendar, calendar], how)
    const ratio = order.megabytes / alone.megabytes
    return [
      {
        name: `the process's memory at most, an order of ${cards.length} cards and two calendars, both kinds of files`,
        value: order.megabytes,
        unit: 'MB',
        beside: `one of the calendars alone: ${Math.round(alone.megabytes)} MB`,
        ratio,
        goal: `under ${GOAL_MEGABYTES} MB, at most ${GOAL_RATIO} times`,
        met: order.megabytes < GOAL_MEGABYTES && ratio <= GOAL_RATIO,
      },
      { name: 'how long that order takes', value: (order.milliseconds[0] as number) / 1000, unit: 's' },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
