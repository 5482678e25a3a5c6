import { RosterError } from '../roster.ts'

/** The text of a file; `note` says that its encoding was concluded from its bytes, and must be checked. */
export type DecodedText = { text: string; note?: string }

/**
 * Decodes a text file: UTF-8 and UTF-16 with or without BOM, otherwise the encoding of old spreadsheets on Windows or on the
 * Mac, whichever makes words of the bytes.
 */
export function decodeText(file: Uint8Array): DecodedText {
  const decoded = decode(file)
  if (decoded.text.includes('\0')) throw new RosterError('The roster contains NUL bytes: it is not a text file')
  return decoded
}

function decode(file: Uint8Array): DecodedText {
  if (file[0] === 0xff && file[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(file) }
  if (file[0] === 0xfe && file[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(file) }
  const wide = wideEncoding(file)
  if (wide) {
    const note = `the roster was read as ${wide.toUpperCase()}, which it does not state: check the accents in the names`
    return { text: new TextDecoder(wide).decode(file), note }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(file) }
  } catch {
    const encoding = narrowEncoding(file)
    const note = `the roster is not UTF-8 and was read as ${NAMES[encoding]}: check the accents in the names`
    return { text: new TextDecoder(encoding).decode(file), note }
  }
}

/** UTF-16 of European languages: one of each two bytes is nearly always 0, the other one never. */
function wideEncoding(file: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.floor(Math.min(file.length, SAMPLE) / 2)
  let first = 0
  let second = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (file[2 * pair] === 0) first++
    if (file[2 * pair + 1] === 0) second++
  }
  if (first < 0.02 * pairs && second > 0.6 * pairs) return 'utf-16le'
  if (second < 0.02 * pairs && first > 0.6 * pairs) return 'utf-16be'
  return null
}

const SAMPLE = 1_000_000

/** Encodings of one byte for each character, most usual first. */
const NAMES = { 'windows-1252': 'Windows-1252', macintosh: 'Mac Roman', 'windows-1250': 'Windows-1250' } as const
type NarrowEncoding = keyof typeof NAMES

/** The encoding in which more bytes are letters where letters belong; the most usual one if nothing tells them apart. */
function narrowEncoding(file: Uint8Array): NarrowEncoding {
  const sample = file.subarray(0, SAMPLE)
  const rated = (Object.keys(NAMES) as NarrowEncoding[]).map((encoding) => ({
    encoding,
    rating: likelihood(sample, encoding),
  }))
  return rated.reduce((best, next) => (next.rating > best.rating ? next : best)).encoding
}

/** Each encoding has one character for each byte. */
function likelihood(sample: Uint8Array, encoding: NarrowEncoding): number {
  const text = new TextDecoder(encoding).decode(sample)
  let total = 0
  for (let at = 0; at < text.length; at++) {
    if ((sample[at] ?? 0) >= 0x80) total += fitness(text[at] ?? '', text[at - 1] ?? '', text[at + 1] ?? '', encoding)
  }
  return total
}

/** Letters of the languages in which schools write; in a name the others are rare. */
const WESTERN = /[åäöæøéüßñáíóúèàçêëïôâãõìòùûÅÄÖÆØÉÜÑÁ]/
const FREQUENT = { 'windows-1252': WESTERN, macintosh: WESTERN, 'windows-1250': /[ąćęłńóśźżéöüäßáĄĆĘŁŃÓŚŹŻÉÖÜÄ]/ }

/** How well a character fits between its neighbours. */
function fitness(character: string, before: string, after: string, encoding: NarrowEncoding): number {
  if (!/\p{L}/u.test(character)) {
    if (/\p{Cc}/u.test(character)) return -2
    const isApostrophe = character === '’' && /\p{L}/u.test(before) && /\p{Lu}/u.test(after)
    return isApostrophe ? 2 : -1
  }
  // A capital inside a word, or a small letter before a capital, is what the wrong encoding makes.
  const isMisplaced = /\p{Lu}/u.test(character)
    ? /\p{Ll}/u.test(before)
    : /\p{Lu}/u.test(after) && /\p{L}/u.test(before)
  if (isMisplaced) return -1
  // as in `Cœuret`, where Polish has no ś
  const isLigature = /œ/i.test(character) && /[iu]/i.test(after)
  return isLigature || FREQUENT[encoding].test(character) ? 1 : 0.5
}
