import { randomUUID } from 'node:crypto'
import type { ChosenCatalogue, NewLine } from '@portraitkit/core/cart/contract.ts'
import { CATALOGUE_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import type { ProductDocument } from '../features/products/document.ts'
import { applyRange } from '../features/range/applyRange.ts'
import type { Provider } from '../platform/provider/document.ts'
import { type Buyer, buildBuyer } from './buildBuyer.ts'
import { twoGateways } from './buildCheckout.ts'
import {
  BOOK,
  CAMPAIGN_FROM,
  DELIVERIES,
  FREE_FROM,
  PIECES,
  type Piece,
  type Thing,
  VOUCHERS,
} from './checkoutModel.ts'
import { startTestServer, type TestServer } from './testServer.ts'

export type ModelShop = TestServer & {
  /** Two children: one on the cards and in the book, the other on the prints. */
  subjects: string[]
  deliveries: string[]
  extras: Readonly<Record<string, string>>
  /** A line with this quantity, as the editor would send it. */
  line(piece: Piece, quantity: number, extras: readonly string[]): NewLine
  books(quantity: number): ChosenCatalogue
  /** The kind of a line, by its product. */
  thingOf(product: string): Thing | undefined
}

/** The shop that the model describes, with its range written as its provider would. */
export async function buildModelShop(): Promise<ModelShop> {
  const deliveryOptions = DELIVERIES.map(deliveryOption)
  const deliveryMethods = [{ type: 'postage' as const, name: { en: 'By post' }, deliveryOptions }]
  const server = await startTestServer({
    provider: { ...twoGateways(), freeShippingThreshold: FREE_FROM, deliveryMethods },
  })
  const { app, provider } = server
  const extras = Object.fromEntries(['envelope', 'foil', 'frame'].map((name) => [name, randomUUID() as string]))
  const sellers: Record<Piece, Buyer> = {
    card: await buildBuyer(server, { product: productOf('card', extras) }),
    print: await buildBuyer(server, { product: productOf('print', extras) }),
  }
  const product = (thing: Thing) => (thing === 'book' ? CATALOGUE_PRODUCT : sellers[thing].template.product.uuid)
  const lines = { card: await sellers.card.line(), print: await sellers.print.line() }
  const { job, subject } = sellers.card.set
  const book = { uuid: randomUUID(), names: { en: 'Year book' }, price: BOOK.price, maxQuantity: BOOK.max }
  const range = {
    campaigns: [{ key: 'many', names: { en: 'More for less' }, rule: { inCart: manyOf(product) } }],
    catalogues: [{ ...book, deliveryDays: 30, jobs: [job.name] }],
    vouchers: vouchersOf(product),
  }
  const applied = await applyRange(app, provider.key, range, async () => null)
  if (!('outcomes' in applied)) throw new Error(JSON.stringify(applied.faults))
  return {
    ...server,
    subjects: Object.values(sellers).map(({ set }) => set.subject.uuid),
    deliveries: deliveryOptions.map(({ uuid }) => uuid),
    extras,
    line: (piece, quantity, selected) => ({
      ...lines[piece],
      quantity,
      subProductUuids: selected.map((each) => extras[each] ?? ''),
    }),
    books: (quantity) => ({ uuid: book.uuid, subject: subject.uuid, quantity }),
    thingOf: (uuid) => (['card', 'print', 'book'] as const).find((thing) => product(thing) === uuid),
  }
}

function deliveryOption({ name, price, isExpress }: (typeof DELIVERIES)[number]) {
  const texts = { name: { en: name }, description: { en: '' } }
  return { uuid: randomUUID() as string, ...texts, price, isExpress, deliverytime: 5, expire: null }
}

function productOf(piece: Piece, extras: Readonly<Record<string, string>>): Partial<ProductDocument> {
  const { tiers, min, extras: own } = PIECES[piece]
  return {
    names: { en: piece },
    minorderpartquantity: min,
    subproducts: Object.entries(own).map(([name, extraprice]) => {
      return { uuid: extras[name] ?? '', names: { en: name }, extraprice }
    }),
    // in any order: the quantity is what counts
    productprices: tiers
      .map(({ from, price, reduced }) => ({ quantity: from, price, campaignprice: reduced, type: 0 }))
      .toReversed(),
    campaignrequirement: 'many',
  }
}

function manyOf(product: (thing: Thing) => string) {
  return { products: [product('card'), product('print')], quantity: CAMPAIGN_FROM }
}

function vouchersOf(product: (thing: Thing) => string) {
  return Object.entries(VOUCHERS).map(([code, { of, again, ...terms }]) => ({
    code,
    names: { en: code.toLowerCase() },
    ...terms,
    ...(of && { products: of.map(product) }),
    oncePerCustomer: !again,
  }))
}

/** The payment options by the model's numbers. */
export function paymentUuid({ paymentOptions }: Provider, payment: number): string {
  return paymentOptions[payment]?.uuid ?? ''
}
