import { indexed, times } from '@portraitkit/core/natives.ts'

/** As in: `ordr is not an attribute of <pk-receipt>; did you mean order?` */
export function unknownName(name: string, of: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  const hint = near ? `did you mean ${near}?` : `use one of ${known.join(', ')}`
  return `${name} is not ${of}; ${hint}`
}

/** The known name that was probably meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((each) => ({ each, steps: distance(name.toLowerCase(), each.toLowerCase()) }))
    .sort((one, other) => one.steps - other.steps)
  return best && best.steps <= stepsAllowed(name.toLowerCase(), best.each.toLowerCase()) ? best.each : undefined
}

/** A short name that differs in two letters is a different one, as `map` and `api`, unless they only changed places. */
function stepsAllowed(name: string, known: string): number {
  const sorted = (text: string) => [...text].sort().join()
  return known.length > 4 || sorted(name) === sorted(known) ? 2 : 1
}

/** The number of letters to change, omit or insert (Levenshtein). */
function distance(from: string, to: string): number {
  let row = times(to.length + 1, (index) => index)
  for (const [line, letter] of indexed([...from])) {
    const next = [line + 1]
    for (const [column, other] of indexed([...to])) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
