import { isDeepStrictEqual } from 'node:util'
import type { Contact } from '../jobs/contact.ts'
import { fold, type ListedContacts, type RosterRow } from '../jobs/roster.ts'
import { followedDetails } from '../jobs/subjects/rosterDetails.ts'
import { valueFromRow } from '../jobs/subjects/rosterValues.ts'
import { emptiedQuestion } from './emptiedContacts.ts'
import { groupSpellings, spellingText } from './groupSpelling.ts'
import { type PassedKey, passedKeysOf } from './passedKeys.ts'
import { decisionsAbout, describe, type LineContext, questionAbout, withCorrections } from './personQuestions.ts'
import type { PersonChange, PlannedPerson, StoredPerson } from './plannedPerson.ts'
import { DecisionError, type Decisions, decisionOf, type Question } from './questions.ts'
import { createRenameCheck } from './renamedPeople.ts'
import { createSamePersonFinder } from './samePerson.ts'

/** What the roster changes about the people of a job. Nothing is removed. */
export type RosterPlan = {
  /** In the order of the roster, without those who are undecided. */
  people: PlannedPerson[]
  /** Lines about which somebody has to decide: they change nothing, and get no pictures. */
  undecided: RosterRow[]
  /** People of the job who are not on this roster. They stay as they are. */
  absent: StoredPerson[]
  questions: Question[]
  /** Keys that somebody of the job has no longer, because a line is of somebody else with it. */
  passedKeys: PassedKey[]
}

type RowChecks = Partial<Pick<LineContext, 'isDeleted' | 'isOther'>> & {
  /** All keys that the job has. */
  storedKeys?: readonly string[]
  /** For which addresses and numbers the roster has columns. */
  contacts?: ListedContacts
}

/** Compares a roster with the people of a job: by key, and who has none of the keys may be somebody whom the job has under another one. */
export function planRoster(
  rows: readonly RosterRow[],
  stored: readonly StoredPerson[],
  decisions: Decisions,
  { storedKeys = stored.map(({ key }) => key), contacts = NO_CONTACTS, ...checks }: RowChecks = {},
): RosterPlan {
  const groups = planGroups(rows, stored, decisions)
  const byKey = new Map(stored.map((person) => [fold(person.key), person]))
  const { context, absent } = compareLines(rows, stored, byKey, checks)
  const plan: RosterPlan = { people: [], undecided: [], absent: [], passedKeys: [], questions: [...groups.questions] }
  const matched = new Map<StoredPerson, RosterRow>()
  for (const given of rows) {
    const spelled = groups.spell(given)
    const known = byKey.get(fold(spelled.key))
    const row = known ? withCorrections(spelled, known) : spelled
    const question = questionAbout({ given, spelled, row, known }, context)
    if (question) plan.questions.push(question)
    const choice = question && decisionOf(question, decisionsAbout(question, row, context, decisions))
    if (choice === 'leave') {
      plan.undecided.push(given)
      continue
    }
    const subject = choice === null ? (known ?? null) : subjectOf(choice, known, stored)
    const other = subject && matched.get(subject)
    if (other)
      throw new DecisionError(
        `Lines ${other.line} and ${row.line} cannot both be ${describe(subject)}: decide one of them otherwise`,
      )
    if (subject) matched.set(subject, row)
    const emptied = subject && emptiedQuestion(row, subject, contacts, decisions)
    if (emptied) plan.questions.push(emptied.question)
    const written = emptied?.row ?? row
    plan.people.push(subject ? { row: written, subject, changes: changesOf(written, subject) } : { row, subject: null })
  }
  plan.absent.push(...absent.filter((person) => !matched.has(person)))
  plan.passedKeys.push(...passedKeysOf(plan.people, stored, [...storedKeys, ...rows.map(({ key }) => key)]))
  return plan
}

const NO_CONTACTS: ListedContacts = { emails: false, phones: false, guardians: false }

/** Whom the lines of a roster may be, and who of the job is on none of them by their key. */
function compareLines(
  rows: readonly RosterRow[],
  stored: readonly StoredPerson[],
  byKey: ReadonlyMap<string, StoredPerson>,
  { isDeleted = () => false, isOther = () => false }: RowChecks,
): { context: LineContext; absent: StoredPerson[] } {
  const listed = new Map(rows.map((row) => [fold(row.key), row]))
  const isCertain = createRenameCheck(rows, stored)
  const absent = stored.filter(({ key }) => !listed.has(fold(key)))
  // Whose key is somebody else's on this roster may be on it with another one.
  const displaced = rows.flatMap((row) => {
    const known = byKey.get(fold(row.key))
    return known && !isCertain(row, known) ? [known] : []
  })
  const findSame = createSamePersonFinder([...absent, ...displaced], comparedOf)
  return { context: { rows, stored, isCertain, findSame, displaced: new Set(displaced), isDeleted, isOther }, absent }
}

const comparedOf = ({ name, group, codes, contact }: StoredPerson) => {
  const { email, others = [] } = contact
  return { name, group, codes, emails: [...(email === null ? [] : [email]), ...others] }
}

/** Whom a decision says that a line is: with a key of its own, somebody of the job; null if they are new. */
function subjectOf(
  choice: string,
  known: StoredPerson | undefined,
  stored: readonly StoredPerson[],
): StoredPerson | null {
  if (choice.startsWith('same ')) return stored.find(({ key }) => choice === `same ${key}`) ?? null
  return choice === 'new' ? null : (known ?? null)
}

/** A cell that is empty this time removes nothing. */
function changesOf(row: RosterRow, person: StoredPerson): PersonChange[] {
  const { key, name, group, contact } = person
  const { details } = followedDetails(person, row)
  const changes: PersonChange[] = [
    { field: 'key', before: key, after: fold(row.key) },
    { field: 'name', before: name, after: valueFromRow(person, 'name', row.name) },
    { field: 'group', before: group, after: valueFromRow(person, 'group', row.group || group) },
    { field: 'email', before: emailText(contact), after: emailText(details.contact) },
    { field: 'phone', before: contact.phone ?? '', after: details.contact.phone ?? '' },
    { field: 'details', before: '', after: changedDetails(details, person).join(', ') },
    { field: 'withdrawn', before: person.withdrawn?.isUndone ? 'undone' : '', after: '' },
  ]
  return changes.filter((change) => change.before !== change.after)
}

const emailText = ({ email, others = [] }: Contact) => [email, ...others].filter(Boolean).join(', ')

/** Addresses are listed by themselves. */
function changedDetails(
  { contact: _listed, ...details }: ReturnType<typeof followedDetails>['details'],
  person: StoredPerson,
): string[] {
  const names = Object.keys(details) as (keyof typeof details)[]
  return names.filter((name) => !isDeepStrictEqual(details[name] ?? null, person[name] ?? null))
}

type Groups = { spell(row: RosterRow): RosterRow; questions: Question[] }

/** Groups that differ only in spaces, signs or case: a group picture of one is not shown to the other, unless somebody says that they are one. */
function planGroups(rows: readonly RosterRow[], stored: readonly StoredPerson[], decisions: Decisions): Groups {
  const ofJob = new Set(stored.map(({ group }) => group))
  const spellings = groupSpellings(rows, [...ofJob])
  // Spellings that the job has already were let stand by an earlier import.
  const uncertain = [...spellings.values()].filter(
    (names) => names.length > 1 && !names.every((name) => ofJob.has(name)),
  )
  const questions = uncertain.map((names): Question => {
    const row = rows.find(({ group }) => names.includes(group))
    return {
      kind: 'groups',
      id: `groups ${names.toSorted().join(' | ')}`,
      ...(row && { line: row.line }),
      text: spellingText(rows, names),
      options: [
        { value: 'leave', text: 'they are different groups' },
        ...names.map((name) => ({ value: `same ${name}`, text: `they are one group, "${name}"` })),
      ],
    }
  })
  const spelling = new Map<string, string>()
  for (const [at, question] of questions.entries()) {
    const choice = decisionOf(question, decisions)
    if (choice === 'leave') continue
    for (const name of uncertain[at] ?? []) spelling.set(name, choice.slice('same '.length))
  }
  return { spell: (row) => ({ ...row, group: spelling.get(row.group) ?? row.group }), questions }
}
