import { priceLines, type Run } from '@portraitkit/core/cart/prices.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { grantedSubjects } from '../access/grants.ts'
import type { App } from '../app.ts'
import { findSubjects } from '../jobs/collection.ts'
import { priceListOf } from '../products/priceList.ts'
import type { Provider } from '../provider/document.ts'
import { factsOf } from '../range/facts.ts'
import { templateOf } from '../template/collection.ts'
import { readCart } from './collection.ts'
import { chosenFiles, filesForSale, filesOfLine } from './filesForSale.ts'
import {
  type ChosenDigital,
  type ChosenLine,
  type ChosenPrint,
  type DigitalLine,
  isDigitalLine,
  isPrint,
  type PrintLine,
  type StoredLine,
} from './line.ts'

/** What lies in a customer's cart, priced by the server: the only place where prices of a cart come from. */
export type Chosen = { version: number; lines: ChosenLine[]; totalPrice: number }

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
  if (cart.lines.length === 0) return { version: cart.version, lines: [], totalPrice: 0 }
  const granted = await grantedSubjects(app, provider, customer)
  const held = cart.lines.filter((line) => line.subjects.every((uuid) => granted.includes(uuid)))
  const files = await digitalLines(app, provider, customer, held)
  const kept = held.filter((line) => isPrint(line) || files.has(line.uuid))
  const [products, names] = await Promise.all([
    priceListOf(app, provider, language, () => factsOf(app, provider, customer, kept)),
    subjectNames(app, provider, kept),
  ])
  const sold = kept.flatMap((line) => {
    const product = products.find(({ uuid }) => uuid === line.product)
    const naming = isPrint(line) ? printNaming(app, provider, line) : files.get(line.uuid)
    return product && naming ? [{ line, product, naming }] : []
  })
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
  return { version: cart.version, lines, totalPrice: lines.reduce((sum, { linePrice }) => sum + linePrice, 0) }
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

async function subjectNames(app: App, provider: Provider, lines: readonly StoredLine[]): Promise<Map<string, string>> {
  const uuids = [...new Set(lines.flatMap(({ subjects }) => subjects))]
  const subjects = await findSubjects(app, provider.key, uuids)
  return new Map(subjects.map(({ uuid, name }) => [uuid, name]))
}
