import { fold, type RosterRow } from '../jobs/roster.ts'
import type { FileException, JobPerson } from './fileException.ts'
import { exceptionReason, knownReason } from './fileOwners.ts'
import { isSamePerson, type KnownFile, ownersOfKnown, rowOf } from './knownFiles.ts'
import { DecisionError, type Decisions, type Question, type QuestionOption } from './questions.ts'

/** What was decided about files that may be somebody else's. */
export type FileDecisions = {
  /** Each with those whose picture it is, as rows: of the roster, or made of what the job says; or with its groups. */
  decided: { file: string; rows: RosterRow[]; groups?: readonly string[] }[]
  /** Those in the folder of a group that are pictures of it. */
  ofGroups: string[]
  /** Those that are left out. */
  open: FileException[]
  /** One for each exception about which an import can do something. */
  questions: Question[]
}

type QuestionContext = {
  byKey: ReadonlyMap<string, JobPerson>
  known: ReadonlyMap<string, KnownFile>
  decisions: Decisions
}

/** Asks whose each of these files is, and applies what was decided. Throws DecisionError if a decision names somebody unknown. */
export function decideFiles(
  exceptions: readonly FileException[],
  { byKey, known, decisions }: QuestionContext,
): FileDecisions {
  const decided: FileDecisions['decided'] = []
  const ofGroups: string[] = []
  const open: FileException[] = []
  for (const exception of exceptions) {
    const { file } = exception
    const choice = decisions.get(fileQuestionId(file)) ?? 'leave'
    const owners = choice.startsWith('person ')
      ? { rows: [personRow(file, choice.slice('person '.length), byKey)] }
      : ownersOfChoice(choice, known.get(file))
    if (choice === 'group' && exception.reason === 'group-folder') ofGroups.push(file)
    else if (owners) decided.push({ file, ...owners })
    else open.push(exception)
  }
  const questions = exceptions.flatMap((exception) => questionOf(exception, known.get(exception.file)) ?? [])
  return { decided, ofGroups, open, questions }
}

function personRow(file: string, key: string, byKey: ReadonlyMap<string, JobPerson>): RosterRow {
  const person = byKey.get(fold(key))
  if (!person) throw new DecisionError(`${file}: nobody has the key "${key}"`)
  if (person.undecided) throw new DecisionError(`${file}: who "${key}" is has to be decided first, or at the same time`)
  return person.row ?? rowOf(person)
}

/** Whose a picture of the job is by a decision that names nobody; null if it changes nothing. */
function ownersOfChoice(
  choice: string,
  known: KnownFile | undefined,
): { rows: RosterRow[]; groups?: readonly string[] } | null {
  if (!isOfSomebody(known)) return null
  if (choice === 'nobody') return { rows: [] }
  return choice === 'stay' ? { rows: known.owners.map(({ row }) => row), groups: known.groups } : null
}

const isOfSomebody = (known: KnownFile | undefined): known is KnownFile =>
  known?.to === 'subjects' || known?.to === 'groups'

/** The id of the question whose a file is. */
export const fileQuestionId = (file: string): string => `file ${file}`

function questionOf(exception: FileException, known: KnownFile | undefined): Question | null {
  if (known && !isOfSomebody(known)) return null
  const { file, people, reason } = exception
  const candidates = people.filter((person) => !person.undecided && !isOnlyOwner(person, known))
  return {
    kind: 'file',
    id: fileQuestionId(file),
    file,
    text: known ? knownReason(exception, known) : exceptionReason(exception),
    options: [
      ...(known ? optionsOfKnown(known) : [{ value: 'leave', text: 'leave this file out' }]),
      ...(reason === 'group-folder'
        ? [{ value: 'group', text: `it is a picture of the group "${exception.folder}"` }]
        : []),
      ...candidates.map(({ key, name, group }) => ({
        value: `person ${key}`,
        text: `it is a picture of ${name}${group ? ` (${group})` : ''}`,
      })),
    ],
    ...(OF_LINES.includes(reason) && { followsPerson: true }),
    namesAnybody: true,
  }
}

/** Why a file waits for a decision about a line. */
const OF_LINES: readonly FileException['reason'][] = ['undecided-person', 'doubled-key', 'left-out-line']

const isOnlyOwner = (person: JobPerson, known: KnownFile | undefined): boolean =>
  known?.owners.length === 1 && known.owners.every((owner) => isSamePerson(owner, person))

function optionsOfKnown(known: KnownFile): QuestionOption[] {
  const owners = ownersOfKnown(known)
  return [
    { value: 'leave', text: `it stays with ${owners}` },
    { value: 'stay', text: `it is a picture of ${owners}: a person has decided it` },
    { value: 'nobody', text: `it is a picture of nobody; ${owners} no longer see it` },
  ]
}
