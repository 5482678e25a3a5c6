import { execFileSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'

/** One measured figure. If it was compared with something else in the same run, the ratio counts, not the value. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** What it was compared with, and its value: `vipsthumbnail 41.2 images/s`. */
  beside?: string
  /** This value divided by the compared one. */
  ratio?: number
  /** The goal in words: `at least 0.9`. */
  goal?: string
  met?: boolean
}

/** How much a bench does: 1 is the full measure, 0.1 a tenth of it to check that it runs. */
export interface Extent {
  scale: number
  /** How long a bench continues that looks for what grows over time; by default it does not. */
  minutes?: number | undefined
}

/** A bench: exported from a file of this folder under a name that begins with `bench`. */
export type Bench = (extent: Extent) => Promise<Figure[]>

/** A number with three significant digits, never in exponents. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

/** A heading and a Markdown table of one bench's figures; `occasion` if they are from another run than the rest of the page. */
export function renderFigures(title: string, figures: readonly Figure[], occasion?: string): string {
  const rows = figures.map(({ name, value, unit, beside, ratio, goal, met }) => {
    const reached = met === undefined ? '' : met ? 'yes' : '**no**'
    return `| ${[name, `${formatNumber(value)} ${unit}`, beside ?? '', ratio === undefined ? '' : formatNumber(ratio), goal ?? '', reached].join(' | ')} |`
  })
  return [
    `## ${title}`,
    '',
    ...(occasion ? [`Measured by itself: ${occasion}`, ''] : []),
    '| figure | value | beside | ratio | goal | met |',
    '| --- | --: | --- | --: | --- | --- |',
    ...rows,
  ].join('\n')
}

/** The page of all figures with this section in place of the one with the same heading, or after all others. */
export function replaceSection(page: string, section: string): string {
  const [heading = ''] = section.split('\n')
  const parts = page.trimEnd().split(/\n\n(?=## )/)
  const at = parts.findIndex((part) => part.split('\n')[0] === heading)
  const all = at < 0 ? [...parts, section] : parts.with(at, section)
  return `${all.join('\n\n')}\n`
}

/** When, on which commit and on which machine something was measured; the machine by its size, and by its speed at that time. */
export function renderOccasion(root: string, date: Date): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') ? ', with changes not committed' : ''
  const memory = Math.round(totalmem() / 2 ** 30)
  const day = date.toISOString().slice(0, 10)
  return `${day}, commit ${git('rev-parse', '--short', 'HEAD')}${changed}; ${availableParallelism()} cores, ${memory} GiB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}; a loop of 100 million steps took ${formatNumber(loopMs())} ms.`
}

/** The speed of one core right now: a shared machine differs by a factor of four from hour to hour. */
function loopMs(): number {
  const turn = () => {
    let sum = 0
    for (let step = 0; step < 1e8; step++) sum = (Math.imul(sum, 31) + step) | 0
    return sum
  }
  turn()
  const start = performance.now()
  turn()
  return performance.now() - start
}
