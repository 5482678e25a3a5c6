/** A coarse version of the photograph: means of small squares, used to distinguish the screen from everything else. */

export type Colour = [number, number, number]

export type Cells = {
  width: number
  height: number
  /** Width and height of one cell in pixels of the photograph. */
  stepX: number
  stepY: number
  /** Three values per cell. */
  colours: Float32Array
}

/** Cells along the long edge. */
export const LENGTH_IN_CELLS = 400

export function cellsOf(shot: { width: number; height: number; pixels: Uint8Array }): Cells {
  const scale = Math.min(1, LENGTH_IN_CELLS / Math.max(shot.width, shot.height))
  const width = Math.max(2, Math.round(shot.width * scale))
  const height = Math.max(2, Math.round(shot.height * scale))
  const stepX = shot.width / width
  const stepY = shot.height / height
  const colours = new Float32Array(width * height * 3)
  const counts = new Uint32Array(width * height)
  for (let y = 0, from = 0; y < shot.height; y++) {
    const row = Math.min(height - 1, (y / stepY) | 0) * width
    for (let x = 0; x < shot.width; x++, from += 3) {
      const cell = row + Math.min(width - 1, (x / stepX) | 0)
      counts[cell] = (counts[cell] as number) + 1
      const to = cell * 3
      colours[to] = (colours[to] as number) + (shot.pixels[from] as number)
      colours[to + 1] = (colours[to + 1] as number) + (shot.pixels[from + 1] as number)
      colours[to + 2] = (colours[to + 2] as number) + (shot.pixels[from + 2] as number)
    }
  }
  for (let at = 0; at < colours.length; at++) {
    colours[at] = (colours[at] as number) / Math.max(1, counts[(at / 3) | 0] as number)
  }
  return { width, height, stepX, stepY, colours }
}

/** The colours of the known cells; all others are filled from the cells around them, near ones first. */
export function fillUnknownCells({ width, height, colours }: Cells, isKnown: (at: number) => boolean): Float32Array {
  const sums = new Float32Array(width * height * 4)
  for (let at = 0; at < width * height; at++) {
    if (!isKnown(at)) continue
    for (let channel = 0; channel < 3; channel++) sums[at * 4 + channel] = colours[at * 3 + channel] as number
    sums[at * 4 + 3] = 1
  }
  return fillGaps(sums, width, height)
}

/** Halves the picture until nothing is unknown, then fills each level's gaps from the coarser one. */
function fillGaps(sums: Float32Array, width: number, height: number): Float32Array {
  const filled = new Float32Array(width * height * 3)
  let coarse: Float32Array | undefined
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1]
  if (width > 1 || height > 1) {
    const half = new Float32Array(halfWidth * halfHeight * 4)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const to = ((y >> 1) * halfWidth + (x >> 1)) * 4
        for (let part = 0; part < 4; part++) {
          half[to + part] = (half[to + part] as number) + (sums[(y * width + x) * 4 + part] as number)
        }
      }
    }
    for (let at = 0; at < half.length; at += 4) {
      const weight = half[at + 3] as number
      // one known cell of four is enough
      if (weight > 1) for (let part = 0; part < 4; part++) half[at + part] = (half[at + part] as number) / weight
    }
    coarse = fillGaps(half, halfWidth, halfHeight)
  }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const weight = Math.min(1, sums[at * 4 + 3] as number)
      if (weight < 1 && coarse) interpolateCoarse(coarse, halfWidth, halfHeight, x, y, filled, at * 3)
      for (let channel = 0; channel < 3; channel++) {
        const around = filled[at * 3 + channel] as number
        filled[at * 3 + channel] = (sums[at * 4 + channel] as number) + (1 - weight) * around
      }
    }
  }
  return filled
}

/** The interpolated colour of a coarser level at a place, from the four cells around it. */
function interpolateCoarse(
  coarse: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  into: Float32Array,
  to: number,
): void {
  const placeX = Math.max(0, Math.min(width - 1, x / 2 - 0.25))
  const placeY = Math.max(0, Math.min(height - 1, y / 2 - 0.25))
  const left = Math.floor(placeX)
  const top = Math.floor(placeY)
  const across = left + 1 < width ? 3 : 0
  const down = top + 1 < height ? width * 3 : 0
  for (let channel = 0; channel < 3; channel++) {
    const at = (top * width + left) * 3 + channel
    const upper = mix(coarse, at, at + across, placeX - left)
    const lower = mix(coarse, at + down, at + down + across, placeX - left)
    into[to + channel] = upper + (lower - upper) * (placeY - top)
  }
}

function mix(values: Float32Array, one: number, other: number, share: number): number {
  const value = values[one] as number
  return value + ((values[other] as number) - value) * share
}

/** Means over a square of 13 cells. */
export function blur({ width, height }: Cells, values: Float32Array): Float32Array {
  const across = slidingMeans(values, { length: width, lines: height, step: 3, skip: width * 3 })
  return slidingMeans(across, { length: height, lines: width, step: width * 3, skip: 3 })
}

type Lines = { length: number; lines: number; step: number; skip: number }

/** Moving averages along lines: each adds the cell that comes in and subtracts the one that leaves. */
function slidingMeans(from: Float32Array, { length, lines, step, skip }: Lines): Float32Array {
  const to = new Float32Array(from.length)
  for (let line = 0; line < lines; line++) {
    for (let channel = 0; channel < 3; channel++) {
      const start = line * skip + channel
      const value = (at: number) => from[start + Math.max(0, Math.min(length - 1, at)) * step] as number
      let sum = 0
      for (let at = -6; at <= 6; at++) sum += value(at)
      for (let at = 0; at < length; at++) {
        to[start + at * step] = sum / 13
        sum += value(at + 7) - value(at - 6)
      }
    }
  }
  return to
}

/** The distance in cells from each cell to the nearest marked one, straight or diagonal. */
export function distancesToMarked(mask: Uint8Array, { width, height }: Pick<Cells, 'width' | 'height'>): Float32Array {
  const away = Float32Array.from(mask, (is) => (is ? 0 : 1e6))
  const nearer = (at: number, x: number, y: number, step: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    away[at] = Math.min(away[at] as number, (away[y * width + x] as number) + step)
  }
  const pass = (at: number, before: -1 | 1) => {
    const [x, y] = [at % width, (at / width) | 0]
    nearer(at, x + before, y, 1)
    nearer(at, x, y + before, 1)
    nearer(at, x + before, y + before, Math.SQRT2)
    nearer(at, x - before, y + before, Math.SQRT2)
  }
  for (let at = 0; at < away.length; at++) pass(at, -1)
  for (let at = away.length - 1; at >= 0; at--) pass(at, 1)
  return away
}

/** Interpolates a row of the picture between two rows of cells: three values per cell. */
export function lerpRow({ width, height, stepY }: Cells, values: Float32Array, y: number, row: Float32Array): void {
  const place = Math.max(0, Math.min(height - 1, (y + 0.5) / stepY - 0.5))
  const top = Math.min(height - 2, place | 0)
  const share = place - top
  for (let at = 0, from = top * width * 3; at < width * 3; at++, from++) {
    const upper = values[from] as number
    row[at] = upper + ((values[from + width * 3] as number) - upper) * share
  }
}
