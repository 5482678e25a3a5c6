import type { Size } from '../geometry.ts'

/**
 * The section of a background behind a picture's frame, in the background's pixels: the largest centred section with the
 * frame's shape. Used by screens and print alike.
 */
export function coverFrame(background: Size, frame: Size): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(background.width / frame.width, background.height / frame.height)
  const width = frame.width * scale
  const height = frame.height * scale
  return { x: (background.width - width) / 2, y: (background.height - height) / 2, width, height }
}
