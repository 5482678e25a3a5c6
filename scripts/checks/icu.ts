import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** The parts of a text, or undefined if it is not ICU. */
export function compiled(text: string): CompiledMessage | undefined {
  try {
    return compileMessageOrThrow(text)
  } catch {
    return undefined
  }
}

/** The forms of a plural or a selection. */
export type Choices = Readonly<Record<string, CompiledMessage>>
/** A value of a text, with its forms if it selects one. */
export type Argument = { name: string; type?: string | undefined; choices: Choices }

/** The values of a text and of all of its forms. */
export function argumentsIn(parts: CompiledMessage): Argument[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part) => {
    if (!Array.isArray(part)) return []
    const [name, type, given] = part as [string, string?, unknown?]
    const choices = (given && typeof given === 'object' ? given : {}) as Choices
    return [{ name, type, choices }, ...Object.values(choices).flatMap(argumentsIn)]
  })
}

/** What a text says between its values, in all of its forms. */
export function literalsIn(parts: CompiledMessage): string[] {
  const own = Array.isArray(parts) ? parts : [parts]
  const ofForms = argumentsIn(parts).flatMap(({ choices }) => Object.values(choices).flat())
  return [...own, ...ofForms].filter((part) => typeof part === 'string')
}

export const isPlural = (type: string | undefined) => type === 'plural' || type === 'selectordinal'

const known = new Map<string, readonly string[]>()

/** The form of each whole number up to 200. */
export function numbersOf(language: string, type: string | undefined): readonly string[] {
  const key = `${language} ${type}`
  const rules = rulesOf(language, type)
  const forms = known.get(key) ?? Array.from({ length: 201 }, (_, count) => rules.select(count))
  known.set(key, forms)
  return forms
}

export const rulesOf = (language: string, type: string | undefined) =>
  new Intl.PluralRules(language, { type: type === 'plural' ? 'cardinal' : 'ordinal' })

/** In English `one` is 1 alone; in French it is 0 too, and in Russian 21. */
export function isOfOneNumber(language: string, type: string | undefined, form: string): boolean {
  return /^=?\d+$/.test(form) || numbersOf(language, type).filter((each) => each === form).length === 1
}

/** What is open at a place of a text: the forms of a value, or anything else in braces. */
type Open = { name?: string; forms: Set<string> }

const QUOTED = /''|'[{}](?:[^']|'')*'(?!')/y
const CHOICES = /\{\s*([^\s,{}]+)\s*,\s*(?:plural|selectordinal|select)\s*,(?:\s*offset\s*:\s*\d+)?/y
const FORM = /\s*([^\s{}]+)\s*\{/y

/** The forms that one plural or selection says twice: only the last one of them would be read. */
export function repeatedForms(text: string): { name: string; form: string }[] {
  const open: Open[] = []
  const repeated: { name: string; form: string }[] = []
  for (let at = 0; at < text.length; ) {
    const { name, forms } = open.at(-1) ?? {}
    const [pattern, group] = matchAt(text, at, name === undefined ? [QUOTED, CHOICES] : [FORM])
    if (pattern === CHOICES) open.push({ name: group?.[1] ?? '', forms: new Set() })
    else if (pattern === FORM && name !== undefined) {
      const form = group?.[1] ?? ''
      if (forms?.has(form)) repeated.push({ name, form })
      forms?.add(form)
      open.push({ forms: new Set() })
    } else if (!pattern && text[at] === '{') open.push({ forms: new Set() })
    else if (!pattern && text[at] === '}') open.pop()
    at += group?.[0].length ?? 1
  }
  return repeated
}

function matchAt(text: string, at: number, patterns: readonly RegExp[]): [RegExp?, RegExpExecArray?] {
  for (const pattern of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return [pattern, found]
  }
  return []
}
