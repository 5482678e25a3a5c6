import { randomUUID } from 'node:crypto'
import { carts, type NewLine } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import {
  followRedirects,
  type Gateway,
  type OrderInput,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../testing/buildCheckout.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { type Books, findFaults, type PriceList, type Shopper } from '../../testing/purchaseModel.ts'
import { readBooks } from '../../testing/readBooks.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { type FillShop, type ServerPair, startServerPair } from '../../testing/testServerPair.ts'
import { applyRange } from '../range/applyRange.ts'
import { checkoutsOf } from './collection.ts'

/** Crowds at two servers of one shop, each of whom presses 'Buy now' at the same moment. `purchaseModel.ts` judges. */

const long = process.env.PROOFS === 'long'
const CLAIMS = long ? 100 : 16
const PURCHASES = long ? 200 : 24
const STOCKS = { ONLYONE1: 1, SEVENOF7: 7 } as const
type Code = keyof typeof STOCKS

type Person = Shopper & { client: TestClient; added: Map<string, number>; acknowledged: Set<string> }

const provider = buildProvider(twoGateways())
const prices: PriceList = {
  tiers: [{ from: 1, price: 399 }],
  delivery: 495,
  fees: { invoice: 0, sandbox: 25 },
  vouchers: { ONLYONE1: { percent: 10, stock: STOCKS.ONLYONE1 }, SEVENOF7: { percent: 10, stock: STOCKS.SEVENOF7 } },
}
const buyers: Person[] = []
const claimants: Record<Code, Person[]> = { ONLYONE1: [], SEVENOF7: [] }
let pair: ServerPair
let line: NewLine

beforeAll(async () => {
  pair = await startServerPair(provider, fillShop)
})
afterAll(() => pair?.close())

const fillShop: FillShop = async (server, addCustomer) => {
  const seller = await buildBuyer(server)
  line = await seller.line()
  const vouchers = Object.entries(STOCKS).map(([code, stock]) => ({
    code,
    names: { en: 'A present' },
    percent: 10,
    stock,
    oncePerCustomer: true,
  }))
  expect(await applyRange(server.app, provider.key, { vouchers }, async () => null)).toHaveProperty('outcomes')
  const addPerson = async (index: number): Promise<Person> => {
    const { customer, clients } = await addCustomer([seller.set.subject.uuid])
    const client = clients[index % 2 === 0 ? 0 : 1]
    return { customer: customer._id, email: customer.email, client, added: new Map(), acknowledged: new Set() }
  }
  for (let index = 0; index < PURCHASES; index++) buyers.push(await addPerson(index))
  for (const crowd of Object.values(claimants))
    for (let index = 0; index < CLAIMS; index++) crowd.push(await addPerson(index))
}

/** A card in the cart, the code entered if there is one, and the checkout filled in: only 'Buy now' is left to press. */
async function prepare(person: Person, index: number, gateway: Gateway, code?: Code): Promise<OrderInput> {
  const buyer = { client: person.client, provider } as Buyer
  const quantity = 1 + (index % 3)
  const { cart } = await person.client.call(carts.addLines, { requestId: randomUUID(), lines: [{ ...line, quantity }] })
  for (const { uuid, type } of cart.orderLines) if (type === 0) person.added.set(uuid, quantity)
  if (code) {
    const { checkoutUuid, deliveryOptionUuid } = (await prepareOrder(buyer, gateway)).ordering
    await person.client.call(checkout.useVoucher, { checkoutUuid, deliveryOptionUuid, code })
  }
  return (await prepareOrder(buyer, gateway)).ordering
}

/** One after the other, so that only what is proved happens at once. */
async function inTurn<In, Out>(list: readonly In[], work: (each: In, index: number) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  for (const [index, each] of list.entries()) done.push(await work(each, index))
  return done
}

/** The books of the whole shop, once every receipt is queued; they contradict nobody who has come so far. */
async function soundBooks(): Promise<Books> {
  const books = await pair.withApp(async (app) => {
    const unfinished = () => checkoutsOf(app, provider.key).count({ paidBy: { $ne: null }, due: { $ne: null } })
    await expect.poll(unfinished, { timeout: 30_000 }).toBe(0)
    return readBooks(app, provider.key)
  })
  expect(findFaults(prices, [...buyers, ...Object.values(claimants).flat()], books)).toEqual([])
  return books
}

const receiptOf = (order: string) => `/shopping-cart/checkout/payment/receipt/${order}`

describe('a crowd at two servers', () => {
  it(`[CHK-19] of ${PURCHASES} customers who buy at the same moment has ${PURCHASES} orders with as many numbers, each paid once`, async ({
    task,
  }) => {
    const ready = await inTurn(buyers, async (person, index) => ({
      person,
      ordering: await prepare(person, index, 'sandbox'),
    }))
    await Promise.all(
      ready.map(async ({ person, ordering }) => {
        const { order, paymentHref } = await person.client.call(checkout.transaction, ordering)
        const { end } = await followRedirects(person.client, paymentHref)
        const receipt = await pressSandboxButton(person.client, end, 'pay')
        expect(new URL(receipt).pathname).toBe(receiptOf(order.uuid))
        person.acknowledged.add(order.uuid)
      }),
    )
    const { orders, charges, cartLines } = await soundBooks()
    expect([orders.length, charges.length, cartLines.length]).toEqual([PURCHASES, PURCHASES, 0])
    expect(new Set(orders.map(({ id }) => orderNumber(id))).size).toBe(PURCHASES)
    Object.assign(task.meta, { campaign: { purchases: PURCHASES } })
  })

  it.for(Object.keys(STOCKS) as Code[])(
    `[CHK-19] of ${CLAIMS} customers who claim %s at the same moment gets exactly its stock`,
    async (code, { task }) => {
      const crowd = claimants[code]
      const ready = await inTurn(crowd, async (person, index) => ({
        person,
        ordering: await prepare(person, index, 'invoice', code),
      }))
      const before = (await soundBooks()).orders.length
      const outcomes = await Promise.all(
        ready.map(async ({ person, ordering }) => {
          const { status, body } = await person.client.send(checkout.transaction, ordering)
          if (status !== 200) return (body as { reason: string }).reason
          person.acknowledged.add((body as { order: { uuid: string } }).order.uuid)
          return 'ordered'
        }),
      )
      // Who came before the last one was claimed reaches the end of the stock; who came after it, a different price.
      for (const outcome of outcomes)
        expect(['ordered', 'voucher.used_up', 'checkout.price_changed']).toContain(outcome)
      const books = await soundBooks()
      const uses = books.voucherUses.filter((use) => use.code === code)
      const ordered = outcomes.filter((outcome) => outcome === 'ordered').length
      expect([ordered, uses.length, books.orders.length - before]).toEqual(Array(3).fill(STOCKS[code]))
      Object.assign(task.meta, { campaign: { claims: CLAIMS, uses: uses.length } })
    },
  )
})
