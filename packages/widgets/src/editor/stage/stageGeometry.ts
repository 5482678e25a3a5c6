import type { Size } from '@portraitkit/core/geometry.ts'
import type { Box } from '@portraitkit/core/template/definition.ts'

/** The position of the page on the canvas: its size in pixels before `zoom`, and its offset. */
export type Placement = Size & {
  x: number
  y: number
  zoom: number /** Pixels per millimetre, zoom included. */
  scale: number
}

// 001 §9: canvas margins 30 by 10 px, 60 by 30 px for a small text area
const margins = { wide: { x: 60, y: 30 }, narrow: { x: 30, y: 10 } }
/** How much larger than the whole page a slot may be shown while it is edited. */
const closest = 5
/** The minimum pixels per millimetre at which the smallest letters are readable, however small the canvas is. */
const readable = 4
/** Room around the edited slot, as a share of the canvas. */
const room = 0.24

/** 001 §2.4: a text area is small when its width is under 100 px or at most 10 % of the template. */
export function isSmallTextArea(box: Box, page: Size, scale: number): boolean {
  return box.width * scale < 100 || box.width <= page.width * 0.1
}

/** The whole page in the middle of the canvas. */
export function placePage(canvas: Size, page: Size, hasSmallText: boolean): Placement {
  const margin = hasSmallText ? margins.wide : margins.narrow
  const scale = Math.max(
    0.01,
    Math.min((canvas.width - 2 * margin.x) / page.width, (canvas.height - 2 * margin.y) / page.height),
  )
  const size = { width: page.width * scale, height: page.height * scale }
  return { ...size, x: (canvas.width - size.width) / 2, y: (canvas.height - size.height) / 2, zoom: 1, scale }
}

/** The page moved and enlarged so that a slot is clearly visible. */
export function placeSlot(canvas: Size, whole: Placement, slot: Box): Placement {
  const base = whole.scale
  const fitting = Math.min(
    (canvas.width * (1 - room)) / (slot.width * base),
    (canvas.height * (1 - room)) / (slot.height * base),
  )
  const zoom = Math.min(Math.max(fitting, 1), Math.max(closest, readable / base))
  const scale = base * zoom
  const middle = { x: (slot.x + slot.width / 2) * scale, y: (slot.y + slot.height / 2) * scale }
  return {
    ...whole,
    zoom,
    scale,
    x: along(canvas.width, whole.width * zoom, middle.x),
    y: along(canvas.height, whole.height * zoom, middle.y),
  }
}

/** The position of a box on the page, as its style in pixels. */
export function boxStyle(box: Box, scale: number): Size & { left: number; top: number } {
  return { left: box.x * scale, top: box.y * scale, width: box.width * scale, height: box.height * scale }
}

/** The minimum distance between the numbers of two slots, in pixels. */
const badgeRoom = 30

/** How far to the right of its corner each number is placed, so that none overlaps another. */
export function badgePositions(corners: readonly { x: number; y: number }[]): number[] {
  const badges: { x: number; y: number }[] = []
  return corners.map(({ x, y }) => {
    let moved = x
    const isOverlapping = () =>
      badges.some((one) => Math.abs(one.x - moved) < badgeRoom && Math.abs(one.y - y) < badgeRoom)
    while (isOverlapping()) moved += badgeRoom
    badges.push({ x: moved, y })
    return moved - x
  })
}

/** Centres a point of the page on the canvas, but shows no more empty space than necessary. */
function along(canvas: number, page: number, middle: number): number {
  if (page <= canvas) return (canvas - page) / 2
  const edge = 24
  return Math.min(edge, Math.max(canvas - page - edge, canvas / 2 - middle))
}

/** The motion from one placement to another, as transforms of a page that is laid out for the second. */
export function transformsBetween(from: Placement, to: Placement): [string, string] {
  const base = to.scale / to.zoom
  return [transformOf({ ...from, zoom: from.scale / base }), transformOf(to)]
}

export function transformOf({ x, y, zoom }: Pick<Placement, 'x' | 'y' | 'zoom'>): string {
  return `translate(${x}px, ${y}px) scale(${zoom})`
}
