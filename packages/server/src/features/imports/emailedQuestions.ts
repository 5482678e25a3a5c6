import type { EmailedCode } from '../access/emailedCodes.ts'
import { type Addressee, type ForeignCode, foreignCodes } from '../access/foreignCodes.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { emailsOf, followedDetails } from '../jobs/subjects/rosterDetails.ts'
import type { ImportWarning } from './importReport.ts'
import type { StoredPerson } from './plannedPerson.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import type { RosterPlan } from './rosterPlan.ts'

/** Codes of the same people that another family has had by an email, with what is asked about them. */
export type EmailedQuestion = { question: Question; codes: ForeignCode[] }

/**
 * Asks about the codes that an email has brought to an address which is another family's by this list, and was not before: with the addresses of
 * two families the wrong way round each has had the other's. Without a decision they end.
 */
export function emailedQuestions(
  { people }: RosterPlan,
  stored: readonly StoredPerson[],
  emailed: readonly EmailedCode[],
): EmailedQuestion[] {
  const before = stored.map((person) => ({ ...person, addresses: addressesOf(person) }))
  const known = new Set(foreignCodes(emailed, before).map(idOf))
  const foreign = foreignCodes(emailed, addresseesOf(people, stored)).filter((each) => !known.has(idOf(each)))
  const ofPeople = Map.groupBy(foreign, ({ subjects }) => subjects.join(' '))
  const rows = new Map(people.flatMap(({ row, subject }) => (subject ? [[subject.uuid, row] as const] : [])))
  return [...ofPeople.values()].map((codes) => ({ question: questionOf(codes, stored, rows), codes }))
}

const idOf = ({ code, to }: EmailedCode) => `${code} ${to}`

const addressesOf = ({ contact }: Pick<StoredPerson, 'contact'>) => emailsOf(contact).map((each) => each.toLowerCase())

/** Everybody whom the job will contain, with the addresses that they will have. */
function addresseesOf(people: RosterPlan['people'], stored: readonly StoredPerson[]): Addressee[] {
  const planned = new Set(people.map(({ subject }) => subject))
  const others = stored.filter((person) => !planned.has(person))
  return [
    ...people.map(({ row, subject }) => ({
      uuid: subject?.uuid ?? `new ${row.key}`,
      name: row.name,
      addresses: subject ? addressesOf(followedDetails(subject, row).details) : row.emails,
    })),
    ...others.map((person) => ({ ...person, addresses: addressesOf(person) })),
  ]
}

function questionOf(
  codes: readonly ForeignCode[],
  stored: readonly StoredPerson[],
  rows: ReadonlyMap<string, RosterRow>,
): Question {
  const uuids = codes[0]?.subjects ?? []
  const owners = stored.filter(({ uuid }) => uuids.includes(uuid))
  const line = uuids.map((uuid) => rows.get(uuid)?.line).find((each) => each !== undefined)
  const names = owners.map(({ uuid, name }) => rows.get(uuid)?.name ?? name)
  const holders = [...new Set(codes.flatMap((each) => each.holders.map(({ name }) => name)))]
  const verb = names.length > 1 ? 'have' : 'has'
  return {
    kind: 'emailed',
    id: `emailed ${owners.map(({ key }) => fold(key)).join(' ')}`,
    ...(line !== undefined && { line }),
    text: `(${listText(names)}) ${verb} a code that was emailed to an address of ${listText(holders)}, which is not theirs`,
    options: [
      {
        value: 'new-code',
        text: 'it opens nothing any more, nor does what was entered by it since: they have a new one, for a new letter',
      },
      { value: 'leave', text: 'it stays: both are one family' },
    ],
  }
}

const listText = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names)

/** Those that end, by a decision or without one. */
export function endingCodes(questions: readonly EmailedQuestion[], decisions: Decisions): ForeignCode[] {
  return questions.flatMap(({ question, codes }) => (decisionOf(question, decisions) === 'new-code' ? codes : []))
}

/** What becomes of them, for the report. */
export function emailedWarnings(questions: readonly EmailedQuestion[], decisions: Decisions): ImportWarning[] {
  return questions.map(({ question }) => {
    const { id, text, line, options } = question
    const value = decisionOf(question, decisions)
    const outcome = options.find((option) => option.value === value)?.text ?? ''
    return {
      ...(line !== undefined && { line }),
      text: `${text}: ${outcome}${decisions.has(id) ? ', as decided' : ''}`,
    }
  })
}

type Prepared = { people: RosterPlan; emailed: readonly EmailedCode[]; emailedCodes: readonly EmailedQuestion[] }

/** Whose code an address has that is on the list no longer, and is nobody else's: an earlier one of the family, or a wrong one. */
export function formerAddressNotes({ people: { people }, emailed, emailedCodes }: Prepared): ImportWarning[] {
  const covered = new Set(emailedCodes.flatMap(({ codes }) => codes.map(idOf)))
  return people.flatMap(({ row, subject }) => {
    if (!subject) return []
    const remaining = addressesOf(followedDetails(subject, row).details)
    const lost = addressesOf(subject).filter((address) => !remaining.includes(address))
    const isLost = (each: EmailedCode) =>
      each.subjects.includes(subject.uuid) && lost.includes(each.to) && !covered.has(idOf(each))
    return emailed.some(isLost) ? [{ line: row.line, text: `(${row.name}) ${FORMER_ADDRESS}` }] : []
  })
}

const FORMER_ADDRESS =
  'has an address no longer to which their code was emailed: "jobs new-code" ends the code if that was not one of the family'
