import { RosterError } from '../roster.ts'
import { createTableLimit, MAX_COLUMNS, type TableLine, tidyCell } from './table.ts'
import { createTextCollector, type Sheet, unescapeControls, type Workbook } from './workbook.ts'
import { attribute, readXml } from './xml.ts'
import { damaged } from './zip.ts'

type Merge = { top: number; left: number; bottom: number; right: number }
export type SheetTable = { lines: TableLine[]; hiddenColumns: number[] }
type OpenCell = { column: number; type: string; style: number; hasFormula: boolean; hasValue: boolean; value: string }

/** More cells than a list of people has. */
const MAX_FILLED = 200_000

/** The lines of a sheet, without empty ones; a merged cell's value is in each of its lines. What cannot be read of a line is in its faults. */
export function readSheet(workbook: Workbook, sheet: Sheet): SheetTable {
  const content = workbook.zip.read(sheet.path)
  if (!content) return { lines: [], hiddenColumns: [] }
  const { lines, merges, hiddenColumns } = readCells(workbook, content)
  fillMerges(lines, merges)
  return { lines: lines.filter(({ cells, faults }) => faults || cells.some((cell) => cell !== '')), hiddenColumns }
}

function readCells(workbook: Workbook, content: Buffer): SheetTable & { merges: Merge[] } {
  const hiddenColumns: number[] = []
  let definitions = 0
  const lines: TableLine[] = []
  const merges: Merge[] = []
  const limit = createTableLimit()
  const inline = createTextCollector()
  let line: TableLine = { line: 0, cells: [] }
  let column = 0
  let cell: OpenCell | null = null
  let isValue = false
  readXml(content, {
    open(name, attributes) {
      inline.open(name)
      // A column is defined once, whatever a hostile file says.
      if (name === 'col' && definitions++ < MAX_COLUMNS) hiddenColumns.push(...hiddenIn(attributes))
      if (name === 'row') {
        line = openLine(attributes, line.line + 1)
        column = 0
      }
      if (name === 'c') {
        cell = openCell(attributes, column)
        column = cell.column + 1
      }
      if (name === 'f' && cell) cell.hasFormula = true
      if (name === 'v' && cell) cell.hasValue = true
      isValue = name === 'v'
      if (name === 'mergeCell') merges.push(...mergeOf(attribute(attributes, 'ref') ?? ''))
    },
    text(text) {
      inline.text(text)
      if (isValue && cell) cell.value += text
    },
    close(name) {
      inline.close(name)
      if (name === 'v') isValue = false
      if (name === 'c' && cell) {
        addCell(line, cell, inline.take(), workbook)
        cell = null
      }
      if (name === 'row') {
        limit.add(line)
        lines.push(line)
      }
    },
  })
  return { lines, merges, hiddenColumns }
}

function openLine(attributes: Record<string, string>, next: number): TableLine {
  const number = Number(attribute(attributes, 'r')) || next
  return { line: number, cells: [], ...(isHidden(attributes, 'ht') && { isHidden: true }) }
}

/** The columns of a definition that hides them, from 0. */
function hiddenIn(attributes: Record<string, string>): number[] {
  if (!isHidden(attributes, 'width')) return []
  const first = Number(attribute(attributes, 'min')) || 1
  const last = Math.min(Number(attribute(attributes, 'max')) || first, MAX_COLUMNS)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first - 1 + at)
}

function isHidden(attributes: Record<string, string>, size: 'ht' | 'width'): boolean {
  const length = attribute(attributes, size)
  return /^(?:1|true)$/.test(attribute(attributes, 'hidden') ?? '') || (length !== undefined && Number(length) === 0)
}

/** A cell that does not say where it is follows the one before it, be that empty or not. */
function openCell(attributes: Record<string, string>, next: number): OpenCell {
  const place = placeOf(attribute(attributes, 'r') ?? '')
  return {
    column: place?.column ?? next,
    type: attribute(attributes, 't') ?? 'n',
    style: Number(attribute(attributes, 's') ?? 0),
    hasFormula: false,
    hasValue: false,
    value: '',
  }
}

function addCell(line: TableLine, cell: OpenCell, inline: string, workbook: Workbook): void {
  const { text, fault } = readCell(cell, inline, workbook)
  if (text === '' && !fault) return
  if (cell.column >= MAX_COLUMNS)
    throw new RosterError(
      `Line ${line.line} of the roster has ${cell.column + 1} columns; at most ${MAX_COLUMNS} are read`,
    )
  while (line.cells.length <= cell.column) line.cells.push('')
  line.cells[cell.column] = text
  if (!fault) return
  line.faults ??= new Map()
  line.faults.set(cell.column, fault)
}

function readCell(cell: OpenCell, inline: string, workbook: Workbook): { text: string; fault?: string } {
  if (cell.value === '' && inline !== '') return { text: tidyCell(inline) }
  if (cell.value === '') {
    const fault = 'is a formula without a stored result: open the file in a spreadsheet program and save it again'
    const isEmptyText = cell.type === 'str' && cell.hasValue
    return { text: '', ...(cell.hasFormula && !isEmptyText && { fault }) }
  }
  if (cell.type === 's') return { text: sharedText(cell.value, workbook) }
  if (cell.type === 'e') return { text: '', fault: `is the error ${cell.value}` }
  if (cell.type === 'b') return { text: cell.value === '1' ? 'true' : 'false' }
  if (cell.type === 'n') return readNumber(cell, workbook)
  if (cell.type === 'd') return dateCell(tidyCell(cell.value).slice(0, 10))
  return { text: tidyCell(unescapeControls(cell.value)) }
}

function sharedText(at: string, { sharedStrings }: Workbook): string {
  const text = sharedStrings[Number(at)]
  if (text === undefined) throw damaged()
  return text
}

function readNumber({ value, style }: OpenCell, { formats, isFrom1904 }: Workbook): { text: string; fault?: string } {
  const number = Number(value)
  if (!Number.isFinite(number)) return { text: tidyCell(value) }
  const format = formats[style]
  if (format?.isDate) return dateCell(dayOf(number, isFrom1904))
  const text = Number.isInteger(number) ? integerText(number) : String(number)
  // A spreadsheet program keeps 15 digits of a number.
  if (text.length > 15) return { text, fault: 'is a number of more than 15 digits, whose last ones are lost' }
  if (!format || number < 0 || !Number.isInteger(number)) return { text }
  const { before, digits, after, hasOtherText } = format
  const fault = `is the number ${text}, which the workbook shows with other characters: enter it again as text, as it is shown`
  return { text: tidyCell(before + text.padStart(digits, '0') + after), ...(hasOtherText && { fault }) }
}

function dateCell(text: string): { text: string; fault: string } {
  return {
    text,
    fault: `is the date ${text}: if it was a text such as 3-4, the spreadsheet program has changed it; enter it again in a column formatted as text`,
  }
}

function integerText(number: number): string {
  return Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number)
}

const DAY_MS = 86_400_000

function dayOf(number: number, isFrom1904: boolean): string {
  // The first day of both calendars; the one of 1900 counts a 29 February which that year did not have.
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(first + Math.floor(number) * DAY_MS)
  return Number.isNaN(date.getTime()) ? String(number) : date.toISOString().slice(0, 10)
}

function placeOf(reference: string): { column: number; line: number } | null {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? []
  if (letters === '') return null
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { column, line: Number(digits) }
}

function mergeOf(reference: string): Merge[] {
  const [start, end] = reference.split(':').map(placeOf)
  return start && end ? [{ top: start.line, left: start.column, bottom: end.line, right: end.column }] : []
}

/** A class that is written once beside its pupils is the class of each; a cell across several columns and alone in its line is a heading. */
function fillMerges(lines: readonly TableLine[], merges: readonly Merge[]): void {
  const byNumber = new Map(lines.map((line) => [line.line, line]))
  const last = lines.reduce((highest, { line }) => Math.max(highest, line), 0)
  let filled = 0
  for (const { top, left, bottom, right } of merges) {
    const first = byNumber.get(top)
    const text = first?.cells[left] ?? ''
    if (!first || text === '') continue
    if (right > left && first.cells.filter((cell) => cell !== '').length === 1) {
      first.isHeading = true
      continue
    }
    for (let number = top + 1; number <= Math.min(bottom, last); number++) {
      if (++filled > MAX_FILLED) throw new RosterError(`The roster has more than ${MAX_FILLED} merged cells`)
      const line = byNumber.get(number)
      if (!line) continue
      while (line.cells.length <= left) line.cells.push('')
      line.cells[left] = text
    }
  }
}
