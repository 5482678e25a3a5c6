import { fold } from './roster.ts'

/** The words of a name without case, accents and hyphens. */
export function wordsOf(name: string): string[] {
  const plain = fold(name).normalize('NFD').replace(/\p{M}/gu, '')
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/** A name as a text in which spelling and order of its words do not count. */
export const sortedWords = (name: string) => wordsOf(name).toSorted().join(' ')
