import { RosterError } from '../roster.ts'
import { readSheet } from './sheet.ts'
import type { Table, TableLine } from './table.ts'
import { openWorkbook, type Sheet, type Workbook } from './workbook.ts'
import type { Zip } from './zip.ts'

/**
 * The table of a workbook: its only sheet, the only one with a header that is understood, or the one that is named. `rate` says
 * how well lines are understood.
 */
export function readWorkbookTable(zip: Zip, rate: (lines: readonly TableLine[]) => number, name?: string): Table {
  const workbook = openWorkbook(zip)
  if (name !== undefined) return { ...readSheet(workbook, requireSheet(workbook, name)), notes: [] }
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const filled = visible
    .map((sheet) => ({ sheet, ...readSheet(workbook, sheet) }))
    .filter(({ lines }) => lines.length > 0)
  const understood = filled.filter(({ lines }) => rate(lines) > 0)
  const found = filled.length === 1 ? filled : understood
  const [only, ...more] = found
  if (!only) {
    if (filled.length === 0) return { lines: [], notes: [] }
    throw new RosterError(
      `No sheet of the roster has a header that is understood; it has ${listOf(visible)}: name one with --sheet`,
    )
  }
  if (more.length > 0)
    throw new RosterError(
      `The roster has ${found.length} sheets with a list: ${listOf(found.map(({ sheet }) => sheet))}; name one with --sheet`,
    )
  const notes = workbook.sheets.length > 1 ? [`of ${workbook.sheets.length} sheets, "${only.sheet.name}" was read`] : []
  return { lines: only.lines, hiddenColumns: only.hiddenColumns, notes }
}

function requireSheet({ sheets }: Workbook, name: string): Sheet {
  const title = name.normalize('NFC').trim().toLowerCase()
  const sheet = sheets.find((each) => each.name.toLowerCase() === title)
  if (!sheet) throw new RosterError(`The roster has no sheet "${name}"; it has ${listOf(sheets)}`)
  return sheet
}

function listOf(sheets: readonly Sheet[]): string {
  return sheets.map(({ name }) => `"${name}"`).join(', ')
}
