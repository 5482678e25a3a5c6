import { fold, type Roster, type RosterRow } from '../roster.ts'
import { contactsOfRow } from './contacts.ts'
import { normaliseHeader } from './headerForm.ts'
import { meaningOf } from './headerMeaning.ts'
import type { PersonName } from './nameColumns.ts'
import type { RosterColumns } from './rosterColumns.ts'

/** A row with all cells of its line. */
export type SourceRow = { row: RosterRow; cells: readonly string[] }

type Reading = { columns: RosterColumns; headers: readonly string[]; isOwn: boolean }

/** One row for each key. A school's list may have a line for each guardian of a child: they become one row if that is certain. */
export function mergeRows(
  sources: readonly SourceRow[],
  reading: Reading,
  problems: Roster['problems'],
): { rows: RosterRow[]; doubled: RosterRow[]; notes: string[] } {
  const doubled: RosterRow[] = []
  const first = new Map<string, SourceRow>()
  const merged = new Set<RosterRow>()
  const hasKeys = reading.isOwn || reading.columns.single.key !== undefined
  const advice = hasKeys ? '' : '; if they are two people, the roster needs a column with pupil numbers'
  for (const source of sources) {
    const { row } = source
    const known = first.get(fold(row.key))
    if (!known) {
      first.set(fold(row.key), source)
      continue
    }
    const likeness = likenessOf(known, source, reading)
    // Whichever of two children is meant: nobody's addresses that were read before are certain.
    if (likeness !== 'other' && row.isRestricted) known.row.isRestricted = true
    if (likeness === 'same' && row.isRestricted) continue
    if (likeness === 'same' && addGuardians(known.row, row)) merged.add(known.row)
    else {
      doubled.push(row)
      problems.push({
        line: row.line,
        text: `(${row.name}) has the key "${row.key}" of line ${known.row.line} and was left out${advice}`,
      })
    }
  }
  const notes =
    merged.size > 0
      ? [`of ${merged.size} ${merged.size === 1 ? 'person' : 'people'} each guardian was in a line of its own`]
      : []
  return { rows: [...first.values()].map(({ row }) => row), doubled, notes }
}

/**
 * Whether two lines with one name and class are one child. A number of the child says so. Without one, two children may have one name: all that is
 * not about guardians is equal, and a date of birth or an address of a guardian is the same.
 */
function likenessOf(
  one: SourceRow,
  other: SourceRow,
  { columns, headers, isOwn }: Reading,
): 'same' | 'similar' | 'other' {
  const sameName = (row: RosterRow): PersonName & { group: string } => row
  const [known, row] = [sameName(one.row), sameName(other.row)]
  if (isOwn || fold(known.name) !== fold(row.name) || fold(known.group) !== fold(row.group)) return 'other'
  if (columns.single.key !== undefined && one.cells[columns.single.key]) return 'same'
  const length = Math.max(one.cells.length, other.cells.length)
  const ofChild = Array.from({ length }, (_, at) => at).filter((at) => !columns.aboutGuardians.has(at))
  if (ofChild.some((at) => (one.cells[at] ?? '') !== (other.cells[at] ?? ''))) return 'other'
  const contacts = contactsOfRow(one.row)
  const isCertain =
    ofChild.some((at) => one.cells[at] && isOfOneChild(headers[at] ?? '')) ||
    contactsOfRow(other.row).some((contact) => contacts.includes(contact))
  return isCertain ? 'same' : 'similar'
}

const BIRTHS = [
  ...[
    'date of birth',
    'dateofbirth',
    'birth date',
    'birthdate',
    'birthday',
    'dob',
    'fodelsedatum',
    'fodelsedag',
    'fodt',
  ],
  ...['fodselsdato', 'fodselsdag', 'geburtsdatum', 'geburtstag', 'geboren', 'fecha de nacimiento', 'nacimiento'],
  ...['syntymaaika', 'geboortedatum', 'data urodzenia'],
]

/** A date of birth or a number of the person: two children of one name hardly have the same. */
function isOfOneChild(header: string): boolean {
  return (
    BIRTHS.some((birth) => ` ${normaliseHeader(header)} `.includes(` ${birth} `)) ||
    meaningOf(header)?.field === 'personal'
  )
}

/** Returns whether the other line says something new. */
function addGuardians(row: RosterRow, other: RosterRow): boolean {
  const known = new Set((row.guardians ?? []).map((guardian) => JSON.stringify(guardian)))
  const guardians = (other.guardians ?? []).filter((guardian) => !known.has(JSON.stringify(guardian)))
  const emails = other.emails.filter((email) => !row.emails.includes(email))
  if (guardians.length === 0 && emails.length === 0) return false
  if (guardians.length > 0) row.guardians = [...(row.guardians ?? []), ...guardians]
  row.emails.push(...emails)
  row.phone ??= other.phone
  return true
}
