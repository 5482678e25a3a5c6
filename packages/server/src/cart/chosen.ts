import { priceLines, type Run } from '@portraitkit/core/cart/prices.ts'
import type { Catalogue } from '@portraitkit/core/catalogues/contract.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { CATALOGUE_PRODUCT, CATALOGUE_TYPE } from '@portraitkit/core/products/special.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { grantedSubjects } from '../access/grants.ts'
import type { App } from '../app.ts'
import { catalogues } from '../catalogues/collection.ts'
import { offeredCatalogues } from '../catalogues/offered.ts'
import { findSubjects } from '../jobs/collection.ts'
import { priceListOf } from '../products/priceList.ts'
import type { Provider } from '../provider/document.ts'
import { factsOf } from '../range/facts.ts'
import { templateOf } from '../template/collection.ts'
import { atOnePrice } from './atOnePrice.ts'
import { type PackageInCart, packagesInCart } from './chosenPackages.ts'
import { type Closed, closedOf, freeDeliveryUntil, type JobsOf, jobsOfSubjects } from './closed.ts'
import { readCart } from './collection.ts'
import { chosenFiles, filesForSale, filesOfLine } from './filesForSale.ts'
import {
  type CatalogueLine,
  type ChosenCatalogue,
  type ChosenDigital,
  type ChosenLine,
  type ChosenPackage,
  type ChosenPrint,
  type DigitalLine,
  isCatalogueLine,
  isDigitalLine,
  isPackageLine,
  isPrint,
  type PackageLine,
  type PrintLine,
  type StoredLine,
} from './line.ts'

/**
 * What lies in a customer's cart, priced by the server: the only place where prices of a cart come from. `gone` are lines that
 * were offered once; no order takes them.
 */
export type Chosen = {
  version: number
  lines: ChosenLine[]
  gone: GoneLine[]
  /** Packages of which something cannot be had any more: they say what, cost nothing, and no order takes them. */
  lapsed: ChosenLine[]
  /** Lines of jobs that take no orders any more: named, without a price; no order takes them either. */
  closed: ClosedLine[]
  jobs: JobsOf
  /** Up to which day the delivery of all this costs nothing, for the sake of its jobs; null where it does cost. */
  freeDeliveryUntil: string | null
  totalPrice: number
}

export type ClosedLine = { line: ChosenLine; closed: Closed }

/** A catalogue that is not offered any more. Its name is empty where the shop does not have it any more. */
export type GoneLine = Pick<CatalogueLine, 'uuid' | 'catalogue' | 'quantity'> & {
  name: string
  subject: { uuid: string; name: string; group: string }
  /** Where it is gone because its job takes no orders any more. */
  closed?: Closed
}

const NOTHING = { lines: [], gone: [], lapsed: [], closed: [], jobs: new Map(), freeDeliveryUntil: null, totalPrice: 0 }
const FREE = { linePrice: 0, runs: [] }

/** Writes out what a line is called, as of now. */
type Naming = (what: Named) => Promise<ChosenLine>
type Named = {
  product: Product
  names: ReadonlyMap<string, string>
  language: string
  price: { linePrice: number; runs: Run[] }
}

/**
 * Reads a customer's cart. A line whose product is no longer sold, or with pictures of a subject that was taken back from the
 * customer, is not in it, nor are files that are bought already or not sold any more.
 */
export async function chosenOf(app: App, provider: Provider, customer: string, language: string): Promise<Chosen> {
  const cart = await readCart(app, provider.key, customer)
  if (cart.lines.length === 0) return { version: cart.version, ...NOTHING }
  const granted = await grantedSubjects(app, provider, customer)
  const held = cart.lines.filter((line) => line.subjects.every((uuid) => granted.includes(uuid)))
  const [files, books, packages, jobs] = await Promise.all([
    digitalLines(app, provider, customer, held),
    catalogueLines(app, provider, customer, language, held),
    packagesInCart(app, provider, customer, language, held),
    jobsOfLines(app, provider, held),
  ])
  const now = app.clock()
  const closedBy = ({ subjects }: StoredLine) => closedOf(jobs, subjects, provider, now)
  const kept = held.filter(
    (line) => isPrint(line) || files.has(line.uuid) || books.has(line.uuid) || packages.has(line.uuid),
  )
  const open = kept.filter((line) => !closedBy(line))
  const products = await priceListOf(app, provider, language, () => factsOf(app, provider, customer, open))
  const names = new Map([...jobs].map(([uuid, { subject }]) => [uuid, subject.name]))
  const known = kept.flatMap((line) => {
    const book = books.get(line.uuid)
    const pack = packages.get(line.uuid)
    const product = pack?.product ?? book?.product ?? products.find(({ uuid }) => uuid === line.product)
    const naming = isPrint(line)
      ? printNaming(app, provider, line)
      : isPackageLine(line)
        ? packageNaming(line, pack)
        : (book?.naming ?? files.get(line.uuid))
    const isLapsed = pack?.isSold === false
    return product && naming ? [{ line, product, naming, closed: closedBy(line), isLapsed }] : []
  })
  const sold = known.filter(({ closed, isLapsed }) => !closed && !isLapsed)
  const prices = priceLines(
    sold.map(({ line, product }) => ({
      product,
      quantity: line.quantity,
      subProductUuids: isPrint(line) ? line.subProducts : [],
    })),
  )
  const lines = await Promise.all(
    sold.map(({ product, naming }, index) =>
      naming({ product, names, language, price: prices[index] as (typeof prices)[number] }),
    ),
  )
  const closed = await Promise.all(
    known.flatMap(({ product, naming, closed }) =>
      closed ? [naming({ product, names, language, price: FREE }).then((line): ClosedLine => ({ line, closed }))] : [],
    ),
  )
  const lapsed = await Promise.all(
    known.flatMap(({ product, naming, closed, isLapsed }) =>
      isLapsed && !closed ? [naming({ product, names, language, price: FREE })] : [],
    ),
  )
  const gone = held.filter(isCatalogueLine).filter(({ uuid }) => !books.has(uuid))
  return {
    version: cart.version,
    lines,
    gone: (await nameGone(app, provider, language, gone)).map((line) => {
      const closed = closedOf(jobs, [line.subject.uuid], provider, now)
      return closed ? { ...line, closed } : line
    }),
    lapsed,
    closed,
    jobs,
    freeDeliveryUntil: freeDeliveryUntil(
      jobs,
      sold.map(({ line }) => line).filter((line) => !isDigitalLine(line)),
      provider,
      now,
    ),
    totalPrice: lines.reduce((sum, { linePrice }) => sum + linePrice, 0),
  }
}

function printNaming(app: App, provider: Provider, line: PrintLine): Naming {
  return async (what): Promise<ChosenPrint> => {
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

/** Of the lines that are downloads, those that are sold to this customer now. */
async function digitalLines(
  app: App,
  provider: Provider,
  customer: string,
  lines: readonly StoredLine[],
): Promise<Map<string, Naming>> {
  const digital = lines.filter(isDigitalLine)
  if (digital.length === 0) return new Map()
  const subjects = [...new Set(digital.flatMap((line) => line.subjects))]
  const forSale = await filesForSale(app, provider, customer, subjects)
  return new Map(
    digital.flatMap((line) => {
      const found = filesOfLine(line, forSale)
      return found ? [[line.uuid, digitalNaming(app, provider, line, found)] as const] : []
    }),
  )
}

type Book = { product: Product; naming: Naming }

/** Of the lines that are catalogues, those that this customer can order now. */
async function catalogueLines(
  app: App,
  provider: Provider,
  customer: string,
  language: string,
  lines: readonly StoredLine[],
): Promise<Map<string, Book>> {
  const books = lines.filter(isCatalogueLine)
  if (books.length === 0) return new Map()
  const offered = await offeredCatalogues(app, provider, customer, language)
  return new Map(
    books.flatMap((line) => {
      const found = offered.find(({ uuid, subject }) => uuid === line.catalogue && subject.uuid === line.subjects[0])
      const sold = found && { product: soldCatalogue(found), naming: catalogueNaming(line, found) }
      return sold ? [[line.uuid, sold] as const] : []
    }),
  )
}

/** PRC-7: every catalogue is the same product; what one is called and costs stands in the list of catalogues. */
function soldCatalogue({ name, price }: Catalogue): Product {
  return atOnePrice({ uuid: CATALOGUE_PRODUCT, name, type: CATALOGUE_TYPE, producttype: 'catalogue' }, price)
}

function catalogueNaming(line: CatalogueLine, found: Catalogue): Naming {
  const { uuid, name, subject, deliveryTime, maxQuantity } = found
  return async (what): Promise<ChosenCatalogue> => ({
    ...line,
    ...inCommon(line, what),
    catalogue: { uuid, name, group: subject.group, deliveryDays: deliveryTime.days, maxQuantity },
  })
}

function packageNaming(line: PackageLine, found: PackageInCart | undefined): Naming | undefined {
  return found && (async (what): Promise<ChosenPackage> => ({ ...line, ...inCommon(line, what), pieces: found.pieces }))
}

async function nameGone(
  app: App,
  provider: Provider,
  language: string,
  lines: readonly CatalogueLine[],
): Promise<GoneLine[]> {
  if (lines.length === 0) return []
  const [list, subjects] = await Promise.all([
    catalogues.list(app, provider.key),
    findSubjects(
      app,
      provider.key,
      lines.flatMap((line) => line.subjects),
    ),
  ])
  return lines.map(({ uuid, catalogue, quantity, subjects: [of = ''] }) => {
    const subject = subjects.find((each) => each.uuid === of)
    return {
      uuid,
      catalogue,
      quantity,
      name: inLanguage(list.find((each) => each.uuid === catalogue)?.names ?? {}, language),
      subject: { uuid: of, name: subject?.name ?? '', group: subject?.group ?? '' },
    }
  })
}

function digitalNaming(
  app: App,
  provider: Provider,
  line: DigitalLine,
  { set, pictures }: NonNullable<ReturnType<typeof filesOfLine>>,
): Naming {
  return async (what): Promise<ChosenDigital> => ({
    ...line,
    ...inCommon(line, what),
    job: set.job.name,
    files: await chosenFiles(app, provider, set, pictures),
  })
}

function inCommon(line: StoredLine, { product, names, price }: Named) {
  const { uuid, name, type } = product
  return {
    product: { uuid, name, type },
    subjects: line.subjects.map((subject) => ({ uuid: subject, name: names.get(subject) ?? '' })),
    minimumQuantity: product.minorderpartquantity,
    ...price,
  }
}

function jobsOfLines(app: App, provider: Provider, lines: readonly StoredLine[]): Promise<JobsOf> {
  const subjects = lines.flatMap((line) => line.subjects)
  return jobsOfSubjects(app, provider.key, subjects)
}
