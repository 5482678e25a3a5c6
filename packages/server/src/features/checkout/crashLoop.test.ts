import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { carts, type NewLine } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { followRedirects, type OrderInput, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { findFaults, type PriceList, type Shopper } from '../../testing/purchaseModel.ts'
import { readBooks } from '../../testing/readBooks.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { type ServerPair, startServerPair } from '../../testing/testServerPair.ts'
import { applyRange } from '../range/applyRange.ts'
import { voucherRelease } from './advanceCheckout.ts'
import { checkoutsOf } from './collection.ts'

/**
 * Two servers on one database, either of which is killed at any moment and restarted, while customers buy and do not give up:
 * 36 purchases, with PROOFS=long 10,000. Every choice follows from CRASH_SEED, which is printed. `purchaseModel.ts` judges.
 */

const long = process.env.PROOFS === 'long'
const CUSTOMERS = long ? 40 : 6
const PURCHASES = long ? 250 : 6
const TOTAL = CUSTOMERS * PURCHASES
/** The purchases between two kills, on average: counted, so that a slow machine does not only start servers. */
const KILL_EVERY = long ? 50 : 12
const CODE = 'PRESENT1'
const STOCK = long ? 2000 : 8

const seed = Number(process.env.CRASH_SEED) || randomInt(1, 2 ** 31)
let state = seed
/** From 0 to 1, the same sequence of numbers for the same seed (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

type Customer = Omit<Shopper, 'added' | 'acknowledged'> & {
  /** The same browser at either server. */
  clients: [TestClient, TestClient]
  added: Map<string, number>
  acknowledged: Set<string>
}

const provider = buildProvider(twoGateways())
const prices: PriceList = {
  tiers: [{ from: 1, price: 399 }],
  delivery: 495,
  fees: { invoice: 0, sandbox: 25 },
  vouchers: { [CODE]: { percent: 10, stock: STOCK } },
}
let pair: ServerPair
let line: NewLine
const customers: Customer[] = []
/** Text that no customer must ever see: answers that report a failure of the server. */
const failures: string[] = []

beforeAll(async () => {
  pair = await startServerPair(provider, async (server, addCustomer) => {
    const seller = await buildBuyer(server)
    line = await seller.line()
    const voucher = { code: CODE, names: { en: 'A present' }, percent: 10, stock: STOCK, oncePerCustomer: false }
    expect(await applyRange(server.app, provider.key, { vouchers: [voucher] }, async () => null)).toHaveProperty(
      'outcomes',
    )
    for (let index = 0; index < CUSTOMERS; index++) {
      const { customer, clients } = await addCustomer([seller.set.subject.uuid])
      const { _id, email } = customer
      customers.push({ customer: _id, email, clients, added: new Map(), acknowledged: new Set() })
    }
  })
}, 120_000)
afterAll(() => pair?.close())

/** A failure with what its server has logged about it. */
function withCause(failure: string): string {
  const id = failure.match(/[0-9a-f-]{36}/)?.[0]
  return [failure, ...pair.output().filter((line) => id && line.includes(id) && line.includes('"err"'))].join('\n')
}

describe('kill -9 at any moment, of either of two servers', () => {
  it(
    `[CHK-19] [CRT-11] leaves ${TOTAL} purchases as ${TOTAL} orders, each paid once, each voucher counted once, nothing lost (CRASH_SEED=${seed})`,
    async ({ task }) => {
      const killing = killAgainAndAgain()
      // Nobody waits for a server that does not come back.
      killing.catch(() => {
        isBroken = true
      })
      try {
        await Promise.all(customers.map(buyAll))
      } finally {
        isOver = true
      }
      const kills = await killing
      expect(kills).toBeGreaterThan(0)
      await pair.withApp(waitUntilSettled)
      for (const server of pair.servers) await server.stop()
      expect(failures.map(withCause)).toEqual([])
      // Two minutes later no voucher is reserved for an order that nobody will pay.
      const books = await pair.withApp(async (app) => {
        await voucherRelease.run(app)
        return readBooks(app, provider.key)
      }, 120_000)
      expect(findFaults(prices, customers, books)).toEqual([])
      expect(books.cartLines).toEqual([])
      expect(books.orders).toHaveLength(TOTAL)
      Object.assign(task.meta, { campaign: { purchases: TOTAL, kills } })
    },
    long ? 6 * 3_600_000 : 300_000,
  )
})

let isOver = false
/** A server did not start again. */
let isBroken = false

async function killAgainAndAgain(): Promise<number> {
  for (let kills = 0; ; kills++) {
    const next = countAcknowledged() + 2 * KILL_EVERY * random()
    while (countAcknowledged() < next && !isOver) await sleep(20)
    if (isOver) return kills
    // anywhere between two requests, or in the middle of one
    await sleep(random() * 200)
    const which = random() < 0.5 ? 0 : 1
    await pair.servers[which].kill()
    await sleep(random() * 200)
    await pair.restart(which)
    await checkAcknowledged(which)
  }
}

const countAcknowledged = () => customers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

/** A server that has just started shows a customer everything that any server has acknowledged before. */
async function checkAcknowledged(which: 0 | 1): Promise<void> {
  const { clients, acknowledged } = pick(customers)
  const seen = [...acknowledged]
  const listed = await untilAnswered(() => clients[which].call(orders.list, {}))
  const found = new Set(listed.map(({ uuid }) => uuid))
  expect(seen.filter((order) => !found.has(order))).toEqual([])
}

async function buyAll(shopper: Customer): Promise<void> {
  for (let bought = 0; bought < PURCHASES; bought++) {
    const requestId = randomUUID()
    const quantity = 1 + Math.floor(random() * 3)
    const lines = [{ ...line, quantity }]
    const { cart } = await untilAnswered(() => pickClient(shopper).call(carts.addLines, { requestId, lines }))
    // The cart was empty: this is its only line.
    for (const { uuid, type } of cart.orderLines) if (type === 0) shopper.added.set(uuid, quantity)
    if (random() < 0.5) await enterCode(shopper)
    while (await hasSomething(shopper)) await tryToBuy(shopper)
  }
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const pickClient = ({ clients }: Customer): TestClient => pick(clients)

async function hasSomething(shopper: Customer): Promise<boolean> {
  const { cart } = await untilAnswered(() => pickClient(shopper).call(carts.get, {}))
  return cart.orderLines.length > 0
}

async function enterCode(shopper: Customer): Promise<void> {
  await untilAnswered(async () => {
    const client = pickClient(shopper)
    const { ordering } = await prepareOrder({ client, provider } as Buyer, 'invoice')
    const { checkoutUuid, deliveryOptionUuid } = ordering
    await ignoreRefusal(() => client.call(checkout.useVoucher, { checkoutUuid, deliveryOptionUuid, code: CODE }))
  })
}

/** From the checkout to the receipt, as far as possible: on any obstacle the customer starts over. */
async function tryToBuy(shopper: Customer): Promise<void> {
  await ignoreRefusal(async () => {
    const gateway = random() < 0.4 ? 'invoice' : 'sandbox'
    const ready = () => prepareOrder({ client: pickClient(shopper), provider } as Buyer, gateway)
    const { ordering } = await untilAnswered(ready)
    const { paymentHref } = await untilAnswered(() => send(shopper, ordering))
    const { end } = await untilAnswered(() => requireAnswer(followRedirects(pickClient(shopper), paymentHref)))
    if (!end.includes('/sandbox-gateway/')) return recordOrder(shopper, end)
    const whim = random()
    // Some leave, and find their cart unchanged; some decline.
    if (whim < 0.1) return
    const word = whim < 0.2 ? 'decline' : 'pay'
    // The answer may be lost, and then the button is pressed again.
    recordOrder(shopper, await untilAnswered(() => pressAndFollow(shopper, end, word)))
  })
}

/** Sends an order, now and then to both servers at the same moment. */
async function send(shopper: Customer, ordering: OrderInput) {
  if (random() < 0.7) return pickClient(shopper).call(checkout.transaction, ordering)
  const both = await Promise.allSettled(shopper.clients.map((client) => client.call(checkout.transaction, ordering)))
  const [first] = both.filter((each) => each.status === 'fulfilled')
  if (first) return first.value
  throw (both[0] as PromiseRejectedResult).reason
}

async function pressAndFollow(shopper: Customer, href: string, word: 'pay' | 'decline'): Promise<string> {
  const client = pickClient(shopper)
  const got = await client.fetch({ method: 'POST', path: `${new URL(href).pathname}/${word}` })
  if (got.status >= 500) throw new Error(`The gateway answered ${got.status}: ${got.text}`)
  return (await requireAnswer(followRedirects(client, String(got.headers.location)))).end
}

async function requireAnswer<T extends { status: number; text: string }>(got: Promise<T>): Promise<T> {
  const { status, text } = await got
  if (status >= 500) throw new Error(`A page answered ${status}: ${text}`)
  return got
}

function recordOrder({ acknowledged }: Customer, address: string): void {
  const order = new URL(address).pathname.match(/^\/shopping-cart\/checkout\/payment\/receipt\/(.+)$/)?.[1]
  if (order) acknowledged.add(order)
}

/** Repeats until a server answers. A refusal is final. */
async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error) || isBroken) throw error
      await sleep(20 + random() * 80)
    }
  }
}

function isUnreachable(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  const status = Number(message.match(/ answered (\d+)/)?.[1])
  // 502 is a gateway that does not answer: this one is the same server.
  if (status === 502 || status === 503) return true
  if (status === 500) failures.push(message)
  return status === 500 || ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code)
}

async function ignoreRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!/ answered (404|409)/.test((error as Error).message)) throw error
  }
}

/** Waits until no checkout has a next step. */
async function waitUntilSettled(app: App): Promise<void> {
  const busy = ['opening', 'expiring', 'refunding']
  const unfinished = async () =>
    (await checkoutsOf(app, provider.key).count({ 'attempts.state': { $in: busy } })) +
    (await checkoutsOf(app, provider.key).count({ paidBy: { $ne: null }, due: { $ne: null } }))
  await expect.poll(unfinished, { timeout: 30_000 }).toBe(0)
}
