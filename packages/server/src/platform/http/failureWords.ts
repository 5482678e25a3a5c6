import { da } from './failures/da.ts'
import { de } from './failures/de.ts'
import { es } from './failures/es.ts'
import { nb } from './failures/nb.ts'
import { sv } from './failures/sv.ts'

/** The texts of failures by their reason, in the languages beside the contract's English. */
export type FailureWords = {
  texts: Readonly<Record<string, string>>
  /** In place of `throttle.wait`, where it is known how long. */
  wait: (minutes: number) => string
}

export const failureWords: Readonly<Record<string, FailureWords>> = { da, de, es, nb, sv }

/** The texts in a language; undefined where the contract's English is the nearest. */
export function wordsOf(language: string): FailureWords | undefined {
  const main = language.split('-')[0] ?? ''
  return failureWords[main === 'no' || main === 'nn' ? 'nb' : main]
}

/** What a failure says in a language, with its words filled in where the text names them in braces. */
export function textOfFailure(
  reason: string,
  english: string,
  words: Readonly<Record<string, string>>,
  language: string,
): string {
  const text = wordsOf(language)?.texts[reason] ?? english
  return text.replace(/\{(\w+)\}/g, (place, name) => words[name] ?? place)
}
