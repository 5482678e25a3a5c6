/** No template is nested as deeply: where it is, what walks through it would run out of stack. */
const DEEPEST = 20
/** A calendar of 13 pages has two thousand. */
const MOST_VALUES = 200_000

/** Why a document is more than anything could be done with; null where it is not. */
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
