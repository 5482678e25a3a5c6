import type { LinePrice } from '@portraitkit/core/cart/prices.ts'
import { PACKAGE_TYPE } from '@portraitkit/core/photo-packages/packageTypes.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { CATALOGUE_PRODUCT, CATALOGUE_TYPE } from '@portraitkit/core/products/specialProducts.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { catalogues } from '../catalogues/collection.ts'
import { offeredCatalogues } from '../catalogues/offered.ts'
import { packages } from '../photo-packages/collection.ts'
import { templateOf } from '../template/collection.ts'
import { atOnePrice } from './atOnePrice.ts'
import { packagesInCart } from './chosenPackages.ts'
import { chosenFiles, filesForSale, filesOfLine } from './filesForSale.ts'
import {
  type CatalogueLine,
  type ChosenLine,
  type ChosenPiece,
  isCatalogueLine,
  isDigitalLine,
  isPackageLine,
  isPrint,
  type PrintLine,
  type StoredLine,
} from './line.ts'

/** Writes out what a line is called, as of now. */
type Naming = (what: Named) => Promise<ChosenLine>
type Named = {
  product: Product
  /** Of the subjects, by uuid. */
  people: ReadonlyMap<string, { name: string; group: string }>
  language: string
  price: LinePrice
}

/** What a line of a cart is now. */
export type Found = {
  naming: Naming
  /** Of what stands in no price list: what it is called and priced as. */
  product?: Product
  /** Whether the shop sells it as it is. */
  isSold: boolean
}

type Cart = { app: App; provider: Provider; customer: string; language: string; lines: readonly StoredLine[] }
type FoundLines = ReadonlyArray<readonly [uuid: string, found: Found]>

/**
 * What the lines of a cart are, by their uuid. What was offered once is still called what it was. Missing is what is there no
 * more: files that are bought by now, and those of pictures that are gone.
 */
export async function findLines(cart: Cart): Promise<Map<string, Found>> {
  const kinds = await Promise.all([printLines(cart), digitalLines(cart), catalogueLines(cart), packageLines(cart)])
  return new Map(kinds.flat())
}

function printLines({ app, provider, lines }: Cart): FoundLines {
  return lines.filter(isPrint).map((line) => [line.uuid, { naming: printNaming(app, provider, line), isSold: true }])
}

function printNaming(app: App, provider: Provider, line: PrintLine): Naming {
  return async (what) => {
    const { uuid, version } = line.template
    const definition = await templateOf(app, provider.key, uuid, version)
    return {
      ...line,
      ...inCommon(line, what),
      kind: 'print',
      subProducts: what.product.subproducts
        .filter((each) => line.subProducts.includes(each.uuid))
        .map((each) => ({ uuid: each.uuid, name: each.name, extraPrice: each.extraprice })),
      template: { ...line.template, name: definition ? inLanguage(definition.names, what.language) : '' },
    }
  }
}

async function digitalLines({ app, provider, customer, lines }: Cart): Promise<FoundLines> {
  const digital = lines.filter(isDigitalLine)
  if (digital.length === 0) return []
  const subjects = [...new Set(digital.flatMap((line) => line.subjects))]
  const forSale = await filesForSale(app, provider, customer, subjects)
  return digital.flatMap((line) => {
    const found = filesOfLine(line, forSale)
    if (!found) return []
    const naming: Naming = async (what) => ({
      ...line,
      ...inCommon(line, what),
      job: found.set.job.name,
      files: await chosenFiles(app, provider, found.set, found.pictures),
    })
    return [[line.uuid, { naming, isSold: true }]]
  })
}

async function catalogueLines({ app, provider, customer, language, lines }: Cart): Promise<FoundLines> {
  const books = lines.filter(isCatalogueLine)
  if (books.length === 0) return []
  const [offered, all] = await Promise.all([
    offeredCatalogues(app, provider, customer, language),
    catalogues.list(app, provider.key),
  ])
  return books.map((line) => {
    const now = offered.find(({ uuid, subject }) => uuid === line.catalogue && subject.uuid === line.subjects[0])
    const once = all.find(({ uuid }) => uuid === line.catalogue)
    const about = {
      name: inLanguage(once?.names ?? {}, language),
      deliveryDays: once?.deliveryDays ?? 0,
      maxQuantity: once?.maxQuantity ?? line.quantity,
    }
    // PRC-7: every catalogue is the same product; what one is called and costs stands in the list of catalogues
    const kind = { uuid: CATALOGUE_PRODUCT, type: CATALOGUE_TYPE, producttype: 'catalogue' }
    const product = atOnePrice({ ...kind, name: about.name }, now?.price ?? 0)
    return [line.uuid, { naming: catalogueNaming(line, about), product, isSold: now !== undefined }]
  })
}

type About = { name: string; deliveryDays: number; maxQuantity: number }

function catalogueNaming(line: CatalogueLine, about: About): Naming {
  return async (what) => ({
    ...line,
    ...inCommon(line, what),
    catalogue: { uuid: line.catalogue, ...about, group: what.people.get(line.subjects[0] ?? '')?.group ?? '' },
  })
}

async function packageLines({ app, provider, customer, language, lines }: Cart): Promise<FoundLines> {
  const held = lines.filter(isPackageLine)
  if (held.length === 0) return []
  const [offered, all] = await Promise.all([
    packagesInCart(app, provider, customer, language, lines),
    packages.list(app, provider.key),
  ])
  return held.map((line) => {
    const now = offered.get(line.uuid)
    const name = inLanguage(all.find(({ uuid }) => uuid === line.product)?.names ?? {}, language)
    const once = atOnePrice({ uuid: line.product, name, type: PACKAGE_TYPE, producttype: 'package' }, 0)
    const pieces: ChosenPiece[] = now?.pieces ?? []
    const naming: Naming = async (what) => ({ ...line, ...inCommon(line, what), pieces })
    return [line.uuid, { naming, product: now?.product ?? once, isSold: now?.isSold ?? false }]
  })
}

function inCommon(line: StoredLine, { product, people, price }: Named) {
  const { uuid, name, type } = product
  return {
    product: { uuid, name, type },
    subjects: line.subjects.map((subject) => ({ uuid: subject, name: people.get(subject)?.name ?? '' })),
    minimumQuantity: product.minorderpartquantity,
    ...price,
    ...(price.rebate && product.campaign && { campaign: product.campaign.name }),
  }
}
