import { ROSTER_COLUMNS, RosterError } from '../roster.ts'
import { type ColumnMapping, isUnused, meaningOfTarget } from './columnsOption.ts'
import { contentKind } from './content.ts'
import { normaliseHeader } from './headerForm.ts'
import { type ColumnMeaning, meaningOf } from './headerMeaning.ts'
import { type HeadedColumns, readHeadings } from './headingRow.ts'
import type { TableLine } from './table.ts'

/** The columns of a table: what each of them contains, or null if it is unknown. */
export type Columns = {
  /** Null if the table has no header. */
  header: TableLine | null
  meanings: (ColumnMeaning | null)[]
  /** The columns that were named by hand. */
  named: ReadonlySet<number>
  /** The roster is of Portraitkit's own form, of which only the documented columns count. */
  isOwn: boolean
  /** How the columns were found, if their headers did not say it. */
  notes: string[]
}

/** Titles above a header are at most so many lines. */
const MAX_TITLES = 25
const SAMPLE = 300

/**
 * The line that is a header: the one with the most understood columns. Null if none is understood. `score` compares tables that
 * may be the roster.
 */
export function findHeader(
  lines: readonly TableLine[],
  mapping: ColumnMapping,
): { line: TableLine; score: number } | null {
  // A number stands for a column without a header.
  const names = new Set(Object.keys(mapping).flatMap((name) => (/^\d+$/.test(name) ? [] : [normaliseHeader(name)])))
  let best: { line: TableLine; score: number } | null = null
  for (const [at, line] of lines.slice(0, MAX_TITLES).entries()) {
    if (line.isHeading) continue
    const filled = line.cells.filter((cell) => cell !== '')
    const isNamed = (cell: string) => names.has(normaliseHeader(cell))
    const score = filled.filter((cell) => meaningOf(cell) !== null || isNamed(cell)).length
    // The own form, whatever else is in it.
    if (at === 0 && filled.some((cell) => cell.toLowerCase() === 'name')) return { line, score }
    // One understood word among others may be the name of a child.
    const isHeader = score >= 2 || (score === 1 && filled.length <= 2) || filled.some(isNamed)
    if (isHeader && score > (best?.score ?? 0)) best = { line, score }
  }
  return best
}

/** Understands the columns by their headers, otherwise by what they contain; those named by hand come first. */
export function readColumns(lines: readonly TableLine[], mapping: ColumnMapping, country: string): Columns {
  const header = findHeader(lines, mapping)?.line ?? null
  if (!header) return columnsWithoutHeader(lines, mapping, country)
  const isOwn = isOwnHeader(header.cells)
  const headed = readHeadings(header.cells, lines[lines.indexOf(header) - 1]?.cells ?? [])
  const meanings = headed.headers.map((cell, at) =>
    headed.meaning(at, isOwn ? (ownMeaning(cell) ?? restrictionOnly(cell)) : meaningOf(cell)),
  )
  const named = applyMapping(meanings, header.cells, mapping)
  const notes = unreadNotes(headed, header.cells, named)
  checkDoubled(header.cells, isOwn)
  if (!hasNames(meanings)) notes.push(...findNames(meanings, header, lines, country))
  if (!isOwn) findFiles(meanings, header, lines, country)
  return { header, meanings, named, isOwn, notes }
}

/**
 * Portraitkit's own form, in which a roster is written by hand: it has the column `name`, in small letters, or no others than
 * its own. What else such a roster contains has never been read.
 */
function isOwnHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return cells.includes('name') || filled.every((cell) => ownMeaning(cell) !== null)
}

/** What is below the heading of somebody else is listed with it. */
function unreadNotes({ unread }: HeadedColumns, headers: readonly string[], named: ReadonlySet<number>): string[] {
  return [...unread].flatMap(([heading, columns]) => {
    const labels = columns.filter((at) => !named.has(at)).map((at) => `${headers[at]} (column ${at + 1})`)
    if (labels.length === 0) return []
    return `below the heading "${heading}", which does not say that they are the family's, these were not used: ${labels.join(', ')}`
  })
}

/** An order of a court counts in every list. */
function restrictionOnly(cell: string): ColumnMeaning | null {
  const meaning = meaningOf(cell)
  return isRestriction(meaning) ? meaning : null
}

function isRestriction(meaning: ColumnMeaning | null): boolean {
  return meaning !== null && ['restriction', 'custody', 'unclearRestriction'].includes(meaning.field)
}

function ownMeaning(cell: string): ColumnMeaning | null {
  const column = ROSTER_COLUMNS.find((each) => each === cell.toLowerCase())
  return column ? { field: column, rank: 0 } : null
}

function checkDoubled(cells: readonly string[], isOwn: boolean): void {
  if (!isOwn) return
  const columns = cells.map((cell) => cell.toLowerCase())
  const twice = ROSTER_COLUMNS.find((column) => columns.filter((each) => each === column).length > 1)
  if (twice) throw new RosterError(`The roster has the column "${twice}" twice`)
}

function hasNames(meanings: readonly (ColumnMeaning | null)[]): boolean {
  return meanings.some((meaning) => meaning && ['name', 'first', 'last'].includes(meaning.field))
}

/** Returns the columns that were named; one that does not exist is an error, and one that is not the only one with its header. */
function applyMapping(
  meanings: (ColumnMeaning | null)[],
  headers: readonly string[],
  mapping: ColumnMapping,
): Set<number> {
  const named = new Set<number>()
  for (const [name, target] of Object.entries(mapping)) {
    const found = columnsNamed(name, headers, meanings.length)
    const [at] = found
    if (at === undefined) {
      const filled = headers.filter((header) => header !== '')
      const there =
        filled.length > 0 ? `its columns are ${filled.join(', ')}` : `it has ${meanings.length} columns without headers`
      throw new RosterError(`--columns or an earlier list of the school: the roster has no column "${name}"; ${there}`)
    }
    if (isUnused(target)) {
      const others = found.filter((each) => !named.has(each) && !isRestriction(meanings[each] ?? null))
      for (const each of others) meanings[each] = meaningOfTarget(target)
      continue
    }
    if (found.length > 1) {
      const numbers = found.map((each) => each + 1)
      throw new RosterError(
        `--columns or an earlier list of the school: the roster has the column "${name}" ${found.length} times (${numbers.join(', ')}): say which by its number, such as "${numbers[0]}=${target}"`,
      )
    }
    meanings[at] = meaningOfTarget(target)
    named.add(at)
  }
  return named
}

/** The columns with this header, otherwise with a similar one, otherwise the one with this number. */
function columnsNamed(name: string, headers: readonly string[], count: number): number[] {
  const those = (fits: (header: string) => boolean) => headers.flatMap((header, at) => (fits(header) ? [at] : []))
  const exact = those((header) => header.toLowerCase() === name.toLowerCase())
  if (exact.length > 0) return exact
  const similar = those((header) => header !== '' && normaliseHeader(header) === normaliseHeader(name))
  if (similar.length > 0) return similar
  return /^\d+$/.test(name) && Number(name) >= 1 && Number(name) <= count ? [Number(name) - 1] : []
}

/** A header that is understood, but not where the names are: one column that contains names is enough. */
function findNames(
  meanings: (ColumnMeaning | null)[],
  header: TableLine,
  lines: readonly TableLine[],
  country: string,
): string[] {
  const kinds = kindsOf(lines.slice(lines.indexOf(header) + 1), meanings.length, country)
  const candidates = meanings.flatMap((meaning, at) => (meaning === null && kinds[at] === 'name' ? [at] : []))
  const [at, ...more] = candidates
  if (at === undefined || more.length > 0) {
    throw new RosterError(
      `The roster has no column "name" in line ${header.line}, nor another one that is understood as names: say which it is with --columns, such as "${header.cells.find((_cell, index) => meanings[index] === null) || 'Pupil'}=name"; possible columns are ${ROSTER_COLUMNS.join(', ')}`,
    )
  }
  meanings[at] = { field: 'name', rank: 0 }
  return [`the column "${header.cells[at]}" was read as names, because it contains names`]
}

/** A system that expects pictures has their names in a column without a header. */
function findFiles(
  meanings: (ColumnMeaning | null)[],
  header: TableLine,
  lines: readonly TableLine[],
  country: string,
): void {
  const below = lines.slice(lines.indexOf(header) + 1)
  const width = Math.max(meanings.length, ...below.slice(0, SAMPLE).map(({ cells }) => cells.length))
  const kinds = kindsOf(below, width, country)
  const found = kinds.flatMap((kind, at) => (kind === 'files' && !header.cells[at] ? [at] : []))
  const [at] = found
  if (at === undefined || found.length > 1 || meanings.some((meaning) => meaning?.field === 'files')) return
  while (meanings.length <= at) meanings.push(null)
  meanings[at] = { field: 'files', rank: 0 }
}

function kindsOf(lines: readonly TableLine[], count: number, country: string) {
  const sample = lines.filter(({ isHeading }) => !isHeading).slice(0, SAMPLE)
  return Array.from({ length: count }, (_, at) =>
    contentKind(
      sample.map(({ cells }) => cells[at] ?? ''),
      country,
    ),
  )
}

function columnsWithoutHeader(lines: readonly TableLine[], mapping: ColumnMapping, country: string): Columns {
  const count = Math.max(0, ...lines.slice(0, SAMPLE).map(({ cells }) => cells.length))
  const kinds = kindsOf(lines, count, country)
  // Single words next to whole names: whose they are is not guessed.
  const areNamesClear = !kinds.includes('names')
  const only = (kind: string) =>
    kinds.filter((each) => each === kind).length === 1 && (kind !== 'name' || areNamesClear)
  const meanings = kinds.map((kind): ColumnMeaning | null => {
    if (kind === 'personal') return { field: 'personal' }
    if (kind === 'email' || kind === 'phone') return { field: kind, rank: 0 }
    if (kind === 'name' || kind === 'group' || kind === 'key' || kind === 'files')
      return only(kind) ? { field: kind, rank: 0 } : null
    return null
  })
  const named = applyMapping(meanings, [], mapping)
  if (!hasNames(meanings)) throw noHeader(kinds)
  const found = meanings.flatMap((meaning, at) =>
    meaning && !named.has(at) && meaning.field !== 'personal' ? [`${at + 1} as ${meaning.field}`] : [],
  )
  const notes =
    found.length > 0 ? [`the roster has no header; its columns were read by content: ${found.join(', ')}`] : []
  return { header: null, meanings, named, isOwn: false, notes }
}

function noHeader(kinds: readonly (string | null)[]): RosterError {
  const places = kinds.flatMap((kind, at) => (kind === 'name' || kind === 'names' ? [at + 1] : []))
  const advice = 'say what they are with --columns, such as "3=first,4=last,2=group"'
  if (places.length > 1)
    return new RosterError(
      `The roster has no column "name" and no header that is understood; its columns ${places.join(', ')} may be names: ${advice}`,
    )
  return new RosterError(
    `The roster has no column "name" and no header that is understood: ${advice}, or add a header; possible columns are ${ROSTER_COLUMNS.join(', ')}`,
  )
}
