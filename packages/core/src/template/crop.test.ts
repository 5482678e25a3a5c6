import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Size } from '../geometry.ts'
import {
  type Crop,
  defaultCrop,
  faceOnPage,
  fitCrop,
  LARGEST_ZOOM,
  panCrop,
  rotatedFace,
  rotatedSize,
  turnCropLeft,
  zoomCrop,
  zoomOf,
} from './crop.ts'
import { cornersOf, middleOf, rotatePoint } from './tilt.ts'

const aSize = (min: number, max: number) =>
  fc.record({ width: fc.integer({ min: min, max: max }), height: fc.integer({ min: min, max: max }) })
const aPicture = aSize(300, 6000)
const aSlot = fc
  .record({ x: fc.integer({ min: -3, max: 90 }), y: fc.integer({ min: -3, max: 90 }) })
  .chain((at) => aSize(15, 160).map((size) => ({ ...at, ...size })))
const aNumber = fc.double({ min: -3000, max: 3000, noNaN: true })
const anyCrop = fc.record({
  x: aNumber,
  y: aNumber,
  width: fc.double({ min: 1, max: 9000, noNaN: true }),
  height: fc.double({ min: 1, max: 9000, noNaN: true }),
})

const PORTRAIT = { width: 1600, height: 2000 }

function expectInside(crop: Crop, picture: Size): void {
  expect(crop.x).toBeGreaterThanOrEqual(0)
  expect(crop.y).toBeGreaterThanOrEqual(0)
  expect(crop.x + crop.width).toBeLessThanOrEqual(picture.width + 1e-6)
  expect(crop.y + crop.height).toBeLessThanOrEqual(picture.height + 1e-6)
}

function expectShape(crop: Crop, slot: Size): void {
  expect(Math.abs(crop.width / crop.height / (slot.width / slot.height) - 1)).toBeLessThan(0.003)
}

describe('a crop', () => {
  it('stays in the picture and keeps the shape of its slot, whatever is done to it', () => {
    const act = fc.oneof(
      fc.record({ pan: fc.tuple(aNumber, aNumber) }),
      fc.record({
        zoom: fc.double({ min: 0.05, max: 20, noNaN: true }),
        at: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      }),
      fc.constant({ turn: true as const }),
      fc.record({ given: anyCrop }),
    )
    fc.assert(
      fc.property(aPicture, aSlot, fc.array(act, { maxLength: 12 }), (upright, slot, acts) => {
        let picture: Size = upright
        let crop = defaultCrop(picture, slot)
        for (const each of acts) {
          if ('pan' in each) crop = panCrop(crop, picture, ...each.pan)
          else if ('zoom' in each) crop = zoomCrop(crop, picture, slot, each.zoom, { x: each.at[0], y: each.at[1] })
          else if ('given' in each) crop = fitCrop(each.given, picture, slot)
          else {
            crop = turnCropLeft(crop, picture, slot)
            picture = { width: picture.height, height: picture.width }
          }
          expectInside(crop, picture)
          expectShape(crop, slot)
          expect(zoomOf(crop, picture, slot)).toBeLessThan(LARGEST_ZOOM * 1.01)
          // a valid crop stays exactly as it is: browser and server must write the same scene
          expect(fitCrop(crop, picture, slot)).toEqual(crop)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('shows as much of the picture as possible, favouring the upper third', () => {
    expect(defaultCrop({ width: 1600, height: 2000 }, { x: 0, y: 0, width: 50, height: 50 })).toEqual({
      x: 0,
      y: 133.33,
      width: 1600,
      height: 1600,
    })
    expect(defaultCrop({ width: 3000, height: 2000 }, { x: 0, y: 0, width: 50, height: 50 })).toMatchObject({
      x: 500,
      y: 0,
    })
  })

  it('keeps a known face inside the safe zone wherever the picture has room for it', () => {
    const safe = { x: 5, y: 5, width: 140, height: 140 }
    const aFace = fc.record({
      x: fc.double({ min: 0.1, max: 0.7, noNaN: true }),
      y: fc.double({ min: 0.1, max: 0.7, noNaN: true }),
      width: fc.double({ min: 0.05, max: 0.2, noNaN: true }),
      height: fc.double({ min: 0.05, max: 0.2, noNaN: true }),
    })
    // slots that reach into the bleed on the upper left
    const slot = { x: -3, y: -3, width: 60, height: 60 }
    fc.assert(
      fc.property(aPicture, aFace, (picture, face) => {
        const crop = defaultCrop(picture, slot, { face, safe })
        expectInside(crop, picture)
        const scale = slot.width / crop.width
        const left = slot.x + (face.x * picture.width - crop.x) * scale
        const top = slot.y + (face.y * picture.height - crop.y) * scale
        const right = left + face.width * picture.width * scale
        const bottom = top + face.height * picture.height * scale
        const canMove = { x: picture.width > crop.width + 1, y: picture.height > crop.height + 1 }
        const atEdge = {
          x: crop.x < 0.02 || crop.x + crop.width > picture.width - 0.02,
          y: crop.y < 0.02 || crop.y + crop.height > picture.height - 0.02,
        }
        if (canMove.x && !atEdge.x && right - left < 45) {
          expect(left).toBeGreaterThanOrEqual(5 - 0.1)
          expect(right).toBeLessThanOrEqual(57.1)
        }
        if (canMove.y && !atEdge.y && bottom - top < 40) {
          expect(top).toBeGreaterThanOrEqual(5 - 0.1)
          expect(bottom).toBeLessThanOrEqual(57.1)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('keeps a known face inside the safe zone of a tilted slot too, without zooming more than necessary', () => {
    const safe = { x: 5, y: 5, width: 140, height: 140 }
    const picture = { width: 1600, height: 2000 }
    const aFace = fc.record({
      x: fc.double({ min: 0.25, max: 0.6, noNaN: true }),
      y: fc.double({ min: 0.25, max: 0.5, noNaN: true }),
      width: fc.double({ min: 0.05, max: 0.2, noNaN: true }),
      height: fc.double({ min: 0.05, max: 0.2, noNaN: true }),
    })
    const slot = { x: -3, y: -3, width: 60, height: 75 }
    fc.assert(
      fc.property(aFace, fc.double({ min: -12, max: 12, noNaN: true }), (face, rotation) => {
        const crop = defaultCrop(picture, slot, { face, safe, rotation })
        expectInside(crop, picture)
        const onPage = cornersOf(faceOnPage(crop, picture, slot, face)).map((corner) =>
          rotatePoint(corner, middleOf(slot), rotation),
        )
        for (const { x, y } of onPage) {
          expect(x).toBeGreaterThan(safe.x - 0.05)
          expect(y).toBeGreaterThan(safe.y - 0.05)
        }
      }),
    )
    const middle = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
    expect(zoomOf(defaultCrop(picture, slot, { face: middle, safe }), picture, slot)).toBeCloseTo(1)
    // near the upper edge, where the slot is trimmed
    const high = { x: 0.4, y: 0.08, width: 0.2, height: 0.2 }
    const closer = defaultCrop(picture, slot, { face: high, safe })
    expect(zoomOf(closer, picture, slot)).toBeCloseTo(1.4)
    expect(faceOnPage(closer, picture, slot, high).y).toBeGreaterThan(5)
  })

  it('leaves room for the hair above a known face if the picture has it', () => {
    const slot = { x: -3, y: -3, width: 60, height: 60 }
    const safe = { x: 5, y: 5, width: 140, height: 140 }
    // if a wide face were low in the zone, the hair above it would be trimmed
    const face = { x: 0.2, y: 0.3, width: 0.5, height: 0.5 }
    const onPage = faceOnPage(defaultCrop(PORTRAIT, slot, { face, safe }), PORTRAIT, slot, face)
    expect(onPage.y - 0.2 * onPage.height).toBeGreaterThan(safe.y)
    expect(onPage.y + onPage.height).toBeLessThan(slot.y + slot.height)
  })

  it('shows most of a face that fits nowhere safely', () => {
    const face = { x: 0, y: 0, width: 0.3, height: 0.3 }
    const slot = { x: -3, y: -3, width: 60, height: 75 }
    const crop = defaultCrop({ width: 1600, height: 2000 }, slot, {
      face,
      safe: { x: 5, y: 5, width: 140, height: 140 },
    })
    expect(crop).toEqual({ x: 0, y: 0, width: 1600, height: 2000 })
  })

  it('[EDT-8] keeps the point under the fingers in place while zooming', () => {
    const picture = { width: 1600, height: 2000 }
    const slot = { width: 40, height: 50 }
    const crop = zoomCrop(fitCrop({ x: 0, y: 0, width: 1600, height: 2000 }, picture, slot), picture, slot, 2, {
      x: 0.25,
      y: 0.75,
    })
    expect(crop).toEqual({ x: 200, y: 750, width: 800, height: 1000 })
  })

  it('[EDT-8] shows the same middle after four quarter turns', () => {
    const slot = { width: 50, height: 50 }
    let picture = { width: 1600, height: 2000 }
    const start = { x: 400, y: 600, width: 800, height: 800 }
    let crop: Crop = start
    for (let turn = 0; turn < 4; turn++) {
      crop = turnCropLeft(crop, picture, slot)
      picture = { width: picture.height, height: picture.width }
    }
    expect(crop).toEqual(start)
  })

  it('turns a face with its picture', () => {
    const face = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
    expect(rotatedFace(face, 0)).toEqual(face)
    const turned = rotatedFace(face, 90)
    expect(turned.x).toBeCloseTo(0.4)
    expect(turned.y).toBeCloseTo(0.1)
    const back = rotatedFace(turned, 270)
    expect(back.x).toBeCloseTo(face.x)
    expect(back.y).toBeCloseTo(face.y)
    expect(rotatedSize({ width: 10, height: 20 }, 270)).toEqual({ width: 20, height: 10 })
  })
})
