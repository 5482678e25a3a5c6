import { counted } from '../jobs/counted.ts'
import { fold, type ListedContacts, type RosterRow } from '../jobs/roster.ts'
import { emailsOf } from '../jobs/subjects/rosterDetails.ts'
import type { StoredPerson } from './plannedPerson.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'

/** How much of each kind somebody has from an earlier list, where this one has a column for it and nothing in it. */
type Emptied = { field: keyof ListedContacts; count: number }[]

/**
 * Asks what becomes of addresses, numbers and guardians that a list no longer has: they stay and are used until somebody decides to remove
 * them. Returns the row with what it removes by a decision; null if the list has emptied nothing.
 */
export function emptiedQuestion(
  row: RosterRow,
  person: StoredPerson,
  contacts: ListedContacts,
  decisions: Decisions,
): { question: Question; row: RosterRow } | null {
  // What a restricted line does not give is listed for itself: the list does not say whose each address is.
  const emptied = row.isRestricted ? [] : emptiedBy(row, person, contacts)
  if (emptied.length === 0) return null
  const question = questionOf(row, emptied)
  const isRemoved = decisionOf(question, decisions) === 'remove'
  return { question, row: isRemoved ? { ...row, removes: emptied.map(({ field }) => field) } : row }
}

/** Without what somebody has added or corrected by hand: a list says nothing about that. */
function emptiedBy(row: RosterRow, person: StoredPerson, contacts: ListedContacts): Emptied {
  const { contact, correctedEmails, rosterValues, guardians } = person
  const own = row.guardians ?? []
  const emails = emailsOf(contact).filter((email) => !correctedEmails?.added.includes(email))
  const hasPhone = contact.phone !== null && rosterValues?.phone === undefined
  const counts = {
    emails: row.emails.length > 0 ? 0 : emails.length,
    phones: row.phone !== null || own.some(({ phone }) => Boolean(phone)) || !hasPhone ? 0 : 1,
    guardians: own.length > 0 || rosterValues?.guardians !== undefined ? 0 : (guardians?.length ?? 0),
  }
  const fields = Object.keys(counts) as (keyof typeof counts)[]
  return fields.flatMap((field) => (contacts[field] && counts[field] > 0 ? [{ field, count: counts[field] }] : []))
}

const NOUNS = {
  emails: ['address', 'addresses'],
  phones: ['number', 'numbers'],
  guardians: ['guardian', 'guardians'],
} as const satisfies Record<keyof ListedContacts, unknown>

function questionOf({ key, name, line }: RosterRow, emptied: Emptied): Question {
  const missing = emptied.map(({ field }) => `no ${NOUNS[field][0]}`)
  const stored = emptied.map(({ field, count }) => counted(count, NOUNS[field][0], NOUNS[field][1]))
  const areSeveral = emptied.reduce((sum, { count }) => sum + count, 0) > 1
  return {
    kind: 'contacts',
    id: `contacts ${fold(key)} ${stored.join(' ')}`,
    line,
    text: `(${name}) has ${listText(missing)} on this list any more: ${listText(stored)} from earlier ${areSeveral ? 'stay and are used' : 'stays and is used'}`,
    options: [
      { value: 'leave', text: areSeveral ? 'they stay and are used' : 'it stays and is used' },
      {
        value: 'remove',
        text: `${areSeveral ? 'they are' : 'it is'} removed, until a list has ${areSeveral ? 'them' : 'it'} again`,
      },
    ],
  }
}

const listText = (texts: readonly string[]): string =>
  [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ')
