import { fold } from '../roster.ts'
import type { Columns } from './columns.ts'
import { listOf, normaliseHeader } from './headerForm.ts'
import type { RosterColumns } from './rosterColumns.ts'
import { oneLine, type TableLine } from './table.ts'

/** `name` is the class as the lines below it are compared, `shared` what other classes of the list are called as well. */
export type ClassName = { name: string; shared?: string }

export type ClassReader = {
  /** The class of a line; empty if it has none of its own. */
  read(cells: readonly string[]): ClassName
  notes: string[]
}

/** Schools, sites and branches: classes of one name in two of them are two classes. */
const CAMPUS_WORDS = new Set(
  listOf(`campus; campus name; school; school name; site; site name; building; branch; location; skola; skolnamn; skolenhet; enhet; skole; skolenavn; skoleenhet;
    schule; schulname; standort; escuela; centro; sede; colegio; koulu; koulun nimi; toimipiste; school naam; schoolnaam; vestiging; locatie; szkola; placowka; filia; oddzial szkoly`),
)
/** What only tells the classes of one grade apart: A, 1. */
const SECTION = /^(?:\p{L}{1,2}|\d)$/u
const MAX_NAMED = 5

/** How the class of each line is named: the grade with it if the class is only a letter, and the school if a list has classes of one name in several. */
export function createClassReader(
  lines: readonly TableLine[],
  columns: Columns,
  { single, used }: RosterColumns,
): ClassReader {
  const { group, grade } = single
  if (group === undefined) return { read: () => ({ name: '' }), notes: [] }
  const cellOf = (cells: readonly string[], at: number | undefined) =>
    at === undefined ? '' : oneLine(cells[at] ?? '')
  const people = lines.filter(({ isHeading, cells }) => !isHeading && !isHeader(cells, columns))
  const isSectioned =
    !columns.named.has(group) && areSections(people.map(({ cells }) => [cellOf(cells, grade), cellOf(cells, group)]))
  const base = (cells: readonly string[]) =>
    isSectioned ? withGrade(cellOf(cells, grade), cellOf(cells, group)) : cellOf(cells, group)
  const headers = columns.header?.cells ?? []
  const campus = headers.findIndex((header, at) => !used.has(at) && CAMPUS_WORDS.has(normaliseHeader(header)))
  const separated = campus < 0 ? new Set() : severalOf(people, base, (cells) => cellOf(cells, campus))
  const read = (cells: readonly string[]): ClassName => {
    const name = base(cells)
    const place = cellOf(cells, campus)
    return place !== '' && separated.has(fold(name)) ? { name: `${name} (${place})`, shared: name } : { name }
  }
  const mixed =
    isSectioned || grade === undefined ? new Set() : severalOf(people, base, (cells) => cellOf(cells, grade))
  return { read, notes: notesOf({ isSectioned, separated, mixed, people, base, campus: headers[campus] ?? '' }) }
}

function isHeader(cells: readonly string[], { header }: Columns): boolean {
  return header?.cells.every((cell, at) => (cells[at] ?? '') === cell) ?? false
}

function areSections(pairs: readonly string[][]): boolean {
  const filled = pairs.filter(([, section]) => section !== '')
  return (
    filled.length > 0 &&
    filled.every(([grade = '', section = '']) => SECTION.test(section) && grade !== '' && fold(grade) !== fold(section))
  )
}

function withGrade(grade: string, section: string): string {
  if (grade === '' || section === '') return section
  if (!/^\d+$/.test(grade)) return `${grade} ${section}`
  return /^\d/.test(section) ? `${grade}-${section}` : `${grade}${section}`
}

/** The classes, folded, that have more than one value of something. */
function severalOf(
  lines: readonly TableLine[],
  base: (cells: readonly string[]) => string,
  valuesIn: (cells: readonly string[]) => string,
): Set<string> {
  const values = new Map<string, Set<string>>()
  for (const { cells } of lines) {
    const [name, value] = [fold(base(cells)), fold(valuesIn(cells))]
    if (name !== '' && value !== '') values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return new Set([...values].flatMap(([name, each]) => (each.size > 1 ? [name] : [])))
}

type NotesInput = {
  isSectioned: boolean
  separated: ReadonlySet<unknown>
  mixed: ReadonlySet<unknown>
  people: readonly TableLine[]
  base: (cells: readonly string[]) => string
  campus: string
}

function notesOf({ isSectioned, separated, mixed, people, base, campus }: NotesInput): string[] {
  const names = [...new Set(people.map(({ cells }) => base(cells)))]
  const listed = (of: ReadonlySet<unknown>) => {
    const found = names.filter((name) => of.has(fold(name))).map((name) => `"${name}"`)
    return found.length > MAX_NAMED
      ? `${found.slice(0, MAX_NAMED).join(', ')} and ${found.length - MAX_NAMED} more`
      : found.join(', ')
  }
  // `4B` says its grade itself.
  const unclear = new Set([...mixed].filter((name) => !/\d/.test(String(name))))
  return [
    ...(isSectioned
      ? [`the class of a line is its grade and its class together, such as "${names.find(Boolean)}"`]
      : []),
    ...(separated.size > 0
      ? [`classes of one name were read as several, because they differ in "${campus}": ${listed(separated)}`]
      : []),
    ...(unclear.size > 0
      ? [
          `a class has several grades and was read as one class: ${listed(unclear)}. If it is several, write the grade with the class`,
        ]
      : []),
  ]
}
