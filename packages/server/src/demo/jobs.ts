import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JobOptions } from '../features/jobs/importStore.ts'
import type { Backdrop } from './backdrop.ts'
import { drawCached } from './drawCached.ts'
import { type Child, earlier, fjellgata, lakeside, mapleGrove, riverside } from './people.ts'
import type { Scenery } from './picture.ts'
import { BACKDROPS, classPicture, portrait, together } from './scenes.ts'

/**
 * A job of the demo world in the form in which its photographer delivers it: a folder with a roster, each with a different
 * layout.
 */
export type DemoJob = {
  provider: string
  name: string
  /** Below DATA_DIR/demo-import. */
  folder: string
  options: JobOptions
  greenscreen?: boolean
  separator: ',' | ';'
  children: readonly Child[]
  /** How many portraits a child has. */
  shots: (child: Child) => number
  backdrops: readonly Backdrop[]
  /** Where a portrait is stored, and whether the roster names it there. */
  place: (child: Child, shot: number) => string
  named?: boolean
  /** Two keys: taller, smaller. */
  siblings?: readonly [string, string]
  /** The groups that have a group picture, and the wall behind them. */
  groups?: Readonly<Record<string, Backdrop>>
  /** The package offered for inspection, and its last day. */
  inspection?: { package: string; until: Date }
}

const day = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date, 23, 59, 59, 999))

export function demoJobs(now: Date): DemoJob[] {
  const year = now.getUTCFullYear()
  return [
    {
      provider: 'brightside',
      name: 'Maple Grove Elementary, school pictures',
      folder: 'maple-grove',
      options: {
        year,
        type: 'school',
        orderBy: day(year + 1, 3, 31),
        freeDeliveryUntil: day(year + 1, 1, 31),
        deletion: day(year + 2, 12, 31),
      },
      inspection: { package: 'portraits', until: day(year + 1, 2, 28) },
      separator: ',',
      children: mapleGrove,
      shots: ({ code }) => (code ? 5 : 1),
      backdrops: [BACKDROPS.slate, BACKDROPS.sand, BACKDROPS.sage],
      place: ({ key }, shot) => `${key}_${shot + 1}.jpg`,
      siblings: ['4001', '2001'],
      groups: { '4B': BACKDROPS.sage, '2A': BACKDROPS.slate },
    },
    {
      provider: 'brightside',
      name: 'Riverside FC, season pictures',
      folder: 'riverside',
      options: { year, type: 'club', backgrounds: ['stadium', 'gym', 'slate', 'sand', 'autumn'] },
      greenscreen: true,
      separator: ';',
      children: riverside,
      shots: ({ code }) => (code ? 4 : 1),
      backdrops: [BACKDROPS.green],
      place: ({ name }, shot) => `${name}/IMG_${1001 + shot}.jpg`,
      groups: { FC: BACKDROPS.stone },
    },
    {
      provider: 'brightside',
      name: 'Maple Grove Elementary, three years ago',
      folder: 'maple-grove-archive',
      options: { year: year - 3, type: 'school', archived: true },
      separator: ',',
      children: earlier,
      shots: () => 3,
      backdrops: [BACKDROPS.plum],
      place: ({ key }, shot) => `${key} (${shot + 1}).jpg`,
    },
    {
      provider: 'brightside',
      name: 'Lakeside Kindergarten, spring pictures',
      folder: 'lakeside',
      options: { year, type: 'school', ready: false },
      separator: ',',
      children: lakeside,
      shots: () => 2,
      backdrops: [BACKDROPS.sage],
      place: ({ key }, shot) => `${key}-${shot + 1}.jpg`,
    },
    {
      provider: 'nordlys',
      name: 'Fjellgata skole, klassebilder',
      folder: 'fjellgata',
      options: { year, type: 'skole' },
      separator: ';',
      children: fjellgata,
      shots: ({ code }) => (code ? 4 : 1),
      backdrops: [BACKDROPS.fjord, BACKDROPS.stone],
      place: ({ key }, shot) => `DSC_${key}${shot + 1}.jpg`,
      named: true,
      siblings: ['51', '52'],
      groups: { '5A': BACKDROPS.fjord },
    },
  ]
}

const SIBLINGS = 'together.jpg'

type Drawing = { file: string; scenery: Scenery | Promise<Scenery> }

/** All pictures of a job, by their file. */
export function drawingsOf(job: DemoJob): Drawing[] {
  const portraits = job.children.flatMap((child, at) =>
    Array.from({ length: job.shots(child) }, (_, shot) => {
      const backdrop = job.backdrops[(at + Math.floor(shot / 2)) % job.backdrops.length] as Backdrop
      // Children who sit only once have different poses.
      const pose = job.shots(child) === 1 ? at : shot
      return { file: job.place(child, shot), scenery: portrait(child.looks, pose, backdrop) }
    }),
  )
  const groups = Object.entries(job.groups ?? {}).map(([group, backdrop]) => ({
    file: `_group/${group}/group.jpg`,
    scenery: classPicture(
      job.children.filter((child) => child.group === group),
      group,
      backdrop,
    ),
  }))
  const [taller, smaller] = (job.siblings ?? []).map((key) => job.children.find((child) => child.key === key) as Child)
  const pair =
    taller && smaller
      ? [{ file: SIBLINGS, scenery: together(taller.looks, smaller.looks, job.backdrops[1] as Backdrop) }]
      : []
  return [...portraits, ...pair, ...groups]
}

/** Draws a job's pictures and writes its roster, in a folder like one from a camera. */
export async function layOutJob(root: string, job: DemoJob, onDrawn: () => void): Promise<string> {
  const folder = join(root, job.folder)
  const waiting = drawingsOf(job)[Symbol.iterator]()
  const worker = async () => {
    for (const { file, scenery } of waiting) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), await drawCached(await scenery))
      onDrawn()
    }
  }
  await Promise.all([worker(), worker(), worker()])
  await writeFile(join(folder, 'roster.csv'), rosterOf(job))
  return folder
}

function rosterOf(job: DemoJob): string {
  const rows = job.children.map((child) => {
    const own = job.named ? Array.from({ length: job.shots(child) }, (_, shot) => job.place(child, shot)) : []
    const files = job.siblings?.includes(child.key) ? [...own, SIBLINGS] : own
    const favorite = job.shots(child) > 1 ? job.place(child, 1) : ''
    return [child.key, child.name, child.group, child.code ?? '', files.join('|'), favorite]
  })
  const head = ['key', 'name', 'group', 'code', 'files', 'favorite']
  return [head, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(job.separator)).join('\r\n')
}
