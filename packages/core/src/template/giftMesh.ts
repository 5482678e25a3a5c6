import type { Point, Size } from '../geometry.ts'
import { times } from '../natives.ts'
import type { Box } from './definition.ts'
import type { GiftFace } from './gift.ts'
import { cornersOf } from './tilt.ts'

/**
 * A flat page mapped onto a product that is not flat: split into cells so small that each is only moved, scaled and sheared,
 * which SVG can do by itself. A flat face is one cell, a mug is a row of strips, a page in perspective a grid.
 */

/**
 * A piece of the page on the product: `transform` maps the whole page there, `clip` is the visible part of it, within `bounds`.
 */
export type GiftCell = { transform: string; clip: string; bounds: Box }

/** Maps a point of the page to the product; both coordinates 0 to 1 across the page. */
type Surface = (across: number, down: number) => Point

/** The maximum displacement of a point, as a share of the picture's long edge: too small to be seen. */
const TOLERANCE = 0.0006
const MAX_CELLS = 32
/** Neighbouring cells overlap by this share, so that no gap is visible between them: one pixel at a width of 250. */
const OVERLAP = 0.004

/** The cells of a page (in millimetres) on a face of a picture of this size, in painting order. */
export function giftMesh(face: GiftFace, page: Size, size: Size): GiftCell[] {
  const unit = Math.max(size.width, size.height)
  const { from, to } = visibleRange(face)
  const surface = surfaceOf(face)
  const [columns, rows] = divisions(surface, unit * TOLERANCE)
  const overlap = unit * OVERLAP
  return times(columns * rows, (index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const corners = cellCorners(surface, column / columns, row / rows, 1 / columns, 1 / rows)
    const source = {
      x: page.width * (from + ((to - from) * column) / columns),
      y: (page.height * row) / rows,
      width: (page.width * (to - from)) / columns,
      height: page.height / rows,
    }
    const beyond = { right: column < columns - 1 ? overlap : 0, bottom: row < rows - 1 ? overlap : 0 }
    const edge = outline(corners, beyond)
    return { transform: affine(source, corners), clip: pathOf(edge), bounds: boundsOf(edge) }
  })
}

function visibleRange(face: GiftFace): { from: number; to: number } {
  return (face.kind === 'cylinder' && face.seen) || { from: 0, to: 1 }
}

function surfaceOf(face: GiftFace): Surface {
  if (face.kind === 'quadrilateral') return perspective(face.corners)
  if (face.kind === 'rectangle') return perspective(cornersOf(face.box, face.rotation))
  const { box, angle, bend } = face
  const half = (angle * Math.PI) / 360
  return (across, down) => {
    const turn = (across * 2 - 1) * half
    const nearness = (Math.cos(turn) - Math.cos(half)) / (1 - Math.cos(half))
    return {
      x: box.x + (box.width / 2) * (1 + Math.sin(turn) / Math.sin(half)),
      y: box.y + box.height * down + nearness * (bend.top + (bend.bottom - bend.top) * down),
    }
  }
}

/** Maps the unit square in perspective to these four corners (Heckbert 1989). */
function perspective(corners: readonly Point[]): Surface {
  const [a, b, c, d] = corners as [Point, Point, Point, Point]
  const twist = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y }
  const [one, other] = [
    { x: b.x - c.x, y: b.y - c.y },
    { x: d.x - c.x, y: d.y - c.y },
  ]
  const area = one.x * other.y - one.y * other.x
  const g = (twist.x * other.y - twist.y * other.x) / area
  const h = (one.x * twist.y - one.y * twist.x) / area
  return (across, down) => {
    const depth = g * across + h * down + 1
    return {
      x: ((b.x - a.x + g * b.x) * across + (d.x - a.x + h * d.x) * down + a.x) / depth,
      y: ((b.y - a.y + g * b.y) * across + (d.y - a.y + h * d.y) * down + a.y) / depth,
    }
  }
}

/** The smallest number of columns and rows that keeps every point near its place. */
function divisions(surface: Surface, tolerance: number): [number, number] {
  let [columns, rows] = [1, 1]
  while (columns < MAX_CELLS && sag(columns, (u, v) => surface(u, v)) > tolerance) columns += 1
  while (rows < MAX_CELLS && sag(rows, (v, u) => surface(u, v)) > tolerance) rows += 1
  while (Math.max(columns, rows) < MAX_CELLS && shear(surface, columns, rows) > tolerance) {
    columns += 1
    rows += 1
  }
  return [columns, rows]
}

/** The maximum distance of the middle of a cell's edge from the straight line. */
function sag(count: number, along: Surface): number {
  let max = 0
  for (const side of [0, 0.5, 1]) {
    for (let cell = 0; cell < count; cell++) {
      const [start, middle, end] = [0, 0.5, 1].map((share) => along((cell + share) / count, side)) as [
        Point,
        Point,
        Point,
      ]
      max = Math.max(max, Math.hypot(middle.x - (start.x + end.x) / 2, middle.y - (start.y + end.y) / 2))
    }
  }
  return max
}

/** The maximum distance of a cell's corners from those of a parallelogram. */
function shear(surface: Surface, columns: number, rows: number): number {
  let max = 0
  for (let cell = 0; cell < columns * rows; cell++) {
    const [across, down] = [(cell % columns) / columns, Math.floor(cell / columns) / rows]
    const [a, b, c, d] = cellCorners(surface, across, down, 1 / columns, 1 / rows)
    max = Math.max(max, Math.hypot(a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y) / 4)
  }
  return max
}

type Corners = [Point, Point, Point, Point]

/** Clockwise from the upper left. */
function cellCorners(surface: Surface, across: number, down: number, width: number, height: number): Corners {
  return [
    surface(across, down),
    surface(across + width, down),
    surface(across + width, down + height),
    surface(across, down + height),
  ]
}

/** Maps a piece of the page to the parallelogram nearest to these corners. */
function affine(source: { x: number; y: number } & Size, [a, b, c, d]: Corners): string {
  const right = { x: (b.x - a.x + c.x - d.x) / 2 / source.width, y: (b.y - a.y + c.y - d.y) / 2 / source.width }
  const under = { x: (d.x - a.x + c.x - b.x) / 2 / source.height, y: (d.y - a.y + c.y - b.y) / 2 / source.height }
  const middle = { x: source.x + source.width / 2, y: source.y + source.height / 2 }
  const target = { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 }
  const moved = [target.x - right.x * middle.x - under.x * middle.y, target.y - right.y * middle.x - under.y * middle.y]
  return `matrix(${[right.x, right.y, under.x, under.y, ...moved].map(short).join(' ')})`
}

function outline([a, b, c, d]: Corners, { right, bottom }: { right: number; bottom: number }): Corners {
  return [a, { x: b.x + right, y: b.y }, { x: c.x + right, y: c.y + bottom }, { x: d.x, y: d.y + bottom }]
}

function pathOf(corners: Corners): string {
  return `M${corners.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}Z`
}

/** Integer bounds around it, with room for soft edges. */
function boundsOf(corners: Corners): Box {
  const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.floor(Math.min(...across)) - 2, Math.floor(Math.min(...down)) - 2]
  return { x, y, width: Math.ceil(Math.max(...across)) + 2 - x, height: Math.ceil(Math.max(...down)) + 2 - y }
}

function short(value: number): string {
  return String(Number(value.toFixed(4)))
}
