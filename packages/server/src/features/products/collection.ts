import type { App } from '../../platform/app.ts'
import { rangeList } from '../../platform/db/rangeList.ts'
import type { Collection } from '../../platform/feature.ts'
import { type Campaign, publicPeriod } from './campaigns.ts'
import { type ProductDocument, productDocument } from './document.ts'
import { recordPrices } from './priceHistory.ts'

export const campaigns = rangeList<Campaign>('campaigns', 'key')
export const products = rangeList<ProductDocument>('products', 'uuid')

export const productCollections: Collection[] = [
  ...products.collections,
  ...campaigns.collections,
  { name: 'priceHistory', isImpersonal: true, indexes: [{ key: { provider: 1, item: 1, at: 1 } }] },
]

/** The product cannot be sold as it is; the message names the field. */
export class ProductError extends Error {
  override name = 'ProductError'
}

/** Stores a product, new or changed. Throws ProductError, whose message names the field. */
export async function saveProduct(app: App, provider: string, product: ProductDocument): Promise<void> {
  const read = productDocument().safeParse(product)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ProductError(`Product ${product?.uuid}: ${issue?.path.join('.') || 'the document'}: ${issue?.message}`)
  }
  await products.save(app, provider, read.data)
  await keepPrices(app, provider, [read.data])
}

/** Adds the current prices of all products to the price history. To be called after a change of products or campaigns. */
export async function recordProductPrices(app: App, provider: string): Promise<void> {
  await keepPrices(app, provider, await products.list(app, provider))
}

/** Adds the current prices of products to their price history. */
async function keepPrices(app: App, provider: string, list: readonly ProductDocument[]): Promise<void> {
  const all = await campaigns.list(app, provider)
  for (const { uuid, productprices, campaignrequirement } of list) {
    const campaign = all.find(({ key }) => key === campaignrequirement)
    const tiers = productprices.map(({ quantity, price, campaignprice }) => ({ quantity, price, offer: campaignprice }))
    await recordPrices(app, provider, uuid, { tiers, offer: campaign ? publicPeriod(campaign) : null })
  }
}

/** The products as the provider wrote them, optionally only those with these uuids. */
export function listProducts(
  app: App,
  provider: string,
  uuids?: readonly string[],
): Promise<readonly ProductDocument[]> {
  return uuids ? products.some(app, provider, uuids) : products.list(app, provider)
}

export function findProduct(app: App, provider: string, uuid: string): Promise<ProductDocument | null> {
  return products.find(app, provider, uuid)
}
