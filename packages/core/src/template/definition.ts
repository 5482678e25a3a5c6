import * as z from 'zod/mini'
import { perLanguage, uuid } from '../schemas.ts'
import { gift } from './gift.ts'
import { assetName, localId, pathData } from './nameSchemas.ts'

/** A provider's template: format 1. Lengths are millimetres from the trim's upper left corner, y down. */

const color = () => z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'A colour must be written #rrggbb'))
const millimetres = () => z.number().check(z.minimum(-100), z.maximum(2000))
const length = () => z.number().check(z.positive(), z.maximum(2000))

/** Degrees clockwise about the middle of the box. */
const tilt = () => z.number().check(z.minimum(-45), z.maximum(45))
/** A calendar of 13 pages ends with the next January. */
const monthOffset = () => z.int().check(z.minimum(-12), z.maximum(35))

export const box = () => z.object({ x: millimetres(), y: millimetres(), width: length(), height: length() })
export type Box = z.infer<ReturnType<typeof box>>

/** A filled rectangle; extend it into the bleed to print to the edge. */
const fillLayer = () =>
  z.object({ kind: z.literal('fill'), box: box(), color: color(), radius: z.optional(z.number()) })

export type FillLayer = z.infer<ReturnType<typeof fillLayer>>

/** A path in SVG syntax, in millimetres. */
const pathLayer = () =>
  z.object({
    kind: z.literal('path'),
    d: pathData(),
    fill: z.optional(color()),
    stroke: z.optional(color()),
    strokeWidth: z.optional(z.number().check(z.nonnegative())),
    /** 0 to 1. */
    opacity: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  })
export type PathLayer = z.infer<ReturnType<typeof pathLayer>>

/** The conditions for a picture in a slot. */
export const imageRules = () =>
  z.object({
    pictureTypes: z.optional(z.array(z.enum(['IP', 'MGP', 'GP'])).check(z.minLength(1))),
    /** Requires or excludes pictures that are shared by a whole group. */
    groupPicture: z.optional(z.boolean()),
    orientation: z.optional(z.enum(['portrait', 'landscape'])),
    /** Minimum length of the picture's short edge, in pixels. */
    minPixels: z.optional(z.int().check(z.positive())),
  })
export type ImageRules = z.infer<ReturnType<typeof imageRules>>

/**
 * A drawing or photograph that belongs to the design, from a file next to the template: JPEG, PNG or WebP, with or without
 * transparency.
 */
const assetLayer = () =>
  z.object({
    kind: z.literal('asset'),
    /** The file's name; it is in the template's own folder. */
    asset: assetName(),
    box: box(),
    rotation: z.optional(tilt()),
    /** 0 to 1. */
    opacity: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  })
export type AssetLayer = z.infer<ReturnType<typeof assetLayer>>

/** The facts about an asset, determined when the template is stored. Lengths in pixels. */
export const storedAsset = () =>
  z.object({
    /** sha256 of the file. */
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    width: z.int().check(z.positive()),
    height: z.int().check(z.positive()),
  })
export type StoredAsset = z.infer<ReturnType<typeof storedAsset>>

/** A slot for a picture. */
const imageLayer = () =>
  z.object({
    kind: z.literal('image'),
    id: localId(),
    names: z.optional(perLanguage()),
    box: box(),
    /** Corner radius; half the short side makes an oval. */
    radius: z.optional(z.number().check(z.nonnegative())),
    /**
     * A shape that clips the picture, in millimetres of the page, instead of the radius. The picture still fills just the box.
     */
    mask: z.optional(pathData()),
    /** The tilt of the slot with its mask, in degrees clockwise about the middle of its box. */
    rotation: z.optional(tilt()),
    rules: z.optional(imageRules()),
    disableEdit: z.optional(z.boolean()),
    disableZoom: z.optional(z.boolean()),
    disableBackground: z.optional(z.boolean()),
  })
export type ImageLayer = z.infer<ReturnType<typeof imageLayer>>

/** A slot for text. Size in points (1/72 inch). */
const textLayer = () =>
  z.object({
    kind: z.literal('text'),
    id: localId(),
    names: z.optional(perLanguage()),
    box: box(),
    /** The text until the customer types one; `fill: 'name'` inserts the subject's name instead. */
    texts: perLanguage(),
    fill: z.optional(z.enum(['name', 'group', 'year', 'month', 'month-year'])),
    /** The month for `fill`, counted from January of the design's year. */
    month: z.optional(monthOffset()),
    family: z.string(),
    size: z.number().check(z.minimum(4), z.maximum(300)),
    color: color(),
    horizontalAlign: z.enum(['left', 'center', 'right']),
    verticalAlign: z.enum(['top', 'middle', 'bottom']),
    /** Line height, times the size; 1.2 by default. */
    lineHeight: z.optional(z.number()),
    /** Letter spacing, in thousandths of the size. */
    tracking: z.optional(z.number()),
    uppercase: z.optional(z.boolean()),
    disableEdit: z.optional(z.boolean()),
  })
export type TextLayer = z.infer<ReturnType<typeof textLayer>>

/** The text style of a month's grid. Size in points. */
const lettering = () => ({
  family: z.string(),
  size: z.number().check(z.minimum(3), z.maximum(200)),
  color: color(),
  /** Letter spacing, in thousandths of the size. */
  tracking: z.optional(z.number()),
  uppercase: z.optional(z.boolean()),
})

/** A month as a grid of days, with the words and rules of the calendar's language and country. */
const monthLayer = () =>
  z.object({
    kind: z.literal('month'),
    id: localId(),
    box: box(),
    /** Months after January of the design's year: 0 is January, 12 the next January. */
    month: monthOffset(),
    /** The first day of a week; the country's own by default. */
    weekStart: z.optional(z.enum(['monday', 'sunday'])),
    /** `needed` divides the height by the weeks that the month touches; otherwise every month has room for six. */
    rows: z.optional(z.enum(['six', 'needed'])),
    days: z.object({
      ...lettering(),
      horizontalAlign: z.enum(['left', 'center', 'right']),
      verticalAlign: z.enum(['top', 'middle', 'bottom']),
      /** The distance between a day's edge and its number. */
      padding: z.optional(z.number().check(z.nonnegative(), z.maximum(20))),
    }),
    /** The row of weekdays above the days; none by default. */
    weekdays: z.optional(
      z.object({ ...lettering(), height: length(), length: z.optional(z.enum(['narrow', 'short', 'long'])) }),
    ),
    /** The column of week numbers before the days; none by default. */
    weekNumbers: z.optional(
      z.object({ ...lettering(), width: length(), rule: z.optional(z.enum(['iso', 'american'])) }),
    ),
    saturdays: z.optional(z.object({ color: color() })),
    sundays: z.optional(z.object({ color: color() })),
    /** The provider's holidays; `names` writes them out. */
    holidays: z.optional(z.object({ color: color(), names: z.optional(z.object(lettering())) })),
    /** The days of the previous and next month; hidden by default. */
    outside: z.optional(z.object({ color: color() })),
    /** Hairlines between the weeks, or around every day. */
    lines: z.optional(
      z.object({
        color: color(),
        width: z.number().check(z.positive(), z.maximum(5)),
        kind: z.optional(z.enum(['rows', 'grid'])),
      }),
    ),
  })
export type MonthLayer = z.infer<ReturnType<typeof monthLayer>>

export const layer = () =>
  z.discriminatedUnion('kind', [fillLayer(), pathLayer(), assetLayer(), imageLayer(), textLayer(), monthLayer()])
export type Layer = z.infer<ReturnType<typeof layer>>

/** A page. Layers are painted in order. */
export const part = () =>
  z.object({
    id: localId(),
    descriptions: perLanguage(),
    layers: z.array(layer()).check(z.minLength(1), z.maxLength(200)),
  })
export type Part = z.infer<ReturnType<typeof part>>

export const templateDefinition = () =>
  z.object({
    format: z.literal(1),
    uuid: uuid(),
    version: z.int().check(z.positive()),
    names: perLanguage(),
    type: z.enum(['CARDS', 'CALENDAR', 'PHOTOGIFT']),
    product: uuid(),
    categories: z.array(localId()),
    trimBox: z.object({ width: length(), height: length() }),
    bleed: z.number().check(z.nonnegative(), z.maximum(20)),
    /** The distance that text and faces keep from the trim. */
    safe: z.number().check(z.nonnegative(), z.maximum(50)),
    /** The fold of the sheet, as a distance from the left trim. */
    foldAt: z.optional(z.number()),
    /** By name. Determined from the files next to the template when it is stored. */
    assets: z.optional(z.record(assetName(), storedAsset())),
    parts: z.array(part()).check(z.minLength(1), z.maxLength(40)),
    supportedYears: z.optional(z.array(z.int())),
    /** How a photo gift is shown: design and product are drawn separately. */
    gift: z.optional(gift()),
    disableImageToolbox: z.optional(z.boolean()),
  })

/** One immutable version of a template. */
export type TemplateDefinition = z.infer<ReturnType<typeof templateDefinition>>

/** The full id of a resource, used everywhere: `part.layer`. */
export function fullIdOf(partId: string, layerId: string): string {
  return `${partId}.${layerId}`
}
