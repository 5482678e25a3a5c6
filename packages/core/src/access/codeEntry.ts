import { CODE_MAX_LENGTH, CODE_MIN_LENGTH, normaliseCode } from '../jobs/codes.ts'

/** Pure rules for entering a code (000 §2, §4, §5). */

// 000 §5: submit is disabled when the code is shorter than 6 characters; the field's own minimum is 4
export const minSubmitLength = CODE_MIN_LENGTH
export const minFieldLength = 4
// 001 §5: the account area takes a code from 5 characters on
export const minAddLength = 5
/** The maximum input: a link or a sentence that contains the code. */
export const maxPastedLength = 2000

export type EntryStep = 'code' | 'email' | 'welcome-back' | 'register'

/** The significant part of a typed code: only its letters and digits. */
export function parseCode(input: string): string {
  return normaliseCode(findCodeInText(input)).replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Finds the code in typed or pasted text: in a link from an email, in the line `Code: …`, or within a sentence. A code that stands
 * alone is left as it was typed.
 */
export function findCodeInText(text: string): string {
  const linked = text.match(/\/c\/([^\s/?#]+)/i) ?? text.match(/[?&]code=([^\s&#]+)/i)
  if (linked?.[1]) return decodeText(linked[1])
  const [, labelled] = text.match(/[:：]\s*(\S[^:：]*)$/) ?? []
  if (labelled && labelled !== text) return findCodeInText(labelled)
  const words = text.split(/\s+/)
  const codes = words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')).filter(isCodeText)
  // Ordinary words are in lower case; the parts of a code typed in groups are either all in lower case or all in capitals.
  return codes.length === 1 && words.some((word) => /\p{Ll}/u.test(word)) ? (codes[0] as string) : text
}

/** Whether a word looks like a code on letters and in emails: capitals and digits, of a code's length. */
function isCodeText(word: string): boolean {
  return /^[\p{Lu}\p{N}\p{Pd}]+$/u.test(word) && normaliseCode(word).length >= CODE_MIN_LENGTH
}

function decodeText(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function canSubmitCode(input: string): boolean {
  return parseCode(input).length >= minSubmitLength
}

export function canAddCode(input: string): boolean {
  return parseCode(input).length >= minAddLength
}

/** Whether it comes from the link of a share, whose token is longer than any code: nobody has to see it. */
export function isOfShare(input: string): boolean {
  return parseCode(input).length > CODE_MAX_LENGTH
}

/** The key of the code field's own error text. */
export function codeFault(input: string): 'required' | 'short' | undefined {
  const { length } = parseCode(input)
  if (length === 0) return 'required'
  return length < minFieldLength ? 'short' : undefined
}

/** Where 'back' leads: from sign-in and registration to the email address, from there to the code. */
export function stepBack(step: EntryStep): EntryStep {
  return step === 'welcome-back' || step === 'register' ? 'email' : 'code'
}
