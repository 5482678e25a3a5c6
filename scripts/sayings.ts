import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { type Argument, argumentsIn, compiled, isPlural, rulesOf } from './checks/icu.ts'
import type { Saying } from './oldTexts.ts'

type Values = Readonly<Record<string, string | number>>

/** Counts of every plural form of the product's languages, and one that is grouped. */
const COUNTS = [0, 1, 2, 5, 21, 1200]

/** What an ICU text says with these values, in a language. */
export function render(language: string, parts: CompiledMessage | string, values: Values, counted?: number): string {
  if (!Array.isArray(parts)) return parts
  return parts
    .map((part) => {
      if (part === '#' && counted !== undefined) return new Intl.NumberFormat(language).format(counted)
      if (!Array.isArray(part)) return part
      const [name, type, choices] = part as [string, string?, Record<string, CompiledMessage>?]
      const value = values[name] ?? ''
      if (!choices || typeof choices !== 'object') return String(value)
      if (!isPlural(type)) return render(language, choices[value] ?? choices.other ?? '', values, counted)
      const form = rulesOf(language, type).select(Number(value))
      return render(language, choices[value] ?? choices[form] ?? choices.other ?? '', values, Number(value))
    })
    .join('')
}

/** Values of which each tells itself apart: every count of a plural, every form of a selection, and names. */
function samplesOf(args: readonly Argument[]): Values[] {
  return args.reduce<Values[]>(
    (samples, { name, type, choices }) => {
      if (samples[0] && name in samples[0] && type === undefined) return samples
      const given = isPlural(type) ? COUNTS : type === 'select' ? [...Object.keys(choices), '…'] : [`‹${name}›`]
      return samples.flatMap((sample) => given.map((value) => ({ ...sample, [name]: value })))
    },
    [{}],
  )
}

const namesOf = (args: readonly Argument[]) => [...new Set(args.map(({ name }) => name))]

/** The names that a function gives its values. */
function parametersOf(saying: (...values: never[]) => string): string[] {
  const [, inside, alone] = /^\s*(?:\(([^)]*)\)|(\w+))\s*=>/.exec(String(saying)) ?? []
  return (inside ?? alone ?? '').split(',').flatMap((each) => /\w+/.exec(each)?.[0] ?? [])
}

/** Which value of an ICU text each value of a function is: by their names, or, found in English, by what is said. */
export function orderOf(english: Saying | undefined, text: string): string[] | undefined {
  if (typeof english !== 'function') return undefined
  const [parameters, names] = [parametersOf(english), namesOf(argumentsIn(compiled(text) ?? []))]
  if (parameters.length > 0 && parameters.every((each) => names.includes(each))) return parameters
  return ordersOf(names).find((order) => !difference('en', english, text, order))
}

const ordersOf = (names: readonly string[]): string[][] =>
  names.length === 0
    ? [[]]
    : names.flatMap((name) => ordersOf(names.filter((each) => each !== name)).map((rest) => [name, ...rest]))

export type Difference = { before: string; after: string }

/**
 * The first values with which an old saying and an ICU text say something else, as both say it; undefined if they always say the same.
 * @param order the values of the text in the order in which the saying takes them
 */
export function difference(
  language: string,
  saying: Saying,
  text: string,
  order?: readonly string[],
): Difference | undefined {
  if (saying === text) return undefined
  const parts = compiled(text) ?? []
  const before = typeof saying === 'string' ? (compiled(saying) ?? [saying]) : undefined
  const args = [...argumentsIn(parts), ...(before === undefined ? [] : argumentsIn(before))]
  const names = order ?? namesOf(argumentsIn(parts))
  const sentence = (values: Values) =>
    before === undefined
      ? (saying as (...values: unknown[]) => string)(...names.map((name) => values[name]))
      : render(language, before, values)
  return samplesOf(args)
    .map((values) => ({ before: sentence(values), after: render(language, parts, values) }))
    .find((each) => each.before !== each.after)
}
