import type { ItemType } from '@portraitkit/core/photo-packages/itemTypes.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { priceAt } from '@portraitkit/core/products/volumePrice.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { App } from '../../platform/app.ts'
import type { CatalogueDocument } from '../catalogues/collection.ts'
import { catalogues } from '../catalogues/collection.ts'
import type { ProductDocument } from '../products/document.ts'
import { templateOf } from '../template/collection.ts'
import type { ItemDocument, ItemDocuments, PackageDocument } from './document.ts'

type PricedProduct = Parameters<typeof priceAt>[0] & Pick<Product, 'uuid'>

/** The products, templates and catalogues that items are made of, as they are in the shop now. */
export type Parts<P extends PricedProduct = PricedProduct> = {
  templates: ReadonlyMap<string, TemplateDefinition>
  catalogues: readonly CatalogueDocument[]
  products: readonly P[]
}

type ItemParts<P extends PricedProduct> = {
  TEMPLATE_PRODUCT: { definition: TemplateDefinition; product: P }
  CATALOGUE: { catalogue: CatalogueDocument }
  DIGITAL_SET: { product: P }
}
type FoundItems<P extends PricedProduct> = { [T in ItemType]: { document: ItemDocuments[T] } & ItemParts<P>[T] }
/** An item with its parts. */
export type FoundItem<P extends PricedProduct = PricedProduct> = FoundItems<P>[ItemType]

/** Calls the function of an item's type. */
export function matchItem<Result, P extends PricedProduct = PricedProduct>(
  item: FoundItem<P>,
  cases: { readonly [T in ItemType]: (item: FoundItems<P>[T]) => Result },
): Result {
  return (cases[item.document.type] as (item: FoundItem<P>) => Result)(item)
}

/** What the shop lacks: the field, and the reason. */
type Lack = { field: string; reason: string }
type Finders = {
  [T in ItemType]: <P extends PricedProduct>(document: ItemDocuments[T], parts: Parts<P>) => FoundItems<P>[T] | Lack
}

const finders: Finders = {
  TEMPLATE_PRODUCT(document, { templates, products }) {
    const definition = templates.get(document.template)
    const product = definition && products.find(({ uuid }) => uuid === definition.product)
    if (definition && product) return { document, definition, product }
    return {
      field: 'template',
      reason: definition ? 'The shop does not sell its product' : 'There is no such template',
    }
  },
  CATALOGUE(document, { catalogues }) {
    const catalogue = catalogues.find(({ uuid }) => uuid === document.catalogue)
    return catalogue ? { document, catalogue } : { field: 'catalogue', reason: 'There is no such catalogue' }
  },
  DIGITAL_SET(document, { products }) {
    const product = products.find(({ uuid }) => uuid === DIGITAL_SET_PRODUCT)
    return product ? { document, product } : { field: 'type', reason: 'The shop sells no digital sets' }
  },
}

/** An item with its parts; otherwise what the shop lacks. */
export function findItem<P extends PricedProduct>(item: ItemDocument, parts: Parts<P>): FoundItem<P> | Lack {
  const find = finders[item.type] as (document: ItemDocument, parts: Parts<P>) => FoundItem<P> | Lack
  return find(item, parts)
}

/** All items of a package; null if the shop lacks one of them. */
export function findItems<P extends PricedProduct>(
  { items }: PackageDocument,
  parts: Parts<P>,
): Array<FoundItem<P>> | null {
  const found = items.map((item) => findItem(item, parts)).filter((each) => 'document' in each)
  return found.length === items.length ? found : null
}

/** The price of each item bought separately: pieces of one product are counted together, as in a cart. */
export function partPrices(items: ReadonlyArray<FoundItem>): number[] {
  const before = new Map<string, number>()
  return items.map((item) => {
    if ('catalogue' in item) return item.catalogue.price
    const { product } = item
    const position = (before.get(product.uuid) ?? 0) + 1
    before.set(product.uuid, position)
    return priceAt(product, position)
  })
}

/** The newest templates in packages, and the catalogues: `findItem` needs these in addition to the products. */
export async function loadParts(
  app: App,
  provider: string,
  list: ReadonlyArray<Pick<PackageDocument, 'items'>>,
): Promise<Pick<Parts, 'templates' | 'catalogues'>> {
  const items = list.flatMap((each) => each.items)
  const named = [...new Set(items.flatMap((item) => (item.type === 'TEMPLATE_PRODUCT' ? [item.template] : [])))]
  const hasCatalogue = items.some(({ type }) => type === 'CATALOGUE')
  const [definitions, books] = await Promise.all([
    Promise.all(named.map((uuid) => templateOf(app, provider, uuid))),
    hasCatalogue ? catalogues.list(app, provider) : [],
  ])
  return {
    templates: new Map(definitions.flatMap((each) => (each ? [[each.uuid, each] as const] : []))),
    catalogues: books,
  }
}

/** A product as the provider wrote it, without campaigns. */
export function withoutCampaign(product: ProductDocument) {
  return { ...product, campaign: null }
}
