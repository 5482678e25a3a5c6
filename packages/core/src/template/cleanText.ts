/** 001 §5 Text input: "runs of whitespace other than newlines collapse to one space; some unwanted characters are stripped". */

/** The maximum length of a text: more than any card has room for. */
export const MAX_TEXT_LENGTH = 500

const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g
/**
 * Control characters except newline and white space, soft hyphen, zero-width and bidi controls, BOM, specials, lone surrogates.
 */
const UNWANTED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this removes
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/gu
/** Joins two emoji into one; anywhere else it is an invisible character. */
const STRAY_JOINER =
  /(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
const WHITE_SPACE = /[^\S\n]+/g

/** Whether a text contains invisible characters that would be removed from a customer's text. */
export function hasInvisibleCharacters(text: string): boolean {
  return text.search(UNWANTED) >= 0 || text.search(STRAY_JOINER) >= 0
}

/** A customer's text as it is stored and shown. Cleaning twice changes nothing. */
export function cleanText(text: string): string {
  return text.replace(LINE_BREAK, '\n').replace(UNWANTED, '').replace(STRAY_JOINER, '').replace(WHITE_SPACE, ' ')
}
