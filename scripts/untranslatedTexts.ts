import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Recording } from '../.storybook/callKey.ts'
import { translateTo } from '../packages/server/src/platform/texts.ts'
import { readCatalogue } from './checks/texts.ts'
import { stringsIn } from './storybookPseudo.ts'

/** Texts that a page in the pseudo-language may show in plain letters, by their first word. */
export type KnownTexts = ReadonlyMap<string, readonly string[]>

/**
 * What a page may take from the answers that it got: each string as a whole, and each paragraph of a page that a photographer has written. Words
 * of code, such as a status, are nothing to be shown.
 */
export function knownTexts({ answers, names }: Pick<Recording, 'answers' | 'names'>): KnownTexts {
  const texts = stringsIn([answers, names])
    .flatMap((text) => (/^[[{]"/.test(text) ? stringsIn(JSON.parse(text)) : text))
    .flatMap((text) => (text.includes('<') ? text.split(/<[^>]*>/).map(withoutEntities) : [text, ...text.split('\n')]))
    .map(spaced)
    .filter((text) => /[A-Za-z]/.test(text) && !/^[a-z][\w.-]*$/.test(text))
  const known = new Map<string, Set<string>>()
  for (const text of texts.flatMap((one) => [one, one.toUpperCase()])) {
    const first = WORD.exec(text)?.[0] ?? ''
    known.set(first, (known.get(first) ?? new Set()).add(text))
  }
  return new Map([...known].map(([first, some]) => [first, [...some]]))
}

/**
 * The texts of a page in the pseudo-language that say in plain English letters what is not among the known texts. These count as
 * wholes: an English sentence is not known because its words occur in others.
 */
export function untranslatedTexts(texts: readonly string[], known: KnownTexts): string[] {
  const isKnown = (text: string) => plainRuns(text).every((run) => isMadeOf(run, known))
  return [...new Set(texts.map(spaced))].filter((text) => !isKnown(text))
}

const WORD = /[\p{L}\p{M}\p{N}]+/u
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

function withoutEntities(text: string): string {
  const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
  return text.replace(/&(?:#(\d+)|(\w+));/g, (entity, code?: string, name = '') =>
    code ? String.fromCodePoint(Number(code)) : (letters[name] ?? entity),
  )
}

/** What stands between the words of the pseudo-language, of which each has a letter that English has not. */
function plainRuns(text: string): string[] {
  return text.split(/[\p{L}\p{M}\p{N}'’]*[^\p{ASCII}\P{L}][\p{L}\p{M}\p{N}'’]*/u).map((run) => run.trim())
}

/** Whether known texts, and dates as a browser writes them, follow each other, each apart from the next by more than a space. */
function isMadeOf(run: string, known: KnownTexts): boolean {
  const word = WORD.exec(run)
  if (!word) return true
  const rest = run.slice(word.index)
  if (/^\p{N}/u.test(rest) && /^[\p{N}]+(?![\p{L}\p{M}])/u.test(rest) && isMadeOf(rest.slice(word[0].length), known))
    return true
  const candidates = [...(known.get(word[0]) ?? []), ...ofIntl(rest)]
  return candidates.some((text) => {
    // a known text can begin with a sign, which is before its first word
    const from = word.index - text.indexOf(word[0])
    if (from < 0 || !run.startsWith(text, from)) return false
    const after = run.slice(from + text.length)
    return /^(?:$|\s*[^\s\p{L}\p{M}])/u.test(after) && isMadeOf(after, known)
  })
}

const en = (options: Intl.DateTimeFormatOptions) =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(Date.UTC(2026, month, 1 + month)),
  ).join('|')
const MONTHS = `${en({ month: 'long' })}|${en({ month: 'short' })}`
const WEEKDAYS = `${en({ weekday: 'long' })}|${en({ weekday: 'short' })}`
const DATE = new RegExp(
  `^(?:(?:${WEEKDAYS}), )?(?:${MONTHS}) \\d{1,2}(?:, \\d{4})?(?:(?:,| at) \\d{1,2}:\\d{2}\\s[AP]M)?|^\\d+ cm|^[0-9a-f]{8}(?![\\p{L}\\p{N}])`,
  'u',
)

/** What a browser writes by itself, for a language that it does not know either. */
const ofIntl = (rest: string): string[] => DATE.exec(rest)?.slice(0, 1) ?? []

/** What a value of a text can be: a known name, one thing, several. */
const VALUES = ['Liam Diaz', 1, 3]

/** The texts of the catalogue that nobody would notice if a page said them in English, among these known texts and the name of `VALUES`. */
export function unnoticedTexts(known: KnownTexts): string[] {
  const t = translateTo('en')
  const withName = new Map([...known, ['Liam', [...(known.get('Liam') ?? []), 'Liam Diaz']]])
  return readCatalogue('en').flatMap(({ id, english }) => {
    const names = valuesOf(compileMessageOrThrow(english))
    const sentences = VALUES.map((value) =>
      t({ id, message: english }, Object.fromEntries(names.map((name) => [name, value]))),
    )
    return untranslatedTexts(sentences, withName).length < new Set(sentences.map(spaced)).size ? [english] : []
  })
}

function valuesOf(parts: CompiledMessage): string[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part) => {
    if (!Array.isArray(part)) return []
    const [name, , choices] = part as [string, string?, Record<string, CompiledMessage>?]
    return [name, ...Object.values(typeof choices === 'object' ? choices : {}).flatMap(valuesOf)]
  })
}

/** Whether a text consists of values, and signs or digits between them. */
export function isOfValues(text: string): boolean {
  return !/\p{L}/u.test(literalsOf(compileMessageOrThrow(text)))
}

function literalsOf(parts: CompiledMessage): string {
  if (!Array.isArray(parts)) return parts
  return parts
    .map((part) => {
      if (!Array.isArray(part)) return part
      const [, , choices] = part as [string, string?, Record<string, CompiledMessage>?]
      return typeof choices === 'object' ? Object.values(choices).map(literalsOf).join() : ''
    })
    .join()
}
