import * as z from 'zod/mini'
import { uuid } from '../../schemas.ts'

/** 001 §4: a subject of which a package was to be sent for inspection. */
export const inspectionSubject = () =>
  z.object({
    uuid: uuid(),
    name: z.string().check(z.maxLength(200)),
    /** Whether it will be sent; false where it was cancelled. */
    enabled: z.boolean(),
    /** What there is to tell it from another of the same name. Not read. */
    detail: z.optional(z.string().check(z.maxLength(500))),
    /** The last day is over, so it cannot be changed. Not read. */
    isFixed: z.optional(z.boolean()),
  })
export type InspectionSubject = z.infer<ReturnType<typeof inspectionSubject>>
