import type { Box, PathLayer } from '@portraitkit/core/template/definition.ts'
import { coverageOf, paintVectors } from '../../../imaging/print/vectors.ts'

/**
 * Measures the visible part of a shape by drawing it with the same library that prints it: curves and arcs need no geometry
 * code.
 */

/** Pixels in each direction. Edges are anti-aliased, so anything narrower than a pixel counts proportionally. */
const FINENESS = 128

/** Paths up to this length are drawn at once; of longer ones only the beginning, up to a command. */
const LONG_PATH = 2000
const PATH_HEAD = new RegExp(`^[^]{1,${LONG_PATH}}(?=[a-df-z])`, 'i')

/** An outline, and its rotation in SVG. */
export type Shape = { d: string; transform?: string | undefined }

/** The rest of a shape: its area, and the maximum width across its narrow side. */
export type VisibleArea = { area: number; width: number }

/** Measures the intersection of these shapes within a box, in the box's unit. */
export async function measureVisible(shapes: readonly Shape[], within: Box): Promise<VisibleArea> {
  const sheet = { box: within, width: FINENESS, height: FINENESS }
  const whole = { x: 0, y: 0, width: FINENESS, height: FINENESS }
  const covered = await Promise.all(shapes.map(({ d, transform }) => coverageOf(d, sheet, whole, transform)))
  const [columns, rows] = [new Uint8Array(FINENESS), new Uint8Array(FINENESS)]
  let sum = 0
  for (let pixel = 0; pixel < FINENESS * FINENESS; pixel++) {
    let share = 255
    for (const each of covered) share = Math.min(share, each[pixel] as number)
    if (share === 0) continue
    sum += share / 255
    columns[pixel % FINENESS] = 1
    rows[Math.floor(pixel / FINENESS)] = 1
  }
  const [across, down] = [within.width / FINENESS, within.height / FINENESS]
  const area = sum * across * down
  return { area, width: area === 0 ? 0 : area / Math.max(count(columns) * across, count(rows) * down) }
}

function count(touched: Uint8Array): number {
  return touched.reduce((sum, each) => sum + each, 0)
}

/** Whether any part of a filled or drawn path is on a sheet. A hairline counts as wide enough to be noticed. */
export async function isDrawn(path: PathLayer, sheet: Box): Promise<boolean> {
  // for a long path the first visible part is enough
  const [beginning] = path.d.length > LONG_PATH ? (PATH_HEAD.exec(path.d) ?? []) : []
  return (beginning && (await isSeen({ ...path, d: beginning }, sheet))) || isSeen(path, sheet)
}

async function isSeen({ d, fill, stroke, strokeWidth = 1 }: PathLayer, sheet: Box): Promise<boolean> {
  const pixel = Math.max(sheet.width, sheet.height) / FINENESS
  const ink = '#000000'
  const line = stroke === undefined ? {} : { stroke: ink, strokeWidth: Math.max(strokeWidth, pixel) }
  const node = { kind: 'path' as const, d, ...(fill !== undefined && { fill: ink }), ...line }
  const rgba = await paintVectors([node], { box: sheet, width: FINENESS, height: FINENESS })
  for (let pixel = 3; pixel < rgba.length; pixel += 4) if (rgba[pixel] !== 0) return true
  return false
}
