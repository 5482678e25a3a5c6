import { randomUUID } from 'node:crypto'
import type { ChosenItem, PackageInstance } from '@portraitkit/core/photo-packages/contract.ts'
import { DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { type CatalogueDocument, catalogues } from '../features/catalogues/collection.ts'
import { packages, replacePackages } from '../features/photo-packages/collection.ts'
import type { PackageDocument } from '../features/photo-packages/document.ts'
import { saveProduct } from '../features/products/collection.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'
import { type BuiltTemplate, buildTemplate } from './buildTemplate.ts'

export type BuiltPackage = { document: PackageDocument; card: BuiltTemplate; catalogue: CatalogueDocument }

/** A package of two cards (3.99 each), the catalogue of these jobs (25.00) and the whole set (39.00), for 50.00. Unique. */
export async function buildPackage(
  app: App,
  provider: Provider,
  jobs: readonly string[],
  change: Partial<PackageDocument> = {},
): Promise<BuiltPackage> {
  const card = await buildTemplate(app, provider)
  const catalogue = {
    uuid: randomUUID(),
    names: { en: 'Year book' },
    price: 2500,
    maxQuantity: 10,
    deliveryDays: 30,
    jobs: [...jobs],
  }
  await catalogues.save(app, provider.key, catalogue)
  await saveProduct(app, provider.key, {
    ...card.product,
    uuid: DIGITAL_SET_PRODUCT,
    names: { en: 'Whole set' },
    type: 0,
    producttype: 'digital',
    productprices: [{ quantity: 1, price: 3900, campaignprice: null, type: 0 }],
  })
  const template = card.definition.uuid
  const document: PackageDocument = {
    type: 'package',
    uuid: randomUUID(),
    names: { en: 'Family package', de: 'Familienpaket' },
    price: 5000,
    items: [
      { type: 'TEMPLATE_PRODUCT', uuid: randomUUID(), template },
      { type: 'TEMPLATE_PRODUCT', uuid: randomUUID(), template, canChangeTemplate: true },
      { type: 'CATALOGUE', uuid: randomUUID(), catalogue: catalogue.uuid },
      { type: 'DIGITAL_SET', uuid: randomUUID() },
    ],
    ...change,
  }
  const others = (await packages.list(app, provider.key)).filter(({ uuid }) => uuid !== document.uuid)
  await replacePackages(app, provider.key, [...others, document])
  return { document, card, catalogue }
}

/** A package as a browser sends it back: every item as it was shown. */
export function packageInputOf({ packageItems }: Pick<PackageInstance, 'packageItems'>): ChosenItem[] {
  return packageItems.map(({ uuid, version, subject, template, templateData, sceneHash }) => ({
    uuid,
    version,
    subject: subject?.uuid ?? null,
    ...(template && { template: { uuid: template.uuid, version: template.version } }),
    ...(templateData && { templateData }),
    ...(sceneHash !== null && { sceneHash }),
  }))
}
