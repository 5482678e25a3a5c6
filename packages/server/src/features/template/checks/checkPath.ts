import { type PathStep, type Point, readPath } from '../../../imaging/print/svgPath.ts'

/** Larger than any sheet in millimetres and any picture of a gift in its units: beyond it, canvases and printers give up. */
const MAX_COORDINATE = 20_000

/** The error in SVG path data. A path that is used as an area has to enclose something. */
export function faultInPath(data: string, { isArea }: { isArea: boolean }): string | null {
  const steps = readPath(data)
  if ('unread' in steps) {
    return steps.unread ? `Not a path: "${steps.unread.slice(0, 40)}" is not a command with its numbers` : 'Not a path'
  }
  if (steps.some(isFarOut)) return `It contains or reaches a coordinate beyond ${MAX_COORDINATE}`
  if (steps.some(({ letter, numbers }) => /a/i.test(letter) && isTurnedOver(numbers))) {
    return 'An arc has a negative radius'
  }
  return isArea && enclosesNothing(steps) ? 'The path encloses nothing' : null
}

/** Numbers that overflow when parsed, such as 1e999, are too far out as well. */
function isFarOut({ numbers, to }: PathStep): boolean {
  return [...numbers, ...to].some((number) => !(Math.abs(number) <= MAX_COORDINATE))
}

function isTurnedOver([across = 0, down = 0]: readonly number[]): boolean {
  return across < 0 || down < 0
}

/** Decides for straight lines only; curves are measured where they are drawn. */
function enclosesNothing(steps: readonly PathStep[]): boolean {
  let start: Point = [0, 0]
  let area = 0
  for (const { letter, from, to } of steps) {
    if (/[csqta]/i.test(letter)) return false
    if (/m/i.test(letter)) start = to
    else area += Math.abs((from[0] - start[0]) * (to[1] - start[1]) - (to[0] - start[0]) * (from[1] - start[1]))
  }
  return area === 0
}
