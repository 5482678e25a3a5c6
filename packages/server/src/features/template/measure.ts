import type { Box, PathLayer } from '@portraitkit/core/template/definition.ts'
import { coverageOf, paintVectors } from '../../imaging/print/vectors.ts'

/** What there is to see of a shape, found out by drawing it with what prints it: curves and arcs need no mathematics of ours. */

/** Pixels each way. Edges are smooth, so what is narrower than a pixel counts by its share. */
const FINENESS = 128

/** Characters of a path that are drawn in no time, and as many of a longer one, up to a command. */
const LONG = 2000
const BEGINNING = new RegExp(`^[^]{1,${LONG}}(?=[a-df-z])`, 'i')

/** An outline, and what SVG turns it by. */
export type Shape = { d: string; transform?: string | undefined }

/** What is left of a shape: its area, and how wide it is at most on its narrow side. */
export type Seen = { area: number; width: number }

/** Measures what lies inside all of these shapes, within a box and in its unit. */
export async function measure(shapes: readonly Shape[], within: Box): Promise<Seen> {
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

/** Whether anything of a filled or drawn path lies on a sheet. A hairline is taken for as wide as it takes to be noticed. */
export async function isDrawn(path: PathLayer, sheet: Box): Promise<boolean> {
  // what has been seen of a long one is enough
  const [beginning] = path.d.length > LONG ? (BEGINNING.exec(path.d) ?? []) : []
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
