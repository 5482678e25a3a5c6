import type { Box } from '@portraitkit/core/template/definition.ts'
import { boxAround, middleOf, turned } from '@portraitkit/core/template/tilt.ts'
import type { PixelRectangle } from './canvas.ts'
import { type Sheet, toDevice, wholePixels } from './sheet.ts'

/** RGB that is already weighted by `coverage`, 0 to 255 for each pixel. */
export type SeeThrough = { pixels: Buffer; coverage: Uint8Array }

type Tilted = { box: Box; rotation?: number | undefined }

/** The whole pixels of the sheet that a tilted box touches. */
export function tiltedPixels({ box, rotation }: Tilted, sheet: Sheet): PixelRectangle {
  const around = wholePixels(toDevice(sheet, boxAround(box, rotation)))
  const left = Math.max(0, around.x)
  const top = Math.max(0, around.y)
  const right = Math.min(sheet.width, around.x + around.width)
  const bottom = Math.min(sheet.height, around.y + around.height)
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** A picture that was made for its upright box, as it lies on the sheet when the box is tilted. */
export function tiltPixels(
  upright: SeeThrough,
  from: PixelRectangle,
  tilted: Tilted,
  sheet: Sheet,
): { at: PixelRectangle; picture: SeeThrough } {
  const at = tiltedPixels(tilted, sheet)
  const pixels = Buffer.allocUnsafe(at.width * at.height * 3)
  const coverage = new Uint8Array(at.width * at.height)
  const rgb = channelReader(upright.pixels, 3, from)
  const alpha = channelReader(upright.coverage, 1, from)
  const source = sourceOf(from, tilted, sheet)
  const found = new Float64Array(3)
  for (let y = 0, pixel = 0; y < at.height; y++) {
    for (let x = 0; x < at.width; x++, pixel++) {
      const [across, down] = source(at.x + x + 0.5, at.y + y + 0.5)
      rgb(across, down, found)
      for (let channel = 0; channel < 3; channel++) pixels[pixel * 3 + channel] = byte(found[channel] as number)
      alpha(across, down, found)
      // beyond its edge there is nothing of it
      const isIn = across > -1 && down > -1 && across < from.width && down < from.height
      coverage[pixel] = isIn ? byte(found[0] as number) : 0
      if (coverage[pixel] === 0) pixels.fill(0, pixel * 3, pixel * 3 + 3)
    }
  }
  return { at, picture: { pixels, coverage } }
}

/** Where a point of the sheet lies in the upright picture's pixels, counted from the middle of the first. */
function sourceOf(from: PixelRectangle, { box, rotation = 0 }: Tilted, sheet: Sheet) {
  const [scaleX, scaleY] = [sheet.width / sheet.box.width, sheet.height / sheet.box.height]
  const middle = middleOf(box)
  const onPage = (x: number, y: number) => ({ x: x / scaleX + sheet.box.x, y: y / scaleY + sheet.box.y })
  return (x: number, y: number): [number, number] => {
    const point = turned(onPage(x, y), middle, -rotation)
    return [(point.x - sheet.box.x) * scaleX - from.x - 0.5, (point.y - sheet.box.y) * scaleY - from.y - 0.5]
  }
}

/** Reads between the pixels, cubic (Catmull and Rom); beyond an edge the last pixels go on. */
function channelReader(data: Uint8Array, channels: number, { width, height }: { width: number; height: number }) {
  const [across, down] = [new Float64Array(4), new Float64Array(4)]
  return (x: number, y: number, found: Float64Array): void => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    weights(x - left, across)
    weights(y - top, down)
    found.fill(0)
    for (let row = 0; row < 4; row++) {
      const line = clamp(top + row - 1, height) * width
      for (let column = 0; column < 4; column++) {
        const weight = (down[row] as number) * (across[column] as number)
        const start = (line + clamp(left + column - 1, width)) * channels
        for (let channel = 0; channel < channels; channel++) {
          found[channel] = (found[channel] as number) + weight * (data[start + channel] as number)
        }
      }
    }
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
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value)
}
