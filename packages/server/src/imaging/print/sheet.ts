import type { Box } from '@portraitkit/core/template/definition.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { PixelRectangle } from './canvas.ts'

const INCH = 25.4

/** The printed sheet, bleed included, as a raster. */
export type Sheet = {
  readonly width: number
  readonly height: number
  /** The sheet in millimetres of the page. */
  readonly box: Box
}

/** A rectangle of device space, not yet on whole pixels. */
export type DeviceBox = Box

export function sheetOf({ trimBox, bleed }: Pick<Scene, 'trimBox' | 'bleed'>, dpi: number): Sheet {
  const box = { x: -bleed, y: -bleed, width: trimBox.width + 2 * bleed, height: trimBox.height + 2 * bleed }
  return { width: Math.round((box.width / INCH) * dpi), height: Math.round((box.height / INCH) * dpi), box }
}

/** Converts a box of the page to the raster. */
export function toDevice({ box, width, height }: Sheet, place: Box): DeviceBox {
  const scaleX = width / box.width
  const scaleY = height / box.height
  return {
    x: (place.x - box.x) * scaleX,
    y: (place.y - box.y) * scaleY,
    width: place.width * scaleX,
    height: place.height * scaleY,
  }
}

/** The whole pixels that a device box touches. */
export function wholePixels({ x, y, width, height }: DeviceBox): PixelRectangle {
  const left = Math.floor(x + 1e-6)
  const top = Math.floor(y + 1e-6)
  return { x: left, y: top, width: Math.ceil(x + width - 1e-6) - left, height: Math.ceil(y + height - 1e-6) - top }
}
