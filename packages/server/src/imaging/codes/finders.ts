import type { GreyPicture } from './greyPicture.ts'

/** One of the three squares in the corners of a QR code: its centre, and the width of a module, in pixels. */
export type Finder = { x: number; y: number; module: number }

/** The widths of dark and light along a line through the centre of a finder, see ISO/IEC 18004. */
const RATIO = [1, 1, 3, 1, 1] as const
const MODULES = 7
/** How far a width may be off, in modules: blurred and tilted squares are not exact. */
const TOLERANCE = 0.7
/** Smaller ones, in pixels, are noise. */
const MIN_MODULE = 1.8
/** Ones smaller than this must be exact in all directions. */
const SMALL_MODULE = 3
/** The surroundings that decide what is dark, as a share of the long edge. */
const SURROUNDINGS = 1 / 8
/** A picture with more of them shows a pattern. */
const MAX_FINDERS = 30
/** Dark is what is this much darker than its surroundings. */
const DARKER = 0.85

/**
 * What looks like a corner of a QR code. It finds codes of which too little is left to be read: torn ones, or such in glaring light.
 */
export function findFinders(picture: GreyPicture): Finder[] {
  const { width, height } = picture
  const dark = binarise(picture)
  const found: Finder[] = []
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === 1
  // The middle of the smallest one is five pixels high.
  for (let y = 0; y < height; y += 2) {
    for (const { centre, module } of findRow(dark, y * width, width)) {
      if (found.some((each) => Math.hypot(each.x - centre, each.y - y) < 3 * each.module)) continue
      const finder = confirm(isDark, centre, y, module)
      if (finder) found.push(finder)
      // Already more than any code has, and each is compared with all others.
      if (found.length > MAX_FINDERS) return found
    }
  }
  return found
}

/**
 * Whether these are corners of a code: two of about one size, as far apart as those of a small code seen at an angle, or a single large
 * one. A pattern of many equal squares, as on a shirt, is not a code, and a single small one is found in leaves and fabric. Looked at
 * again, closer, one may be a little smaller than at first.
 */
export function areOfCode(
  finders: readonly Finder[],
  { width, height }: Pick<GreyPicture, 'width' | 'height'>,
  isCloser = false,
): boolean {
  if (finders.length > MAX_FINDERS) return false
  const single = SINGLE_MODULE * Math.max(width, height) * (isCloser ? 0.9 : 1)
  return finders.some((one) => one.module >= single) || hasPair(finders, 0.4)
}

/** Whether two are as far apart as in a small code, and differ in their modules by at most this share of one. */
export function hasPair(finders: readonly Finder[], maxDifference: number): boolean {
  if (finders.length > MAX_FINDERS) return false
  return finders.some((one, at) => finders.slice(at + 1).some((other) => isPair(one, other, maxDifference)))
}

/**
 * Whether three of these are the corners of one code, seen at an angle: of about one size, in a right angle with legs of about one length.
 * Sharpened, leaves and waves show single ones and pairs, but hardly ever three like these.
 */
export function areThreeCorners(finders: readonly Finder[]): boolean {
  if (finders.length > MAX_FINDERS) return false
  return finders.some((corner) =>
    finders.some((one, at) => finders.slice(at + 1).some((other) => isRightAngle(corner, one, other))),
  )
}

/** The difference between the largest and the smallest of three, in modules, the ratio of the legs, and the cosine of their angle. */
const MAX_DIFFERENCE = 0.3
const MAX_LEG_RATIO = 1.6
const MAX_COSINE = 0.45

function isRightAngle(corner: Finder, one: Finder, other: Finder): boolean {
  if (corner === one || corner === other) return false
  const modules = [corner.module, one.module, other.module]
  const module = modules.reduce((sum, each) => sum + each, 0) / 3
  if (Math.max(...modules) - Math.min(...modules) > MAX_DIFFERENCE * module) return false
  const [ax, ay, bx, by] = [one.x - corner.x, one.y - corner.y, other.x - corner.x, other.y - corner.y]
  const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)]
  return (
    [a, b].every((leg) => isLeg(leg / module)) &&
    Math.max(a, b) < MAX_LEG_RATIO * Math.min(a, b) &&
    Math.abs(ax * bx + ay * by) < MAX_COSINE * a * b
  )
}

/** Whether corners are as many modules apart as in a small code, seen at an angle. */
const isLeg = (modules: number) => modules > 8 && modules < 26

/** The module of one that is large enough by itself, as a share of the long edge. */
const SINGLE_MODULE = 1 / 300

function isPair(one: Finder, other: Finder, maxDifference: number): boolean {
  const module = (one.module + other.module) / 2
  const distance = Math.hypot(one.x - other.x, one.y - other.y) / module
  return Math.abs(one.module - other.module) < maxDifference * module && isLeg(distance)
}

/** Surroundings are averaged from blocks of so many pixels each way. */
const BLOCK_BITS = 3
const BLOCK = 1 << BLOCK_BITS

function binarise({ width, height, pixels }: GreyPicture): Uint8Array {
  const columns = Math.ceil(width / BLOCK)
  const reach = Math.max(1, Math.round((Math.max(width, height) * SURROUNDINGS) / 2 / BLOCK))
  const thresholds = meanAround(blockMeans({ width, height, pixels }), columns, reach)
  const dark = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let column = 0; column < columns; column++) {
      const threshold = DARKER * (thresholds[(y >> BLOCK_BITS) * columns + column] as number)
      const from = y * width + column * BLOCK
      const end = Math.min(from + BLOCK, (y + 1) * width)
      for (let at = from; at < end; at++) if ((pixels[at] as number) < threshold) dark[at] = 1
    }
  }
  return dark
}

function blockMeans({ width, height, pixels }: GreyPicture): Float64Array {
  const columns = Math.ceil(width / BLOCK)
  const means = new Float64Array(columns * Math.ceil(height / BLOCK))
  for (let y = 0; y < height; y++) {
    for (let column = 0; column < columns; column++) {
      const from = y * width + column * BLOCK
      const end = Math.min(from + BLOCK, (y + 1) * width)
      let sum = 0
      for (let at = from; at < end; at++) sum += pixels[at] as number
      const block = (y >> BLOCK_BITS) * columns + column
      means[block] = (means[block] as number) + sum
    }
  }
  // Blocks at the edges are smaller.
  return means.map((sum, block) => {
    const [x, y] = [(block % columns) * BLOCK, Math.floor(block / columns) * BLOCK]
    return sum / (Math.min(BLOCK, width - x) * Math.min(BLOCK, height - y))
  })
}

/** The mean of each block and those around it. */
function meanAround(means: Float64Array, columns: number, reach: number): Float64Array {
  const rows = means.length / columns
  const sums = new Float64Array((columns + 1) * (rows + 1))
  for (let y = 0; y < rows; y++) {
    let row = 0
    for (let x = 0; x < columns; x++) {
      row += means[y * columns + x] as number
      sums[(y + 1) * (columns + 1) + x + 1] = (sums[y * (columns + 1) + x + 1] as number) + row
    }
  }
  const at = (x: number, y: number) => sums[y * (columns + 1) + x] as number
  return means.map((_mean, block) => {
    const [x, y] = [block % columns, Math.floor(block / columns)]
    const [left, right] = [Math.max(0, x - reach), Math.min(columns, x + reach + 1)]
    const [top, bottom] = [Math.max(0, y - reach), Math.min(rows, y + reach + 1)]
    const sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
    return sum / ((right - left) * (bottom - top))
  })
}

/** The centres of 1:1:3:1:1 in a row. */
function findRow(dark: Uint8Array, from: number, width: number): { centre: number; module: number }[] {
  const found: { centre: number; module: number }[] = []
  // The widths of the last five stretches.
  let [first, second, third, fourth] = [0, 0, 0, 0]
  let start = from
  for (let at = from + 1; at <= from + width; at++) {
    if (at < from + width && dark[at] === dark[at - 1]) continue
    const fifth = at - start
    // Most rows of most pictures have nothing of the kind: what is not widest in the middle is left out first.
    if (dark[at - 1] === 1 && third > second && third > fourth && third > first && third > fifth) {
      const module = moduleOf([first, second, third, fourth, fifth])
      if (module !== null) found.push({ centre: Math.round(at - from - fifth - fourth - third / 2), module })
    }
    ;[first, second, third, fourth] = [second, third, fourth, fifth]
    start = at
  }
  return found
}

function moduleOf(runs: readonly number[]): number | null {
  const module = runs.reduce((sum, run) => sum + run, 0) / MODULES
  if (module < MIN_MODULE || runs.some((run) => run === 0)) return null
  return runs.every(
    (run, at) => Math.abs(run - module * (RATIO[at] as number)) <= TOLERANCE * module * (at === 2 ? 1.5 : 1),
  )
    ? module
    : null
}

type IsDark = (x: number, y: number) => boolean

/** The same widths from top to bottom and from corner to corner, and light all around. */
function confirm(isDark: IsDark, x: number, y: number, module: number): Finder | null {
  const down = lineThrough(isDark, x, y, 0, 1, module)
  if (!down || down.module > 2 * module || module > 2 * down.module) return null
  const middle = y + down.shift
  const across = lineThrough(isDark, x, middle, 1, 0, module)
  if (!across) return null
  const centre = x + across.shift
  const diagonals = [1, -1].filter((way) => lineThrough(isDark, centre, middle, 1, way, module))
  return diagonals.length >= (module < SMALL_MODULE ? 2 : 1)
    ? { x: centre, y: middle, module: (down.module + across.module) / 2 }
    : null
}

/** The widths along a line through a dark centre, in steps of one pixel each way. */
function lineThrough(
  isDark: IsDark,
  x: number,
  y: number,
  dx: number,
  dy: number,
  module: number,
): { module: number; shift: number } | null {
  if (!isDark(x, y)) return null
  const limit = Math.ceil(5 * module)
  const half = (way: number): [number, number, number] | null => {
    const runs: [number, number, number] = [0, 0, 0]
    let step = 0
    for (const [at, shade] of [true, false, true].entries()) {
      while (isDark(x + way * (step + 1) * dx, y + way * (step + 1) * dy) === shade) {
        step++
        runs[at as 0]++
        if (step > limit) return null
      }
    }
    return runs
  }
  const [back, forth] = [half(-1), half(1)]
  if (!back || !forth) return null
  const width = moduleOf([back[2], back[1], back[0] + 1 + forth[0], forth[1], forth[2]])
  return width === null ? null : { module: width, shift: Math.round((forth[0] - back[0]) / 2) }
}
