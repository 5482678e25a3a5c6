import * as z from 'zod/mini'
import { uuid } from '../../schemas.ts'

/** 001 §4: a subject with a package for inspection. */
export const inspectionSubject = () =>
  z.object({
    uuid: uuid(),
    name: z.string().check(z.maxLength(200)),
    /** Whether it will be sent; false if it was cancelled. */
    enabled: z.boolean(),
    /** A detail that distinguishes it from another one with the same name. Ignored as input. */
    detail: z.optional(z.string().check(z.maxLength(500))),
    /** The last day is over, so it cannot be changed. Ignored as input. */
    isFixed: z.optional(z.boolean()),
  })
export type InspectionSubject = z.infer<ReturnType<typeof inspectionSubject>>
