import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import { plain } from '../../platform/command.ts'
import { counted } from '../jobs/counted.ts'
import { csvText } from '../jobs/csv.ts'
import type { JobState } from '../jobs/jobState.ts'

/** The result of an import, for the terminal and for the report file. */
export type ImportReport = {
  job: {
    uuid: string
    name: string
    year: number
    /** Missing in a report of the version before. */
    state?: JobState
  }
  people: { added: number; known: number }
  photographs: { imported: number; known: number; group: number }
  /** Left out or doubtful: somebody should check them. In the order of the files and lines. */
  problems: ImportWarning[]
  /** For information only: nothing is missing. */
  notes: ImportWarning[]
  /** What the cards in the photographs named, if they were read. */
  cards?: CardReport
  /** For the letters; includes those of earlier imports. */
  codes: { code: string; name: string; group: string; key: string }[]
  seconds: number
  /** True if the import was stopped before its end. */
  stopped: boolean
}

/** What was done with the cards: how many photographs show one, are named by one, or are left out for one. */
export type CardReport = {
  frames: number
  assigned: number
  exceptions: number
  /** How many people with a card have photographs named by it. */
  people: { photographed: number; total: number }
  /** The cameras, and what was estimated. */
  notes: string[]
  /** The photographs of people's cards and of blank ones, which nobody is shown; others are among the problems. */
  cards: ImportWarning[]
}

export type ImportWarning = { file?: string; line?: number; text: string }

/** A warning as one line; file names and rosters may contain anything. */
export function warningLine({ file, line, text }: ImportWarning): string {
  const place = file ?? (line === undefined ? '' : `Roster line ${line}`)
  return plain(`${place} ${text}`.trim())
}

/** The result, in one or two sentences. */
export function summaryOf({ people, photographs, problems, seconds, stopped }: Omit<ImportReport, 'codes'>): string {
  const done = photographs.imported + photographs.known
  const count = people.added + people.known
  if (done === 0 && people.added > 0) {
    const were =
      people.added === 1 ? '1 person and the code for the letter were' : `${people.added} people and their codes were`
    return `No photograph was imported. ${were} created (${count} in total).${warningsOf(problems)}${stopped ? STOPPED : ''}`
  }
  const rate = (photographs.imported / Math.max(seconds, 0.001)).toFixed(1)
  return [
    `${counted(photographs.imported, 'photograph')} imported in ${seconds.toFixed(1)} s${photographs.imported > 0 ? ` (${rate}/s)` : ''}`,
    photographs.known > 0 ? `, ${photographs.known} ${photographs.known === 1 ? 'was' : 'were'} imported before` : '',
    `; ${counted(count, 'person', 'people')}, ${people.added} of them new.`,
    photographs.group > 0
      ? ` ${photographs.group} of the ${done} ${photographs.group === 1 ? 'is a group picture' : 'are group pictures'}.`
      : '',
    warningsOf(problems),
    stopped ? STOPPED : '',
  ].join('')
}

/** What has to follow so that families see the pictures; null if they do, or the job is closed. */
export function nextStepOf({ name, year, state }: ImportReport['job']): string | null {
  if (state === undefined || state === 'published' || state === 'closed') return null
  const job = name.replaceAll("'", "'\\''")
  const what = state === 'draft' ? 'a draft' : `in the state "${state}"`
  return plain(
    `"${name}" (${year}) is ${what}: families see nothing until ./portraitkit jobs publish '${job}', which also emails them.`,
  )
}

const STOPPED = ' Stopped before the end: run the same command again to continue.'

function warningsOf({ length }: readonly ImportWarning[]): string {
  return length > 0 ? ` ${length} warning${length === 1 ? '' : 's'}.` : ''
}

/** What the cards named, in a sentence; empty if none were read. */
export function cardSummary(cards: CardReport | undefined): string {
  if (!cards) return ''
  const { frames, assigned, exceptions, people } = cards
  return [
    `Cards: ${counted(frames, 'file')} with cards, which nobody is shown; ${counted(assigned, 'photograph')} named by them,`,
    `${exceptions} by none for certain. ${people.photographed} of ${people.total} people with a card have photographs.`,
  ].join(' ')
}

/** The report file: what was done, and everything that was left out with its reason. */
export function reportText(report: ImportReport, now: Date): string {
  const { job, problems, notes } = report
  const list = (title: string, warnings: readonly ImportWarning[]) =>
    warnings.length === 0 ? [] : ['', title, ...warnings.map((warning) => `- ${warningLine(warning)}`)]
  return [
    `Import of "${plain(job.name)}" (${job.year}), ${now.toISOString()}`,
    summaryOf(report),
    ...(report.cards ? [cardSummary(report.cards), ...report.cards.notes.map((note) => `- ${plain(note)}`)] : []),
    ...list('Please check:', problems),
    ...list('Notes:', notes),
    ...list('Photographs of cards:', report.cards?.cards ?? []),
    '',
  ].join('\n')
}

/** The codes as CSV for the letters, with a BOM so that spreadsheets read the accents. */
export function codesCsv({ codes }: ImportReport): string {
  const rows = codes.map(({ key, name, group, code }) => [key, name, group, formatCode(code)])
  return csvText(['key', 'name', 'group', 'code'], rows)
}
