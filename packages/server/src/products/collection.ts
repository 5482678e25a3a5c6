import type { Product } from '@portraitkit/core/products/contract.ts'
import { inLanguage, money, perLanguage, uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { ofProvider } from '../db/ofProvider.ts'
import type { Collection } from '../feature.ts'

const price = () => money().check(z.nonnegative())
const names = () => perLanguage().check(z.refine((texts) => Object.keys(texts).length > 0, 'A name is missing'))

/** A product as the provider keeps it: 000 §3 Product, with names per language. Prices may change at any time. */
export const productDocument = () =>
  z.strictObject({
    uuid: uuid(),
    names: names(),
    type: z.int(),
    producttype: z.string().check(z.minLength(1)),
    sortOrder: z.int(),
    formatSize: z.string(),
    minorderpartquantity: z.int().check(z.minimum(1)),
    subproducts: z.array(z.strictObject({ uuid: uuid(), names: names(), extraprice: price() })),
    productprices: z
      .array(
        z.strictObject({
          quantity: z.int().check(z.minimum(1)),
          price: price(),
          campaignprice: z.nullable(price()),
          type: z.int(),
        }),
      )
      .check(
        z.minLength(1, 'A product needs a price'),
        z.refine((tiers) => tiers.some(({ quantity }) => quantity === 1), 'The first piece needs a price'),
        z.refine(
          (tiers) => new Set(tiers.map(({ quantity }) => quantity)).size === tiers.length,
          'Two prices hold from the same quantity on',
        ),
      ),
    campaignrequirement: z.string(),
  })
export type ProductDocument = z.infer<ReturnType<typeof productDocument>>

type StoredProduct = ProductDocument & { provider: string }

export const productCollections: Collection[] = [
  { name: 'products', indexes: [{ key: { provider: 1, uuid: 1 }, options: { unique: true } }] },
]

/** A product that cannot be sold as it is; the message names the field. */
export class ProductError extends Error {
  override name = 'ProductError'
}

/** Stores a product, new or changed. Throws ProductError, whose message names the field. */
export async function saveProduct(app: App, provider: string, given: ProductDocument): Promise<void> {
  const read = productDocument().safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ProductError(`Product ${given?.uuid}: ${issue?.path.join('.') || 'the document'}: ${issue?.message}`)
  }
  await stored(app, provider).replaceOne({ uuid: read.data.uuid }, read.data, { upsert: true })
}

/** All products of a provider as the contract shows them, by sortOrder, then by name (001 §9). */
export async function productsOf(app: App, provider: string, language: string): Promise<Product[]> {
  const found = await stored(app, provider).find({}).toArray()
  return found.map((each) => shown(each, language)).sort(byOrder)
}

/** One product, or null. */
export async function findProduct(
  app: App,
  provider: string,
  productUuid: string,
  language: string,
): Promise<Product | null> {
  const found = await stored(app, provider).findOne({ uuid: productUuid })
  return found && shown(found, language)
}

const stored = (app: App, provider: string) => ofProvider<StoredProduct>(app, 'products', provider)

function shown(product: StoredProduct, language: string): Product {
  const { uuid, type, producttype, sortOrder, formatSize, minorderpartquantity, campaignrequirement } = product
  return {
    uuid,
    name: inLanguage(product.names, language),
    type,
    producttype,
    sortOrder,
    formatSize,
    minorderpartquantity,
    subproducts: product.subproducts.map(({ names, ...each }) => ({ ...each, name: inLanguage(names, language) })),
    productprices: [...product.productprices].sort((one, other) => one.quantity - other.quantity),
    campaignrequirement,
  }
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byOrder(one: Product, other: Product): number {
  return one.sortOrder - other.sortOrder || byName.compare(one.name, other.name)
}
