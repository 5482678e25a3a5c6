import { da } from './failures/da.ts'
import { de } from './failures/de.ts'
import { es } from './failures/es.ts'
import { nb } from './failures/nb.ts'
import { sv } from './failures/sv.ts'
import type { FailureWords } from './failureTexts.ts'

export const failureWords: Readonly<Record<string, FailureWords>> = { da, de, es, nb, sv }

/** The texts in a language; undefined if the contract's English is the nearest. */
export function wordsOf(language: string): FailureWords | undefined {
  const main = language.split('-')[0] ?? ''
  return failureWords[main === 'no' || main === 'nn' ? 'nb' : main]
}

/** The text of a failure in a language, with its values filled in for the names in braces. */
export function textOfFailure(
  reason: string,
  english: string,
  words: Readonly<Record<string, string>>,
  language: string,
): string {
  const text = wordsOf(language)?.texts[reason] ?? english
  return text.replace(/\{(\w+)\}/g, (place, name) => words[name] ?? place)
}
