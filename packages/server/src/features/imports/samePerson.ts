import leven from 'leven'
import { fold } from '../jobs/roster.ts'

/** What is compared of two people: one of the roster, one of the job. */
export type ComparedPerson = { name: string; group: string; codes: readonly string[]; emails: readonly string[] }

/** Why a person of the roster may be somebody whom the job has under another key. */
export type SamePersonEvidence = 'same-code' | 'same-name' | 'similar-name' | 'same-email'

/**
 * What points to one person with two keys, the strongest first; empty if nothing does. An address alone may be that of a sister, and a
 * similar name that of somebody in another class.
 */
export function samePersonEvidence(one: ComparedPerson, other: ComparedPerson): SamePersonEvidence[] {
  const sharesGroup = foldGroup(one.group) === foldGroup(other.group)
  const isSameName = wordsOf(one.name).toSorted().join(' ') === wordsOf(other.name).toSorted().join(' ')
  const isSimilar = !isSameName && areSimilar(one.name, other.name)
  const sharesEmail = one.emails.some((email) => other.emails.includes(email))
  const evidence: SamePersonEvidence[] = []
  if (one.codes.some((code) => other.codes.includes(code))) evidence.push('same-code')
  if (isSameName) evidence.push('same-name')
  if (isSimilar && (sharesGroup || sharesEmail)) evidence.push('similar-name')
  if (evidence.length > 0 && sharesEmail) evidence.push('same-email')
  return evidence
}

/** Whether a name may be the other one corrected, shortened or changed by a marriage: the first name stays, or a few letters differ. */
export function isCorrectedName(before: string, after: string): boolean {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  return one[0] === other[0] || one.toSorted().join(' ') === other.toSorted().join(' ') || areSimilar(before, after)
}

/** A name of one word more, or with few other letters. */
function areSimilar(one: string, other: string): boolean {
  const [words, otherWords] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  const [fewer, more] = words.size < otherWords.size ? [words, otherWords] : [otherWords, words]
  if (fewer.size > 0 && fewer.size < more.size && fewer.isSubsetOf(more)) return true
  const [text, otherText] = [wordsOf(one).join(' '), wordsOf(other).join(' ')]
  const length = Math.max(text.length, otherText.length)
  return leven(text, otherText) <= (length < 5 ? 0 : length < 10 ? 1 : 2)
}

/** The words of a name without case, accents and hyphens. */
function wordsOf(name: string): string[] {
  const plain = fold(name).normalize('NFD').replace(/\p{M}/gu, '')
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/** A group as it is compared: `1 A`, `1-a` and `1A` are probably one. */
export function foldGroup(group: string): string {
  return fold(group).replace(/[^\p{L}\p{N}]/gu, '')
}
