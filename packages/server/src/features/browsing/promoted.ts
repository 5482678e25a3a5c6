import type { PromotedProduct } from '@portraitkit/core/browsing/contract.ts'
import { tierAt, tierPrice } from '@portraitkit/core/products/volumePrice.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { isGranted } from '../access/grants.ts'
import { findDeliveredSets } from '../jobs/collection.ts'
import { priceListOf } from '../products/priceList.ts'
import { newestTemplates } from '../template/collection.ts'
import { canFill, listTemplates, TEMPLATE_TYPES, type TypeWord } from '../template/listTemplates.ts'
import { promoted } from './collection.ts'

/**
 * CRT-7: the promoted products in the provider's order, if they are sold now and a picture set can fill them. PRC-6: the
 * product's campaign decides who qualifies for a lower price.
 */
export async function listPromoted(subject: string | undefined, call: CallContext): Promise<PromotedProduct[]> {
  const { app, provider, customer, language } = call
  const canBeFilled = await createFillCheck(subject, call)
  const uuids = (await promoted.list(app, provider.key)).map(({ template }) => template)
  if (uuids.length === 0) return []
  const isPromoted = (definition: TemplateDefinition) => uuids.includes(definition.uuid) && canBeFilled(definition)
  const words = Object.keys(TEMPLATE_TYPES) as TypeWord[]
  const [products, items, definitions] = await Promise.all([
    priceListOf(app, provider, language, () => factsOf(app, provider, customer?.uuid)),
    Promise.all(words.map((word) => listTemplates(word, call, isPromoted))).then((lists) => lists.flat()),
    Promise.all(words.map((word) => newestTemplates(app, provider.key, TEMPLATE_TYPES[word]))).then((all) =>
      all.flat(),
    ),
  ])
  return uuids.flatMap((uuid) => {
    const templateData = items.find((item) => item.uuid === uuid)
    const definition = definitions.find((one) => one.uuid === uuid)
    const product = products.find((one) => one.uuid === templateData?.product.uuid)
    if (!templateData || !definition || !product) return []
    const tier = tierAt(product.productprices, 1)
    const charged = tierPrice(product, tier)
    const { type, names, categories } = definition
    return [
      {
        product,
        template: { uuid, type, names },
        templateData,
        category: categories[0] ?? null,
        rebatedPrice: charged < tier.price ? charged : null,
        type: 'TEMPLATE_PRODUCT' as const,
      },
    ]
  })
}

/** Whether a picture set can fill a template; without a set, all templates can be filled. */
async function createFillCheck(
  subject: string | undefined,
  { app, provider, customer }: CallContext,
): Promise<(definition: TemplateDefinition) => boolean> {
  if (subject === undefined) return () => true
  const granted = customer !== null && (await isGranted(app, provider, customer.uuid, subject))
  const [set] = granted ? await findDeliveredSets(app, provider.key, [subject]) : []
  if (!set) throw new Failure('picture-sets.unknown')
  return (definition) => canFill(definition, set.pictures)
}
