import * as z from 'zod/mini'
import { perLanguage } from '../schemas.ts'
import { assetName, localId, pathData } from './nameSchemas.ts'

/**
 * How a gift is shown: a picture of the product, with the position of the printed face on it. Only the flat part is printed;
 * nothing of this is in a scene. Lengths are units of the view's own size, y down.
 */

const place = () => z.number().check(z.minimum(-10_000), z.maximum(20_000))
const length = () => z.number().check(z.positive(), z.maximum(20_000))
const box = () => z.object({ x: place(), y: place(), width: length(), height: length() })
const point = () => z.object({ x: place(), y: place() })
const blend = () => z.enum(['normal', 'multiply'])

/** A face seen from straight ahead. */
const rectangle = () =>
  z.object({
    kind: z.literal('rectangle'),
    box: box(),
    /** Degrees clockwise about the middle of the box. */
    rotation: z.optional(z.number().check(z.minimum(-45), z.maximum(45))),
  })

/** A face in perspective: its corners clockwise from the page's upper left. */
const quadrilateral = () =>
  z.object({
    kind: z.literal('quadrilateral'),
    corners: z.array(point()).check(z.length(4, 'It must have four corners')),
  })

const share = () => z.number().check(z.minimum(-1), z.maximum(2))

/** A face around an upright cylinder, such as a mug. */
const cylinder = () =>
  z.object({
    kind: z.literal('cylinder'),
    /** From the visible left end to the visible right end; at its edges the face is highest. */
    box: box(),
    /** The angle of the cylinder that the box shows, in degrees. */
    angle: z.number().check(z.minimum(10), z.maximum(178)),
    /** How much lower the middle of the upper and lower edge is than their ends; less than 0 means higher. */
    bend: z.object({ top: place(), bottom: place() }),
    /**
     * The visible part of the page's width, 0 its left edge and 1 its right one; all of it by default. Outside the page, as
     * near the handle of a mug, nothing is printed.
     */
    seen: z.optional(z.object({ from: share(), to: share() })),
  })

const face = () => z.discriminatedUnion('kind', [rectangle(), quadrilateral(), cylinder()])
export type GiftFace = z.infer<ReturnType<typeof face>>

const viewOf = <Picture extends z.ZodMiniType>(picture: () => Picture) =>
  z.object({
    /** Id of the part on the product. */
    part: localId(),
    /** A name for the view, such as 'Left side', if a part has several views. */
    names: z.optional(perLanguage()),
    /** A picture of the product without the design. */
    picture: picture(),
    /** The picture's size in any unit, such as its pixels. */
    size: z.object({ width: length(), height: length() }),
    face: face(),
    /** How the design is blended with the product: `multiply` lets the product show through, as ink on cloth does. */
    blend: z.optional(blend()),
    /** An outline that clips the design. */
    cut: z.optional(pathData()),
    /** A mask of the same size: white keeps the design, black removes it. */
    mask: z.optional(picture()),
    /** Shadows and light over the design, of the same size. */
    overlay: z.optional(z.object({ picture: picture(), blend: z.optional(blend()) })),
  })

/** The views of a gift, with any number per part; the first one is used in lists. */
export const gift = () => z.object({ views: z.array(viewOf(assetName)).check(z.minLength(1), z.maxLength(12)) })
export type Gift = z.infer<ReturnType<typeof gift>>
export type GiftView = Gift['views'][number]

/** Like `gift`, for a screen: pictures are named by their hash, which is the key to their addresses. */
export const shownGift = () => z.object({ views: z.array(viewOf(z.string)) })
export type ShownGift = z.infer<ReturnType<typeof shownGift>>
export type ShownGiftView = ShownGift['views'][number]

/** The files of a view, each with its path in the view. */
export function picturesOfView({ picture, mask, overlay }: GiftView): Array<{ asset: string; path: string }> {
  return [
    { asset: picture, path: 'picture' },
    ...(mask === undefined ? [] : [{ asset: mask, path: 'mask' }]),
    ...(overlay === undefined ? [] : [{ asset: overlay.picture, path: 'overlay.picture' }]),
  ]
}
