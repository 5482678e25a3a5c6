import type { Size } from '../geometry.ts'

const INCH = 25.4
/** Pixels per inch below which a printed photograph looks blurred. */
export const MIN_RESOLUTION = 150

/** The printed resolution of a crop in a slot (millimetres), in pixels per inch. */
export function resolutionOf(crop: Size, slot: Size): number {
  return Math.min(crop.width / slot.width, crop.height / slot.height) * INCH
}
