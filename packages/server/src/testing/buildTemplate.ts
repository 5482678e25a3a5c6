import { randomUUID } from 'node:crypto'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { saveProduct } from '../features/products/collection.ts'
import type { ProductDocument } from '../features/products/document.ts'
import type { ReadAsset } from '../features/template/assets.ts'
import { saveTemplate } from '../features/template/collection.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'

/** 000 §3: cards, calendars, photo gifts. */
const TYPES = { CARDS: 1, CALENDAR: 2, PHOTOGIFT: 89 } as const

export type BuiltTemplate = { product: ProductDocument; definition: TemplateDefinition }

/** Changes a template so that its years are all past, as happens over time. It must not have been read before. */
export async function letYearsPass(app: App, provider: Provider, { definition }: BuiltTemplate): Promise<void> {
  const key = { provider: provider.key, uuid: definition.uuid }
  await app.db.collection('templates').updateOne(key, { $set: { 'definition.supportedYears': [2020, 2021] } })
}

/** A card for tests: two pictures, a name and a greeting, and its product, with two price tiers. Unique. */
export async function buildTemplate(
  app: App,
  provider: Provider,
  change: { product?: Partial<ProductDocument>; definition?: Partial<TemplateDefinition>; readAsset?: ReadAsset } = {},
): Promise<BuiltTemplate> {
  const productUuid = change.product?.uuid ?? randomUUID()
  const given = aTemplate({ uuid: randomUUID(), product: productUuid, ...change.definition })
  const { width, height } = given.trimBox
  const product: ProductDocument = {
    uuid: productUuid,
    names: { en: 'Card 15x15' },
    type: TYPES[given.type],
    producttype: 'card',
    sortOrder: 1,
    formatSize: `${width / 10}x${height / 10}`,
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
  return { product, definition: await saveTemplate(app, provider.key, given, change.readAsset) }
}
