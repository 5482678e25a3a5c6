import { counted } from '../jobs/counted.ts'
import type { ImportWarning } from './importReport.ts'
import type { StoredPerson } from './plannedPerson.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import type { RosterPlan } from './rosterPlan.ts'

/**
 * What becomes of codes that open somebody of the job whose line has another one: they open `nobody`, they `stay` as they are, or each opens those
 * whose line has it and nobody else, as the `list` says.
 */
export type CodesDecision = 'nobody' | 'stay' | 'list'

/** An import changes these codes one after the other: continued after a crash, it asks about fewer, and the decision is the same. */
const QUESTION = 'codes'

/** The lines with a code that opens somebody else of the job, whose own line has another one: letters with it may be with either family. */
export function disputedCodeWarnings({ people }: RosterPlan, stored: readonly StoredPerson[]): ImportWarning[] {
  return findDisputed(people, stored).map(({ row, holders }) => {
    const names = holders.map(({ name, key }) => `${name} ("${key}")`).join(' and ')
    const text = `(${row.name}) has the code that opens ${names} now, whose line has another one: either family may have a letter with it`
    return { line: row.line, text }
  })
}

/** One for all codes of a roster, because a column is shifted as a whole; none if no code opens somebody else. */
export function codeQuestions({ people }: RosterPlan, stored: readonly StoredPerson[]): Question[] {
  const [first, ...more] = findDisputed(people, stored).map(({ row }) => row)
  if (!first) return []
  const who =
    more.length > 0 ? `and ${counted(more.length, 'other', 'others')} have codes that open` : 'has a code that opens'
  return [
    {
      kind: 'codes',
      id: QUESTION,
      line: first.line,
      text: `(${first.name}) ${who} somebody else of the job, whose line has another one`,
      options: [
        { value: 'nobody', text: 'they open nobody, until "jobs give-code" or a list as before gives them back' },
        { value: 'stay', text: 'all codes stay as they are: the letters are right, and this list is not' },
        { value: 'list', text: 'each opens only whose line has it: no family has a letter with an earlier one' },
      ],
    },
  ]
}

/** What was decided about the codes of a roster, or happens without a decision. */
export function codesDecision(questions: readonly Question[], decisions: Decisions): CodesDecision {
  const question = questions.find(({ kind }) => kind === 'codes')
  const value = question && decisionOf(question, decisions)
  return value === 'stay' || value === 'list' ? value : 'nobody'
}

function findDisputed(people: RosterPlan['people'], stored: readonly StoredPerson[]) {
  const codeOf = new Map(people.flatMap(({ row, subject }) => (subject ? [[subject.uuid, row.code] as const] : [])))
  return people.flatMap(({ row, subject }) => {
    const holders = stored.filter(({ uuid, openCodes }) => uuid !== subject?.uuid && openCodes.includes(row.code ?? ''))
    const others = holders.filter(({ uuid }) => codeOf.get(uuid) !== row.code)
    return others.length > 0 && others.every(({ uuid }) => codeOf.get(uuid)) ? [{ row, holders: others }] : []
  })
}
