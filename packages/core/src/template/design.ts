import * as z from 'zod/mini'
import { uuid } from '../schemas.ts'
import { MAX_TEXT_LENGTH } from './cleanText.ts'
import { EARLIEST_YEAR, LATEST_YEAR } from './year.ts'

/** One customer's filled copy of a template. */

/** 001 §3 Image resource. `cropRect` is in pixels of the upright picture after `rotation`. */
export const imageResource = () =>
  z.object({
    fullId: z.string(),
    type: z.literal('IMAGE'),
    image: z.nullable(
      z.object({
        uuid: uuid(),
        /** Of the upright picture before `rotation`, in pixels. */
        width: z.int().check(z.positive()),
        height: z.int().check(z.positive()),
        rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
        cropRect: z.object({
          x: z.number(),
          y: z.number(),
          width: z.number().check(z.positive()),
          height: z.number().check(z.positive()),
        }),
        overrideEffect: z.enum(['original', 'bw', 'sepia']),
        /** The background of a cut-out; null is white, and if it is missing the job's default is used. */
        background: z.optional(z.nullable(uuid())),
      }),
    ),
  })
export type ImageResource = z.infer<ReturnType<typeof imageResource>>

/** 001 §3 Text resource. Sizes in points; a missing override means the template's own value. */
export const textResource = () =>
  z.object({
    fullId: z.string(),
    type: z.literal('STRING'),
    text: z.string().check(z.maxLength(MAX_TEXT_LENGTH)),
    overrideFamily: z.optional(z.string()),
    overrideSize: z.optional(z.number().check(z.minimum(4), z.maximum(300))),
    overrideColor: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
    overrideHorizontalAlign: z.optional(z.enum(['left', 'center', 'right'])),
  })
export type TextResource = z.infer<ReturnType<typeof textResource>>

export const resource = () => z.discriminatedUnion('type', [imageResource(), textResource()])
export type Resource = z.infer<ReturnType<typeof resource>>

/** The contents of all slots of a design. */
export const resources = () => z.array(resource()).check(z.maxLength(400))

/** The year of a design; `clampYear` decides which years a template can have. */
export const year = () => z.int().check(z.minimum(EARLIEST_YEAR), z.maximum(LATEST_YEAR))

/** The part of a design that determines its layout: template, subject, and the contents of the slots. */
export const designContent = () =>
  z.object({
    template: z.object({ uuid: uuid(), version: z.int() }),
    /** The subject whose data fills the texts. */
    subject: z.nullable(uuid()),
    resources: resources(),
    year: z.optional(year()),
  })
export type DesignContent = z.infer<ReturnType<typeof designContent>>
