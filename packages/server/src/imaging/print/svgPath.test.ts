import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainPath } from './svgPath.ts'
import { coverageOf } from './vectors.ts'

describe('an outline for a PDF', () => {
  it.each([
    ['a valid path stays unchanged', 'M1 2h3v4C1 1 2 2 3 3q1 1 2 2a3 2 0 1 0 4 4z', undefined],
    ['smooth curves mirror the handle before them', 'M0 0C1 1 3 2 4 4S7 8 9 9', 'M0 0C1 1 3 2 4 4C5 6 7 8 9 9'],
    ['also relative ones', 'm0 0q2 2 4 0t4 0', 'm0 0q2 2 4 0Q6 -2 8 0'],
    ['one after the other', 'M0 0Q2 2 4 0T8 0T12 0', 'M0 0Q2 2 4 0Q6 -2 8 0Q10 2 12 0'],
    ['but no handle of another kind', 'M0 0Q2 2 4 0S7 8 9 9', 'M0 0Q2 2 4 0C4 0 7 8 9 9'],
    ['nor one of an arc', 'M0 0A2 2 0 1 1 4 0T9 0', 'M0 0A2 2 0 1 1 4 0Q4 0 9 0'],
    ['an arc without a radius is a line', 'M1 1a0 5 0 0 1 3 3', 'M1 1L4 4'],
    ['an arc that goes nowhere is nothing', 'M1 1a5 5 0 0 1 0 0h3', 'M1 1h3'],
    ['numbers without a letter go on', 'M0 0 5 5 6 6', 'M0 0L5 5L6 6'],
    ['an invalid path stays unchanged', 'L5 5', undefined],
  ])('%s: %s', (_what, data, plain = data) => {
    expect(plainPath(data)).toBe(plain)
  })

  it('is the same outline, whatever the path contains', async () => {
    const near = fc.integer({ min: -40, max: 40 })
    const numbers = (count: number) => fc.array(near, { minLength: count, maxLength: count })
    const radius = fc.integer({ min: 0, max: 30 })
    const command = fc.oneof(
      fc.tuple(fc.constantFrom('l', 't', 'T', 'M'), numbers(2)),
      fc.tuple(fc.constantFrom('q', 's', 'S'), numbers(4)),
      fc.tuple(fc.constantFrom('c', 'C'), numbers(6)),
      fc.tuple(fc.constant('a'), fc.tuple(radius, radius, near, fc.nat(1), fc.nat(1), near, near)),
      fc.constant(['z', []] as [string, number[]]),
    )
    const box = { x: -100, y: -100, width: 200, height: 200 }
    const piece = { x: 0, y: 0, width: 100, height: 100 }
    const drawn = (d: string) => coverageOf(d, { box, width: 100, height: 100 }, piece)
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 8 }), async (commands) => {
        const data = `M0 0${commands.map(([letter, own]) => letter + own.join(' ')).join('')}z`
        const [one, other] = [await drawn(data), await drawn(plainPath(data))]
        expect(one.every((share, pixel) => Math.abs(share - (other[pixel] as number)) <= 2)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
