/** No template is nested this deeply: recursive code would run out of stack. */
const DEEPEST = 20
/** A calendar of 13 pages has two thousand. */
const MOST_VALUES = 200_000

/** The reason why a document is too large or too deep to process; null if it is not. */
export function tooMuch(given: unknown): string | null {
  let values = 0
  let level = [given]
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length
    if (depth > DEEPEST) return `It is nested deeper than ${DEEPEST} levels`
    if (values > MOST_VALUES) return `There are more than ${MOST_VALUES} values in it`
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return null
}
