import { describe, expect, it } from 'vitest'
import type { GiftFace } from './gift.ts'
import { giftMesh } from './giftMesh.ts'

const PAGE = { width: 200, height: 80 }
const SIZE = { width: 1200, height: 870 }

/** Maps a point of the page by the cell whose outline contains it. */
function shownAt(face: GiftFace, x: number, y: number): { x: number; y: number } {
  const found = giftMesh(face, PAGE, SIZE)
    .map(({ transform, clip }) => {
      const [a, b, c, d, e, f] = numbers(transform) as [number, number, number, number, number, number]
      const point = { x: a * x + c * y + e, y: b * x + d * y + f }
      const corners = numbers(clip)
      const [left, right] = [corners[0] as number, corners[2] as number]
      return { point, off: Math.max(left - point.x, point.x - right, 0) }
    })
    .toSorted((one, other) => one.off - other.off)[0]
  return found?.point ?? { x: Number.NaN, y: Number.NaN }
}

function numbers(text: string): number[] {
  return [...text.matchAll(/-?[\d.]+/g)].map(Number)
}

describe('a page mapped onto a product', () => {
  it('is one cell if the face is flat', () => {
    const face: GiftFace = { kind: 'rectangle', box: { x: 100, y: 50, width: 400, height: 160 } }
    expect(giftMesh(face, PAGE, SIZE)).toEqual([
      {
        transform: 'matrix(2 0 0 2 100 50)',
        clip: 'M100 50L500 50L500 210L100 210Z',
        bounds: { x: 98, y: 48, width: 404, height: 164 },
      },
    ])
  })

  it('in perspective has its corners in their places and its middle at the crossing of the diagonals', () => {
    const corners = [
      { x: 100, y: 100 },
      { x: 700, y: 180 },
      { x: 700, y: 560 },
      { x: 100, y: 660 },
    ]
    const face: GiftFace = { kind: 'quadrilateral', corners }
    const cells = giftMesh(face, PAGE, SIZE)
    expect(cells.length).toBeGreaterThan(4)
    expect(cells.length).toBeLessThan(200)
    const middle = shownAt(face, 100, 40)
    // the lines from (100,100) to (700,560) and from (700,180) to (100,660)
    const crossing = 100 + (560 * 600) / 940
    expect(Math.abs(middle.x - crossing)).toBeLessThan(1)
    expect(Math.abs(middle.y - (100 + ((crossing - 100) * 460) / 600))).toBeLessThan(1)
  })

  it('on a cylinder is nearest and lowest in the middle, and narrow at the sides', () => {
    const face: GiftFace = {
      kind: 'cylinder',
      box: { x: 300, y: 200, width: 400, height: 300 },
      angle: 140,
      bend: { top: 20, bottom: 40 },
      seen: { from: 0.25, to: 0.75 },
    }
    const cells = giftMesh(face, PAGE, SIZE)
    expect(cells.length).toBeLessThanOrEqual(32)
    const [middle, left, beside] = [shownAt(face, 100, 0), shownAt(face, 50, 0), shownAt(face, 60, 0)]
    expect(Math.abs(middle.x - 500)).toBeLessThan(1)
    expect(Math.abs(middle.y - 220)).toBeLessThan(1)
    expect(Math.abs(left.x - 300)).toBeLessThan(1)
    expect(Math.abs(left.y - 200)).toBeLessThan(1)
    expect(Math.abs(shownAt(face, 100, 80).y - 540)).toBeLessThan(1)
    // ten of a hundred millimetres at the side take less than a tenth of the width
    expect(beside.x - left.x).toBeLessThan(30)
    expect(shownAt(face, 105, 0).x - shownAt(face, 95, 0).x).toBeGreaterThan(45)
  })
})
