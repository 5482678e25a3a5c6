import type { Point } from '@portraitkit/core/geometry.ts'
import type { Box } from '@portraitkit/core/template/definition.ts'
import { boxAround, middleOf, rotatePoint } from '@portraitkit/core/template/tilt.ts'
import type { PixelRectangle } from './canvas.ts'
import { type Sheet, toDevice, wholePixels } from './sheet.ts'

/** RGB, already weighted by `coverage`, 0 to 255 for each pixel. */
export type TransparentPixels = { pixels: Buffer; coverage: Uint8Array }

type TiltedBox = { box: Box; rotation?: number | undefined }

/** The whole pixels of the sheet that a tilted box touches. */
export function tiltedPixels({ box, rotation }: TiltedBox, sheet: Sheet): PixelRectangle {
  const around = wholePixels(toDevice(sheet, boxAround(box, rotation)))
  const left = Math.max(0, around.x)
  const top = Math.max(0, around.y)
  const right = Math.min(sheet.width, around.x + around.width)
  const bottom = Math.min(sheet.height, around.y + around.height)
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** A picture for an upright box, rotated to its position on the sheet in its tilted box. */
export function tiltPixels(
  upright: TransparentPixels,
  from: PixelRectangle,
  tilted: TiltedBox,
  sheet: Sheet,
): { at: PixelRectangle; picture: TransparentPixels } {
  const at = tiltedPixels(tilted, sheet)
  const pixels = Buffer.alloc(at.width * at.height * 3)
  const coverage = new Uint8Array(at.width * at.height)
  const start = sourceOf(at.x + 0.5, at.y + 0.5, { from, tilted, sheet })
  const across = sourceOf(at.x + 1.5, at.y + 0.5, { from, tilted, sheet })
  const down = sourceOf(at.x + 0.5, at.y + 1.5, { from, tilted, sheet })
  const read = createReader(upright, from)
  for (let y = 0, pixel = 0; y < at.height; y++) {
    for (let x = 0; x < at.width; x++, pixel++) {
      const left = start.x + (across.x - start.x) * x + (down.x - start.x) * y
      const top = start.y + (across.y - start.y) * x + (down.y - start.y) * y
      // beyond its edge there is nothing
      if (left <= -1 || top <= -1 || left >= from.width || top >= from.height) continue
      read(left, top, pixels, coverage, pixel)
    }
  }
  return { at, picture: { pixels, coverage } }
}

/** The place of a point of the sheet in the upright picture's pixels, counted from the middle of the first. */
function sourceOf(
  x: number,
  y: number,
  { from, tilted, sheet }: { from: PixelRectangle; tilted: TiltedBox; sheet: Sheet },
): Point {
  const { box, rotation = 0 } = tilted
  const [scaleX, scaleY] = [sheet.width / sheet.box.width, sheet.height / sheet.box.height]
  const onPage = { x: x / scaleX + sheet.box.x, y: y / scaleY + sheet.box.y }
  const point = rotatePoint(onPage, middleOf(box), -rotation)
  return { x: (point.x - sheet.box.x) * scaleX - from.x - 0.5, y: (point.y - sheet.box.y) * scaleY - from.y - 0.5 }
}

/**
 * Samples a picture between its pixels, cubic (Catmull and Rom), into a pixel of another; beyond an edge the last pixels are
 * repeated.
 */
function createReader({ pixels, coverage }: TransparentPixels, { width, height }: { width: number; height: number }) {
  const [across, down] = [new Float64Array(4), new Float64Array(4)]
  const columns = new Int32Array(4)
  return (x: number, y: number, into: Buffer, covered: Uint8Array, pixel: number): void => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    weights(x - left, across)
    weights(y - top, down)
    for (let column = 0; column < 4; column++) columns[column] = clamp(left + column - 1, width)
    let [red, green, blue, alpha] = [0, 0, 0, 0]
    for (let row = 0; row < 4; row++) {
      const line = clamp(top + row - 1, height) * width
      const share = down[row] as number
      for (let column = 0; column < 4; column++) {
        const source = line + (columns[column] as number)
        const weight = share * (across[column] as number)
        const first = source * 3
        red += weight * (pixels[first] as number)
        green += weight * (pixels[first + 1] as number)
        blue += weight * (pixels[first + 2] as number)
        alpha += weight * (coverage[source] as number)
      }
    }
    into[pixel * 3] = byte(red)
    into[pixel * 3 + 1] = byte(green)
    into[pixel * 3 + 2] = byte(blue)
    covered[pixel] = byte(alpha)
  }
}

function weights(share: number, into: Float64Array): void {
  const [square, cube] = [share * share, share * share * share]
  into[0] = -0.5 * cube + square - 0.5 * share
  into[1] = 1.5 * cube - 2.5 * square + 1
  into[2] = -1.5 * cube + 2 * square + 0.5 * share
  into[3] = 0.5 * cube - 0.5 * square
}

function clamp(index: number, length: number): number {
  return index < 0 ? 0 : index >= length ? length - 1 : index
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0
}
