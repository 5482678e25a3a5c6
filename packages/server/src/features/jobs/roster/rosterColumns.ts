import { fold, RosterError } from '../roster.ts'
import type { Columns } from './columns.ts'
import { type ColumnMeaning, type GuardianPart, meaningOf } from './headerMeaning.ts'
import { type NameColumns, nameColumnsOf, readName } from './nameColumns.ts'
import type { NoteColumns } from './noteOrders.ts'
import { arePersonalNumbers } from './personalNumbers.ts'
import { type PhotoColumns, photoColumnsOf } from './photoRefusals.ts'
import type { TableLine } from './table.ts'

const SINGLE_FIELDS = ['key', 'group', 'grade', 'teacher', 'code', 'files', 'favorite'] as const
type SingleField = (typeof SINGLE_FIELDS)[number]
const NAME_FIELDS = ['name', 'first', 'called', 'infix', 'last', 'last2'] as const

/** Which columns a row is made of. */
export type RosterColumns = {
  single: Partial<Record<SingleField, number>>
  names: NameColumns
  emails: number[]
  phones: number[]
  guardians: Partial<Record<GuardianPart, number>>[]
  teacherParts: { first?: number; last?: number }
  /** What forbids to use the addresses of a line, if it says so. */
  restrictions: number[]
  custody: number[]
  unclearRestrictions: number[]
  /** Whether the child may be photographed. */
  photos: PhotoColumns
  /** Those about guardians and how to reach them, which differ if a child has a line for each of them. */
  aboutGuardians: ReadonlySet<number>
  /** Where an order may be written in words. */
  notesIn: NoteColumns
  /** The names of teachers and guardians. */
  adultNames: number[]
  /** All that are read. */
  used: ReadonlySet<number>
  notes: string[]
}

/** Selects of the understood columns those that are read; of several for the same, the one that is understood best. */
export function selectColumns(columns: Columns, lines: readonly TableLine[]): RosterColumns {
  const notes: string[] = []
  const candidates = (field: string) => columnsOf(columns, field)
  const names = nameColumnsOf(findNameColumns(columns), lines, columns.isOwn)
  const single: RosterColumns['single'] = {}
  for (const field of SINGLE_FIELDS) {
    const [at] = field === 'key' ? keysOf(candidates('key'), columns, lines, names, notes) : candidates(field)
    if (at !== undefined) single[field] = at
  }
  const guardians = guardiansOf(columns)
  const teacherParts = teacherPartsOf(columns.meanings)
  const [emails, phones] = [candidates('email'), candidates('phone')]
  const forbidding = {
    restrictions: candidates('restriction'),
    custody: candidates('custody'),
    unclearRestrictions: candidates('unclearRestriction'),
  }
  const photos = photoColumnsOf(columns.header?.cells ?? [], (at) => columns.named.has(at))
  const nameColumns = Object.entries(names).flatMap(([part, at]) =>
    part !== 'kind' && typeof at === 'number' ? [at] : [],
  )
  const used = new Set([
    ...Object.values(single),
    ...nameColumns,
    ...emails,
    ...phones,
    ...Object.values(forbidding).flat(),
    ...Object.values(photos).flat(),
    ...guardians.flatMap((guardian) => Object.values(guardian)),
    ...Object.values(teacherParts),
  ])
  const adults = guardians.flatMap(({ name, first, last }) => [name, first, last])
  const adultNames = [single.teacher, teacherParts.first, teacherParts.last, ...adults].flatMap((at) => at ?? [])
  const inWords = new Set([...nameColumns, ...adults.flatMap((at) => at ?? [])])
  const mayHaveWords = new Set([...inWords, ...Object.values(photos).flat()])
  const unread = columns.meanings.flatMap((meaning, at) =>
    meaning?.field === 'personal' || (meaning?.field === 'none' && columns.named.has(at)) ? [at] : [],
  )
  const plain = new Set([...used, ...unread].filter((at) => !mayHaveWords.has(at)))
  const aboutGuardians = new Set([...emails, ...phones, ...Object.values(forbidding).flat(), ...candidates('guardian')])
  return {
    single,
    names,
    emails,
    phones,
    guardians,
    teacherParts,
    ...forbidding,
    photos,
    notesIn: { plain, names: inWords },
    adultNames,
    aboutGuardians,
    used,
    notes: [...unusedNotes(columns, used), ...notes, ...groupNotes(columns, single)],
  }
}

/** The columns of a field, the one that is understood best first. */
function columnsOf({ meanings }: Columns, field: string): number[] {
  const rank = (at: number) => {
    const meaning = meanings[at]
    return meaning && 'rank' in meaning ? meaning.rank : 0
  }
  return meanings
    .flatMap((meaning, at) => (meaning?.field === field ? [at] : []))
    .sort((one, other) => rank(one) - rank(other) || one - other)
}

/** If some are named by hand, no others count. */
function findNameColumns(columns: Columns) {
  const all = NAME_FIELDS.flatMap((field) => {
    const [at] = columnsOf(columns, field)
    return at === undefined ? [] : [[field, at] as const]
  })
  const named = all.filter(([, at]) => columns.named.has(at))
  return Object.fromEntries(named.length > 0 ? named : all)
}

/** Columns that identify a child. Identity numbers of people do, but may not be stored. */
function keysOf(
  candidates: readonly number[],
  columns: Columns,
  lines: readonly TableLine[],
  names: NameColumns,
  notes: string[],
): number[] {
  return candidates.filter((at) => {
    const label = labelOf(columns, at)
    const isNamed = columns.named.has(at)
    if (isPersonal(columns, at, lines)) {
      if (isNamed || columns.isOwn)
        throw new RosterError(
          `The column ${label} contains personal identity numbers, which are never stored: use a pupil number as key, or leave the key out`,
        )
      notes.push(`the column ${label} contains personal identity numbers and was not read as key`)
      return false
    }
    if (isNamed || columns.isOwn || identifies(at, lines, names)) return true
    notes.push(`the column ${label} has the same value for different people and was not read as key`)
    return false
  })
}

function isPersonal({ header }: Columns, at: number, lines: readonly TableLine[]): boolean {
  const isByHeader = meaningOf(header?.cells[at] ?? '')?.field === 'personal'
  return isByHeader || arePersonalNumbers(lines.map(({ cells }) => cells[at] ?? ''))
}

/** A number within each class is not a key. A few doubled keys are mistakes, which are listed. */
function identifies(at: number, lines: readonly TableLine[], names: NameColumns): boolean {
  const people = new Map<string, string>()
  let shared = 0
  for (const { cells } of lines) {
    const key = fold(cells[at] ?? '')
    const name = fold(readName(names, cells).name)
    if (key === '' || name === '') continue
    if ((people.get(key) ?? name) !== name) shared++
    people.set(key, name)
  }
  return shared <= 0.05 * lines.length + 1
}

function guardiansOf({ meanings }: Columns): RosterColumns['guardians'] {
  const slots = new Map<string, Partial<Record<GuardianPart, number>>>()
  for (const [at, meaning] of meanings.entries()) {
    if (meaning?.field !== 'guardian' || meaning.part === 'other') continue
    const slot = slots.get(meaning.slot) ?? {}
    slot[meaning.part] ??= at
    slots.set(meaning.slot, slot)
  }
  // By their numbers; a guardian without one comes before the second one.
  const number = (slot: string) => (/^\d$/.test(slot) ? Number(slot) : 1)
  return [...slots.entries()].sort(([one], [other]) => number(one) - number(other)).map(([, guardian]) => guardian)
}

function teacherPartsOf(meanings: readonly (ColumnMeaning | null)[]): { first?: number; last?: number } {
  const parts: { first?: number; last?: number } = {}
  for (const [at, meaning] of meanings.entries()) if (meaning?.field === 'teacherPart') parts[meaning.part] ??= at
  return parts
}

function labelOf({ header }: Columns, at: number): string {
  return header?.cells[at] ? `"${header.cells[at]}"` : String(at + 1)
}

function unusedNotes(columns: Columns, used: ReadonlySet<number>): string[] {
  const { header, isOwn, meanings } = columns
  const unused = (header?.cells ?? []).flatMap((cell, at) => (cell === '' || used.has(at) ? [] : [{ cell, at }]))
  const isPersonalHeader = (cell: string) => meaningOf(cell)?.field === 'personal'
  const personal = meanings.flatMap((meaning, at) => (meaning?.field === 'personal' ? [labelOf(columns, at)] : []))
  const hints = isOwn ? unused.flatMap(({ cell }) => hintOf(cell)) : []
  return [
    ...(unused.length > 0 ? [`unused columns: ${unused.map(({ cell }) => cell).join(', ')}`] : []),
    ...(personal.length > 0 || unused.some(({ cell }) => isPersonalHeader(cell))
      ? ['personal identity numbers are not read and not stored']
      : []),
    ...(hints.length > 0 ? [`more columns of this roster can be read: --columns "${hints.join(',')}"`] : []),
  ]
}

/** How a column is named by hand that the own form of rosters does not have. */
function hintOf(cell: string): string[] {
  const meaning = meaningOf(cell)
  if (!meaning) return []
  if (meaning.field === 'guardian') {
    if (!['name', 'email', 'phone'].includes(meaning.part)) return []
    const number = /^[2-9]$/.test(meaning.slot) ? meaning.slot : ''
    return [`${cell}=guardian${number}${meaning.part === 'name' ? '' : `-${meaning.part}`}`]
  }
  return ['key', 'group', 'grade', 'teacher', 'email', 'phone'].includes(meaning.field)
    ? [`${cell}=${meaning.field}`]
    : []
}

function groupNotes({ header, isOwn }: Columns, { group, grade }: RosterColumns['single']): string[] {
  if (isOwn || group !== undefined || grade === undefined) return []
  return [
    `no column is a class or a homeroom: if the grade is the group in which pupils are photographed, use --columns "${header?.cells[grade] ?? grade + 1}=group"`,
  ]
}
