import type { Point, Size } from '@portraitkit/core/geometry.ts'
import { type Crop, panCrop, zoomCrop } from '@portraitkit/core/template/crop.ts'
import type { Box } from '@portraitkit/core/template/definition.ts'

/** A picture that is being moved. Points are pixels of the screen. */
export type CropFrame = {
  /** After its rotation, in its pixels. */
  readonly picture: Size
  /** In millimetres. */
  readonly slot: Box
  /** The slot on the screen. */
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Follows the finger: the pixel under it stays under it, as far as the picture reaches. */
export function drag(crop: Crop, grip: CropFrame, from: Point, to: Point): Crop {
  const perPixel = crop.width / grip.frame.width
  return panCrop(crop, grip.picture, (from.x - to.x) * perPixel, (from.y - to.y) * perPixel)
}

/** Zooms around a point of the screen. */
export function zoomAt(crop: Crop, grip: CropFrame, point: Point, factor: number): Crop {
  const { frame, picture, slot } = grip
  const at = { x: (point.x - frame.x) / frame.width, y: (point.y - frame.y) / frame.height }
  return zoomCrop(crop, picture, slot, factor, at)
}

/** Two fingers: their middle drags, their distance zooms. */
export function pinch(
  crop: Crop,
  grip: CropFrame,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
): Crop {
  const stretched = distance(after) / Math.max(1, distance(before))
  return drag(zoomAt(crop, grip, middle(before), stretched), grip, middle(before), middle(after))
}

/** How much a turn of the wheel zooms; a pinch on a touchpad is sent as a wheel with Ctrl, in smaller steps. */
export function wheelFactor({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number {
  const pixels = deltaMode === 1 ? deltaY * 24 : deltaMode === 2 ? deltaY * 400 : deltaY
  return Math.exp(-Math.max(-200, Math.min(200, pixels)) * (ctrlKey ? 0.01 : 0.0016))
}

function middle([one, other]: readonly [Point, Point]): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

function distance([one, other]: readonly [Point, Point]): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
