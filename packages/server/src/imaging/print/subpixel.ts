/** Pixels of three channels, or of four with colours weighted by the fourth, row by row. */
export type Pixels = { width: number; height: number; channels: 3 | 4; pixels: Buffer }

/** The requested part of a picture, in its pixels; edges may be between two of them. */
export type Window = { x: number; y: number; width: number; height: number }

/**
 * Samples a window of a picture at its own size or larger: the library resizes to whole pixels, which alone would misplace a
 * picture by up to a pixel. Cubic (Catmull and Rom); beyond an edge the last pixels are repeated.
 */
export function sampleWindow(from: Pixels, window: Window, size: { width: number; height: number }): Buffer {
  const columns = tapsOf(window.x, window.width, size.width, from.width)
  const rows = tapsOf(window.y, window.height, size.height, from.height)
  const stride = size.width * from.channels
  const rowOf = sampledRows(from, columns, size.width)
  const sampled = Buffer.allocUnsafe(stride * size.height)
  for (let y = 0; y < size.height; y++) {
    const tap = y * 4
    const first = rowOf(rows.places[tap] as number)
    const second = rowOf(rows.places[tap + 1] as number)
    const third = rowOf(rows.places[tap + 2] as number)
    const fourth = rowOf(rows.places[tap + 3] as number)
    const a = rows.weights[tap] as number
    const b = rows.weights[tap + 1] as number
    const c = rows.weights[tap + 2] as number
    const d = rows.weights[tap + 3] as number
    for (let x = 0, to = y * stride; x < stride; x++, to++) {
      const value =
        (first[x] as number) * a + (second[x] as number) * b + (third[x] as number) * c + (fourth[x] as number) * d
      sampled[to] = value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5
    }
  }
  return sampled
}

/** The rows of a picture, sampled horizontally. Keeps the last four, which is as many as one sample needs. */
function sampledRows(from: Pixels, columns: Taps, count: number): (row: number) => Float32Array {
  const rows = Array.from({ length: 4 }, () => ({ row: -1, across: new Float32Array(count * from.channels) }))
  return (row) => {
    const slot = rows[row % 4] as (typeof rows)[number]
    if (slot.row !== row) {
      sampleRow(from, row, columns, slot.across)
      slot.row = row
    }
    return slot.across
  }
}

function sampleRow(
  { width, channels, pixels }: Pixels,
  row: number,
  { places, weights }: Taps,
  across: Float32Array,
): void {
  const start = row * width
  for (let tap = 0, to = 0; to < across.length; tap += 4) {
    const first = (start + (places[tap] as number)) * channels
    const second = (start + (places[tap + 1] as number)) * channels
    const third = (start + (places[tap + 2] as number)) * channels
    const fourth = (start + (places[tap + 3] as number)) * channels
    const a = weights[tap] as number
    const b = weights[tap + 1] as number
    const c = weights[tap + 2] as number
    const d = weights[tap + 3] as number
    for (let channel = 0; channel < channels; channel++) {
      across[to++] =
        (pixels[first + channel] as number) * a +
        (pixels[second + channel] as number) * b +
        (pixels[third + channel] as number) * c +
        (pixels[fourth + channel] as number) * d
    }
  }
}

/** For each sample the four pixels it is computed from, and their weights. */
type Taps = { places: Int32Array; weights: Float32Array }

function tapsOf(start: number, length: number, count: number, whole: number): Taps {
  const places = new Int32Array(count * 4)
  const weights = new Float32Array(count * 4)
  for (let index = 0; index < count; index++) {
    const middle = start + ((index + 0.5) * length) / count - 0.5
    const base = Math.floor(middle)
    const share = middle - base
    for (let tap = 0; tap < 4; tap++) {
      places[index * 4 + tap] = Math.max(0, Math.min(whole - 1, base + tap - 1))
      weights[index * 4 + tap] = catmullRom(Math.abs(share + 1 - tap))
    }
  }
  return { places, weights }
}

function catmullRom(distance: number): number {
  if (distance < 1) return 1.5 * distance ** 3 - 2.5 * distance ** 2 + 1
  return distance < 2 ? -0.5 * distance ** 3 + 2.5 * distance ** 2 - 4 * distance + 2 : 0
}
