import type { FaceRectangle } from '../../jobs/picture.ts'
import { faceOnPage, rotatedFace, rotatedSize } from '../../template/crop.ts'
import type { Box } from '../../template/definition.ts'
import { MIN_RESOLUTION, resolutionOf } from '../../template/printResolution.ts'
import type { GlyphsNode, PictureNode, Scene } from '../../template/scene.ts'
import { safeBox } from '../../template/slots.ts'
import { pieceInside } from '../../template/tilt.ts'
import { textBounds } from './textBounds.ts'

/** Problems of a card that a printer would point out. */
export type Warning =
  /** Fewer than 150 pixels per inch: the print will look soft. */
  | { kind: 'resolution'; fullId: string; dpi: number }
  /** A known face is so near the trim that it may be cut. */
  | { kind: 'face'; fullId: string }
  /** The text does not fit its box. */
  | { kind: 'overflow'; fullId: string }
  /** The text is so near the trim that it may be cut. */
  | { kind: 'edge'; fullId: string }
  /** Characters that no font has: they will be left out. */
  | { kind: 'missing-glyph'; fullId: string; characters: string }
  /** No font has any of its characters: nothing of the text will be printed. */
  | { kind: 'nothing'; fullId: string }

/** Whether a text will not be printed as it was typed. */
export function isTextWarning({ kind }: Warning): boolean {
  return kind === 'overflow' || kind === 'missing-glyph' || kind === 'nothing'
}

/** A face of which less than this share is visible is cropped on purpose. */
const MIN_FACE_SHARE = 0.2
/** Tolerance for rounding, in millimetres. */
const TOLERANCE = 0.05

type FaceOf = (picture: string) => FaceRectangle | undefined

/**
 * The warnings of a part of a scene, or of all parts. `faceOf` returns the faces of pictures, in fractions of the upright
 * picture.
 */
export function warningsOf(scene: Scene, { part, faceOf }: { part?: string; faceOf?: FaceOf } = {}): Warning[] {
  const safe = safeBox(scene)
  return scene.parts
    .filter(({ id }) => part === undefined || id === part)
    .flatMap(({ nodes }) =>
      nodes.flatMap((node) => {
        if (node.kind === 'picture') return pictureWarnings(node, safe, faceOf)
        return node.kind === 'glyphs' ? textWarnings(node, safe) : []
      }),
    )
}

function pictureWarnings(node: PictureNode, safe: Box, faceOf: FaceOf | undefined): Warning[] {
  const { id, box, picture } = node
  if (!picture) return []
  const dpi = Math.round(resolutionOf(picture.crop, box))
  const face = faceOf?.(picture.uuid)
  return [
    ...(dpi < MIN_RESOLUTION ? [{ kind: 'resolution', fullId: id, dpi } as const] : []),
    ...(face && isCut(node, picture, face, safe) ? [{ kind: 'face', fullId: id } as const] : []),
  ]
}

/** Whether a visible face extends beyond the safe zone, where it may be cut. */
function isCut(
  { box, rotation }: PictureNode,
  picture: NonNullable<PictureNode['picture']>,
  face: FaceRectangle,
  safe: Box,
): boolean {
  const size = rotatedSize(picture, picture.rotation)
  const placedFace = faceOnPage(picture.crop, size, box, rotatedFace(face, picture.rotation))
  const seen = intersection(placedFace, box)
  if (!seen || seen.width * seen.height < MIN_FACE_SHARE * placedFace.width * placedFace.height) return false
  const zone = pieceInside(box, safe, rotation)
  return !zone || !isInside(seen, zone)
}

function textWarnings(node: GlyphsNode, safe: Box): Warning[] {
  const { id, overflow, missing, box, d } = node
  // Most text boxes are entirely inside the safe zone: then the outlines need not be measured while somebody types.
  const ink = isInside(box, safe) ? undefined : textBounds(d)
  return [
    ...(overflow ? [{ kind: 'overflow', fullId: id } as const] : []),
    // A text that does not fit has to be made smaller anyway.
    ...(!overflow && ink && !isInside(ink, safe) ? [{ kind: 'edge', fullId: id } as const] : []),
    ...(missing?.length ? [missingGlyphWarning(id, d, missing)] : []),
  ]
}

function missingGlyphWarning(fullId: string, d: string, missing: readonly string[]): Warning {
  return d === '' ? { kind: 'nothing', fullId } : { kind: 'missing-glyph', fullId, characters: missing.join(' ') }
}

/** The intersection of two boxes. */
function intersection(one: Box, other: Box): Box | undefined {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

function isInside(box: Box, zone: Box): boolean {
  return (
    box.x >= zone.x - TOLERANCE &&
    box.y >= zone.y - TOLERANCE &&
    box.x + box.width <= zone.x + zone.width + TOLERANCE &&
    box.y + box.height <= zone.y + zone.height + TOLERANCE
  )
}
