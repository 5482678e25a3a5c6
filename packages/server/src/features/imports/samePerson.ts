import leven from 'leven'
import { wordsOf } from '../jobs/nameWords.ts'
import { fold } from '../jobs/roster.ts'

/** What is compared of two people: one of the roster, one of the job. */
export type ComparedPerson = { name: string; group: string; codes: readonly string[]; emails: readonly string[] }

/** Why a person of the roster may be somebody whom the job has under another key. */
export type SamePersonEvidence = 'same-code' | 'same-name' | 'similar-name' | 'same-email'

/** Those of a job who may be a person of the roster, each with the evidence. */
export type SamePersonFinder<P> = (person: ComparedPerson) => { person: P; evidence: SamePersonEvidence[] }[]

/**
 * Finds who may be the same: by code and by name in the whole job, by a similar name in the same class or with the same address, and by an
 * address in the same class. A similar name in another class is somebody else's, and an address alone may be that of a sister.
 */
export function createSamePersonFinder<P>(
  people: readonly P[],
  comparedOf: (person: P) => ComparedPerson,
): SamePersonFinder<P> {
  const compared = people.map((person) => {
    const of = comparedOf(person)
    return { person, ...of, name: readName(of.name) }
  })
  type Entry = (typeof compared)[number]
  const byName = Map.groupBy(compared, ({ name }) => name.sorted)
  const byGroup = Map.groupBy(compared, ({ group }) => foldGroup(group))
  const byWord = (wordsIn: (entry: Entry) => readonly string[]) => {
    const index = new Map<string, Entry[]>()
    for (const entry of compared)
      for (const word of wordsIn(entry)) index.set(word, [...(index.get(word) ?? []), entry])
    return index
  }
  const byCode = byWord(({ codes }) => codes)
  const byEmail = byWord(({ emails }) => emails)
  return ({ name, group, codes, emails }) => {
    const own = readName(name)
    const withEmail = new Set(emails.flatMap((email) => byEmail.get(email) ?? []))
    const inGroup = byGroup.get(foldGroup(group)) ?? []
    const found = new Map<Entry, SamePersonEvidence[]>()
    const add = (entry: Entry, evidence: SamePersonEvidence) => {
      const known = found.get(entry) ?? []
      if (!known.includes(evidence)) found.set(entry, [...known, evidence])
    }
    for (const entry of codes.flatMap((code) => byCode.get(code) ?? [])) add(entry, 'same-code')
    for (const entry of byName.get(own.sorted) ?? []) add(entry, 'same-name')
    for (const entry of [...inGroup, ...withEmail])
      if (!found.get(entry)?.includes('same-name') && areSimilar(own, entry.name)) add(entry, 'similar-name')
    for (const entry of withEmail) if (found.has(entry) || inGroup.includes(entry)) add(entry, 'same-email')
    return [...found].map(([{ person }, evidence]) => ({ person, evidence }))
  }
}

/** A name as it is compared: read once, compared with many. */
type ReadName = { sorted: string; words: ReadonlySet<string>; text: string }

function readName(name: string): ReadName {
  const words = wordsOf(name)
  return { sorted: words.toSorted().join(' '), words: new Set(words), text: words.join(' ') }
}

/** Whether a name may be the other one corrected: the same words, one word more, or a few other letters. */
export function areSimilarNames(one: string, other: string): boolean {
  return areSimilar(readName(one), readName(other))
}

function areSimilar(one: ReadName, other: ReadName): boolean {
  if (one.sorted === other.sorted) return true
  const [fewer, more] = one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words]
  if (fewer.size > 0 && fewer.size < more.size && fewer.isSubsetOf(more)) return true
  const length = Math.max(one.text.length, other.text.length)
  return leven(one.text, other.text) <= (length < 4 ? 0 : length < 10 ? 1 : 2)
}

/** Whether a word of at most four letters has another letter in the other name: two children, rather than one who was written wrongly. */
export function isOtherShortName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  if (words.length !== others.length) return false
  return words.some((word, at) => {
    const counterpart = others[at] ?? ''
    return word !== counterpart && word.length === counterpart.length && word.length <= 4
  })
}

/** A group as it is compared: `1 A`, `1-a` and `1A` are probably one. */
export function foldGroup(group: string): string {
  return fold(group).replace(/[^\p{L}\p{N}]/gu, '')
}
