import * as z from 'zod/mini'
import { uuid } from '../schemas.ts'
import { shownGift } from './gift.ts'

/**
 * The result of laying a design out, ready to be painted. Editor, lists, cart, receipt and print show a scene and nothing else.
 * Lengths are millimetres from the trim's upper left corner, y down.
 */

const box = () => z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

const pathNode = () =>
  z.object({
    kind: z.literal('path'),
    d: z.string(),
    fill: z.optional(z.string()),
    stroke: z.optional(z.string()),
    strokeWidth: z.optional(z.number()),
    opacity: z.optional(z.number()),
  })

const pictureNode = () =>
  z.object({
    kind: z.literal('picture'),
    /** The resource's full id. */
    id: z.string(),
    box: box(),
    /** The shape that clips the picture; the box by default. */
    clip: z.optional(z.string()),
    /** The tilt of box and clip, in degrees clockwise about the middle of the box. */
    rotation: z.optional(z.number()),
    /** Null is an empty slot: screens show a placeholder, print refuses. */
    picture: z.nullable(
      z.object({
        uuid: uuid(),
        /** Of an ordered scene: which of the picture's files was bought, if the photographer had replaced it before. */
        version: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
        width: z.int(),
        height: z.int(),
        rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
        effect: z.enum(['original', 'bw', 'sepia']),
        /** The background of a cut-out, covering its whole frame from the middle; white by default. */
        background: z.optional(uuid()),
        /** In pixels of the picture after rotation; has the shape of the box. */
        crop: box(),
      }),
    ),
  })

/** A drawing that belongs to the template. */
const assetNode = () =>
  z.object({
    kind: z.literal('asset'),
    /** sha256 of the file; the key to its addresses and its blob. */
    hash: z.string(),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
    box: box(),
    rotation: z.optional(z.number()),
    opacity: z.optional(z.number()),
  })

const glyphsNode = () =>
  z.object({
    kind: z.literal('glyphs'),
    /** The resource's full id. */
    id: z.string(),
    box: box(),
    /** For screen readers and operators. */
    text: z.string(),
    /** The outlines of all lines. */
    d: z.string(),
    fill: z.string(),
    /** sha256 of the font files that were used. */
    fonts: z.array(z.string()),
    /** Characters that no font has. */
    missing: z.optional(z.array(z.string())),
    /** True if the text does not fit its box. */
    overflow: z.optional(z.boolean()),
  })

export const sceneNode = () => z.discriminatedUnion('kind', [pathNode(), assetNode(), pictureNode(), glyphsNode()])
export type SceneNode = z.infer<ReturnType<typeof sceneNode>>
export type PathNode = z.infer<ReturnType<typeof pathNode>>
export type AssetNode = z.infer<ReturnType<typeof assetNode>>
export type PictureNode = z.infer<ReturnType<typeof pictureNode>>
export type GlyphsNode = z.infer<ReturnType<typeof glyphsNode>>

export const scenePart = () => z.object({ id: z.string(), nodes: z.array(sceneNode()) })
export type ScenePart = z.infer<ReturnType<typeof scenePart>>

export const scene = () =>
  z.object({
    format: z.literal(1),
    template: z.object({ uuid: uuid(), version: z.int() }),
    trimBox: z.object({ width: z.number(), height: z.number() }),
    bleed: z.number(),
    safe: z.number(),
    foldAt: z.optional(z.number()),
    parts: z.array(scenePart()),
  })
export type Scene = z.infer<ReturnType<typeof scene>>

/** A scene with everything that a screen needs: its hash (sha256 of its canonical JSON) and signed addresses of its pictures. */
export const shownScene = () =>
  z.object({
    hash: z.string(),
    scene: scene(),
    /** By `pictureKey` or hash of an asset, then by length of the long edge. */
    addresses: z.record(z.string(), z.record(z.string(), z.string())),
    /** The product under the print, for a photo gift: it is only shown, never printed. */
    gift: z.optional(shownGift()),
  })
export type ShownScene = z.infer<ReturnType<typeof shownScene>>
