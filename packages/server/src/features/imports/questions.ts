/** What a plan cannot decide: somebody does, by the evidence. */
export type Question = {
  kind: QuestionKind
  /** The same whenever the plan is made again from the same evidence. */
  id: string
  file?: string
  line?: number
  /** What is unclear, with the evidence: a sentence without its place. */
  text: string
  /** What may be decided. The first is what happens without a decision. */
  options: QuestionOption[]
  /** About a file of somebody about whom another question is: it follows that one's decision. */
  followsPerson?: true
  /** It may also be decided by the key of anybody in the job: `person 4001`. */
  namesAnybody?: true
}

/**
 * What a question is about: a person of the roster, spellings of a group, how somebody was reached before, codes that open somebody else, codes that were emailed to another family, the pictures of a class that is another one now, a file, files of the
 * same content, or whose a known picture is.
 */
export const QUESTION_KINDS = [
  'person',
  'groups',
  'contacts',
  'codes',
  'emailed',
  'class-pictures',
  'file',
  'copies',
  'picture',
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

export type QuestionOption = {
  /** `leave`, `same`, …; one that names somebody also has their key: `same 4001`. */
  value: string
  text: string
}

/** The selected option's value by the question's id. */
export type Decisions = ReadonlyMap<string, string>

export const NO_DECISIONS: Decisions = new Map()

/** A decision does not fit its question; the message says why. */
export class DecisionError extends Error {
  override name = 'DecisionError'
}

/**
 * Reads decisions as an operator writes them: `3=same 4001`, or `3=same` if only one option begins so; `person=same` decides all open
 * questions of a kind for which that is clear. Later ones replace earlier ones. Throws DecisionError.
 */
export function readDecisions(questions: readonly Question[], texts: readonly string[]): Map<string, string> {
  const decisions = new Map<string, string>()
  for (const text of texts) {
    const [, which = '', value = ''] = /^([^=]+)=(.+)$/.exec(text.trim()) ?? []
    if (value === '') throw new DecisionError(`"${text}" is not a decision such as 3=same`)
    for (const { id, option } of decide(questions, which.trim(), value.trim())) decisions.set(id, option)
  }
  return decisions
}

function decide(questions: readonly Question[], which: string, value: string): { id: string; option: string }[] {
  const ofKind = questions.filter(({ kind }) => kind === which)
  if (ofKind.length > 0) {
    const decided = ofKind.flatMap((question) => {
      const option = findOption(question, value)
      return option ? [{ id: question.id, option }] : []
    })
    if (decided.length === 0) throw new DecisionError(`No question about a ${which} can be decided by "${value}" alone`)
    return decided
  }
  const question = /^\d+$/.test(which) ? questions[Number(which) - 1] : undefined
  if (!question) throw new DecisionError(`There is no question ${which}: there are ${questions.length}`)
  const option = findOption(question, value)
  if (option) return [{ id: question.id, option }]
  const values = question.options.map((each) => each.value).join(', ')
  throw new DecisionError(`Question ${which} cannot be decided by "${value}", but by one of: ${values}`)
}

/** The option of this value, or the only one that begins with it. */
function findOption({ options, namesAnybody }: Question, value: string): string | undefined {
  const exact = options.find((option) => option.value === value)
  if (exact) return exact.value
  if (namesAnybody && /^person \S/.test(value)) return value
  const [only, ...more] = options.filter((option) => option.value.startsWith(`${value} `))
  return more.length === 0 ? only?.value : undefined
}

/** What was decided about a question, or what happens without a decision. */
export function decisionOf(question: Question, decisions: Decisions): string {
  const decided = decisions.get(question.id)
  const option = question.options.find(({ value }) => value === decided) ?? question.options[0]
  return option?.value ?? 'leave'
}
