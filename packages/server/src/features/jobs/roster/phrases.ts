/** Words in the form in which headers are compared, of which a star stands for any letters at the beginning or the end of one. */
export type Phrase = { words: ((token: string) => boolean)[]; core: string }

/** The phrases of lists that are separated by semicolons, also with their words written together, the longest first. */
export function phrasesOf(lists: readonly string[]): Phrase[] {
  const texts = lists.flatMap((list) => list.split(';').map((text) => text.trim().replace(/\s+/g, ' ')))
  const together = texts.filter((text) => text.includes(' ')).map((text) => text.replaceAll(' ', ''))
  return [...new Set([...texts, ...together])]
    .map((text) => ({ words: text.split(' ').map(wordTest), core: coreOf(text) }))
    .toSorted((one, other) => other.words.length - one.words.length)
}

/** The longest word without its stars. */
function coreOf(text: string): string {
  const words = text.replaceAll('*', '').split(' ')
  return words.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** Whether a token is this word; a star stands for any letters before or after it. */
function wordTest(word: string): (token: string) => boolean {
  const text = word.replaceAll('*', '')
  const [isOpenBefore, isOpenAfter] = [word.startsWith('*'), word.endsWith('*')]
  if (isOpenBefore && isOpenAfter) return (token) => token.includes(text)
  if (isOpenBefore) return (token) => token.endsWith(text)
  if (isOpenAfter) return (token) => token.startsWith(text)
  return (token) => token === text
}

/** In every text with one of the phrases: the columns of a long list are compared in a moment. */
export function coresOf(phrases: readonly Phrase[]): string[] {
  return [...new Set(phrases.map(({ core }) => core))]
}

/** The words of a header that are in none of the phrases. */
export function withoutPhrases(tokens: readonly string[], phrases: readonly Phrase[]): string[] {
  let rest = [...tokens]
  for (const { words } of phrases) {
    const isAt = (start: number) => words.every((word, at) => word(rest[start + at] ?? ''))
    const starts = rest.flatMap((_token, at) => (isAt(at) ? [at] : []))
    rest = rest.filter((_token, at) => !starts.some((start) => at >= start && at < start + words.length))
  }
  return rest
}
