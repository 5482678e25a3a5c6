import { uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'

/** In minor units of the provider's currency. */
export const price = () => z.int().min(0, 'A price is not below zero')
export const names = () =>
  z.record(z.string(), z.string()).refine((texts) => Object.keys(texts).length > 0, 'A name is missing')

/** A product as the provider writes it: 000 §3 Product, with names per language. Prices may change at any time. */
export const productDocument = () =>
  z.strictObject({
    uuid: uuid(),
    names: names(),
    type: z.int(),
    producttype: z.string().min(1),
    sortOrder: z.int(),
    formatSize: z.string(),
    minorderpartquantity: z.int().min(1),
    subproducts: z.array(z.strictObject({ uuid: uuid(), names: names(), extraprice: price() })),
    productprices: z
      .array(
        z.strictObject({ quantity: z.int().min(1), price: price(), campaignprice: price().nullable(), type: z.int() }),
      )
      .min(1, 'A product needs a price')
      .refine((tiers) => tiers.some(({ quantity }) => quantity === 1), 'The first piece needs a price')
      .refine(
        (tiers) => new Set(tiers.map(({ quantity }) => quantity)).size === tiers.length,
        'Two prices hold from the same quantity on',
      ),
    /** The key of the campaign whose rule decides whether the campaign prices hold; empty: none, and they never do. */
    campaignrequirement: z.string(),
  })
export type ProductDocument = z.infer<ReturnType<typeof productDocument>>
