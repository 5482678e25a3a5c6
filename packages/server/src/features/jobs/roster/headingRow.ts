import { listOf, normaliseHeader } from './headerForm.ts'
import { type ColumnMeaning, meaningOf } from './headerMeaning.ts'
import { CHILD_WORDS, FILLER_WORDS } from './headerWords.ts'

/** Whose the columns below a heading are; `other` is anybody else, or unclear. */
type HeadingKind = 'child' | 'guardian' | 'family' | 'other' | 'unknown'

const CHILDREN = new Set(listOf(CHILD_WORDS))
const FILLERS = new Set(listOf(FILLER_WORDS))
const FAMILY = new Set(
  listOf(`family; home; household; familj; hem; hemmet; familie; hjem; hjemmet; haushalt; familia; hogar; perhe; koti; gezin; thuis; rodzina; dom;
    contact details; contact information; contact data; kontaktuppgifter; kontaktinformation; kontaktopplysninger; kontaktoplysninger; kontaktdaten;
    datos de contacto; yhteystiedot; contactgegevens; dane kontaktowe`),
)
const DETAILS = new Set(
  listOf(
    'detail; details; data; info; information; uppgifter; opplysninger; oplysninger; daten; datos; tiedot; gegevens; dane',
  ),
)
const JOINED_DETAILS = /(?:uppgifter|opplysninger|oplysninger|daten|tiedot|gegevens)$/
/** Adults of the school, and whoever is called in an emergency. */
const OTHERS = new Set(
  listOf(`teacher; tutor; mentor; adviser; advisor; staff; office; school; doctor; emergency; larare; klasslarare; skola; rektor; lakare; nodkontakt;
    laerer; kontaktlaerer; skole; lehrer; lehrerin; lehrkraft; klassenlehrer; schule; arzt; notfall; notfallkontakt; profesor; profesora; maestro; escuela; medico; emergencia;
    opettaja; koulu; laakari; leerkracht; docent; leraar; arts; noodcontact; nauczyciel; wychowawca; szkola; lekarz`),
)

/** Those that say who somebody is or how to reach them. */
const OF_PERSON = ['name', 'first', 'called', 'infix', 'last', 'last2', 'email', 'phone', 'guardian']
const OF_NAME = ['name', 'first', 'called', 'infix', 'last', 'last2']
/** A number that may be anybody's: `ID`, rather than `Pupil number`. */
const ANY_NUMBER = /^(?:id|key|external id|extern id|eksternt id|externt id)$/

export type HeadedColumns = {
  /** What each column is compared by. */
  headers: string[]
  /** The columns that are not read because of what is above them, by their heading. */
  unread: Map<string, number[]>
  /** Those of them that are the child's own, and so no way to the family. */
  meaning(at: number, meaning: ColumnMeaning | null): ColumnMeaning | null
}

/**
 * Reads two lines of headers as one: `Guardian` above `Name` and `Email`, written above the first column alone. What is below the heading of
 * anybody but the child and its family is neither a name nor an address of theirs, and what is below the child's is not the family's.
 */
export function readHeadings(headers: readonly string[], headings: readonly string[]): HeadedColumns {
  const plain = { headers: [...headers], unread: new Map(), meaning: (_at: number, each: ColumnMeaning | null) => each }
  if (!areHeadings(headers, headings)) return plain
  const unread = new Map<string, number[]>()
  const above = headingsAbove(headers, headings)
  const cells = headers.map((cell, at) => cell || (headings[at] ?? ''))
  const firstUnknown = above.find((heading, at) => kindOf(heading) === 'unknown' && isName(cells[at] ?? ''))
  const hasChild = above.some((heading, at) => kindOf(heading) === 'child' && isName(cells[at] ?? ''))
  const isNamesOf = (heading: string) => !hasChild && heading === firstUnknown
  const meaning = (at: number, alone: ColumnMeaning | null): ColumnMeaning | null => {
    const heading = above[at] ?? ''
    const read = below(kindOf(heading), alone, { header: cells[at] ?? '', heading, hasNames: isNamesOf(heading) })
    if (alone !== null && read !== alone && read?.field !== 'guardian')
      unread.set(heading, [...(unread.get(heading) ?? []), at])
    return read
  }
  return { headers: cells, unread, meaning }
}

function below(
  kind: HeadingKind | null,
  alone: ColumnMeaning | null,
  { header, heading, hasNames }: { header: string; heading: string; hasNames: boolean },
): ColumnMeaning | null {
  const field = alone?.field ?? ''
  const isOfName = OF_NAME.includes(field)
  if (kind === null) return alone
  if (kind === 'child') return field === 'email' || field === 'phone' ? { field: 'none' } : alone
  if (kind === 'guardian') {
    const together = meaningOf(`${withoutDetails(heading)} ${header}`)
    const isPart = alone === null || OF_PERSON.includes(field)
    if (isPart && together?.field === 'guardian' && together.part !== 'other') return together
    return isOfName || ANY_NUMBER.test(normaliseHeader(header)) ? null : alone
  }
  if (kind === 'family') return isOfName ? null : alone
  if (kind === 'unknown' && isOfName && hasNames) return alone
  const isTheirs = OF_PERSON.includes(field) || ANY_NUMBER.test(normaliseHeader(header))
  return isTheirs ? null : alone
}

/** Whether the line above a header is one of headings, rather than a title such as `Class 4A, Teacher: Kim Lo`. */
function areHeadings(headers: readonly string[], headings: readonly string[]): boolean {
  const filled = headings.flatMap((cell, at) => (cell === '' || cell === headers[at] ? [] : [at]))
  if (filled.length === 0 || (filled.length === 1 && filled[0] === 0)) return false
  const names = headers.filter(isName).map(normaliseHeader)
  if (new Set(names).size < names.length) return true
  const isTitle = (at: number) => /\d{2}|: ?\S/.test(headings[at] ?? '') && kindOf(headings[at] ?? '') === 'unknown'
  const hasTitle = filled.some(isTitle)
  return filled.some((at) => {
    const kind = kindOf(headings[at] ?? '')
    // What follows directly may be the name of the teacher.
    const isAlone = !headings[at + 1] || kindOf(headings[at + 1] ?? '') !== 'unknown'
    const isChild = kind === 'child' && filled.length > 1 && !hasTitle
    return isChild || kind === 'guardian' || kind === 'family' || (kind === 'other' && isAlone)
  })
}

/** The heading of each column; a cell that is merged over both lines is its own header. */
function headingsAbove(headers: readonly string[], headings: readonly string[]): string[] {
  let heading = ''
  return headers.map((cell, at) => {
    const own = headings[at] ?? ''
    if (own !== '') heading = own === cell || cell === '' ? '' : own
    return heading
  })
}

const isName = (header: string) => OF_NAME.includes(meaningOf(header)?.field ?? '')

function withoutDetails(heading: string): string {
  const words = normaliseHeader(heading).split(' ')
  return words.filter((word) => !DETAILS.has(word)).join(' ')
}

function kindOf(heading: string): HeadingKind | null {
  const text = normaliseHeader(heading)
  if (text === '') return null
  if (FAMILY.has(text) || FAMILY.has(withoutDetails(heading))) return 'family'
  const words = withoutDetails(heading)
    .split(' ')
    .map((word) => word.replace(JOINED_DETAILS, ''))
    .filter((word) => word !== '' && !FILLERS.has(word) && !/^\d+$/.test(word))
  if (words.length > 0 && words.every((word) => CHILDREN.has(word))) return 'child'
  const meaning = meaningOf(withoutDetails(heading))
  if (meaning?.field === 'guardian' && meaning.part === 'name') return 'guardian'
  return words.some((word) => OTHERS.has(word)) || meaning?.field === 'guardian' ? 'other' : 'unknown'
}
