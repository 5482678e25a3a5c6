import { times } from '../natives.ts'

/** Codes that open picture sets: how to write, generate and judge them. */

/** 000 §9: the code form submits from 6 characters, counted after spaces and dashes are stripped. */
export const CODE_MIN_LENGTH = 6
export const CODE_MAX_LENGTH = 32

/**
 * Capitals and digits that cannot be confused: no 0 O, 1 I L, 2 Z, 5 S, 8 B, and neither U nor V. One of each confusable pair, or
 * none, so that a code can be read from paper and read out on the telephone.
 */
export const CODE_ALPHABET = 'ACDEFGHJKMNPQRTWXY34679'
const GROUP = 5
const MADE_LENGTH = 2 * GROUP

/**
 * The normalised form of a code, for storing and comparing: capitals, without spaces, dashes and invisible characters. The dashes
 * include the minus sign, which phones type for one.
 */
export function normaliseCode(input: string): string {
  return input
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .toUpperCase()
}

/** The printed form of a code: generated codes in two groups of five, a roster's own unchanged. */
export function formatCode(code: string): string {
  return code.length === MADE_LENGTH ? `${code.slice(0, GROUP)}-${code.slice(GROUP)}` : code
}

/** A new code of ten characters. `random` returns an integer from 0 to below its argument, from a secure source. */
export function makeCode(random: (below: number) => number): string {
  return times(MADE_LENGTH, () => CODE_ALPHABET[random(CODE_ALPHABET.length)]).join('')
}

/** The reason why a roster's own code is refused, as the end of a sentence, or null if it is fine. */
export function codeProblem(code: string): string | null {
  if (!/^[\p{L}\p{N}]+$/u.test(code)) return 'has characters other than letters and digits'
  if (code.length < CODE_MIN_LENGTH) return `has fewer than the ${CODE_MIN_LENGTH} characters that the shop accepts`
  if (code.length > CODE_MAX_LENGTH) return `has more than ${CODE_MAX_LENGTH} characters`
  return null
}

/** The number of codes that `makeCode` can generate. */
export const POSSIBLE_CODES = CODE_ALPHABET.length ** MADE_LENGTH
