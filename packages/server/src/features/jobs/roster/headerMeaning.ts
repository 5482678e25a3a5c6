import { listOf, normaliseHeader } from './headerForm.ts'
import { CHILD_WORDS, FILLER_WORDS, GUARDIAN_WORDS, HEADER_WORDS, type HeaderField } from './headerWords.ts'
import { type RestrictionField, restrictionOfHeader } from './restrictions.ts'

/** What a column contains. */
export type ColumnMeaning =
  | { field: Exclude<HeaderField, 'personal'>; rank: number }
  | { field: 'favorite'; rank: number }
  /** `slot` is the same for all columns of one adult. */
  | { field: 'guardian'; slot: string; part: GuardianPart }
  | { field: 'teacherPart'; part: 'first' | 'last' }
  /** The identity number of a person, which is never stored. */
  | { field: 'personal' }
  | { field: RestrictionField }
  /** Understood, and of no use here. */
  | { field: 'none' }

export type GuardianPart = 'name' | 'first' | 'last' | 'email' | 'phone' | 'other'

type Word = { field: HeaderField; rank: number }

const WORDS = new Map<string, Word>(
  (Object.entries(HEADER_WORDS) as [HeaderField, string][]).flatMap(([field, words]) =>
    listOf(words).map((word, rank): [string, Word] => [word, { field, rank }]),
  ),
)
const GUARDIANS = new Set(listOf(GUARDIAN_WORDS))
const CHILDREN = new Set(listOf(CHILD_WORDS))
const FILLERS = new Set(listOf(FILLER_WORDS))

/** `Guardian 2 No Email`, in which `no` is not that of a number. */
const NO_MAIL = /\bno (?:e )?e?mails?\b/

/** Nobody reads more of a header, and a file may have one of many megabytes. */
const MAX_HEADER = 1000

/** What the header of a column says about its content; null if it is unknown. */
export function meaningOf(header: string): ColumnMeaning | null {
  const text = normaliseHeader(header)
  if (text === '') return null
  if (text === 'favorite') return { field: 'favorite', rank: 0 }
  const word = WORDS.get(text) ?? WORDS.get(text.replaceAll(' ', ''))
  if (word) return word.field === 'personal' ? { field: 'personal' } : { field: word.field, rank: word.rank }
  // `student.studentNumber`, `guardianemail`
  const tokens = withoutRepetition(text.split(' ').flatMap(splitGuardian))
  const plain = WORDS.get(tokens.join(' '))
  if (plain && plain.field !== 'personal') return { field: plain.field, rank: plain.rank }
  const guardian = guardianMeaning(tokens)
  // `Phone no. contact 1` has the words "no contact".
  const isReached = guardian?.part === 'phone' || guardian?.part === 'email'
  if (guardian && isReached && !NO_MAIL.test(text)) return guardian
  const restriction = restrictionOfHeader(text.slice(0, MAX_HEADER))
  if (restriction) return { field: restriction }
  return guardian ?? teacherMeaning(text) ?? childMeaning(tokens) ?? numberedMeaning(text)
}

const withoutRepetition = (tokens: readonly string[]) => tokens.filter((token, at) => token !== tokens[at - 1])

function splitGuardian(token: string): string[] {
  const word = [...GUARDIANS].find(
    (each) => each.length >= 4 && token.startsWith(each) && WORDS.has(token.slice(each.length)),
  )
  return word === undefined ? [token] : [word, token.slice(word.length)]
}

/** `Guardian 2 email`, `E-post vårdnadshavare 1`, `MotherPhone`, `Ouder/verzorger 1`. */
function guardianMeaning(tokens: readonly string[]): (ColumnMeaning & { field: 'guardian' }) | null {
  const at = tokens.findIndex((token) => GUARDIANS.has(token))
  if (at < 0) return null
  const isDigit = (token: string) => /^\d$/.test(token)
  const second = tokens.includes('secondary') || tokens.includes('second') ? '2' : undefined
  const number = tokens.find(isDigit) ?? second ?? ''
  const rest = tokens.filter(
    (token) =>
      !GUARDIANS.has(token) &&
      !isDigit(token) &&
      !FILLERS.has(token) &&
      !CHILDREN.has(token) &&
      !/^second(ary)?$/.test(token),
  )
  return { field: 'guardian', slot: number || ownerOf(tokens[at] ?? ''), part: guardianPart(rest.join(' ')) }
}

/** `Mor` and `Mors` are the same person. */
function ownerOf(word: string): string {
  return [word.slice(0, -1), word].find((each) => GUARDIANS.has(each)) ?? word
}

function guardianPart(text: string): GuardianPart {
  if (text === '') return 'name'
  const field = WORDS.get(text)?.field
  if (field === 'name' || field === 'first' || field === 'last' || field === 'email' || field === 'phone') return field
  if (field === 'called') return 'first'
  return 'other'
}

function teacherMeaning(text: string): ColumnMeaning | null {
  const [, title = '', rest = ''] =
    /^(teacher|homeroom teacher|home room teacher|class teacher|tutor|mentor|larare|laerer|kontaktlaerer|lehrer|klassenlehrer|lehrkraft|profesor|opettaja|leerkracht|docent|leraar) (.+)$/.exec(
      text,
    ) ?? []
  if (title === '') return null
  const field = WORDS.get(rest)?.field
  if (field === 'first' || field === 'last') return { field: 'teacherPart', part: field }
  if (field === 'name') return { field: 'teacher', rank: 1 }
  return { field: 'none' }
}

/** `Pupil First Name`, `Elevens klass`; the child's own address is not where the family's emails go. */
function childMeaning(tokens: readonly string[]): ColumnMeaning | null {
  const rest = tokens.filter((token) => !CHILDREN.has(token) && !FILLERS.has(token))
  if (rest.length === tokens.length || rest.length === 0) return null
  const word = WORDS.get(rest.join(' '))
  if (!word) return null
  if (word.field === 'personal') return { field: 'personal' }
  if (word.field === 'email' || word.field === 'phone') return { field: 'none' }
  return { field: word.field, rank: word.rank }
}

/** `E-post 1`, `Telefon 2`. */
function numberedMeaning(text: string): ColumnMeaning | null {
  const [, rest = ''] = /^(.+) \d$/.exec(text) ?? []
  const word = WORDS.get(rest)
  return word && (word.field === 'email' || word.field === 'phone') ? { field: word.field, rank: word.rank } : null
}
