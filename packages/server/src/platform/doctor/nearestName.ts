import leven from 'leven'

/** No name of the shop is longer, and a name of a megabyte takes seconds to compare. */
const MAX_LETTERS = 40

/** The known name that was probably meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LETTERS) return undefined
  const [best] = known
    .map((each) => ({ each, steps: leven(name.toLowerCase(), each) }))
    .toSorted((one, other) => one.steps - other.steps)
  return best && best.steps <= allowedSteps(name.toLowerCase(), best.each) ? best.each : undefined
}

/** A short name that differs in two letters is a different one, as `data-map` and `data-api`, unless they only changed places. */
function allowedSteps(name: string, known: string): number {
  const sorted = (text: string) => [...text].toSorted().join('')
  return withoutPrefix(known).length > 4 || sorted(name) === sorted(known) ? 2 : 1
}

const withoutPrefix = (name: string) => name.replace(/^(?:data|pk)-/, '')
