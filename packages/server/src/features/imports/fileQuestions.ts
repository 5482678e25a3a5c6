import { fold, type RosterRow } from '../jobs/roster.ts'
import type { FileException, JobPerson } from './fileException.ts'
import { exceptionReason } from './fileOwners.ts'
import { rowOf } from './knownFiles.ts'
import { DecisionError, type Decisions, type Question } from './questions.ts'

/** What was decided about files that may be somebody else's. */
export type FileDecisions = {
  /** Each with the person whose picture it is, as a row: of the roster, or made of what the job says. */
  decided: { file: string; row: RosterRow }[]
  /** Those that are left out. */
  open: FileException[]
  /** One for each exception. */
  questions: Question[]
}

/** Asks whose each of these files is, and applies what was decided. Throws DecisionError if a decision names somebody unknown. */
export function decideFiles(
  exceptions: readonly FileException[],
  byKey: ReadonlyMap<string, JobPerson>,
  decisions: Decisions,
): FileDecisions {
  const decided: FileDecisions['decided'] = []
  const open: FileException[] = []
  const questions = exceptions.map(questionOf)
  for (const [at, exception] of exceptions.entries()) {
    const { id = '' } = questions[at] ?? {}
    const choice = decisions.get(id) ?? 'leave'
    if (choice === 'leave') {
      open.push(exception)
      continue
    }
    const key = choice.slice('person '.length)
    const person = byKey.get(fold(key))
    if (!person) throw new DecisionError(`${exception.file}: nobody has the key "${key}"`)
    if (person.undecided)
      throw new DecisionError(`${exception.file}: who "${key}" is has to be decided first, or at the same time`)
    decided.push({ file: exception.file, row: person.row ?? rowOf(person) })
  }
  return { decided, open, questions }
}

/** The id of the question whose a file is. */
export const fileQuestionId = (file: string): string => `file ${file}`

function questionOf(exception: FileException): Question {
  const { file, people, reason } = exception
  const candidates = people.filter(({ undecided }) => !undecided)
  return {
    kind: 'file',
    id: fileQuestionId(file),
    file,
    text: exceptionReason(exception),
    options: [
      { value: 'leave', text: 'leave this file out' },
      ...candidates.map(({ key, name, group }) => ({
        value: `person ${key}`,
        text: `it is a picture of ${name}${group ? ` (${group})` : ''}`,
      })),
    ],
    ...(reason === 'undecided-person' && { followsPerson: true }),
    namesAnybody: true,
  }
}
