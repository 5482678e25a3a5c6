import type { Outline, ShapedGlyph } from './shaper.ts'

/**
 * SVG path data in millimetres. Everything is first rounded to whole micrometres and written from these integers, so that browser
 * and server write the same bytes.
 */

const MICRO = 1000

/** A closed curve of a glyph: its start, relative to the glyph's place in micrometres, and its further course. */
type Contour = { readonly x: number; readonly y: number; readonly rest: string }

/**
 * The outline of a glyph at its place. `x`, `y` and `size` (the length of an em) are millimetres; `y` is the baseline's. Every
 * contour starts absolute and continues relative, which is shortest, and the same wherever the glyph is.
 */
export function glyphPath({ outline, dx, dy }: ShapedGlyph, x: number, y: number, size: number): string {
  const left = Math.round((x + dx * size) * MICRO)
  const base = Math.round((y - dy * size) * MICRO)
  let d = ''
  for (const contour of contoursOf(outline, size))
    d += `M${numbers([left + contour.x, base + contour.y])}${contour.rest}`
  return d
}

/** While somebody types, the same glyphs are written repeatedly in one size. */
const written = new WeakMap<Outline['commands'], { size: number; contours: readonly Contour[] }>()

function contoursOf({ commands, unitsPerEm }: Outline, size: number): readonly Contour[] {
  const known = written.get(commands)
  if (known?.size === size) return known.contours
  const contours = writeContours(commands, (size / unitsPerEm) * MICRO)
  written.set(commands, { size, contours })
  return contours
}

function writeContours(commands: Outline['commands'], unit: number): Contour[] {
  const contours: { x: number; y: number; rest: string }[] = []
  let [penX, penY] = [0, 0]
  for (const { command, args } of commands) {
    const contour = contours.at(-1)
    if (command === 'closePath') {
      if (contour) contour.rest += 'z'
      continue
    }
    const points = args.map((value, index) => Math.round(index % 2 ? -value * unit : value * unit))
    const [x, y] = points.slice(-2) as [number, number]
    if (command === 'moveTo') contours.push({ x, y, rest: '' })
    else if (contour)
      contour.rest += LETTERS[command] + numbers(points.map((at, index) => at - (index % 2 ? penY : penX)))
    penX = x
    penY = y
  }
  return contours
}

const LETTERS = { lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c' } as const

/** Integers in micrometres as millimetres, in SVG's shortest form. */
function numbers(micrometres: readonly number[]): string {
  let text = ''
  for (const value of micrometres) text += text && !(value < 0) ? ` ${asText(value)}` : asText(value)
  return text
}

/** `.5` for 500: the zero before the point is omitted. */
function asText(micrometres: number): string {
  return String(micrometres / MICRO).replace(/^(-?)0\./, '$1.')
}
