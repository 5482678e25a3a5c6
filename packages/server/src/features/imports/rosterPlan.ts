import { isDeepStrictEqual } from 'node:util'
import type { Contact } from '../jobs/contact.ts'
import type { JobMember } from '../jobs/importStore.ts'
import { sortedWords } from '../jobs/nameWords.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { followedDetails } from '../jobs/subjects/rosterDetails.ts'
import { valueFromRow } from '../jobs/subjects/rosterValues.ts'
import { groupSpellings, spellingText } from './groupSpelling.ts'
import { DecisionError, type Decisions, decisionOf, type Question } from './questions.ts'
import { createRenameCheck, isContradicted, type RenameCheck } from './renamedPeople.ts'
import {
  areSimilarNames,
  createSamePersonFinder,
  type SamePersonEvidence,
  type SamePersonFinder,
} from './samePerson.ts'

/** Somebody whom the job contains, as a roster is compared with them. */
/** `codes` are all that they have or had, `openCodes` those that open them. */
export type StoredPerson = JobMember & { codes: readonly string[]; openCodes: readonly string[] }

/** What the roster changes about the people of a job. Nothing is removed. */
export type RosterPlan = {
  /** In the order of the roster, without those who are undecided. */
  people: PlannedPerson[]
  /** Lines about which somebody has to decide: they change nothing, and get no pictures. */
  undecided: RosterRow[]
  /** People of the job who are not on this roster. They stay as they are. */
  absent: StoredPerson[]
  questions: Question[]
}

/** A person of the roster who is new to the job, or somebody of the job with what changes about them. */
export type PlannedPerson =
  | { row: RosterRow; subject: null }
  | { row: RosterRow; subject: StoredPerson; changes: PersonChange[] }

/** What the shop shows and uses, each with its text; of `details`, which nobody is shown, only the names of what changes. */
export type PersonChange = {
  field: 'key' | 'name' | 'group' | 'email' | 'phone' | 'details' | 'withdrawn'
  before: string
  after: string
}

/** Whether a row is of somebody who was deleted from the job, and whether somebody has decided that it is another child than those of its name. */
type RowChecks = { isDeleted?: (row: RosterRow) => boolean; isOther?: (row: RosterRow) => boolean }

/** Compares a roster with the people of a job: by key, and who has none of the keys may be somebody whom the job has under another one. */
export function planRoster(
  rows: readonly RosterRow[],
  stored: readonly StoredPerson[],
  decisions: Decisions,
  { isDeleted = () => false, isOther = () => false }: RowChecks = {},
): RosterPlan {
  const groups = planGroups(rows, stored, decisions)
  const byKey = new Map(stored.map((person) => [fold(person.key), person]))
  const listed = new Map(rows.map((row) => [fold(row.key), row]))
  const absent = stored.filter(({ key }) => !listed.has(fold(key)))
  const isCertain = createRenameCheck(rows, stored)
  // Whose key is somebody else's on this roster may be on it with another one.
  const displaced = stored.filter((person) => {
    const row = listed.get(fold(person.key))
    return row !== undefined && !isCertain(row, person)
  })
  const findSame = createSamePersonFinder([...absent, ...displaced], comparedOf)
  const plan: RosterPlan = { people: [], undecided: [], absent: [], questions: [...groups.questions] }
  const matched = new Map<StoredPerson, RosterRow>()
  for (const given of rows) {
    const spelled = groups.spell(given)
    const known = byKey.get(fold(spelled.key))
    const row = known ? withCorrections(spelled, known) : spelled
    const question = known
      ? (repetitionQuestion(spelled, known, rows, stored) ?? renameQuestion(row, known, isCertain, displaced))
      : isOther(given)
        ? null
        : isDeleted(given)
          ? deletedQuestion(row)
          : personQuestion(row, findSame, new Set(displaced))
    if (question) plan.questions.push(question)
    const choice = question ? decisionOf(question, decisions) : known ? 'same' : 'new'
    if (choice === 'leave') {
      plan.undecided.push(given)
      continue
    }
    const subject = choice === 'new' ? null : (known ?? subjectOf(choice, absent))
    const other = subject && matched.get(subject)
    if (other)
      throw new DecisionError(
        `Lines ${other.line} and ${row.line} cannot both be ${describe(subject)}: decide one of them otherwise`,
      )
    if (subject) matched.set(subject, row)
    plan.people.push(subject ? { row, subject, changes: changesOf(row, subject) } : { row, subject: null })
  }
  plan.absent.push(...absent.filter((person) => !matched.has(person)))
  return plan
}

/** A row that repeats what somebody has corrected since, with the corrected name and group: files are compared with these. */
function withCorrections(row: RosterRow, known: StoredPerson): RosterRow {
  const name = valueFromRow(known, 'name', row.name)
  const { firstName: _first, lastName: _last, ...rest } = row
  const group = valueFromRow(known, 'group', row.group)
  // The parts of the name are those of the one that was corrected.
  return name === row.name ? { ...row, group } : { ...rest, name, group }
}

/**
 * A row that repeats what was corrected is an old list. It may also be a new one with somebody else, if the corrected name is on it too, or the
 * repeated one is somebody else's by now.
 */
function repetitionQuestion(
  row: RosterRow,
  known: StoredPerson,
  rows: readonly RosterRow[],
  stored: readonly StoredPerson[],
): Question | null {
  const corrected = withCorrections(row, known)
  if (corrected.name === row.name && corrected.group === row.group) return null
  const isOnRoster = rows.some(
    ({ key, name }) => fold(key) !== fold(row.key) && sortedWords(name) === sortedWords(known.name),
  )
  const isInJob = stored.some((other) => other !== known && sortedWords(other.name) === sortedWords(row.name))
  if (!isOnRoster && !isInJob) return null
  const before = `${row.name}${row.group ? ` (${row.group})` : ''}`
  return {
    kind: 'person',
    id: `repeated ${fold(row.key)} ${fold(row.name)} ${fold(row.group)}`,
    line: row.line,
    text: `(${before}) is ${describe(known)} before the correction, or somebody else: both names are in use`,
    options: [
      { value: 'leave', text: 'leave this line out' },
      { value: 'same', text: `it is ${describe(known)}, as corrected` },
    ],
  }
}

const comparedOf = ({ name, group, codes, contact }: StoredPerson) => {
  const { email, others = [] } = contact
  return { name, group, codes, emails: [...(email === null ? [] : [email]), ...others] }
}

const subjectOf = (choice: string, absent: readonly StoredPerson[]) =>
  absent.find(({ key }) => choice === `same ${key}`) ?? null

/** A key identifies a person, but lists are numbered anew: somebody with another name is not renamed by it alone. */
function renameQuestion(
  row: RosterRow,
  known: StoredPerson,
  isCertain: RenameCheck,
  displaced: readonly StoredPerson[],
): Question | null {
  if (isCertain(row, known)) return null
  const own = displaced.find(({ name }) => sortedWords(name) === sortedWords(row.name))
  const remedy = own
    ? `. If ${known.name} and ${own.name} exchange their keys, first import the list with new keys for both, such as "${known.key}x" and "${own.key}x", then this one`
    : ''
  const isOther = areSimilarNames(known.name, row.name) && isContradicted(row, known)
  const evidence = isOther ? `. The names are similar, but ${CONTRADICTION}` : ''
  return {
    kind: 'person',
    id: `renamed ${fold(row.key)} ${fold(row.name)}`,
    line: row.line,
    text: `(${row.name}) has the key "${row.key}", with which the job contains ${describe(known)}: their pictures and their code would be ${row.name}'s${remedy}${evidence}`,
    options: [
      { value: 'leave', text: 'leave this line out' },
      { value: 'same', text: `${known.name} is now named ${row.name}` },
    ],
  }
}

const CONTRADICTION = 'neither class nor any address confirms that it is the same child: another one needs another key'

/** Whoever was deleted does not come back because a school's list still contains them. */
function deletedQuestion(row: RosterRow): Question {
  return {
    kind: 'person',
    id: `deleted ${fold(row.key)} ${fold(row.name)}`,
    line: row.line,
    text: `(${row.name}, "${row.key}") has the key or the name of somebody who was deleted from this job`,
    options: [
      { value: 'leave', text: 'leave this line out' },
      { value: 'new', text: `add ${row.name} as a new person` },
    ],
  }
}

const EVIDENCE: Record<SamePersonEvidence, string> = {
  'same-code': 'the same code',
  'same-name': 'the same name',
  'similar-name': 'a similar name',
  'same-email': 'the same address',
}

function personQuestion(
  row: RosterRow,
  findSame: SamePersonFinder<StoredPerson>,
  displaced: ReadonlySet<StoredPerson>,
): Question | null {
  const candidates = findSame({ ...row, codes: row.code === null ? [] : [row.code] })
  if (candidates.length === 0) return null
  const texts = candidates.map(
    ({ person, evidence }) =>
      `${describe(person)} by ${evidence.map((each) => EVIDENCE[each]).join(' and ')}, ${displaced.has(person) ? 'whose key is somebody else’s on this roster' : 'who is not on this roster'}`,
  )
  return {
    kind: 'person',
    id: `person ${fold(row.key)} ${fold(row.name)}`,
    line: row.line,
    text: `(${row.name}, "${row.key}") may be ${texts.join(', or ')}`,
    options: [
      { value: 'leave', text: 'leave this line out' },
      { value: 'new', text: `${row.name} is another person` },
      // Somebody whose key is on the roster keeps it: two people cannot exchange their keys in one import.
      ...candidates
        .filter(({ person }) => !displaced.has(person))
        .map(({ person }) => ({ value: `same ${person.key}`, text: `${row.name} is ${describe(person)}` })),
    ],
  }
}

const describe = ({ key, name, group, withdrawn }: Pick<StoredPerson, 'key' | 'name' | 'group' | 'withdrawn'>) =>
  `${name}${group ? ` (${group})` : ''} ("${key}"${withdrawn ? ', withdrawn' : ''})`

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
