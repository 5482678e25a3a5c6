import { counted } from '../jobs/counted.ts'
import { sortedWords } from '../jobs/nameWords.ts'
import { contactsOfRow } from '../jobs/roster/contacts.ts'
import { fold, type Roster, type RosterRow } from '../jobs/roster.ts'
import { bothRows } from './mergedPeople.ts'
import type { StoredPerson } from './plannedPerson.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import { contactsOf } from './renamedPeople.ts'
import { foldGroup } from './samePerson.ts'

/** A roster in which each line is of one child, or undecided. */
export type SettledRoster = {
  rows: RosterRow[]
  /** Lines that were left out beside one with their key. */
  doubled: RosterRow[]
  undecided: RosterRow[]
  questions: Question[]
  /** What the reading of the roster has listed, without that about lines that were settled or are asked about here. */
  problems: Roster['problems']
  notes: Roster['notes']
  /** The rows of those who are other children than their namesakes: nothing more is asked about them. */
  others: ReadonlySet<RosterRow>
}

type Job = { stored: readonly StoredPerson[]; storedKeys: readonly string[]; isDeleted: (row: RosterRow) => boolean }

/**
 * Without a key, name and class are it, and two children may have both: `Emma Andersson` twice in 4B. A line is that of the one whose address, number or
 * code it has; whether any other one is another child, or the same with another guardian, somebody decides.
 */
export function settleNamesakes(roster: Roster, job: Job, decisions: Decisions): SettledRoster {
  const namesakes = (roster.doubled ?? []).filter(isWithoutKey)
  const doubledBy = Map.groupBy(namesakes, ({ key }) => fold(key))
  const storedBy = Map.groupBy(job.stored, ({ key }) => plainKey(key))
  const usedKeys = new Set([...job.storedKeys, ...roster.rows.map(({ key }) => key)].map(fold))
  const listed = new Set(namesakes.map(({ line }) => line))
  const others = new Set<RosterRow>()
  const settled: SettledRoster = {
    rows: [],
    doubled: (roster.doubled ?? []).filter((row) => !namesakes.includes(row)),
    undecided: [],
    questions: [],
    problems: roster.problems.filter(({ line, text }) => !(listed.has(line) && LEFT_OUT.test(text))),
    notes: [],
    others,
  }
  for (const row of roster.rows) {
    const more = isWithoutKey(row) ? (doubledBy.get(fold(row.key)) ?? []) : []
    const known = more.length > 0 ? job.stored : (storedBy.get(fold(row.key)) ?? [])
    const candidates = isWithoutKey(row) ? known.filter((person) => isNamesake(row, person)) : []
    if (more.length === 0 && candidates.length < 2 && !candidates.some((person) => hasOthers(row, person)))
      settled.rows.push(row)
    else settleLines([row, ...more], candidates, { job, decisions, usedKeys, settled, others })
  }
  return settled
}

/** What the reader says of a line with the key of an earlier one. */
const LEFT_OUT = / has the key ".*" of line \d+ and was left out/s

const nameKey = ({ group, name }: RosterRow) => [group, name].filter(Boolean).join(' / ')
const isWithoutKey = (row: RosterRow) => fold(row.key) === fold(nameKey(row))

/** Whoever has the name and class of somebody else gets their key with a number. */
const plainKey = (key: string) => fold(key).replace(/ \(\d+\)$/, '')

function isNamesake(row: RosterRow, { key, name, group }: StoredPerson): boolean {
  if (fold(key) === fold(row.key)) return true
  return sortedWords(name) === sortedWords(row.name) && foldGroup(group) === foldGroup(row.group)
}

/** Whether somebody of the job is reached, and by nothing that their line has: it may be the first line of another child. */
function hasOthers(row: RosterRow, person: StoredPerson): boolean {
  const isReached = contactsOfRow(row).length > 0 && contactsOf(person).length > 0
  return isReached && ownerOf(row, [person]) === undefined
}

type Settling = {
  job: Job
  decisions: Decisions
  usedKeys: Set<string>
  settled: SettledRoster
  others: Set<RosterRow>
}

/** Settles the lines of one name and class, in the order of the roster. */
function settleLines(
  lines: readonly RosterRow[],
  candidates: readonly StoredPerson[],
  { job, decisions, usedKeys, settled, others }: Settling,
): void {
  const found = new Map<string, RosterRow>()
  const add = (key: string, row: RosterRow) => {
    const known = found.get(fold(key))
    const own = fold(row.key) === fold(key) ? row : { ...row, key }
    found.set(fold(key), known ? bothRows(known, row) : own)
    return known
  }
  const open: RosterRow[] = []
  for (const [at, row] of lines.entries()) {
    const owner = ownerOf(row, candidates)
    // The first line of a job that has nobody of this name is certainly a child.
    const key = candidates.length === 0 && at === 0 ? row.key : owner?.key
    if (key === undefined) open.push(row)
    else if (add(key, row)) settled.notes.push({ line: row.line, text: joinedNote(row) })
  }
  const left: RosterRow[] = []
  const certain = [...found.values()]
  for (const row of open) {
    const question = namesakeQuestion(row, { lines, certain, candidates, newKey: freeKey(row.key, usedKeys), job })
    settled.questions.push(question)
    const choice = followUp(decisions.get(question.id), candidates) ?? decisionOf(question, decisions)
    if (choice.startsWith('same ')) add(choice.slice('same '.length), row)
    else if (choice.startsWith('new ')) {
      const other = { ...row, key: choice.slice('new '.length) }
      found.set(fold(other.key), other)
      others.add(other)
    } else left.push(row)
  }
  settled.rows.push(...found.values())
  // A line beside one with its key is not that one's: what the key or name points to may be of either.
  for (const row of left) (found.has(fold(row.key)) ? settled.doubled : settled.undecided).push(row)
}

/** Whose addresses, numbers or code a line has; undefined if nobody's, or those of several. */
function ownerOf(row: RosterRow, candidates: readonly StoredPerson[]): StoredPerson | undefined {
  const own = contactsOfRow(row)
  const isOf = (person: StoredPerson) =>
    (row.code !== null && person.codes.includes(row.code)) || knownContacts(person).some((each) => own.includes(each))
  const [owner, ...more] = candidates.filter(isOf)
  return more.length === 0 ? owner : undefined
}

/** Also what somebody has removed by hand since: a list may still have it. */
function knownContacts(person: StoredPerson): string[] {
  const { correctedEmails, rosterValues } = person
  return [
    ...contactsOf(person),
    ...(correctedEmails?.removed ?? []),
    ...(rosterValues?.phone ? [rosterValues.phone] : []),
  ]
}

/** A plan that was interrupted has added the other child already. */
function followUp(decision: string | undefined, candidates: readonly StoredPerson[]): string | null {
  const added = candidates.find(({ key }) => decision !== undefined && fold(decision) === fold(`new ${key}`))
  return added ? `same ${added.key}` : null
}

function freeKey(key: string, usedKeys: Set<string>): string {
  for (let number = 2; ; number++) {
    const numbered = `${key} (${number})`
    if (usedKeys.has(fold(numbered))) continue
    usedKeys.add(fold(numbered))
    return numbered
  }
}

type Namesakes = {
  lines: readonly RosterRow[]
  certain: readonly RosterRow[]
  candidates: readonly StoredPerson[]
  newKey: string
  job: Job
}

function namesakeQuestion(row: RosterRow, { lines, certain, candidates, newKey, job }: Namesakes): Question {
  const own = contactsOfRow(row)
  const others = [
    ...lines.filter((line) => line !== row).map((line) => evidence(`line ${line.line}`, own, contactsOfRow(line))),
    ...candidates.map((person) => evidence(`"${person.key}" of the job`, own, contactsOf(person))),
  ]
  const deleted = job.isDeleted(row) ? '. Somebody with this key or name was deleted from this job' : ''
  const keys = [...certain.map(({ key }) => key), ...candidates.map(({ key }) => key)]
  const distinct = keys.filter((key, at) => keys.findIndex((each) => fold(each) === fold(key)) === at)
  return {
    kind: 'person',
    id: `namesake ${fold(row.key)} ${row.line}`,
    line: row.line,
    text: `(${row.name}${row.group ? `, ${row.group}` : ''}) has ${counted(own.length, 'address or number', 'addresses or numbers')}, and no key of a child, but the name and class of ${others.join(' and of ')}: another child, or the same with another guardian${deleted}`,
    options: [
      { value: 'leave', text: 'leave this line out' },
      { value: `new ${newKey}`, text: `another child of this name, with the key "${newKey}"` },
      ...distinct.map((key) => ({ value: `same ${key}`, text: `the child "${key}", with what both lines say` })),
    ],
  }
}

/** Addresses are only counted: who reads a report need not read them. */
function evidence(of: string, own: readonly string[], theirs: readonly string[]): string {
  const shared = theirs.filter((each) => own.includes(each)).length
  return `${of} with ${new Set(theirs).size}, ${shared === 0 ? 'none' : shared} of them the same`
}

const joinedNote = ({ name }: RosterRow) =>
  `(${name}) has an address, a number or the code of the same child of the job as an earlier line: both are this child`
