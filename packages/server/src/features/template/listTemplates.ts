import type { Product } from '@portraitkit/core/products/contract.ts'
import { fromPrice } from '@portraitkit/core/products/volumePrice.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { TemplateListItem } from '@portraitkit/core/template/contract.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { Resource } from '@portraitkit/core/template/design.ts'
import { findRefusal, type RulePicture } from '@portraitkit/core/template/imageRules.ts'
import { imageSlots, textSlots } from '@portraitkit/core/template/slots.ts'
import { sortTemplates } from '@portraitkit/core/template/sortTemplates.ts'
import { isDate, isPastYear } from '@portraitkit/core/template/year.ts'
import type { CallContext } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { priceListOf } from '../products/priceList.ts'
import { newestTemplates } from './collection.ts'
import { previewName } from './preview.ts'

// The word for a type in routes, and the one in templates.
export const TEMPLATE_TYPES = { cards: 'CARDS', calendars: 'CALENDAR', photogifts: 'PHOTOGIFT' } as const
export type TypeWord = keyof typeof TEMPLATE_TYPES

/**
 * The templates of a type, optionally of one category, sorted (001 §9), without those whose product no longer exists or whose
 * years are over.
 */
export async function listTemplates(
  type: TypeWord,
  { app, provider, customer, language, now }: CallContext,
  isListed: (definition: TemplateDefinition) => boolean = () => true,
): Promise<TemplateListItem[]> {
  const [definitions, products] = await Promise.all([
    newestTemplates(app, provider.key, TEMPLATE_TYPES[type]),
    priceListOf(app, provider, language, () => factsOf(app, provider, customer?.uuid)),
  ])
  const byUuid = new Map(products.map((product) => [product.uuid, product]))
  return sortedList(type, definitions, byUuid, { provider: provider.key, language })
    .filter(({ definition }) => isListed(definition) && !isPastYear(definition, now.getUTCFullYear()))
    .flatMap(({ definition, item }) => {
      const product = byUuid.get(definition.product)
      return product ? [{ ...item, fromPrice: fromPrice(product) }] : []
    })
}

type ListedTemplate = { definition: TemplateDefinition; item: Omit<TemplateListItem, 'fromPrice'> }
type ListLanguage = { provider: string; language: string }

/** Sorted lists by type and language: while the templates and the products' names stay the same, only prices change. */
const sortedLists = new WeakMap<
  readonly TemplateDefinition[],
  Map<string, { products: string; listed: ListedTemplate[] }>
>()

function sortedList(
  type: TypeWord,
  definitions: readonly TemplateDefinition[],
  products: ReadonlyMap<string, Product>,
  reader: ListLanguage,
): ListedTemplate[] {
  const known = sortedLists.get(definitions) ?? new Map<string, { products: string; listed: ListedTemplate[] }>()
  sortedLists.set(definitions, known)
  const named = JSON.stringify([...products.values()].map(({ uuid, name, sortOrder }) => [uuid, name, sortOrder]))
  const before = known.get(reader.language)
  if (before?.products === named) return before.listed
  const all = definitions.flatMap((definition) => {
    const product = products.get(definition.product)
    return product ? [{ definition, item: listItem(definition, product, reader) }] : []
  })
  const byItem = new Map(all.map((each) => [each.item, each]))
  const sorted = sortTemplates(TEMPLATE_TYPES[type], [...byItem.keys()])
  const listed = sorted.flatMap((item) => byItem.get(item) ?? [])
  known.set(reader.language, { products: named, listed })
  return listed
}

/** Whether every slot can be filled with one of these pictures. */
export function canFill(definition: TemplateDefinition, pictures: readonly RulePicture[]): boolean {
  return imageSlots(definition).every(({ layer }) =>
    pictures.some((picture) => findRefusal(layer.rules, picture) === null),
  )
}

/** 001 §3 Template list item, without its price, which is computed for every call (decision 0010). */
function listItem(
  definition: TemplateDefinition,
  product: Product,
  { provider, language }: ListLanguage,
): Omit<TemplateListItem, 'fromPrice'> {
  const { uuid, version, names, trimBox, foldAt, bleed, categories, parts, gift } = definition
  const texts = textSlots(definition)
  const images = imageSlots(definition)
  return {
    uuid,
    version,
    name: inLanguage(names, language),
    product: { uuid: product.uuid, name: product.name, sortOrder: product.sortOrder },
    width: trimBox.width + 2 * bleed,
    height: trimBox.height + 2 * bleed,
    trimBox,
    ...(foldAt === undefined ? {} : { foldAt }),
    preview: { large: previewName(provider, definition, language) },
    userResources: emptyResources(definition, language),
    categories,
    separateFromBackground: gift !== undefined,
    numUserImages: images.filter(({ layer }) => !layer.disableEdit).length,
    hasUserText: texts.some(({ layer }) => !layer.disableEdit),
    numUserParts: parts.length,
  }
}

function emptyResources(definition: TemplateDefinition, language: string): Resource[] {
  return [
    ...imageSlots(definition).map(({ fullId }): Resource => ({ fullId, type: 'IMAGE', image: null })),
    // years and months follow the design's own
    ...textSlots(definition)
      .filter(({ layer }) => !isDate(layer))
      .map(({ fullId, layer }): Resource => ({ fullId, type: 'STRING', text: inLanguage(layer.texts, language) })),
  ]
}
