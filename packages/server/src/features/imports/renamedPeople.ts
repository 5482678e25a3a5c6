import type { JobMember } from '../jobs/importStore.ts'
import { sortedWords } from '../jobs/nameWords.ts'
import { contactsOfRow } from '../jobs/roster/contacts.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { valueFromRow } from '../jobs/subjects/rosterValues.ts'
import {
  areSimilarNames,
  createSamePersonFinder,
  foldGroup,
  isOtherShortName,
  type SamePersonFinder,
} from './samePerson.ts'

type WithCodes = { codes?: readonly string[] }
export type RenameCheck = (row: RosterRow, known: JobMember & WithCodes) => boolean

/**
 * Whether a row with somebody's key is certainly them: the name is theirs, or it is theirs corrected and neither the old nor the new name is
 * that of anybody else. Lists are numbered anew, and twins have similar names. Of several with one name the class and addresses must not say that
 * it is another one.
 */
export function createRenameCheck(rows: readonly RosterRow[], stored: readonly (JobMember & WithCodes)[]): RenameCheck {
  const onRoster = Map.groupBy(rows, ({ name }) => sortedWords(name))
  const inJob = Map.groupBy(stored, ({ name }) => sortedWords(name))
  const isListed = createListedCheck(rows)
  const similarIn = createSimilarFinder(stored)
  return (row, known) => {
    const [before, after] = [sortedWords(known.name), sortedWords(valueFromRow(known, 'name', row.name))]
    const namesakes = inJob.get(after) ?? []
    if (before === after) return !namesakes.some((other) => other.key !== known.key && isOfOther(row, known, other))
    // One letter makes another child of a short name, such as Tim and Kim.
    if (!areSimilarNames(known.name, row.name) || isOtherShortName(known.name, row.name)) return false
    if (onRoster.has(before) || namesakes.length > 0 || isContradicted(row, known)) return false
    // The name may as well be that of another one corrected, who is not on the roster with their own.
    return !similarIn(row).some((other) => other.key !== known.key && !isListed(other))
  }
}

/** Whether the roster has somebody with their own key and name. */
function createListedCheck(rows: readonly RosterRow[]): (person: JobMember) => boolean {
  const names = new Map(rows.map(({ key, name }) => [fold(key), sortedWords(name)]))
  return ({ key, name }) => names.get(fold(key)) === sortedWords(name)
}

/** Finds those in the class of a row with a name like its own. They are only compared if a name was corrected, which is rare. */
function createSimilarFinder(stored: readonly JobMember[]): (row: RosterRow) => JobMember[] {
  let find: SamePersonFinder<JobMember> | undefined
  return ({ name, group }) => {
    find ??= createSamePersonFinder(stored, (person) => ({ ...person, codes: [], emails: [] }))
    return find({ name, group, codes: [], emails: [] }).map(({ person }) => person)
  }
}

/** Whether the class or an address of a row is that of another child of its name, and not that of the one whose key it has. */
function isOfOther(row: RosterRow, known: JobMember & WithCodes, other: JobMember & WithCodes): boolean {
  const [one, two] = [agreementOf(row, known), agreementOf(row, other)]
  if (row.code !== null && known.codes?.includes(row.code)) return false
  if (one.contacts !== 'same' && two.contacts === 'same') return true
  return one.contacts !== 'same' && one.groups === 'different' && two.groups === 'same'
}

/**
 * Whether class and addresses say that a row with somebody's key and a similar name is another child: `Johan Berg` and `Johanna Berg` are two
 * names. One of them that is the same, or the code, confirms a corrected name; what either side leaves empty says nothing.
 */
export function isContradicted(row: RosterRow, known: Pick<JobMember, Compared> & WithCodes): boolean {
  if (row.code !== null && known.codes?.includes(row.code)) return false
  const { groups, contacts } = agreementOf(row, known)
  return (groups === 'different' || contacts === 'different') && groups !== 'same' && contacts !== 'same'
}

/** Whether the class of a row, and any of its addresses and numbers, are those of somebody of the job. */
function agreementOf(row: RosterRow, known: Pick<JobMember, Compared>): { groups: Agreement; contacts: Agreement } {
  const group = foldGroup(valueFromRow(known, 'group', row.group))
  const [own, theirs] = [contactsOfRow(row), contactsOf(known)]
  const isShared = own.some((each) => theirs.includes(each))
  return {
    groups: compared(group, foldGroup(known.group), group === foldGroup(known.group)),
    contacts: compared(own.join(), theirs.join(), isShared),
  }
}

type Agreement = 'same' | 'different' | 'unknown'
type Compared = 'name' | 'group' | 'contact' | 'guardians' | 'rosterValues' | 'earlierGroups' | 'earlierNames'

function compared(one: string, other: string, isSame: boolean): Agreement {
  if (one === '' || other === '') return 'unknown'
  return isSame ? 'same' : 'different'
}

/** All addresses and numbers of somebody of the job. */
export function contactsOf({ contact, guardians }: Pick<JobMember, 'contact' | 'guardians'>): string[] {
  const { email, others = [], phone } = contact
  const all = [email, ...others, phone, ...(guardians ?? []).flatMap((each) => [...each.emails, each.phone])]
  return all.flatMap((each) => each || [])
}
