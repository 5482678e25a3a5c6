import type { Recording } from '../.storybook/callKey.ts'
import { pseudoTexts } from '../packages/widgets/vite.texts.ts'
import { readCatalogue } from './checks/texts.ts'

/**
 * A recording as a server that spoke the pseudo-language would answer. Whatever is a text of the product is in the pseudo-language,
 * also a name that a photographer chose: otherwise the same text would hide on a page that says it untranslated.
 */
export function inPseudoLanguage({ names, failure, answers }: Recording): Recording {
  const strings = new Set(stringsIn([names, failure, answers]))
  const english = readCatalogue('en').flatMap((text) => (strings.has(text.english) ? [text.english] : []))
  const pseudo = pseudoTexts(english)
  const spoken = new Map(english.map((text, place) => [text, pseudo[place] ?? text]))
  const speak = <T>(value: T): T => mapStrings(value, (text) => spoken.get(text) ?? text) as T
  return { names: speak(names), failure: speak(failure), answers: speak(answers) }
}

/** Every string in a value, without the names of its fields. */
export function stringsIn(value: unknown): string[] {
  const found: string[] = []
  mapStrings(value, (text) => {
    found.push(text)
    return text
  })
  return found
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapStrings(each, change)]))
}
