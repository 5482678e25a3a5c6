import * as z from 'zod/mini'
import { uuid } from '../schemas.ts'

/** A picture sold as a download, for display: signed addresses by the length of the long edge. */
export const digitalFile = () =>
  z.object({ uuid: uuid(), width: z.int(), height: z.int(), display: z.record(z.string(), z.string()) })
