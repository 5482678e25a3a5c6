/** Templates are never nested this deeply: recursive code would overflow the stack. */
const MAX_DEPTH = 20
/** A calendar of 13 pages has two thousand. */
const MAX_VALUES = 200_000

/** The reason why a document is too large or too deep to process; null if it is not. */
export function findExcess(input: unknown): string | null {
  let values = 0
  let level = [input]
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length
    if (depth > MAX_DEPTH) return `It is nested deeper than ${MAX_DEPTH} levels`
    if (values > MAX_VALUES) return `It contains more than ${MAX_VALUES} values`
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return null
}
