import { sortedWords } from '../jobs/nameWords.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { valueFromRow } from '../jobs/subjects/rosterValues.ts'
import type { StoredPerson } from './plannedPerson.ts'
import type { Decisions, Question, QuestionOption } from './questions.ts'
import { isContradicted, type RenameCheck } from './renamedPeople.ts'
import { areSimilarNames, type SamePersonEvidence, type SamePersonFinder } from './samePerson.ts'

/** What a line of a roster is compared with. */
export type LineContext = {
  rows: readonly RosterRow[]
  stored: readonly StoredPerson[]
  isCertain: RenameCheck
  /** Those of the job whom a line may be: who is not on the roster, or whose key is somebody else's on it. */
  findSame: SamePersonFinder<StoredPerson>
  displaced: ReadonlySet<StoredPerson>
  /** Whether a line is of somebody who was deleted from the job. */
  isDeleted: (row: RosterRow) => boolean
  /** Whether somebody has decided that a line is another child than those of its name. */
  isOther: (row: RosterRow) => boolean
}

/** A line of a roster: `given` as it was read, `spelled` with the name of its group, `row` with what was corrected about `known`, who has its key. */
export type RosterLine = { given: RosterRow; spelled: RosterRow; row: RosterRow; known: StoredPerson | undefined }

type Candidate = ReturnType<LineContext['findSame']>[number]

/** What somebody has to decide about a line: who it is. Null if that is certain. */
export function questionAbout({ given, spelled, row, known }: RosterLine, context: LineContext): Question | null {
  const candidates = context
    .findSame({ ...row, codes: row.code === null ? [] : [row.code] })
    .filter(({ person }) => person !== known)
  if (known)
    return repetitionQuestion(spelled, known, candidates, context) ?? keyQuestion(row, known, candidates, context)
  if (context.isOther(given)) return null
  return context.isDeleted(given) ? deletedQuestion(row, candidates) : personQuestion(row, candidates, context)
}

/**
 * The decisions, as far as they are about this line. An import that was interrupted has changed keys already: the line may be another question by
 * now, and whom its decision names may have another key.
 */
export function decisionsAbout(
  { id, options }: Question,
  row: RosterRow,
  context: LineContext,
  all: Decisions,
): Decisions {
  const decided = [id, keyQuestionId(row), personQuestionId(row)].flatMap((each) => all.get(each) ?? [])[0]
  if (decided === undefined) return all
  if (!decided.startsWith('same ') || options.some(({ value }) => value === decided)) return new Map([[id, decided]])
  const key = fold(decided.slice('same '.length))
  const renumbered = context.stored.find(
    (person) => person.earlierKeys?.includes(key) && options.some(({ value }) => value === `same ${person.key}`),
  )
  return new Map([[id, renumbered ? `same ${renumbered.key}` : decided]])
}

/** A row that repeats what somebody has corrected since, with the corrected name and group: files are compared with these. */
export function withCorrections(row: RosterRow, known: StoredPerson): RosterRow {
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
  candidates: readonly Candidate[],
  { rows, stored }: LineContext,
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
      LEAVE,
      { value: 'same', text: `it is ${describe(known)}, as corrected` },
      ...candidates.map((each) => sameOption(row, each)),
    ],
  }
}

const LEAVE: QuestionOption = { value: 'leave', text: 'leave this line out' }

const keyQuestionId = (row: RosterRow) => `renamed ${fold(row.key)} ${fold(row.name)}`
const personQuestionId = (row: RosterRow) => `person ${fold(row.key)} ${fold(row.name)}`

/** A key identifies a person, but lists are numbered anew: somebody with another name is not renamed by it alone. */
function keyQuestion(
  row: RosterRow,
  known: StoredPerson,
  candidates: readonly Candidate[],
  { rows, isCertain }: LineContext,
): Question | null {
  if (isCertain(row, known)) return null
  const isNamesake = sortedWords(known.name) === sortedWords(row.name)
  const isSimilar = !isNamesake && areSimilarNames(known.name, row.name) && isContradicted(row, known)
  const evidence = isSimilar ? `. The names are similar, but ${CONTRADICTION}` : ''
  const effect = isNamesake
    ? 'but its class or addresses are those of another child of this name'
    : `their pictures and their code would be ${row.name}'s`
  const others =
    candidates.length > 0 ? `. It may be ${candidates.map((each) => evidenceText(each)).join(', or ')}` : ''
  // One answer for all lines is not the name of another child for somebody who is evidently elsewhere.
  const isElsewhere =
    candidates.some(({ evidence: found }) => found.includes('same-name') || found.includes('same-code')) ||
    rows.some((each) => fold(each.key) !== fold(row.key) && sortedWords(each.name) === sortedWords(known.name))
  return {
    kind: 'person',
    id: keyQuestionId(row),
    line: row.line,
    text: `(${row.name}) has the key "${row.key}", with which the job contains ${describe(known)}: ${effect}${others}${evidence}`,
    options: [
      LEAVE,
      { value: 'new', text: `${row.name} is another person, with the key "${row.key}" ${fromText(known)}` },
      ...candidates.map((each) => sameOption(row, each, known)),
      {
        value: isElsewhere ? 'key' : 'same',
        text: isNamesake ? `it is ${describe(known)}, as the key says` : `${known.name} is now named ${row.name}`,
      },
    ],
  }
}

const CONTRADICTION = 'neither class nor any address confirms that it is the same child'

/** Whoever was deleted does not come back because a school's list still contains them. */
function deletedQuestion(row: RosterRow, candidates: readonly Candidate[]): Question {
  return {
    kind: 'person',
    id: `deleted ${fold(row.key)} ${fold(row.name)}`,
    line: row.line,
    text: `(${row.name}, "${row.key}") has the key or the name of somebody who was deleted from this job`,
    options: [
      LEAVE,
      { value: 'new', text: `add ${row.name} as a new person` },
      ...candidates.map((each) => sameOption(row, each)),
    ],
  }
}

const EVIDENCE: Record<SamePersonEvidence, string> = {
  'same-code': 'the same code',
  'same-name': 'the same name',
  'similar-name': 'a similar name',
  'same-email': 'the same address',
}

function personQuestion(row: RosterRow, candidates: readonly Candidate[], { displaced }: LineContext): Question | null {
  if (candidates.length === 0) return null
  const whereabouts = (person: StoredPerson) =>
    displaced.has(person) ? 'whose key is somebody else’s on this roster' : 'who is not on this roster'
  const texts = candidates.map((each) => `${evidenceText(each)}, ${whereabouts(each.person)}`)
  return {
    kind: 'person',
    id: personQuestionId(row),
    line: row.line,
    text: `(${row.name}, "${row.key}") may be ${texts.join(', or ')}`,
    options: [
      LEAVE,
      { value: 'new', text: `${row.name} is another person` },
      ...candidates.map((each) => sameOption(row, each)),
    ],
  }
}

/** It is somebody of the job, who gets the line's key: from whoever has it. */
function sameOption(row: RosterRow, { person }: Candidate, holder?: StoredPerson): QuestionOption {
  const key = holder ? `, with the key "${row.key}" ${fromText(holder)}` : ''
  return { value: `same ${person.key}`, text: `${row.name} is ${describe(person)}${key}` }
}

const fromText = ({ name }: StoredPerson) => `from now on; ${name} has it no longer`

const evidenceText = ({ person, evidence }: Candidate) =>
  `${describe(person)} by ${evidence.map((each) => EVIDENCE[each]).join(' and ')}`

export const describe = ({
  key,
  name,
  group,
  withdrawn,
}: Pick<StoredPerson, 'key' | 'name' | 'group' | 'withdrawn'>): string =>
  `${name}${group ? ` (${group})` : ''} ("${key}"${withdrawn ? ', withdrawn' : ''})`
