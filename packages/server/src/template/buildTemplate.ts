import { randomUUID } from 'node:crypto'
import { aTemplate } from '@portraitkit/core/template/aTemplate.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { App } from '../app.ts'
import { saveProduct } from '../products/collection.ts'
import type { ProductDocument } from '../products/document.ts'
import type { Provider } from '../provider/document.ts'
import type { ReadAsset } from './assets.ts'
import { saveTemplate } from './collection.ts'

export type BuiltTemplate = { product: ProductDocument; definition: TemplateDefinition }

/**
 * A card as tests need one: two pictures, a name and a greeting, and the product that it is sold as, with two price tiers.
 * Unlike any other.
 */
export async function buildTemplate(
  app: App,
  provider: Provider,
  change: { product?: Partial<ProductDocument>; definition?: Partial<TemplateDefinition>; readAsset?: ReadAsset } = {},
): Promise<BuiltTemplate> {
  const product: ProductDocument = {
    uuid: randomUUID(),
    names: { en: 'Card 15x15' },
    type: 1,
    producttype: 'card',
    sortOrder: 1,
    formatSize: '15x15',
    minorderpartquantity: 1,
    subproducts: [],
    productprices: [
      { quantity: 1, price: 399, campaignprice: null, type: 0 },
      { quantity: 10, price: 249, campaignprice: null, type: 0 },
    ],
    campaignrequirement: '',
    ...change.product,
  }
  await saveProduct(app, provider.key, product)
  const given = aTemplate({ uuid: randomUUID(), product: product.uuid, ...change.definition })
  return { product, definition: await saveTemplate(app, provider.key, given, change.readAsset) }
}
