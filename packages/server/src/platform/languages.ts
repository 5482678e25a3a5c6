/** The languages besides English in which the server has texts. With a new one, every table that lacks it no longer compiles. */
export const LANGUAGES = ['de', 'es', 'nb', 'sv', 'da'] as const
export type Language = (typeof LANGUAGES)[number]

/** The same texts in every language. */
export type Texts<T> = Readonly<Record<'en' | Language, T>>

/** The nearest of the languages: every Norwegian tag is Bokmål; undefined if it is English. */
export function nearestLanguage(tag: string): Language | undefined {
  const main = tag.split('-')[0] ?? ''
  const short = main === 'no' || main === 'nn' ? 'nb' : main
  return LANGUAGES.find((language) => language === short)
}

/** The texts in the nearest language; unknown languages get English. */
export function nearestTexts<T>(texts: Texts<T>, language: string): T {
  return texts[nearestLanguage(language) ?? 'en']
}
