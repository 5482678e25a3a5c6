/**
 * The language whose texts a tag gets: `de-AT` is `de`, and every Norwegian tag is Bokmål, which most Norwegians write and of which
 * `no` is the older name. Tags are compared without regard to case; `en` if it is none.
 */
export function mainLanguage(tag: string): string {
  const [main = 'en'] = /^[a-z]+/.exec(tag.toLowerCase()) ?? []
  return main === 'no' || main === 'nn' ? 'nb' : main
}

/** The tags, other than regional ones, that get the texts of a language. */
export const tagsWithTextsOf = (language: string): string[] =>
  [language, 'nn', 'no'].filter((tag) => mainLanguage(tag) === language)
