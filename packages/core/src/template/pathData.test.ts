import { expect, it } from 'vitest'
import { glyphPath } from './pathData.ts'
import type { Outline, ShapedGlyph } from './shaper.ts'

/** A wedge with a hole, 1,000 units to the em. */
const outline: Outline = {
  unitsPerEm: 1000,
  commands: [
    { command: 'moveTo', args: [100, 0] },
    { command: 'lineTo', args: [900, 0] },
    { command: 'quadraticCurveTo', args: [900, 700, 500, 700] },
    { command: 'closePath', args: [] },
    { command: 'moveTo', args: [400, 100] },
    { command: 'bezierCurveTo', args: [450, 333.3, 500, 400, 600, 100] },
    { command: 'closePath', args: [] },
  ],
}
const glyph: ShapedGlyph = { outline, advance: 1, dx: 0, dy: 0 }

it('an outline is written in millimetres, y down from the baseline, in SVG’s shortest form', () => {
  expect(glyphPath(glyph, 20, 30, 10)).toBe('M21 30l8 0q0-7-4-7zM24 29c.5-2.333 1-3 2 0z')
})

it('a glyph is written the same way everywhere, also after it was written in another size', () => {
  const shape = (d: string) => d.replaceAll(/M[^a-z]*/g, 'M')
  expect(shape(glyphPath(glyph, 3.00049, 7.29951, 10))).toBe(shape(glyphPath(glyph, 20, 30, 10)))
  expect(glyphPath(glyph, 20, 30, 5)).toBe('M20.5 30l4 0q0-3.5-2-3.5zM22 29.5c.25-1.166 .5-1.5 1 0z')
  expect(glyphPath(glyph, 20, 30, 10)).toBe('M21 30l8 0q0-7-4-7zM24 29c.5-2.333 1-3 2 0z')
})

it('a mark is placed at its letter, rounded to a thousandth of a millimetre', () => {
  expect(glyphPath({ ...glyph, dx: 0.1, dy: 0.2 }, 0.0004, 9.9996, 10)).toMatch(/^M2 8l8 0.*zM5 7c/)
})
