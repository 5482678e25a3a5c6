import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  closestZoom,
  type Frame,
  fitFrame,
  panFrame,
  type Size,
  turnFrameLeft,
  widestFrame,
  zoomFrame,
} from './framing.ts'

const picture = fc.record({ width: fc.integer({ min: 200, max: 6000 }), height: fc.integer({ min: 200, max: 6000 }) })
const shape = fc.double({ min: 0.2, max: 5, noNaN: true })
const amount = fc.double({ min: -2, max: 2, noNaN: true })
const factor = fc.double({ min: 0.1, max: 10, noNaN: true })

function expectInside(size: Size, slot: number, frame: Frame): void {
  const slack = 1e-6 * Math.max(size.width, size.height)
  expect(frame.x).toBeGreaterThanOrEqual(0)
  expect(frame.y).toBeGreaterThanOrEqual(0)
  expect(frame.x + frame.width).toBeLessThanOrEqual(size.width + slack)
  expect(frame.y + frame.height).toBeLessThanOrEqual(size.height + slack)
  expect(frame.width / frame.height / slot).toBeCloseTo(1, 6)
  expect(frame.width).toBeGreaterThanOrEqual(widestFrame(size, slot).width / closestZoom - slack)
}

describe('what of a picture stands in a slot', () => {
  it('never leaves the picture and keeps the shape of the slot, whatever is done to it', () => {
    fc.assert(
      fc.property(
        picture,
        shape,
        fc.array(fc.tuple(amount, amount, factor), { maxLength: 12 }),
        (size, slot, moves) => {
          let frame = widestFrame(size, slot)
          for (const [x, y, zoom] of moves) {
            frame = zoomFrame(size, slot, panFrame(size, slot, frame, x, y), zoom, {
              x: Math.abs(x) / 2,
              y: Math.abs(y) / 2,
            })
            expectInside(size, slot, frame)
          }
          const after = { width: size.height, height: size.width }
          expectInside(after, slot, turnFrameLeft(size, slot, frame))
        },
      ),
    )
  })

  it('comes from any rectangle, however wrong', () => {
    const number = fc.double({ min: -9000, max: 9000, noNaN: true })
    const length = fc.double({ min: 0.01, max: 9000, noNaN: true })
    fc.assert(
      fc.property(picture, shape, number, number, length, (size, slot, x, y, width) => {
        expectInside(size, slot, fitFrame(size, slot, { x, y, width, height: width }))
      }),
    )
  })

  it('shows all of the left when the picture is moved to the right', () => {
    const frame = panFrame({ width: 2000, height: 1000 }, 1, { x: 500, y: 0, width: 1000, height: 1000 }, 0.2, 0)
    expect(frame).toEqual({ x: 300, y: 0, width: 1000, height: 1000 })
    expect(panFrame({ width: 2000, height: 1000 }, 1, frame, 1, 1).x).toBe(0)
  })

  it('zooms around the point under the fingers', () => {
    const size = { width: 2000, height: 2000 }
    const before = { x: 500, y: 500, width: 1000, height: 1000 }
    const after = zoomFrame(size, 1, before, 2, { x: 0.25, y: 1 })
    expect(after.width).toBe(500)
    expect(after.x + 0.25 * after.width).toBe(before.x + 0.25 * before.width)
    expect(after.y + after.height).toBe(before.y + before.height)
  })

  it('is the same again after four turns where the slot is square and nothing is cut', () => {
    let size = { width: 1200, height: 1200 }
    const start = { x: 100, y: 250, width: 600, height: 600 }
    let frame: Frame = start
    for (let turn = 0; turn < 4; turn += 1) {
      frame = turnFrameLeft(size, 1, frame)
      size = { width: size.height, height: size.width }
    }
    expect(frame).toEqual(start)
  })
})
