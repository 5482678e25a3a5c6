import { uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'

/** In minor units of the provider's currency. */
export const price = () =>
  z.int('A price must be a whole number of minor units, such as cents').min(0, 'A price must not be negative')
export const names = () =>
  z
    .record(z.string(), z.string(), 'A text per language is missing, such as { "en": "Mug" }')
    .refine((texts) => Object.keys(texts).length > 0, 'A name is missing')
    .superRefine((texts, context) => {
      for (const tag of Object.keys(texts)) {
        if (!isLanguage(tag)) context.addIssue({ code: 'custom', path: [tag], message: 'There is no such language' })
      }
    })

function isLanguage(tag: string): boolean {
  try {
    return Intl.DisplayNames.supportedLocalesOf([tag]).length > 0
  } catch {
    return false
  }
}

/** Refuses a list with two entries that share the value of their identifying field. */
export function refuseDuplicates<Part>(
  all: readonly Part[],
  field: keyof Part & string,
  context: z.RefinementCtx,
): void {
  for (const [place, each] of all.entries()) {
    const isTwice = all.slice(0, place).some((before) => before[field] === each[field])
    if (isTwice) context.addIssue({ code: 'custom', path: [place, field], message: `"${each[field]}" occurs twice` })
  }
}

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
    subproducts: z
      .array(z.strictObject({ uuid: uuid(), names: names(), extraprice: price() }))
      .superRefine((all, context) => refuseDuplicates(all, 'uuid', context)),
    productprices: z
      .array(
        z
          .strictObject({ quantity: z.int().min(1), price: price(), campaignprice: price().nullable(), type: z.int() })
          .refine(({ price: usual, campaignprice }) => campaignprice === null || campaignprice <= usual, {
            path: ['campaignprice'],
            error: 'A campaign must not raise a price',
          }),
      )
      .min(1, 'A product needs a price')
      .refine((tiers) => tiers.some(({ quantity }) => quantity === 1), 'The first piece needs a price')
      .refine(
        (tiers) => new Set(tiers.map(({ quantity }) => quantity)).size === tiers.length,
        'Two prices apply from the same quantity on',
      ),
    /**
     * The key of the campaign whose rule decides whether the campaign prices apply; empty: there is no campaign, and they never
     * apply.
     */
    campaignrequirement: z.string(),
  })
export type ProductDocument = z.infer<ReturnType<typeof productDocument>>
