import { uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'
import { rangeList } from '../../platform/db/rangeList.ts'
import type { Collection } from '../../platform/feature.ts'
import type { CategoryDocument } from './categories.ts'

/** A product that the provider promotes, by the template in which it is shown. */
export const promotedDocument = () => z.strictObject({ template: uuid() })
export type PromotedDocument = z.infer<ReturnType<typeof promotedDocument>>

export const categories = rangeList<CategoryDocument>('categories', 'internalName')
export const promoted = rangeList<PromotedDocument>('promoted', 'template')

export const browsingCollections: Collection[] = [...categories.collections, ...promoted.collections]
