import { CATALOGUE_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { App } from '../../platform/app.ts'
import { categories } from '../browsing/collection.ts'
import { catalogues } from '../catalogues/collection.ts'
import { jobsOf } from '../jobs/collection.ts'
import { brokenPackages } from '../photo-packages/brokenPackages.ts'
import { packages } from '../photo-packages/collection.ts'
import type { AnyPackage } from '../photo-packages/document.ts'
import { campaigns, listProducts } from '../products/collection.ts'
import { checkProduct } from '../template/checks/checkProduct.ts'
import { newestTemplates } from '../template/collection.ts'
import type { RangeFault } from './fileList.ts'
import type { RangeFile } from './rangeFile.ts'

/** The places where a document refers to another one that will not exist. */
export async function brokenLinks(app: App, provider: string, range: RangeFile): Promise<RangeFault[]> {
  const [products, offered, known, templates] = await Promise.all([
    range.products ?? listProducts(app, provider),
    range.packages ?? packages.list(app, provider),
    range.campaigns ?? campaigns.list(app, provider),
    Promise.all((['CARDS', 'CALENDAR', 'PHOTOGIFT'] as const).map((type) => newestTemplates(app, provider, type))),
  ])
  const keys = known.map(({ key }) => key)
  const sold = products.map(({ uuid }) => uuid)
  const dangling = products.flatMap(({ campaignrequirement }, index) =>
    campaignrequirement === '' || keys.includes(campaignrequirement)
      ? []
      : [{ path: `products.${index}.campaignrequirement`, reason: `There is no campaign "${campaignrequirement}"` }],
  )
  const unknown = (range.promoted ?? []).flatMap(({ template }, index) =>
    templates.flat().some(({ uuid }) => uuid === template)
      ? []
      : [{ path: `promoted.${index}.template`, reason: `There is no template ${template}` }],
  )
  const tiles = (range.categories ?? (await categories.list(app, provider))).map(({ internalName }) => internalName)
  const incomplete = await brokenPackages(app, provider, {
    packages: offered,
    catalogues: range.catalogues ?? (await catalogues.list(app, provider)),
    products,
  })
  return [
    ...dangling,
    ...(range.products ? templates.flat().flatMap((template) => unfitProduct(template, products)) : []),
    ...unknown,
    ...unsoldProducts(range, [...sold, ...offered.map(({ uuid }) => uuid)]),
    ...unknownTiles(range, offered, tiles),
    ...incomplete,
  ]
}

/** Templates whose product no longer exists, or does not match what the template draws. */
function unfitProduct(
  template: TemplateDefinition,
  products: Readonly<NonNullable<RangeFile['products']>>,
): RangeFault[] {
  const at = products.findIndex(({ uuid }) => uuid === template.product)
  const name = `The template "${template.names.en ?? Object.values(template.names)[0]}"`
  const product = products[at]
  if (!product) return [{ path: 'products', reason: `${name} needs the product ${template.product}` }]
  return checkProduct(template, product).map(({ path, reason }) => ({
    path: `products.${at}.${path === 'type' ? 'type' : 'formatSize'}`,
    reason: `${name} is sold as this. ${reason}`,
  }))
}

/** Vouchers and rules that refer to products which the shop does not sell. */
function unsoldProducts(range: RangeFile, sold: readonly string[]): RangeFault[] {
  const faultsIn = (path: string, uuids: readonly string[] = []): RangeFault[] =>
    uuids.flatMap((uuid, place) =>
      sold.includes(uuid) || uuid === CATALOGUE_PRODUCT
        ? []
        : [{ path: `${path}.${place}`, reason: `There is no product ${uuid}` }],
    )
  return [
    ...(range.vouchers ?? []).flatMap(({ products }, index) => faultsIn(`vouchers.${index}.products`, products)),
    ...(['campaigns', 'vouchers', 'packages'] as const).flatMap((list) =>
      (range[list] ?? []).flatMap(({ rule }, index) =>
        faultsIn(`${list}.${index}.rule.inCart.products`, rule?.inCart?.products),
      ),
    ),
  ]
}

/** Links among the packages whose category is unknown. */
function unknownTiles(range: RangeFile, offered: readonly AnyPackage[], tiles: readonly string[]): RangeFault[] {
  return offered.flatMap((each, index) => {
    const category = each.type === 'link' ? each.linkInfo?.category : undefined
    if (category === undefined || tiles.includes(category)) return []
    if (range.packages) {
      return [{ path: `packages.${index}.linkInfo.category`, reason: `There is no category "${category}"` }]
    }
    const name = each.names.en ?? Object.values(each.names)[0]
    return [{ path: 'categories', reason: `The link "${name}" among the packages needs the category "${category}"` }]
  })
}

/** Jobs that the shop does not have yet: they may follow, or be mistakes. */
export async function unknownJobs(app: App, provider: string, range: RangeFile): Promise<RangeFault[]> {
  const named = [
    ...(['campaigns', 'vouchers', 'packages'] as const).flatMap((list) =>
      (range[list] ?? []).map(({ rule }, index) => ({ path: `${list}.${index}.rule.jobs`, jobs: rule?.jobs ?? [] })),
    ),
    ...(range.catalogues ?? []).map(({ jobs }, index) => ({ path: `catalogues.${index}.jobs`, jobs })),
  ].flatMap(({ path, jobs }) => jobs.map((job, place) => ({ path: `${path}.${place}`, job })))
  const names = named.map(({ job }) => job)
  const found = await jobsOf(app, provider)
    .find({ $or: [{ uuid: { $in: names } }, { name: { $in: names } }] }, { projection: { uuid: 1, name: 1 } })
    .toArray()
  const known = new Set(found.flatMap(({ uuid, name }) => [uuid, name]))
  return named
    .filter(({ job }) => !known.has(job))
    .map(({ path, job }) => ({ path, reason: `There is no job "${job}" yet` }))
}

/** Places where the price per piece rises with the quantity: most prices by quantity fall. */
export function risingPrices({ products = [] }: RangeFile): RangeFault[] {
  return products.flatMap(({ productprices }, index) => {
    const rising = productprices.toSorted((one, other) => one.quantity - other.quantity)
    return rising.flatMap((tier, place) => {
      const before = rising[place - 1]
      if (!before || tier.price <= before.price) return []
      const path = `products.${index}.productprices.${productprices.indexOf(tier)}.price`
      return [{ path, reason: `Each piece costs more from ${tier.quantity} on than from ${before.quantity} on` }]
    })
  })
}
