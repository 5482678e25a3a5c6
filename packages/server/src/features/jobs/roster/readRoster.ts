import { type ListedContacts, type Roster, RosterError } from '../roster.ts'
import { findHeader, readColumns } from './columns.ts'
import type { ColumnMapping } from './columnsOption.ts'
import { openRosterFile } from './fileKind.ts'
import { markHeadings } from './headings.ts'
import { type RosterColumns, selectColumns } from './rosterColumns.ts'
import { readRows } from './rows.ts'
import { readWorkbookTable } from './sheetChoice.ts'
import { MAX_FILE_BYTES, type Table, type TableLine } from './table.ts'
import { readTextTable } from './textTable.ts'

export type RosterOptions = {
  /** Columns that are named by hand. */
  columns?: ColumnMapping
  /** The name of the sheet, if it is a workbook. */
  sheet?: string
}

/**
 * Reads a roster: CSV, TSV or XLSX, as Portraitkit documents it or as a school's system exports it. An unusable row is left out
 * and listed. Throws RosterError if the file cannot be read at all.
 */
export function readRoster(file: Uint8Array, country: string, options: RosterOptions = {}): Roster {
  if (file.length > MAX_FILE_BYTES) throw tooLarge(file.length)
  const mapping = options.columns ?? {}
  const { isText, lines, notes, hiddenColumns = [] } = readTable(file, mapping, options.sheet)
  if (lines.length === 0) throw new RosterError('The roster is empty')
  const columns = readColumns(lines, mapping, country)
  const { header } = columns
  const below = markHeadings(header ? lines.slice(lines.indexOf(header) + 1) : lines, columns)
  const selected = selectColumns(
    columns,
    below.filter(({ isHeading }) => !isHeading),
  )
  const read = readRows(below, columns, selected, { country, isText })
  const titles = header ? lines.slice(0, lines.indexOf(header)).length : 0
  const texts = [
    ...selected.notes,
    ...columns.notes,
    ...hiddenNotes(hiddenColumns, header?.cells ?? [], selected.used),
    ...(titles > 0 ? [`what is above the header in line ${header?.line} was not read`] : []),
    ...read.notes,
  ]
  return {
    rows: read.rows,
    ...(read.doubled?.length && { doubled: read.doubled }),
    problems: read.problems,
    contacts: listedContacts(selected),
    notes: [...notes.map((text) => ({ line: 1, text })), ...texts.map((text) => ({ line: header?.line ?? 1, text }))],
  }
}

function listedContacts({ emails, phones, guardians }: RosterColumns): ListedContacts {
  const hasPart = (part: keyof RosterColumns['guardians'][number]) => guardians.some((each) => each[part] !== undefined)
  return {
    emails: emails.length > 0 || hasPart('email'),
    phones: phones.length > 0 || hasPart('phone'),
    guardians: hasPart('name') || hasPart('first') || hasPart('last'),
  }
}

/** What nobody sees in the spreadsheet program is read anyway. */
function hiddenNotes(hidden: readonly number[], headers: readonly string[], used: ReadonlySet<number>): string[] {
  const labels = hidden.filter((at) => used.has(at)).map((at) => `"${headers[at] || at + 1}"`)
  return labels.length > 0
    ? [`columns that are hidden in the workbook were read like all others: ${labels.join(', ')}`]
    : []
}

export function tooLarge(bytes: number): RosterError {
  const megabytes = (size: number) => Math.ceil(size / 1_000_000)
  return new RosterError(
    `The roster has ${megabytes(bytes)} MB; at most ${megabytes(MAX_FILE_BYTES)} MB are read: is it the right file?`,
  )
}

function readTable(file: Uint8Array, mapping: ColumnMapping, sheet?: string): Table & { isText: boolean } {
  const rate = (lines: readonly TableLine[]) => findHeader(lines, mapping)?.score ?? 0
  const opened = openRosterFile(file)
  if (opened.kind === 'workbook') return { ...readWorkbookTable(opened.zip, rate, sheet), isText: false }
  if (sheet !== undefined) throw new RosterError('The roster is a text file, which has no sheets: leave out --sheet')
  return { ...readTextTable(file, rate), isText: true }
}
