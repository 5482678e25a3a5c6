import type { Size } from '../geometry.ts'
import type { FaceRectangle, Rotation } from '../jobs/picture.ts'
import type { Box } from './definition.ts'
import { pieceInside } from './tilt.ts'

/**
 * The section of a picture that a slot shows. A crop is a rectangle in pixels of the rotated picture; it has the slot's shape and
 * never leaves the picture.
 */

export type Crop = Box

/** The maximum zoom: the visible section is at least this share of the largest possible one. */
export const LARGEST_ZOOM = 8
/** Crops are rounded to a hundredth of a pixel, so that all sides write the same numbers. */
const STEP = 100
/** The tolerance for a crop's shape or zoom, which small crops need for rounding, before it is replaced. */
const TOLERANCE = 0.002

/** The size of a picture after its rotation. */
export function rotatedSize({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** The largest section of a picture with the slot's shape. */
function coverSize(picture: Size, slot: Size): Size {
  const shape = slot.width / slot.height
  return picture.width / picture.height > shape
    ? { width: picture.height * shape, height: picture.height }
    : { width: picture.width, height: picture.width / shape }
}

/**
 * The initial crop of a picture in a slot: as much of the picture as possible. A known face is placed in the safe zone with the
 * hair above it, a little above its middle, and enlarged only if it does not fit otherwise; without a face the upper third is
 * preferred, where heads usually are.
 * @param picture size after rotation
 * @param slot in millimetres
 * @param options `face` in fractions of the rotated picture; `safe` in millimetres of the page, where the slot's edge is trimmed;
 * `rotation` of a tilted slot
 */
export function defaultCrop(
  picture: Size,
  slot: Box,
  options: { face?: FaceRectangle; safe?: Box; rotation?: number } = {},
): Crop {
  const size = coverSize(picture, slot)
  const { face, safe, rotation } = options
  if (!face) {
    return placeCrop({ x: (picture.width - size.width) / 2, y: (picture.height - size.height) / 3, ...size }, picture)
  }
  const zone = (safe && pieceInside(slot, safe, rotation)) ?? slot
  const bringIn = (part: FaceRectangle, zooms: readonly number[]) =>
    zooms
      .map((zoom) => cropOnFace(picture, slot, { face: part, zone, zoom }))
      .find((crop) => isFaceInside(crop, picture, slot, { face: part, zone }))
  const whole = bringIn(withHair(face), CLOSER_FOR_HAIR) ?? bringIn(face, CLOSER)
  return whole ?? cropOnFace(picture, slot, { face, zone, zoom: 1 })
}

/** The maximum automatic zoom to bring a face and the hair above it into the safe zone. */
const CLOSER = [1, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5]
const CLOSER_FOR_HAIR = [1, 1.05, 1.1]
/** The height of hair above a face, as a share of the face's height. */
const HAIR = 0.35

function withHair(face: FaceRectangle): FaceRectangle {
  const y = Math.max(0, face.y - HAIR * face.height)
  return { ...face, y, height: face.y + face.height - y }
}

function cropOnFace(
  picture: Size,
  slot: Box,
  { face, zone, zoom }: { face: FaceRectangle; zone: Box; zoom: number },
): Crop {
  const cover = coverSize(picture, slot)
  const size = { width: cover.width / zoom, height: cover.height / zoom }
  const scale = size.width / slot.width
  const tall = (face.height * picture.height) / scale
  // a little above the middle, as far as a tall face leaves room there
  const down = tall > zone.height ? zone.height / 2 : Math.max(zone.height * 0.42, tall / 2)
  const x = (face.x + face.width / 2) * picture.width - (zone.x - slot.x + zone.width / 2) * scale
  const y = (face.y + face.height / 2) * picture.height - (zone.y - slot.y + down) * scale
  return placeCrop({ x, y, ...size }, picture)
}

/**
 * Whether the whole face in a slot is inside a zone of the page. `zone` is a section of the slot before it is tilted; `face` in
 * fractions of the rotated picture.
 */
export function isFaceInside(
  crop: Crop,
  picture: Size,
  slot: Box,
  { face, zone }: { face: FaceRectangle; zone: Box },
): boolean {
  const placedFace = faceOnPage(crop, picture, slot, face)
  const slack = 0.01
  return (
    placedFace.x >= zone.x - slack &&
    placedFace.y >= zone.y - slack &&
    placedFace.x + placedFace.width <= zone.x + zone.width + slack &&
    placedFace.y + placedFace.height <= zone.y + zone.height + slack
  )
}

/** The place of a face on the page, in millimetres, before the slot is tilted. */
export function faceOnPage(crop: Crop, picture: Size, slot: Box, face: FaceRectangle): Box {
  const scale = slot.width / crop.width
  return {
    x: slot.x + (face.x * picture.width - crop.x) * scale,
    y: slot.y + (face.y * picture.height - crop.y) * scale,
    width: face.width * picture.width * scale,
    height: face.height * picture.height * scale,
  }
}

/** Corrects any crop, also one from elsewhere, to one that this slot can show of this picture; a valid crop stays unchanged. */
export function fitCrop(crop: Crop, picture: Size, slot: Size): Crop {
  const largest = coverSize(picture, slot)
  const centerX = crop.x + crop.width / 2
  const centerY = crop.y + crop.height / 2
  const shape = slot.width / slot.height
  const sameShape = Math.abs(crop.width / crop.height / shape - 1) < TOLERANCE
  // the crop's height decides, so that a picture keeps its size when only the slot's width changes
  const zoomShare = sameShape ? crop.width / largest.width : crop.height / largest.height
  const inZoom = zoomShare <= 1 + TOLERANCE && zoomShare * LARGEST_ZOOM >= 1 - TOLERANCE
  if (sameShape && inZoom) return placeCrop(crop, picture)
  const share = Math.min(1, Math.max(1 / LARGEST_ZOOM, zoomShare))
  const size = { width: largest.width * share, height: largest.height * share }
  return placeCrop({ x: centerX - size.width / 2, y: centerY - size.height / 2, ...size }, picture)
}

/** Moves a crop by pixels of the picture, up to the picture's edge. */
export function panCrop(crop: Crop, picture: Size, dx: number, dy: number): Crop {
  return placeCrop({ ...crop, x: crop.x + dx, y: crop.y + dy }, picture)
}

/**
 * Zooms by a factor (above 1: closer). The point `at`, in fractions of the crop, stays in place as far as the picture reaches.
 */
export function zoomCrop(crop: Crop, picture: Size, slot: Size, factor: number, at = { x: 0.5, y: 0.5 }): Crop {
  const largest = coverSize(picture, slot)
  const width = Math.min(largest.width, Math.max(largest.width / LARGEST_ZOOM, crop.width / factor))
  const height = (width * largest.height) / largest.width
  const x = crop.x + (crop.width - width) * at.x
  const y = crop.y + (crop.height - height) * at.y
  return placeCrop({ x, y, width, height }, picture)
}

/** The zoom of a crop: 1 shows as much as possible, `LARGEST_ZOOM` is the maximum. */
export function zoomOf(crop: Crop, picture: Size, slot: Size): number {
  return coverSize(picture, slot).width / crop.width
}

/** The crop after a quarter turn of the picture to the left (001 §9: rotate step -90): same middle, same zoom. */
export function turnCropLeft(crop: Crop, before: Size, slot: Size): Crop {
  const after = { width: before.height, height: before.width }
  const zoom = zoomOf(crop, before, slot)
  const largest = coverSize(after, slot)
  const size = { width: largest.width / zoom, height: largest.height / zoom }
  const centerX = crop.y + crop.height / 2
  const centerY = before.width - (crop.x + crop.width / 2)
  return placeCrop({ x: centerX - size.width / 2, y: centerY - size.height / 2, ...size }, after)
}

/** A face of the upright picture after a rotation. Both in fractions. */
export function rotatedFace({ x, y, width, height }: FaceRectangle, rotation: Rotation): FaceRectangle {
  if (rotation === 90) return { x: 1 - y - height, y: x, width: height, height: width }
  if (rotation === 180) return { x: 1 - x - width, y: 1 - y - height, width, height }
  if (rotation === 270) return { x: y, y: 1 - x - width, width: height, height: width }
  return { x, y, width, height }
}

/** Rounds a crop and moves it into the picture. */
function placeCrop(crop: Crop, picture: Size): Crop {
  const width = Math.min(picture.width, Math.round(crop.width * STEP) / STEP)
  const height = Math.min(picture.height, Math.round(crop.height * STEP) / STEP)
  return { x: place(crop.x, width, picture.width), y: place(crop.y, height, picture.height), width, height }
}

function place(start: number, length: number, whole: number): number {
  const last = Math.floor((whole - length) * STEP) / STEP
  return Math.max(0, Math.min(last, Math.round(start * STEP) / STEP))
}
