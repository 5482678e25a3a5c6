/**
 * What all small QR codes have in common once they are out of focus, see ISO/IEC 18004: points in modules from the middle, and how dark
 * each is. The weights of all points have the sum 0, and their squares the sum 1.
 */
export type BlurredCode = readonly { column: number; row: number; weight: number }[]

/** Of the smallest code, in modules from its middle: its edge, and the centres of its corners. */
const EDGE = 10.5
const CORNERS = [
  [-7, -7],
  [7, -7],
  [-7, 7],
] as const
/** So much of the margin around it belongs to the pattern. */
const REACH = 12
/** How far a point is spread, in modules. */
const BLURS = [1, 1.6, 2.4]
const MIDDLE_BLUR = 1.6
/** Points are this far apart before they are blurred, in modules. */
const STEP = 0.5

/** How dark a point is, from 0 to 1: half where it depends on what the code says. */
function darknessAt(column: number, row: number): number {
  if (Math.max(Math.abs(column), Math.abs(row)) > EDGE) return 0
  for (const [x, y] of CORNERS) {
    const away = Math.max(Math.abs(column - x), Math.abs(row - y))
    if (away < 1.5) return 1
    if (away < 2.5) return 0
    if (away < 3.5) return 1
    if (away < 4.5) return 0
  }
  return 0.5
}

/** Codes blurred by different amounts. */
export const blurredCodes: readonly BlurredCode[] = BLURS.map((blur) => blurCode(blur))

/** One in fewer points, to be compared with first. */
export const roughCode: BlurredCode = blurCode(MIDDLE_BLUR, 2)

/** The points are so many modules apart. */
function blurCode(blur: number, apart = 1): BlurredCode {
  const reach = Math.ceil((3 * blur) / STEP)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-(((at - reach) * STEP) ** 2) / 2 / blur ** 2),
  )
  const total = kernel.reduce((sum, each) => sum + each, 0)
  const spread = (valueAt: (at: number) => number, centre: number) =>
    kernel.reduce((sum, each, at) => sum + each * valueAt(centre + (at - reach) * STEP), 0) / total
  // First along the rows, then along the columns, which is the same as both at once.
  const rows = new Map<string, number>()
  const inRow = (column: number, row: number) => {
    const key = `${column} ${row}`
    const value = rows.get(key) ?? spread((x) => darknessAt(x, row), column)
    rows.set(key, value)
    return value
  }
  const points = []
  for (let row = -REACH; row <= REACH; row += apart) {
    for (let column = -REACH; column <= REACH; column += apart) {
      points.push({ column, row, weight: spread((y) => inRow(column, y), row) })
    }
  }
  return normalise(points)
}

function normalise(points: { column: number; row: number; weight: number }[]): BlurredCode {
  const mean = points.reduce((sum, { weight }) => sum + weight, 0) / points.length
  const length = Math.sqrt(points.reduce((sum, { weight }) => sum + (weight - mean) ** 2, 0))
  return points.map(({ column, row, weight }) => ({ column, row, weight: (weight - mean) / length }))
}
