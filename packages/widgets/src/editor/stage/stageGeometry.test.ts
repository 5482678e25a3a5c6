import { describe, expect, it } from 'vitest'
import { badgePositions, isSmallTextArea, placePage, placeSlot } from './stageGeometry.ts'

const canvas = { width: 360, height: 400 }
const page = { width: 150, height: 150 }

describe('the page on the canvas', () => {
  it('keeps margins of 30 by 10 px, and of 60 by 30 px for a small text area', () => {
    expect(placePage(canvas, page, false)).toMatchObject({ x: 30, width: 300, height: 300, y: 50 })
    expect(placePage({ width: 400, height: 200 }, page, false)).toMatchObject({ y: 10, height: 180 })
    expect(placePage(canvas, page, true)).toMatchObject({ x: 60, width: 240 })
  })

  it('treats a text area as small below 100 px or at a tenth of the template', () => {
    const box = (width: number) => ({ x: 0, y: 0, width, height: 10 })
    expect(isSmallTextArea(box(49), page, 2)).toBe(true)
    expect(isSmallTextArea(box(50), page, 2)).toBe(false)
    expect(isSmallTextArea(box(15), page, 10)).toBe(true)
    expect(isSmallTextArea(box(16), page, 10)).toBe(false)
  })

  it('zooms in on an edited slot, and never leaves an avoidable gap', () => {
    const whole = placePage(canvas, page, false)
    const near = placeSlot(canvas, whole, { x: 100, y: 100, width: 40, height: 40 })
    expect(near.zoom).toBeCloseTo(273.6 / 80, 9)
    expect(placeSlot(canvas, whole, { x: 100, y: 100, width: 4, height: 4 }).zoom).toBe(5)
    const middle = { x: near.x + 120 * near.scale, y: near.y + 120 * near.scale }
    expect(middle.x).toBeGreaterThan(0)
    expect(middle.x).toBeLessThan(canvas.width)
    expect(near.x + whole.width * near.zoom).toBeGreaterThanOrEqual(canvas.width - 24 - 1e-9)
    expect(placeSlot(canvas, whole, { x: 0, y: 0, width: 150, height: 150 }).zoom).toBeGreaterThanOrEqual(1)
  })
})

it('moves a number aside that would overlap another one', () => {
  const corners = [
    { x: 10, y: 10 },
    { x: 12, y: 20 },
    { x: 30, y: 60 },
    { x: 200, y: 10 },
  ]
  expect(badgePositions(corners)).toEqual([0, 30, 0, 0])
})
