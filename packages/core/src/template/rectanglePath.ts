import type { Box } from './definition.ts'

/** Millimetres, rounded to a micrometre. */
export function millimetre(value: number): number {
  const rounded = Math.round(value * 1000) / 1000
  return rounded === 0 ? 0 : rounded
}

/** A rectangle with rounded corners. */
export function rectanglePath({ x, y, width, height }: Box, radius = 0): string {
  const r = millimetre(Math.min(radius, width / 2, height / 2))
  const [w, h] = [millimetre(width), millimetre(height)]
  if (r === 0) return `M${millimetre(x)} ${millimetre(y)}h${w}v${h}h${-w}z`
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const across = millimetre(w - 2 * r)
  const down = millimetre(h - 2 * r)
  return [
    `M${millimetre(x + r)} ${millimetre(y)}h${across}${corner(r, r)}v${down}${corner(-r, r)}`,
    `h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`,
  ].join('')
}
