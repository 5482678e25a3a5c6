/** A picture as the photographer delivered it. It contains nothing about customers. */

/** The stored sizes of every picture, as lengths of the long edge in pixels. A smaller picture is never enlarged. */
export const PICTURE_SIZES = [320, 640, 960, 1600] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]

/** Clockwise rotation of the upright picture, in degrees. */
export type Rotation = 0 | 90 | 180 | 270

/** 001 §3: IP individual portrait, MGP sibling or friend picture, GP group picture. */
export type PictureType = 'IP' | 'MGP' | 'GP'

/** A face marked in the file itself, in fractions of the upright picture. Four numbers and nothing else about a face. */
export type FaceRectangle = { x: number; y: number; width: number; height: number }

/** 001 §3: the picture with this keyword is the cover of its set. */
export const FAVORITE = 'favorite'

const typeOrder: Record<PictureType, number> = { IP: 0, MGP: 1, GP: 2 }
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Portraits, then sibling pictures, then group pictures, each by file name in natural number order. */
export function byTypeAndName(
  one: { pictureType: PictureType; fileName: string },
  other: { pictureType: PictureType; fileName: string },
): number {
  return typeOrder[one.pictureType] - typeOrder[other.pictureType] || byName.compare(one.fileName, other.fileName)
}

/** The size of a picture fitted into a square of `edge` pixels without being enlarged. */
export function fitInto(width: number, height: number, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
