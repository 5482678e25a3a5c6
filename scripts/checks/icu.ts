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
