import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/** A text of the product, declared in English where it is used and shown in the reader's language; lingui's message descriptor. */
export type Message<Text extends string = string> = {
  /** What catalogues file the text under: made of the English text and its context. */
  readonly id: string
  /** The English text, ICU. Builds for browsers leave it out, because their catalogues hold English as well. */
  readonly message?: Text
}

export type Values = Readonly<Record<string, string | number>>

/** Says a text in one language, with a value for each name in its braces. */
export type Translate = (message: Message, values?: Values) => string

export type Wording<Text extends string = string> = {
  /** English, ICU: `'{count, plural, one {# item} other {# items}}'`. */
  readonly message: Text
  /** Tells two equal English texts apart that other languages say differently. */
  readonly context?: string
  /** For translators: where the text stands, and what its values are. */
  readonly comment?: string
}

/**
 * Declares a text: as a template without expressions, or with a context or a comment. `lingui extract` lists it in
 * `texts/<language>.po`. Builds for browsers drop this module, so it exports no other value. It has the form of lingui's macro of the same name, which the builds for browsers apply; everywhere else
 * this function makes the same id.
 */
/* @__NO_SIDE_EFFECTS__ */
export function msg<const Text extends string>(wording: Wording<Text>): Message<Text>
export function msg(template: TemplateStringsArray): Message
export function msg(given: Wording | TemplateStringsArray): Message {
  const { message, context } = 'message' in given ? given : { message: given[0] ?? '', context: '' }
  return { id: generateMessageId(message, context), message }
}
