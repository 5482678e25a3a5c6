/** How an option of a surface is written as an attribute of its element. */
type Kind = 'text' | 'number' | 'flag' | 'json' | 'property'

/** One option of a surface: its attribute and its description. The value's type is carried along for TypeScript. */
export type Option<Value = unknown> = {
  readonly kind: Kind
  readonly about: string
  /** The words that a text attribute accepts, if they are limited. */
  readonly words?: readonly string[]
  /** Only a type, never a value. */
  readonly value?: Value
}
export type Options = Readonly<Record<string, Option>>

/** The properties of a surface's component: every option, each of them optional. */
export type Props<O extends Options> = { -readonly [K in keyof O]?: NonNullable<O[K]['value']> | undefined }

const option =
  <Value>(kind: Kind) =>
  (about: string): Option<Value> => ({ kind, about })

/** A text attribute. */
export const text = option<string>('text')
/** A number attribute; a value that is not a number counts as missing. */
export const number = option<number>('number')
/** True when the attribute is present, unless its value is `false`. */
export const flag = option<boolean>('flag')
/** Data: JSON as an attribute, anything as a property, kept by identity. */
export const data = <Value>(about: string): Option<Value> => ({ kind: 'json', about })
/** A property without an attribute, such as a function. */
export const property = <Value>(about: string): Option<Value> => ({ kind: 'property', about })
/** A text attribute that accepts only these words. */
export const word = <const Words extends readonly string[]>(words: Words, about: string): Option<Words[number]> => ({
  kind: 'text',
  about,
  words,
})

/** The attribute of an option: `readOnly` is `read-only`. */
export function attributeOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * The value of an attribute; undefined if it is missing, empty or not one of the accepted words. Malformed JSON is reported,
 * with its owner, and ignored.
 */
export function readAttribute({ kind, words }: Option, value: string | null, owner: string): unknown {
  if (kind === 'flag') return value === null ? undefined : value !== 'false'
  if (value === null || kind === 'property') return undefined
  if (kind === 'number') return value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
  if (kind === 'text') return words && !words.includes(value) ? undefined : value
  try {
    return JSON.parse(value)
  } catch {
    console.error(`Portraitkit: ${owner} is not valid JSON and is ignored: ${value}`)
    return undefined
  }
}
