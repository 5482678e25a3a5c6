import type { Box } from '../../template/definition.ts'

const known = new Map<string, Box | undefined>()
const MAX_CACHED = 200

/**
 * The box around the outlines of a text, in millimetres; undefined if nothing is written. Parses what `pathData.ts` writes:
 * contours begin absolute, everything else is relative. Between its ends a curve may bulge slightly, which is ignored.
 */
export function textBounds(d: string): Box | undefined {
  if (known.has(d)) return known.get(d)
  if (known.size >= MAX_CACHED) known.clear()
  const box = measureBounds(d)
  known.set(d, box)
  return box
}

function measureBounds(d: string): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  let [x, y] = [0, 0]
  for (const [, letter, written = ''] of d.matchAll(/([Mlqc])([^Mlqcz]*)/g)) {
    const numbers = written.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []
    const [dx, dy] = [Number(numbers.at(-2)), Number(numbers.at(-1))]
    x = letter === 'M' ? dx : x + dx
    y = letter === 'M' ? dy : y + dy
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return left < right ? { x: left, y: top, width: right - left, height: bottom - top } : undefined
}
