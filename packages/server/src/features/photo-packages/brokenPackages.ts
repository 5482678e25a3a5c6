import type { App } from '../../platform/app.ts'
import type { CatalogueDocument } from '../catalogues/collection.ts'
import type { ProductDocument } from '../products/document.ts'
import type { AnyPackage } from './document.ts'
import { findItem, loadParts, partPrices, withoutCampaign } from './itemParts.ts'

type Range = {
  packages: readonly AnyPackage[]
  catalogues: readonly CatalogueDocument[]
  products: readonly ProductDocument[]
}

/** The places where packages contain something that the shop would not sell, or cost more than their parts. */
export async function brokenPackages(
  app: App,
  provider: string,
  { packages, catalogues, products }: Range,
): Promise<Array<{ path: string; reason: string }>> {
  const full = packages.filter((each) => each.type === 'package')
  const { templates } = await loadParts(app, provider, full)
  const parts = { templates, catalogues, products: products.map(withoutCampaign) }
  return packages.flatMap((each, index) => {
    if (each.type === 'link') return []
    const items = each.items.map((item) => findItem(item, parts))
    const missing = items.flatMap((item, at) =>
      'field' in item ? [{ path: `packages.${index}.items.${at}.${item.field}`, reason: item.reason }] : [],
    )
    if (missing.length > 0) return missing
    const sum = partPrices(items.filter((item) => 'document' in item)).reduce((total, price) => total + price, 0)
    if (each.price <= sum) return []
    return [{ path: `packages.${index}.price`, reason: `It costs more than the ${sum} that its parts cost separately` }]
  })
}
