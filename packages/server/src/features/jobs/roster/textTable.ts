import { CsvError, parse } from 'csv-parse/sync'
import { RosterError } from '../roster.ts'
import { decodeText } from './encoding.ts'
import { createTableLimit, type Table, type TableLine, tidyCell } from './table.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const

/** A longer line is one whose quote is never closed. */
const MAX_LINE_LENGTH = 1_000_000
/** The start of the file from which the separator is concluded. */
const SAMPLE_LENGTH = 60_000

/**
 * The table of a text file. `rate` says how well the lines of a sample are understood as a roster: of the separators, the best
 * one is taken.
 */
export function readTextTable(file: Uint8Array, rate: (lines: readonly TableLine[]) => number): Table {
  const { text, note } = decodeText(file)
  // Spreadsheets may start with a line that names the separator.
  const named = text.match(/^"?sep=(.)"?(?:\r\n|\n|\r)/)
  const skipped = named?.[0] ?? ''
  const body = text.slice(skipped.length)
  const separator = named?.[1] ?? separatorOf(body, rate)
  const offset = skipped === '' ? 0 : 1
  const lines = parseText(withoutGuards(body, separator), separator).map((each) => ({
    ...each,
    line: each.line + offset,
  }))
  return { lines, notes: note ? [note] : [] }
}

/** `="0012"`, in which the formula protects the zeros from a spreadsheet program, as the quoted cell that it stands for. */
function withoutGuards(text: string, separator: string): string {
  const isEnd = (character: string) => character === '' || character === separator || /[\r\n]/.test(character)
  return text.replace(GUARDED, (whole: string, cell: string, at: number) =>
    isEnd(text.charAt(at - 1)) && isEnd(text.charAt(at + whole.length)) ? cell : whole,
  )
}

const GUARDED = /=("[^"]*(?:""[^"]*)*")/g

/** The same within quotes: `"=""0012"""`. */
function withoutGuard(cell: string): string {
  return cell.startsWith('="') && cell.endsWith('"') && cell.length > 2 ? cell.slice(2, -1) : cell
}

function parseText(text: string, separator: string): TableLine[] {
  const limit = createTableLimit()
  const read = (record: string[], { lines }: { lines: number }): TableLine => {
    const line = { line: lines, cells: record.map((cell) => tidyCell(withoutGuard(cell))) }
    limit.add(line)
    return line
  }
  try {
    return parse(text, {
      delimiter: separator,
      bom: true,
      trim: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_LINE_LENGTH,
      on_record: read as never,
    }) as unknown as TableLine[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw new RosterError(
        `Line ${error.lines ?? 1} of the roster is longer than ${MAX_LINE_LENGTH} characters: is a quote not closed?`,
        { cause: error },
      )
    throw new RosterError(`The roster is not valid CSV: ${error.message}`, { cause: error })
  }
}

/** The separator with which the start of the file is understood best; the one that occurs most in it, if several are. */
function separatorOf(text: string, rate: (lines: readonly TableLine[]) => number): string {
  const sample = wholeLines(text)
  const count = (separator: string) => (sample[0]?.replace(/"[^"]*"/g, '').split(separator).length ?? 1) - 1
  const rated = SEPARATORS.map((separator) => {
    const lines = sampleLines(sample, separator)
    return { separator, understood: rate(lines), regular: regularity(lines), count: count(separator) }
  })
  const [best] = rated.sort(
    (one, other) =>
      other.understood - one.understood ||
      (one.understood === 0 ? other.regular - one.regular : 0) ||
      other.count - one.count,
  )
  return best?.separator ?? ','
}

function wholeLines(text: string): string[] {
  return text
    .slice(0, SAMPLE_LENGTH)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 40)
}

/** Only to compare separators: a cell with a line break counts as two lines. */
function sampleLines(sample: readonly string[], separator: string): TableLine[] {
  return sample.map((line, at) => ({ line: at + 1, cells: splitLine(line, separator) }))
}

function splitLine(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map(tidyCell)
}

/** How many lines have the same number of separators as most. */
function regularity(lines: readonly TableLine[]): number {
  const counts = Map.groupBy(
    lines.filter(({ cells }) => cells.length > 1),
    ({ cells }) => cells.length,
  )
  return Math.max(0, ...[...counts.values()].map((same) => same.length))
}
