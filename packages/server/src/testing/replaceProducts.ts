import type { Campaign } from '../features/products/campaigns.ts'
import { campaigns, products, recordProductPrices } from '../features/products/collection.ts'
import type { ProductDocument } from '../features/products/document.ts'
import type { App } from '../platform/app.ts'

/** Replaces the provider's products and campaigns by these, as a range does; a list that is not given stays. */
export async function replaceProducts(
  app: App,
  provider: string,
  input: { products?: readonly ProductDocument[]; campaigns?: readonly Campaign[] },
): Promise<void> {
  if (input.campaigns) await campaigns.replace(app, provider, input.campaigns)
  if (input.products) await products.replace(app, provider, input.products)
  await recordProductPrices(app, provider)
}
