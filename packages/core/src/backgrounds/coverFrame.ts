import type { Size } from '../geometry.ts'

/**
 * The piece of a background that stands behind a picture's frame, in the background's pixels: as large as the frame's shape
 * allows, from the middle. Screens and print use it alike.
 */
export function coverFrame(background: Size, frame: Size): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(background.width / frame.width, background.height / frame.height)
  const width = frame.width * scale
  const height = frame.height * scale
  return { x: (background.width - width) / 2, y: (background.height - height) / 2, width, height }
}
