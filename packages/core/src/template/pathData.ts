import type { ShapedGlyph } from './shaper.ts'

/**
 * SVG path data in millimetres. Everything is rounded to whole micrometres first and written from these integers, so
 * that browser and server write the same bytes.
 */

const MICRO = 1000

/** Collects the outlines of glyphs. Every contour starts absolute and goes on relative, which is shortest. */
export function createPathWriter(): {
  glyph(glyph: ShapedGlyph, x: number, y: number, size: number): void
  d(): string
} {
  let d = ''
  let penX = 0
  let penY = 0

  /** Writes points relative to the pen, then moves the pen to the last one. */
  function relative(letter: string, points: readonly number[]): void {
    d += letter + numbers(points.map((value, index) => value - (index % 2 ? penY : penX)))
    penX = points.at(-2) ?? penX
    penY = points.at(-1) ?? penY
  }

  return {
    /** `x`, `y` and `size` (the length of an em) are millimetres; `y` is the baseline's. */
    glyph({ outline, dx, dy }, x, y, size) {
      const unit = size / outline.unitsPerEm
      const micro = (value: number, index: number) =>
        index % 2
          ? Math.round((y - dy * size - value * unit) * MICRO)
          : Math.round((x + dx * size + value * unit) * MICRO)
      for (const { command, args } of outline.commands) {
        const points = args.map(micro)
        if (command === 'moveTo') {
          d += `M${numbers(points)}`
          penX = points[0] as number
          penY = points[1] as number
        } else if (command === 'closePath') d += 'z'
        else relative(LETTERS[command], points)
      }
    },
    d: () => d,
  }
}

const LETTERS = { lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c' } as const

/** Integers in micrometres as millimetres, as short as SVG allows. */
function numbers(micrometres: readonly number[]): string {
  let written = ''
  for (const value of micrometres) written += written && !(value < 0) ? ` ${asText(value)}` : asText(value)
  return written
}

/** Outlines are made of short steps, which are the same ones over and over: while somebody types this is most of the work. */
const SHORT = 2000
const shortTexts: string[] = []

function asText(micrometres: number): string {
  if (!(micrometres >= -SHORT && micrometres < SHORT)) return spelled(micrometres)
  const at = micrometres + SHORT
  const known = shortTexts[at] ?? spelled(micrometres)
  shortTexts[at] = known
  return known
}

function spelled(micrometres: number): string {
  return String(micrometres / MICRO).replace(/^(-?)0\./, '$1.')
}
