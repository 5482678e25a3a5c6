import { CODE_MIN_LENGTH, normaliseCode } from '../jobs/codes.ts'

/** Pure rules of entering a code (000 §2, §4, §5). */

// 000 §5: submit is disabled when the code is shorter than 6 characters; the field's own minimum is 4
export const minSubmitLength = CODE_MIN_LENGTH
export const minFieldLength = 4
// 001 §5: the account area takes a code from 5 characters on
export const minAddLength = 5
/** What the field takes: a link or a sentence with the code in it. */
export const maxPastedLength = 2000

export type EntryStep = 'code' | 'email' | 'welcome-back' | 'register'

/** What counts of a typed code: only letters and digits do. */
export function parseCode(typed: string): string {
  return normaliseCode(findCodeInText(typed)).replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The code in what was typed or pasted: of the link in a mail, of the line `Code: …`, or of the sentence that it stands in.
 * A code that stands alone is left as it was typed.
 */
export function findCodeInText(text: string): string {
  const linked = text.match(/\/c\/([^\s/?#]+)/i) ?? text.match(/[?&]code=([^\s&#]+)/i)
  if (linked?.[1]) return decodeText(linked[1])
  const [, said] = text.match(/[:：]\s*(\S[^:：]*)$/) ?? []
  if (said && said !== text) return findCodeInText(said)
  const words = text.split(/\s+/)
  const codes = words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')).filter(isCodeText)
  // Words around it have small letters; the parts of a code typed in groups would be small or capital alike.
  return codes.length === 1 && words.some((word) => /\p{Ll}/u.test(word)) ? (codes[0] as string) : text
}

/** Whether a word is written as codes are on letters and in mails: capitals and digits, as many as a code has. */
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

export function canSubmitCode(typed: string): boolean {
  return parseCode(typed).length >= minSubmitLength
}

export function canAddCode(typed: string): boolean {
  return parseCode(typed).length >= minAddLength
}

/** What is wrong with the code field itself, as a word that the surface has a text for. */
export function codeFault(typed: string): 'required' | 'short' | undefined {
  const { length } = parseCode(typed)
  if (length === 0) return 'required'
  return length < minFieldLength ? 'short' : undefined
}

/** Going back: from the sign-in and from the registration to the e-mail address, from there to the code. */
export function stepBack(step: EntryStep): EntryStep {
  return step === 'welcome-back' || step === 'register' ? 'email' : 'code'
}
