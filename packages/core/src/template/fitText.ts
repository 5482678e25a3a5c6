import { fits, type Style } from './breakLines.ts'
import type { Shaper } from './shaper.ts'

/** 001 §9: a font is reduced one point at a time, down to 12. */
export const SMALLEST_SIZE = 12
/** 001 §9: the largest size that a customer can choose, in points. */
export const LARGEST_SIZE = 110

/**
 * 001 §4 Text editing: the size "reduced one point at a time until the text fits", down to 12; the style's own size if that is
 * smaller already.
 */
export function fitSize(text: string, style: Style, shaper: Shaper): number {
  let size = style.size
  while (size > SMALLEST_SIZE && !fits(text, { ...style, size }, shaper)) size = Math.max(SMALLEST_SIZE, size - 1)
  return size
}
