/**
 * A language that nobody speaks, by a tag that is reserved for private use: English in letters with accents, and longer. What is
 * cut, and what nobody can translate, is seen in it. The texts are made by the build (`vite.texts.ts`).
 */
export const PSEUDO = 'qps'

/** The language in which a server answers somebody who reads one: it does not know the pseudo-language. */
export const answeredLanguage = (language: string): string => (language === PSEUDO ? 'en' : language)
