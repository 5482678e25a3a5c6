import type { Point } from '../geometry.ts'
import type { Box } from './definition.ts'

/** Tilted slots: a slot's box and clip are rotated about the middle of the box. Degrees clockwise. */

/** The point about which a box is rotated. */
export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** A point rotated about another. */
export function rotatePoint({ x, y }: Point, about: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [across, down] = [x - about.x, y - about.y]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: about.x + across * cos - down * sin, y: about.y + across * sin + down * cos }
}

/** The corners of a tilted box, clockwise from the upper left. */
export function cornersOf(box: Box, rotation = 0): Point[] {
  const { x, y, width, height } = box
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  return rotation === 0 ? corners : corners.map((corner) => rotatePoint(corner, middleOf(box), rotation))
}

/** The upright box around a tilted one. */
export function boxAround(box: Box, rotation = 0): Box {
  if (rotation === 0) return box
  const corners = cornersOf(box, rotation)
  const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...across), Math.min(...down)]
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y }
}

/** The SVG transform; undefined if nothing is tilted. */
export function tiltTransform(box: Box, rotation = 0): string | undefined {
  if (rotation === 0) return undefined
  const { x, y } = middleOf(box)
  return `rotate(${rotation} ${x} ${y})`
}

/**
 * The part of a tilted box inside another, upright one, as a section of the box before it is tilted: every side moves inwards
 * until no corner is outside. Undefined if nothing is left.
 */
export function pieceInside(box: Box, within: Box, rotation = 0): Box | undefined {
  const corners = cornersOf(box, rotation)
  const outside = {
    left: within.x - Math.min(...corners.map(({ x }) => x)),
    right: Math.max(...corners.map(({ x }) => x)) - within.x - within.width,
    top: within.y - Math.min(...corners.map(({ y }) => y)),
    bottom: Math.max(...corners.map(({ y }) => y)) - within.y - within.height,
  }
  const slope = Math.cos((rotation * Math.PI) / 180)
  const [left, right, top, bottom] = [outside.left, outside.right, outside.top, outside.bottom].map(
    (distance) => Math.max(0, distance) / slope,
  ) as [number, number, number, number]
  const [width, height] = [box.width - left - right, box.height - top - bottom]
  return width > 0 && height > 0 ? { x: box.x + left, y: box.y + top, width, height } : undefined
}
