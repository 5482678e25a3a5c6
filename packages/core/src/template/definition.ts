import * as z from 'zod/mini'
import { perLanguage, uuid } from '../schemas.ts'
import { gift } from './gift.ts'
import { assetName, localId, pathData } from './nameSchemas.ts'

/** A template as the provider made it: format 1. Lengths are millimetres from the trim's upper left corner, y down. */

const color = () => z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'A colour is written #rrggbb'))
const millimetres = () => z.number().check(z.minimum(-100), z.maximum(2000))
const length = () => z.number().check(z.positive(), z.maximum(2000))

/** Degrees clockwise about the middle of the box. */
const tilt = () => z.number().check(z.minimum(-45), z.maximum(45))
/** A calendar of 13 pages ends with the next January. */
const monthOffset = () => z.int().check(z.minimum(-12), z.maximum(35))

export const box = () => z.object({ x: millimetres(), y: millimetres(), width: length(), height: length() })
export type Box = z.infer<ReturnType<typeof box>>

/** A filled rectangle; reach into the bleed to print to the edge. */
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

/** What a picture must be to stand in a slot. */
export const imageRules = () =>
  z.object({
    pictureTypes: z.optional(z.array(z.enum(['IP', 'MGP', 'GP'])).check(z.minLength(1))),
    /** Only pictures that are shared by a whole group, or none of those. */
    groupPicture: z.optional(z.boolean()),
    orientation: z.optional(z.enum(['portrait', 'landscape'])),
    /** Least length of the picture's short edge, in pixels. */
    minPixels: z.optional(z.int().check(z.positive())),
  })
export type ImageRules = z.infer<ReturnType<typeof imageRules>>

/** A drawing or photograph of the design itself, from a file beside the template: JPEG, PNG or WebP, also see-through. */
const assetLayer = () =>
  z.object({
    kind: z.literal('asset'),
    /** The file's name; it lies in the template's own folder. */
    asset: assetName(),
    box: box(),
    rotation: z.optional(tilt()),
    /** 0 to 1. */
    opacity: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  })
export type AssetLayer = z.infer<ReturnType<typeof assetLayer>>

/** What was found out about an asset when the template was stored. Lengths in pixels. */
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
    /** A shape that cuts the picture, in millimetres of the page, instead of the radius. The picture fills the box and no more. */
    mask: z.optional(pathData()),
    /** Degrees clockwise that the slot is tilted by, about the middle of its box, with its mask. */
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
    /** What stands there until somebody types; `fill: 'name'` puts the subject's name in instead. */
    texts: perLanguage(),
    fill: z.optional(z.enum(['name', 'group', 'year', 'month', 'month-year'])),
    /** Which month `fill` writes: months after January of the design's year. */
    month: z.optional(monthOffset()),
    family: z.string(),
    size: z.number().check(z.minimum(4), z.maximum(300)),
    color: color(),
    horizontalAlign: z.enum(['left', 'center', 'right']),
    verticalAlign: z.enum(['top', 'middle', 'bottom']),
    /** Times the size; 1.2 where it is not given. */
    lineHeight: z.optional(z.number()),
    /** Thousandths of the size between letters. */
    tracking: z.optional(z.number()),
    uppercase: z.optional(z.boolean()),
    disableEdit: z.optional(z.boolean()),
  })
export type TextLayer = z.infer<ReturnType<typeof textLayer>>

/** How the letters of a month's grid look. Size in points. */
const lettering = () => ({
  family: z.string(),
  size: z.number().check(z.minimum(3), z.maximum(200)),
  color: color(),
  /** Thousandths of the size between letters. */
  tracking: z.optional(z.number()),
  uppercase: z.optional(z.boolean()),
})

/** A month as a grid of days, in the words and by the rules of the calendar's language and country. */
const monthLayer = () =>
  z.object({
    kind: z.literal('month'),
    id: localId(),
    box: box(),
    /** Months after January of the design's year: 0 is January, 12 the next January. */
    month: monthOffset(),
    /** The first day of a week; the country's own where it is not given. */
    weekStart: z.optional(z.enum(['monday', 'sunday'])),
    /** `needed` shares the height among the weeks that the month touches; else there is room for six in every month. */
    rows: z.optional(z.enum(['six', 'needed'])),
    days: z.object({
      ...lettering(),
      horizontalAlign: z.enum(['left', 'center', 'right']),
      verticalAlign: z.enum(['top', 'middle', 'bottom']),
      /** Between a day's edge and its number. */
      padding: z.optional(z.number().check(z.nonnegative(), z.maximum(20))),
    }),
    /** The row of weekdays above the days; none where it is not given. */
    weekdays: z.optional(
      z.object({ ...lettering(), height: length(), length: z.optional(z.enum(['narrow', 'short', 'long'])) }),
    ),
    /** The column of week numbers before the days; none where it is not given. */
    weekNumbers: z.optional(
      z.object({ ...lettering(), width: length(), rule: z.optional(z.enum(['iso', 'american'])) }),
    ),
    saturdays: z.optional(z.object({ color: color() })),
    sundays: z.optional(z.object({ color: color() })),
    /** The provider's holidays; with `names` they are written out. */
    holidays: z.optional(z.object({ color: color(), names: z.optional(z.object(lettering())) })),
    /** The days of the months before and after; hidden where it is not given. */
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

/** A page. Layers are painted in their order. */
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
    /** Distance from the trim that text and faces keep. */
    safe: z.number().check(z.nonnegative(), z.maximum(50)),
    /** Where the sheet is folded, as a distance from the left trim. */
    foldAt: z.optional(z.number()),
    /** By name. Written when the template is stored, from the files beside it. */
    assets: z.optional(z.record(assetName(), storedAsset())),
    parts: z.array(part()).check(z.minLength(1), z.maxLength(40)),
    supportedYears: z.optional(z.array(z.int())),
    /** How a photo gift is shown: design and product are drawn apart. */
    gift: z.optional(gift()),
    disableImageToolbox: z.optional(z.boolean()),
  })

/** One immutable version of a template. */
export type TemplateDefinition = z.infer<ReturnType<typeof templateDefinition>>

/** How resources are named everywhere: `part.layer`. */
export function fullIdOf(partId: string, layerId: string): string {
  return `${partId}.${layerId}`
}
