import type { JobMember } from '../jobs/importStore.ts'
import { sortedWords } from '../jobs/nameWords.ts'
import { contactsOfRow } from '../jobs/roster/contacts.ts'
import type { RosterRow } from '../jobs/roster.ts'
import { valueFromRow } from '../jobs/subjects/rosterValues.ts'
import { areSimilarNames, foldGroup, isOtherShortName } from './samePerson.ts'

type WithCodes = { codes?: readonly string[] }
export type RenameCheck = (row: RosterRow, known: JobMember & WithCodes) => boolean

/**
 * Whether a row with somebody's key is certainly them: the name is theirs, or it is theirs corrected and neither the old nor the new name is
 * that of anybody else. Lists are numbered anew, and twins have similar names.
 */
export function createRenameCheck(rows: readonly RosterRow[], stored: readonly JobMember[]): RenameCheck {
  const onRoster = Map.groupBy(rows, ({ name }) => sortedWords(name))
  const inJob = Map.groupBy(stored, ({ name }) => sortedWords(name))
  return (row, known) => {
    const [before, after] = [sortedWords(known.name), sortedWords(valueFromRow(known, 'name', row.name))]
    if (before === after) return true
    // One letter makes another child of a short name, such as Tim and Kim.
    if (!areSimilarNames(known.name, row.name) || isOtherShortName(known.name, row.name)) return false
    return !onRoster.has(before) && !inJob.has(after) && !isContradicted(row, known)
  }
}

/**
 * Whether class and addresses say that a row with somebody's key and a similar name is another child: `Johan Berg` and `Johanna Berg` are two
 * names. One of them that is the same, or the code, confirms a corrected name; what either side leaves empty says nothing.
 */
export function isContradicted(row: RosterRow, known: Pick<JobMember, Compared> & WithCodes): boolean {
  if (row.code !== null && known.codes?.includes(row.code)) return false
  const group = foldGroup(valueFromRow(known, 'group', row.group))
  const groups = compared(group, foldGroup(known.group), group === foldGroup(known.group))
  const [own, theirs] = [contactsOfRow(row), contactsOf(known)]
  const contacts = compared(
    own.join(),
    theirs.join(),
    own.some((each) => theirs.includes(each)),
  )
  return (groups === 'different' || contacts === 'different') && groups !== 'same' && contacts !== 'same'
}

type Compared = 'name' | 'group' | 'contact' | 'guardians' | 'rosterValues' | 'earlierGroups' | 'earlierNames'

function compared(one: string, other: string, isSame: boolean): 'same' | 'different' | 'unknown' {
  if (one === '' || other === '') return 'unknown'
  return isSame ? 'same' : 'different'
}

/** All addresses and numbers of somebody of the job. */
export function contactsOf({ contact, guardians }: Pick<JobMember, 'contact' | 'guardians'>): string[] {
  const { email, others = [], phone } = contact
  const all = [email, ...others, phone, ...(guardians ?? []).flatMap((each) => [...each.emails, each.phone])]
  return all.flatMap((each) => each || [])
}
