/** Texts with any values, each as expressions that match what can be said of it. */
export type Patterns = readonly RegExp[]

type Way = { source: string; hasWords: boolean }

/** The patterns of compiled texts. What consists of values alone is in no language, and has none. */
export function englishPatterns(texts: readonly unknown[]): Patterns {
  return texts.flatMap((text) =>
    waysOf(text)
      .filter(({ hasWords }) => hasWords)
      .map(({ source }) => new RegExp(`^\\s*${source}\\s*$`, 'u')),
  )
}

/** Whether this is one of the texts. A value is a name, a date or a list of them, and never a sentence. */
export function isEnglish(text: string, patterns: Patterns): boolean {
  return text.length < MAX_LENGTH && patterns.some((pattern) => pattern.exec(text)?.slice(1).every(isValue) ?? false)
}

const VALUE = '([^\\n]+?)'
const COUNT = '\\p{N}[\\p{N}\\s.,’]*'
/** Far more than the longest text; what a customer pasted into a page takes no time. */
const MAX_LENGTH = 1500
/** Words of a value: a longer one can be a sentence. */
const MAX_WORDS = 8

function isValue(text: string | undefined): boolean {
  if (text === undefined) return true
  const joins = /[^\p{N}][.!?…:;·|–—](?:\s|$)/u.test(text) && /\s/.test(text)
  return !joins && text.split(/\s+/).length <= MAX_WORDS
}

/** Each way in which a text can be said: one for each combination of its plurals and selections. */
function waysOf(parts: unknown, isCounted = false): Way[] {
  return [parts].flat().reduce<Way[]>(
    (ways, part) => {
      const next = Array.isArray(part) ? waysOfValue(part) : [literal(String(part), isCounted)]
      return ways.flatMap((one) =>
        next.map((other) => ({ source: one.source + other.source, hasWords: one.hasWords || other.hasWords })),
      )
    },
    [{ source: '', hasWords: false }],
  )
}

function waysOfValue([, type, choices]: readonly unknown[]): Way[] {
  if (!choices || typeof choices !== 'object' || !('other' in choices)) return [{ source: VALUE, hasWords: false }]
  const { offset: _, ...forms } = choices as Record<string, unknown>
  return Object.values(forms).flatMap((form) => waysOf(form, type !== 'select'))
}

function literal(text: string, isCounted: boolean): Way {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return { source: isCounted ? escaped.replaceAll('#', COUNT) : escaped, hasWords: /\p{L}/u.test(text) }
}
