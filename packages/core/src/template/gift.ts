import * as z from 'zod/mini'
import { perLanguage } from '../schemas.ts'
import { assetName, localId, pathData } from './nameSchemas.ts'

/**
 * A gift as it is shown: a picture of the product, and where on it the printed face lies. What is printed is the flat
 * part; none of this stands in a scene. Lengths are units of the view's own size, y down.
 */

const place = () => z.number().check(z.minimum(-10_000), z.maximum(20_000))
const length = () => z.number().check(z.positive(), z.maximum(20_000))
const box = () => z.object({ x: place(), y: place(), width: length(), height: length() })
const point = () => z.object({ x: place(), y: place() })
const blend = () => z.enum(['normal', 'multiply'])

/** The face as it is seen from straight ahead. */
const rectangle = () =>
  z.object({
    kind: z.literal('rectangle'),
    box: box(),
    /** Degrees clockwise about the middle of the box. */
    rotation: z.optional(z.number().check(z.minimum(-45), z.maximum(45))),
  })

/** The face in perspective: its corners clockwise from the page's upper left. */
const quadrilateral = () =>
  z.object({ kind: z.literal('quadrilateral'), corners: z.array(point()).check(z.length(4, 'It has four corners')) })

const share = () => z.number().check(z.minimum(-1), z.maximum(2))

/** The face around an upright cylinder, such as a mug. */
const cylinder = () =>
  z.object({
    kind: z.literal('cylinder'),
    /** From the outermost left to the outermost right that is seen; its edges where they are highest. */
    box: box(),
    /** How many degrees of the cylinder the box shows. */
    angle: z.number().check(z.minimum(10), z.maximum(178)),
    /** How much lower the middle of the upper and lower edge lies than their ends; less than 0 is higher. */
    bend: z.object({ top: place(), bottom: place() }),
    /**
     * Which part of the page's width is seen, 0 its left edge and 1 its right one; all of it where it is not given. Beyond the
     * page, as beside the handle of a mug, the product is bare.
     */
    seen: z.optional(z.object({ from: share(), to: share() })),
  })

const face = () => z.discriminatedUnion('kind', [rectangle(), quadrilateral(), cylinder()])
export type GiftFace = z.infer<ReturnType<typeof face>>

const viewOf = <Picture extends z.ZodMiniType>(picture: () => Picture) =>
  z.object({
    /** Id of the part that stands on it. */
    part: localId(),
    /** What is seen, such as 'Left side', where a part has several views. */
    names: z.optional(perLanguage()),
    /** Of the product, without the design. */
    picture: picture(),
    /** The picture's size in units of one's own, such as its pixels. */
    size: z.object({ width: length(), height: length() }),
    face: face(),
    /** How the design lies on the product: `multiply` lets the product shine through, as ink on cloth. */
    blend: z.optional(blend()),
    /** An outline that cuts the design. */
    cut: z.optional(pathData()),
    /** A picture of the same size that cuts it: white stays, black goes. */
    mask: z.optional(picture()),
    /** Shadows and light that lie over the design, of the same size. */
    overlay: z.optional(z.object({ picture: picture(), blend: z.optional(blend()) })),
  })

/** How a gift is shown, a part from as many sides as it has; the first view stands for it in lists. */
export const gift = () => z.object({ views: z.array(viewOf(assetName)).check(z.minLength(1), z.maxLength(12)) })
export type Gift = z.infer<ReturnType<typeof gift>>
export type GiftView = Gift['views'][number]

/** The same for a screen: pictures are named by their hash, under which their addresses stand. */
export const shownGift = () => z.object({ views: z.array(viewOf(z.string)) })
export type ShownGift = z.infer<ReturnType<typeof shownGift>>
export type ShownGiftView = ShownGift['views'][number]

/** The files that a view needs, each with its path in the view. */
export function picturesOfView({ picture, mask, overlay }: GiftView): Array<{ asset: string; path: string }> {
  return [
    { asset: picture, path: 'picture' },
    ...(mask === undefined ? [] : [{ asset: mask, path: 'mask' }]),
    ...(overlay === undefined ? [] : [{ asset: overlay.picture, path: 'overlay.picture' }]),
  ]
}
