import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { money, time, uuid } from '../schemas.ts'

/** 000 §3 Product. `type` 1 and 2 are cards and calendars, 89 photo gifts, 200 packages. */
export const product = () =>
  z.object({
    uuid: uuid(),
    name: z.string(),
    type: z.int(),
    producttype: z.string(),
    sortOrder: z.int(),
    formatSize: z.string(),
    minorderpartquantity: z.int(),
    subproducts: z.array(z.object({ uuid: uuid(), name: z.string(), extraprice: money() })),
    /** A tier applies from the item at position `quantity` on. */
    productprices: z.array(
      z.object({
        quantity: z.int(),
        price: money(),
        campaignprice: z.nullable(money()),
        /** The lowest price of the 30 days before the campaign: it is struck next to the campaign's price. */
        priorprice: z.nullable(money()),
        /** 0: quantities from … to …; otherwise the position of the piece, as an ordinal. */
        type: z.int(),
      }),
    ),
    campaignrequirement: z.string(),
    /** The campaign whose prices the customer gets now, and when it ends; null if there is none. */
    campaign: z.nullable(z.object({ name: z.string(), until: z.nullable(time()) })),
  })
export type Product = z.infer<ReturnType<typeof product>>

export const products = {
  priceList: endpoint({
    name: 'products.priceList',
    method: 'GET',
    path: '/api/webshop/price-list',
    access: 'public',
    changes: false,
    input: () => z.object({ subject: z.optional(uuid()) }),
    answer: () => z.object({ currency: z.string(), products: z.array(product()) }),
    summary: 'The products with their prices, for a picture set if one is given.',
  }),
}
