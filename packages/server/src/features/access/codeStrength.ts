/**
 * The attack that code strength is calculated for: somebody who tries codes from many addresses at once, each of which is blocked
 * after some wrong codes an hour.
 */
export const GUESSING = { addresses: 1000, wrongCodesPerHour: 10 } as const

/** Shorter codes get a warning with the expected number of years until one is guessed. */
export const SAFE_LENGTH = 10

/**
 * The expected number of years until an attack as in `GUESSING` hits any of `codes`, which all have the same length. Optimistic:
 * assumes random codes from the kinds of characters that occur in them.
 */
export function yearsToHit(codes: readonly string[]): number {
  const all = codes.join('')
  const kinds = (/\d/.test(all) ? 10 : 0) + (/[^\d]/.test(all) ? 26 : 0)
  return yearsOfGuessing(kinds ** (codes[0]?.length ?? 0), codes.length, GUESSING.addresses)
}

/** Like `yearsToHit`, for a number of live codes among all possible ones, against somebody who knows how they are generated. */
export function yearsOfGuessing(possible: number, live: number, addresses: number): number {
  return possible / (live + 1) / (addresses * GUESSING.wrongCodesPerHour * 24 * 365)
}
