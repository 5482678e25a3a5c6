import { fold } from '../roster.ts'
import { oneLine, type TableLine } from './table.ts'

/** Where the names are: in one column, or in several. */
export type NameColumns =
  | { kind: 'whole'; column: number; isReversed: boolean; first?: number; last?: number }
  | { kind: 'parts'; first?: number; called?: number; infix?: number; last?: number; last2?: number }

export type FoundNameColumns = {
  name?: number
  first?: number
  called?: number
  infix?: number
  last?: number
  last2?: number
}

export type PersonName = { name: string; firstName?: string; lastName?: string }

/**
 * Decides what the columns of names contain by their cells: `Name` beside `Vorname` is the last name, unless it contains the
 * first one; `Nombre` beside `Apellidos` is the first name; one column of `Andersson, Emma` has the last name first.
 */
export function nameColumnsOf(found: FoundNameColumns, lines: readonly TableLine[], isOwn: boolean): NameColumns {
  const { name, first, last, called, infix, last2 } = found
  const before = infix === undefined ? {} : { infix }
  const surname = { ...before, ...(last !== undefined && { last }), ...(last2 !== undefined && { last2 }) }
  const given = { ...(first !== undefined && { first }), ...(called !== undefined && { called }) }
  const anyFirst = first ?? called
  if (name === undefined) {
    if (anyFirst === undefined && last !== undefined) return wholeName(last, lines, isOwn)
    return { kind: 'parts', ...given, ...surname }
  }
  if (isOwn) return wholeName(name, lines, isOwn)
  if (anyFirst !== undefined && last === undefined && !contains(lines, name, anyFirst))
    return { kind: 'parts', ...given, ...before, last: name }
  if (anyFirst === undefined && last !== undefined && !contains(lines, name, last))
    return { kind: 'parts', first: name, ...surname }
  if (anyFirst !== undefined && last !== undefined) return { kind: 'parts', ...given, ...surname }
  return { ...wholeName(name, lines, isOwn), ...given, ...surname }
}

function wholeName(column: number, lines: readonly TableLine[], isOwn: boolean): NameColumns {
  const cells = lines.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '')
  const reversed = cells.filter((cell) => splitReversed(cell) !== null)
  return { kind: 'whole', column, isReversed: !isOwn && reversed.length > 0 && reversed.length >= 0.5 * cells.length }
}

/** Whether the cells of a column mostly contain those of another one. */
function contains(lines: readonly TableLine[], column: number, part: number): boolean {
  const filled = lines.filter(({ cells }) => cells[column] && cells[part])
  const words = (text: string) => ` ${fold(text).replace(/[,\s]+/g, ' ')} `
  const containing = filled.filter(({ cells }) => words(cells[column] ?? '').includes(words(cells[part] ?? '')))
  return filled.length > 0 && containing.length >= 0.5 * filled.length
}

function splitReversed(cell: string): { first: string; last: string } | null {
  const [last = '', first = '', ...more] = cell.split(',').map((part) => part.trim())
  return more.length === 0 && first !== '' && last !== '' ? { first, last } : null
}

/** The name of a line; `hasComma` says that it may be two names. */
export function readName(columns: NameColumns, cells: readonly string[]): PersonName & { hasComma: boolean } {
  const cell = (at: number | undefined) => (at === undefined ? '' : oneLine(cells[at] ?? ''))
  if (columns.kind === 'whole') {
    const text = cell(columns.column)
    const split = columns.isReversed ? splitReversed(text) : null
    if (split)
      return { name: `${split.first} ${split.last}`, firstName: split.first, lastName: split.last, hasComma: false }
    return { name: text, ...parts(cell(columns.first), cell(columns.last)), hasComma: text.includes(',') }
  }
  const first = cell(columns.called) || cell(columns.first)
  const last = [cell(columns.infix), cell(columns.last), cell(columns.last2)].filter(Boolean).join(' ')
  return { name: [first, last].filter(Boolean).join(' '), ...parts(first, last), hasComma: false }
}

function parts(first: string, last: string): { firstName?: string; lastName?: string } {
  return { ...(first !== '' && { firstName: first }), ...(last !== '' && { lastName: last }) }
}
