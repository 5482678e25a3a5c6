import { uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'
import { rangeList } from '../../platform/db/rangeList.ts'
import { names, price } from '../products/document.ts'

/** 000 §9: the maximum quantity of a line if the provider sets none. */
const DEFAULT_MAX_QUANTITY = 10

/** A catalogue: the book of a class or a school, as the provider writes it. */
export const catalogueDocument = () =>
  z.strictObject({
    uuid: uuid(),
    names: names(),
    descriptions: names().optional(),
    price: price(),
    maxQuantity: z.int().min(1).max(999).default(DEFAULT_MAX_QUANTITY),
    /** Days after the last photo day. */
    deliveryDays: z.int().min(0).max(365),
    /** Jobs by their name or uuid. */
    jobs: z.array(z.string().min(1)).min(1),
    /** Groups of these jobs; all of them by default. */
    groups: z.array(z.string().min(1)).min(1).optional(),
  })
export type CatalogueDocument = z.infer<ReturnType<typeof catalogueDocument>>

export const catalogues = rangeList<CatalogueDocument>('catalogues', 'uuid')
