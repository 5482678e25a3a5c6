import { catalogues } from '../locales/i18n.ts'

let known: { size: number; texts: ReadonlySet<unknown> } = { size: 0, texts: new Set() }

/** Whether a text is exactly one of the shop's: in a language that is on this page, and without a value in it. */
export function isOwnText(text: string): boolean {
  const all = [...catalogues.values()].flatMap(({ messages, inEnglish }) =>
    [messages, inEnglish].flatMap(Object.values),
  )
  // a compiled text is a list of its parts
  if (all.length !== known.size)
    known = { size: all.length, texts: new Set(all.map((one) => (one.length === 1 ? one[0] : undefined))) }
  return known.texts.has(text)
}
