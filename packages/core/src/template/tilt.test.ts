import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround, cornersOf, pieceInside, tiltTransform } from './tilt.ts'

const box = { x: 10, y: 20, width: 40, height: 30 }
const page = { x: 5, y: 5, width: 90, height: 90 }

describe('a tilted box', () => {
  it('turns clockwise about its middle', () => {
    const [corner] = cornersOf({ x: -1, y: -1, width: 2, height: 2 }, 45)
    expect(corner?.x).toBeCloseTo(0)
    expect(corner?.y).toBeCloseTo(-Math.SQRT2)
    expect(boxAround(box)).toBe(box)
    const around = boxAround(box, 30)
    expect([around.width, around.height].map((length) => Math.round(length * 100) / 100)).toEqual([49.64, 45.98])
    expect([tiltTransform(box), tiltTransform(box, -4)]).toEqual([undefined, 'rotate(-4 30 35)'])
  })

  it('keeps the part inside another box, whatever the tilt', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
    const tilt = number(-45, 45)
    const anyBox = fc.record({ x: number(-40, 90), y: number(-40, 90), width: number(5, 60), height: number(5, 60) })
    fc.assert(
      fc.property(anyBox, tilt, (whole, rotation) => {
        const piece = pieceInside(whole, page, rotation)
        if (!piece) return
        // the piece is rotated about the middle of the whole box, not of itself
        const about = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }
        const angle = (rotation * Math.PI) / 180
        for (const { x, y } of cornersOf(piece)) {
          const [across, down] = [x - about.x, y - about.y]
          const left = about.x + across * Math.cos(angle) - down * Math.sin(angle)
          const top = about.y + across * Math.sin(angle) + down * Math.cos(angle)
          expect(left).toBeGreaterThanOrEqual(page.x - 1e-6)
          expect(top).toBeGreaterThanOrEqual(page.y - 1e-6)
          expect(left).toBeLessThanOrEqual(page.x + page.width + 1e-6)
          expect(top).toBeLessThanOrEqual(page.y + page.height + 1e-6)
        }
      }),
    )
    expect(pieceInside(box, page, 20)).toEqual(box)
    expect(pieceInside({ ...box, x: 200 }, page, 20)).toBeUndefined()
  })
})
