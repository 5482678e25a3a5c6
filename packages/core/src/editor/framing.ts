import type { Rotation } from '../jobs/picture.ts'
import type { Box } from '../template/definition.ts'

/**
 * What part of a picture stands in a slot. A frame is a rectangle in pixels of the picture after its rotation; it has the
 * slot's shape and never leaves the picture. All functions answer a valid frame.
 */
export type Frame = Box
export type Size = { readonly width: number; readonly height: number }

/** How far one can zoom in: the frame is at least this part of the largest one. */
export const closestZoom = 6

export function turned({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** The largest frame of a shape (width by height), in the picture's middle. */
export function widestFrame(picture: Size, shape: number): Frame {
  const width = Math.min(picture.width, picture.height * shape)
  const height = width / shape
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** Puts a frame into the picture and gives it the slot's shape, keeping its centre and width as far as it can. */
export function fitFrame(picture: Size, shape: number, frame: Frame): Frame {
  const widest = widestFrame(picture, shape).width
  const width = clamp(frame.width, widest / closestZoom, widest)
  const height = width / shape
  return {
    x: clamp(frame.x + (frame.width - width) / 2, 0, picture.width - width),
    y: clamp(frame.y + (frame.height - height) / 2, 0, picture.height - height),
    width,
    height,
  }
}

/** Moves the picture under the slot by parts of the slot's width and height: to the right shows more of the left. */
export function panFrame(picture: Size, shape: number, frame: Frame, x: number, y: number): Frame {
  return fitFrame(picture, shape, { ...frame, x: frame.x - x * frame.width, y: frame.y - y * frame.height })
}

/** Zooms in (factor above 1) or out around a point of the slot, given in parts of its width and height. */
export function zoomFrame(picture: Size, shape: number, frame: Frame, factor: number, at = { x: 0.5, y: 0.5 }): Frame {
  const widest = widestFrame(picture, shape).width
  const width = clamp(frame.width / factor, widest / closestZoom, widest)
  const height = width / shape
  return fitFrame(picture, shape, {
    x: frame.x + (frame.width - width) * at.x,
    y: frame.y + (frame.height - height) * at.y,
    width,
    height,
  })
}

/** The frame after a turn to the left: what stood in the middle stays there, as near to it as the zoom allows. */
export function turnFrameLeft(picture: Size, shape: number, frame: Frame): Frame {
  const centre = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const after = { width: picture.height, height: picture.width }
  const zoom = frame.width / widestFrame(picture, shape).width
  const width = widestFrame(after, shape).width * zoom
  const height = width / shape
  const middle = { x: centre.y, y: picture.width - centre.x }
  return fitFrame(after, shape, { x: middle.x - width / 2, y: middle.y - height / 2, width, height })
}

/** 1 where all is shown that can be, up to `closestZoom`. */
export function zoomOf(picture: Size, shape: number, frame: Frame): number {
  return widestFrame(picture, shape).width / frame.width
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}
