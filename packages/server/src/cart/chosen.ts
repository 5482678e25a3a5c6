import { priceLines, type Run } from '@portraitkit/core/cart/prices.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { grantedSubjects } from '../access/grants.ts'
import type { App } from '../app.ts'
import { findSubjects } from '../jobs/collection.ts'
import { priceListOf } from '../products/priceList.ts'
import type { Provider } from '../provider/document.ts'
import { factsOf } from '../range/facts.ts'
import { templateOf } from '../template/collection.ts'
import { readCart, type StoredLine } from './collection.ts'

/** A line with all that it is called and costs, as of now and in one language. An order freezes exactly this. */
export type ChosenLine = Omit<StoredLine, 'product' | 'subProducts' | 'template' | 'subjects'> & {
  product: Pick<Product, 'uuid' | 'name' | 'type'>
  subProducts: Array<{ uuid: string; name: string; extraPrice: number }>
  template: { uuid: string; version: number; name: string }
  subjects: Array<{ uuid: string; name: string }>
  minimumQuantity: number
  linePrice: number
  /** How the price came about. */
  runs: Run[]
}

/** What lies in a customer's cart, priced by the server: the only place where prices of a cart come from. */
export type Chosen = { version: number; lines: ChosenLine[]; totalPrice: number }

/**
 * Reads a customer's cart. A line whose product is no longer sold, or with pictures of a subject that was taken back from the
 * customer, is not in it.
 */
export async function chosenOf(app: App, provider: Provider, customer: string, language: string): Promise<Chosen> {
  const cart = await readCart(app, provider.key, customer)
  if (cart.lines.length === 0) return { version: cart.version, lines: [], totalPrice: 0 }
  const [products, granted] = await Promise.all([
    priceListOf(app, provider, language, () => factsOf(app, provider, customer)),
    grantedSubjects(app, provider, customer),
  ])
  const names = await subjectNames(app, provider, cart.lines)
  const sold = cart.lines.flatMap((line) => {
    const product = products.find(({ uuid }) => uuid === line.product)
    return product && line.subjects.every((uuid) => granted.includes(uuid)) ? [{ line, product }] : []
  })
  const prices = priceLines(
    sold.map(({ line, product }) => ({ product, quantity: line.quantity, subProductUuids: line.subProducts })),
  )
  const lines = await Promise.all(
    sold.map(async ({ line, product }, index) => {
      const { linePrice, runs } = prices[index] as (typeof prices)[number]
      const definition = await templateOf(app, provider.key, line.template.uuid, line.template.version)
      return { ...named(line, product, definition, names, language), linePrice, runs }
    }),
  )
  return { version: cart.version, lines, totalPrice: lines.reduce((sum, { linePrice }) => sum + linePrice, 0) }
}

function named(
  line: StoredLine,
  product: Product,
  definition: TemplateDefinition | null,
  names: ReadonlyMap<string, string>,
  language: string,
): Omit<ChosenLine, 'linePrice' | 'runs'> {
  const { uuid, name, type } = product
  return {
    ...line,
    product: { uuid, name, type },
    subProducts: product.subproducts
      .filter((each) => line.subProducts.includes(each.uuid))
      .map((each) => ({ uuid: each.uuid, name: each.name, extraPrice: each.extraprice })),
    template: { ...line.template, name: definition ? inLanguage(definition.names, language) : '' },
    subjects: line.subjects.map((subject) => ({ uuid: subject, name: names.get(subject) ?? '' })),
    minimumQuantity: product.minorderpartquantity,
  }
}

async function subjectNames(app: App, provider: Provider, lines: readonly StoredLine[]): Promise<Map<string, string>> {
  const uuids = [...new Set(lines.flatMap(({ subjects }) => subjects))]
  const subjects = await findSubjects(app, provider.key, uuids)
  return new Map(subjects.map(({ uuid, name }) => [uuid, name]))
}
