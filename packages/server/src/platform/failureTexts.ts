import { type Language, nearestLanguage } from './languages.ts'

/** The texts of failures by language and reason. The English ones are in the contract. */
export type FailureTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>

/** The text of a failure in a language, with its values filled in for the names in braces. */
export function failureText(
  texts: FailureTexts,
  reason: string,
  english: string,
  words: Readonly<Record<string, string>>,
  language: string,
): string {
  const nearest = nearestLanguage(language)
  const text = (nearest && texts[nearest][reason]) ?? english
  return text.replace(/\{(\w+)\}/g, (place, name) => words[name] ?? place)
}
