import { RosterError } from '../roster.ts'
import type { ColumnMeaning } from './headerMeaning.ts'

/** What columns contain, by their headers, or by their numbers from 1 if the roster has no header. */
export type ColumnMapping = Record<string, string>

const FIELDS = [
  'name',
  'first',
  'last',
  'group',
  'grade',
  'teacher',
  'key',
  'code',
  'files',
  'favorite',
  'email',
  'phone',
] as const

/** Not read, but what the column says about orders and custody counts. */
const UNUSED = 'unused'

/** The words on the right side of `--columns`. */
export const COLUMN_TARGETS =
  `${FIELDS.join(', ')}, guardian, guardian-email, guardian-phone, guardian2, guardian2-email, guardian2-phone, none, ${UNUSED}` as const

/** Reads `Elev=name,Klasse=group`. Throws RosterError if it is not a list of this form. */
export function readColumnsOption(text: string): ColumnMapping {
  const mapping: ColumnMapping = {}
  for (const part of text.split(',')) {
    const at = part.lastIndexOf('=')
    const header = part.slice(0, at).normalize('NFC').trim()
    const target = part
      .slice(at + 1)
      .trim()
      .toLowerCase()
    if (at < 0 || header === '')
      throw new RosterError(
        `--columns: "${part.trim()}" is not of the form column=meaning, such as "Elev=name,Klasse=group"`,
      )
    if (header in mapping) throw new RosterError(`--columns names the column "${header}" twice`)
    meaningOfTarget(target)
    mapping[header] = target
  }
  return mapping
}

/** Whether the column is not read, except for what it says about orders and custody. */
export const isUnused = (target: string) => target === UNUSED

/**
 * The columns that were named for an earlier list, as they are read in a later one: that a column said nothing about whom to reach was decided
 * about that list alone.
 */
export function columnsOfLaterList(columns: ColumnMapping): ColumnMapping {
  return Object.fromEntries(
    Object.entries(columns).map(([header, target]) => [header, target === 'none' ? UNUSED : target]),
  )
}

/** Throws RosterError for an unknown word. */
export function meaningOfTarget(target: string): ColumnMeaning {
  const field = FIELDS.find((each) => each === target)
  // Before every header that is understood without help.
  if (field) return { field, rank: -1 }
  if (target === 'none' || target === UNUSED) return { field: 'none' }
  const guardian = /^guardian([1-9]?)(?:-(email|phone))?$/.exec(target)
  if (guardian)
    return { field: 'guardian', slot: guardian[1] || '1', part: (guardian[2] ?? 'name') as 'name' | 'email' | 'phone' }
  throw new RosterError(`--columns: "${target}" is not a meaning of a column; there are ${COLUMN_TARGETS}`)
}
