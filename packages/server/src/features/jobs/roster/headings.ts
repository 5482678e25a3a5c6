import type { Columns } from './columns.ts'
import { listOf, normaliseHeader } from './headerForm.ts'
import { HEADER_WORDS } from './headerWords.ts'
import type { TableLine } from './table.ts'

export const CLASS_WORDS = new Set([HEADER_WORDS.group, HEADER_WORDS.grade].flatMap(listOf))
/** 4B, 4-B, 10 C, 3.b, or FS2, B 4. `Emma 2` may be a child. */
const CLASS_NAME = /^(?:\d{1,2}[ .:-]?\p{L}{1,2}|\p{Lu}{1,3}[ -]?\d{1,2}\p{L}?)$/u
/** Columns in which a heading may stand. */
const OF_HEADINGS = ['name', 'first', 'called', 'infix', 'last', 'last2', 'key', 'none']

/** Marks the headings of a text, which has no cells across columns: a line with a class and nothing else is the class of those below it. */
export function markHeadings(lines: readonly TableLine[], columns: Columns): TableLine[] {
  if (columns.isOwn) return [...lines]
  return lines.map((line) => (isClassHeading(line, columns) ? { ...line, isHeading: true } : line))
}

function isClassHeading({ cells }: TableLine, { meanings }: Columns): boolean {
  const at = onlyCell(cells)
  if (at === null || !OF_HEADINGS.includes(meanings[at]?.field ?? 'none')) return false
  return isClassName(cells[at] ?? '')
}

/** `4B`, `Klass 4B`, which is nobody's name. */
export function isClassName(text: string): boolean {
  if (CLASS_NAME.test(text)) return true
  const words = normaliseHeader(text).split(' ')
  // `Klass 4B`, `Tutor group: Red`
  return words.some((_word, at) => at > 0 && at <= 2 && CLASS_WORDS.has(words.slice(0, at).join(' ')))
}

/** The column of the only cell that is filled; null if there are several. */
export function onlyCell(cells: readonly string[]): number | null {
  const [at, ...more] = cells.flatMap((cell, index) => (cell === '' ? [] : [index]))
  return at === undefined || more.length > 0 ? null : at
}

/** In a list of names alone each is alone in its line. */
export const hasColumns = ({ header }: Columns) => (header?.cells ?? []).filter((cell) => cell !== '').length > 1
