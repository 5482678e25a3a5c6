/** The languages besides the contract's English that the server has texts in. */
export const LANGUAGES = ['de', 'es', 'nb', 'sv', 'da'] as const
export type Language = (typeof LANGUAGES)[number]

/** The texts of failures by language and reason. English stands in the contract. */
export type FailureTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>

/** The nearest of these languages; undefined if it is English. */
export function nearestLanguage(tag: string): Language | undefined {
  const main = tag.split('-')[0] ?? ''
  const short = main === 'no' || main === 'nn' ? 'nb' : main
  return LANGUAGES.find((language) => language === short)
}

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
