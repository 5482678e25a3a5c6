/** Words that code says by itself, and where. */
export type Literal = { text: string; start: number }

/** Whether a text has anything to translate. */
export const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text)

/** Several words, or one with a capital letter: unlike keys, classes and addresses. */
export const looksWritten = (text: string): boolean =>
  /\p{L}[,.:;]? +\p{L}{2,}/u.test(text) || /^\p{Lu}(?:\p{Ll}{2,}[.:!?]?|\p{Ll}+[.:!?])$/u.test(text.trim())
