import { da } from './failures/da.ts'
import { de } from './failures/de.ts'
import { es } from './failures/es.ts'
import { nb } from './failures/nb.ts'
import { sv } from './failures/sv.ts'
import type { FailureTexts } from './failureTexts.ts'

export const failureTexts: Readonly<Record<string, FailureTexts>> = { da, de, es, nb, sv }

/** The texts in a language; undefined if the contract's English is the nearest. */
export function failureTextsIn(language: string): FailureTexts | undefined {
  const main = language.split('-')[0] ?? ''
  return failureTexts[main === 'no' || main === 'nn' ? 'nb' : main]
}

/** The text of a failure in a language, with its values filled in for the names in braces. */
export function failureText(
  reason: string,
  english: string,
  words: Readonly<Record<string, string>>,
  language: string,
): string {
  const text = failureTextsIn(language)?.texts[reason] ?? english
  return text.replace(/\{(\w+)\}/g, (place, name) => words[name] ?? place)
}
