import type { Catalogue } from '@portraitkit/core/catalogues/contract.ts'
import { CATALOGUE_PRODUCT, CATALOGUE_TYPE } from '@portraitkit/core/products/specialProducts.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { Failure } from '../../../platform/failure.ts'
import type { CallContext } from '../../../platform/feature.ts'
import { catalogues } from '../../catalogues/collection.ts'
import { offeredCatalogues } from '../../catalogues/offeredCatalogues.ts'
import { refuseClosed } from '../closedJobs.ts'
import type { LineBase, PricedBase } from '../line.ts'
import { singlePriceProduct } from '../singlePriceProduct.ts'
import { describeBase, type FoundLine, type LineOperations, morePieces } from './kind.ts'

/** A printed catalogue, for the one subject it names. */
export type CatalogueLine = LineBase & {
  kind: 'catalogue'
  /** Its uuid in the provider's range. */
  catalogue: string
  /** Only in a cart: the class of its child as its customer has seen it. Missing in lines of earlier versions. */
  group?: string
}

export type PricedCatalogue = Omit<CatalogueLine, keyof PricedBase | 'catalogue' | 'group'> &
  PricedBase & {
    catalogue: { uuid: string; name: string; group: string; deliveryDays: number; maxQuantity: number }
  }

type Call = CallContext<'customer'>

export const catalogue: LineOperations<CatalogueLine, PricedCatalogue> = {
  // It may be ordered before there are pictures.
  needsPublished: false,

  async find(lines, { app, provider, customer, language }) {
    const [offered, all] = await Promise.all([
      offeredCatalogues(app, provider, customer, language),
      catalogues.list(app, provider.key),
    ])
    return new Map(
      lines.map(({ group: _group, ...line }) => {
        const now = offered.find(({ uuid, subject }) => uuid === line.catalogue && subject.uuid === line.subjects[0])
        const once = all.find(({ uuid }) => uuid === line.catalogue)
        const about = {
          name: inLanguage(once?.names ?? {}, language),
          deliveryDays: once?.deliveryDays ?? 0,
          maxQuantity: once?.maxQuantity ?? line.quantity,
        }
        // PRC-7: every catalogue is the same product; its name and price come from the list of catalogues
        const special = { uuid: CATALOGUE_PRODUCT, type: CATALOGUE_TYPE, producttype: 'catalogue' }
        const product = singlePriceProduct({ ...special, name: about.name }, now?.price ?? 0)
        const describe: FoundLine<PricedCatalogue>['describe'] = async (naming) => ({
          ...line,
          ...describeBase(line, naming),
          catalogue: { uuid: line.catalogue, ...about, group: naming.people.get(line.subjects[0] ?? '')?.group ?? '' },
        })
        return [line.uuid, { describe, product, isSold: now !== undefined }]
      }),
    )
  },

  async change(line, { quantity, design, subProductUuids, packageItems }, call) {
    if (packageItems) throw new Failure('cart.unknown_product')
    if (design || subProductUuids) throw new Failure('cart.quantity')
    await refuseClosed(call, line.subjects)
    if (quantity === undefined) return { fields: {} }
    const [subject = ''] = line.subjects
    const { maxQuantity } = findOffered(await cataloguesFor(call), line.catalogue, subject)
    if (quantity < 1 || quantity > maxQuantity) throw new Failure('cart.quantity')
    return { fields: { quantity } }
  },
  leftOver: morePieces,
  withSubjects: (line) => line,

  show({ catalogue: { uuid, name, group, deliveryDays, maxQuantity }, subjects, minimumQuantity }) {
    return {
      description: [name, group].filter(Boolean).join(', '),
      canChangeQuantity: true,
      minimumQuantity,
      maximumQuantity: maxQuantity,
      catalogue: {
        uuid,
        name,
        subject: { group, name: subjects[0]?.name ?? '' },
        deliveryTime: { days: deliveryDays },
      },
    }
  },
  detail: (line) => line.catalogue.group,
  rows: (line) => [`catalogue ${line.catalogue.uuid}`],

  printed: () => [],
  pictures: () => [],
  downloads: () => [],
  isDelivered: () => true,
  catalogueDays: (line) => [line.catalogue.deliveryDays],
  sheet: ({ uuid, quantity, product, catalogue: { uuid: book, group }, subjects }, position) => [
    {
      position,
      line: uuid,
      copies: quantity,
      product: product.name,
      catalogue: book,
      group,
      subjects: subjects.map(({ name }) => name),
    },
  ],
}

/** The catalogues that the caller may order now. */
export function cataloguesFor({ app, provider, customer, language }: Call): Promise<Catalogue[]> {
  return offeredCatalogues(app, provider, customer.uuid, language)
}

/** A catalogue for one of the caller's subjects. Throws if it is not, or no longer, offered. */
export function findOffered(offered: readonly Catalogue[], uuid: string, subject: string): Catalogue {
  const found = offered.find((each) => each.uuid === uuid && each.subject.uuid === subject)
  if (!found) throw new Failure('cart.catalogue_gone')
  return found
}
