import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CropFrame, drag, pinch, wheelFactor, zoomAt } from './cropGestures.ts'

const grip: CropFrame = {
  picture: { width: 2000, height: 2000 },
  slot: { x: 10, y: 10, width: 50, height: 50 },
  frame: { x: 100, y: 40, width: 200, height: 200 },
}
const crop = { x: 500, y: 500, width: 1000, height: 1000 }

/** The pixel of the picture at a point of the screen. */
const under = (visible: typeof crop, point: { x: number; y: number }) => ({
  x: visible.x + ((point.x - grip.frame.x) / grip.frame.width) * visible.width,
  y: visible.y + ((point.y - grip.frame.y) / grip.frame.height) * visible.height,
})

describe('a picture under the fingers', () => {
  it('moves with the finger', () => {
    expect(drag(crop, grip, { x: 150, y: 100 }, { x: 190, y: 90 })).toEqual({ ...crop, x: 300, y: 550 })
  })

  it('stops at the edge of the picture', () => {
    expect(drag(crop, grip, { x: 0, y: 0 }, { x: 5000, y: 0 }).x).toBe(0)
  })

  it('keeps the same points of the picture under both fingers while pinching', () => {
    const coordinate = fc.integer({ min: 120, max: 280 })
    const point = fc.record({ x: coordinate, y: coordinate })
    fc.assert(
      fc.property(
        point,
        point,
        fc.integer({ min: 10, max: 60 }),
        fc.double({ min: 1, max: 2, noNaN: true }),
        (one, to, gap, stretch) => {
          const after = pinch(
            crop,
            grip,
            [one, { x: one.x + gap, y: one.y }],
            [to, { x: to.x + gap * stretch, y: to.y }],
          )
          // Only if the edge of the picture did not stop it.
          fc.pre(after.x > 0 && after.y > 0 && after.x + after.width < 1999 && after.y + after.height < 1999)
          fc.pre(Math.abs(after.width - 1000 / stretch) < 1)
          const before = under(crop, { x: one.x + gap / 2, y: one.y })
          const now = under(after, { x: to.x + (gap * stretch) / 2, y: to.y })
          expect(Math.abs(before.x - now.x)).toBeLessThan(2)
          expect(Math.abs(before.y - now.y)).toBeLessThan(2)
        },
      ),
    )
  })

  it('zooms around the pointer by the wheel, in small steps', () => {
    const point = { x: 150, y: 60 }
    const closer = zoomAt(crop, grip, point, wheelFactor({ deltaY: -100, deltaMode: 0, ctrlKey: false }))
    expect(closer.width).toBeLessThan(1000)
    expect(under(closer, point).x).toBeCloseTo(under(crop, point).x, 0)
    expect(wheelFactor({ deltaY: 100000, deltaMode: 0, ctrlKey: false })).toBeGreaterThan(0.7)
    expect(wheelFactor({ deltaY: 0, deltaMode: 0, ctrlKey: true })).toBe(1)
  })
})
