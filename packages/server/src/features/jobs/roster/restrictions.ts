import { listOf } from './headerForm.ts'
import { CHILD_WORDS, FILLER_WORDS, GUARDIAN_WORDS } from './headerWords.ts'
import { coresOf, phrasesOf, withoutPhrases } from './phrases.ts'
import { ANSWER_WORDS, NEGATION_WORDS, RESTRICTION_WORDS, RIGHT_FILLER_WORDS } from './restrictionWords.ts'

/** What a column says about reaching the adults of a child; of the last one, a yes may mean either. */
export type RestrictionField = 'restriction' | 'custody' | 'unclearRestriction'

export type RestrictionColumns = {
  /** A yes says that somebody must not be reached. */
  restrictions: readonly number[]
  /** A no says so. */
  custody: readonly number[]
  unclearRestrictions: readonly number[]
}

const MARKS = phrasesOf(Object.values(RESTRICTION_WORDS).map(({ mark }) => mark))
const RIGHTS = phrasesOf(Object.values(RESTRICTION_WORDS).map(({ right }) => right))
const DIVISIONS = phrasesOf(Object.values(RESTRICTION_WORDS).flatMap(({ division }) => division ?? []))
/** In every text with one of the phrases: the columns of a long list are compared in a moment. */
const CORES = coresOf([...MARKS, ...RIGHTS, ...DIVISIONS])
const NEGATIONS = new Set(listOf(NEGATION_WORDS))
const FILLERS = new Set([GUARDIAN_WORDS, CHILD_WORDS, FILLER_WORDS, RIGHT_FILLER_WORDS].flatMap(listOf))
const YES = answersOf('yes')
const NOBODY = answersOf('nobody')
const NO = new Set([...answersOf('no'), ...NOBODY])

function answersOf(answer: 'yes' | 'no' | 'nobody'): Set<string> {
  return new Set(
    Object.values(ANSWER_WORDS).flatMap((words) => words[answer].split(';').map(answerForm).filter(Boolean)),
  )
}

function answerForm(cell: string): string {
  return cell.normalize('NFC').trim().toLowerCase()
}

/** What a cell answers; null if it is empty or not certain. */
export function answerOf(cell: string): 'yes' | 'no' | null {
  const answer = answerForm(cell)
  return YES.has(answer) ? 'yes' : NO.has(answer) ? 'no' : null
}

/** Whether a cell below the header of an adult's name is a yes or no about them instead: `Legal Guardian: No`. */
export function isAnswer(cell: string): boolean {
  return answerOf(cell) !== null
}

/**
 * `Guardian 2 Court Order`, `Has custody (G2)`: whatever else a header says, an order that it mentions is never overlooked. Other words next to
 * custody (`Sole custody`), or within the same word, ask another question, to which no answer is certain. `text` is a header in its compared form.
 */
export function restrictionOfHeader(text: string): RestrictionField | null {
  if (!CORES.some((core) => text.includes(core))) return null
  const tokens = text.split(' ')
  const afterMarks = withoutPhrases(tokens, MARKS)
  const rest = withoutPhrases(afterMarks, RIGHTS)
  const [hasMark, hasRight] = [afterMarks.length < tokens.length, rest.length < afterMarks.length]
  const hasDivision = withoutPhrases(rest, DIVISIONS).length < rest.length
  if (!hasMark && !hasRight) return hasDivision ? 'unclearRestriction' : null
  const others = rest.filter((token) => token !== '' && !/^\d+$/.test(token))
  const isClear = !others.some((token) => NEGATIONS.has(token)) && hasMark !== hasRight
  if (isClear && hasMark) return 'restriction'
  return isClear && others.every((token) => FILLERS.has(token)) ? 'custody' : 'unclearRestriction'
}

/** The column that says that somebody of a line must not be reached, or does not decide for the child for certain; null if none does. */
export function restrictingColumn(
  { restrictions, custody, unclearRestrictions }: RestrictionColumns,
  guardianNames: readonly number[],
  cell: (at: number) => string,
): number | null {
  const isFilled = (at: number) => answerForm(cell(at)) !== ''
  return (
    restrictions.find((at) => isFilled(at) && answerOf(cell(at)) !== 'no') ??
    custody.find((at) => isFilled(at) && answerOf(cell(at)) !== 'yes') ??
    unclearRestrictions.find(isFilled) ??
    guardianNames.find((at) => saysNo(cell(at))) ??
    null
  )
}

/** A dash or `none` in place of a name says that there is nobody. */
function saysNo(cell: string): boolean {
  return answerOf(cell) === 'no' && !NOBODY.has(answerForm(cell))
}
