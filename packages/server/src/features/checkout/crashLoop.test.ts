import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { carts, type NewLine } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../openApp.ts'
import type { App } from '../../platform/app.ts'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { saveProvider } from '../../platform/provider/collection.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { startServer } from '../../server.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { followRedirects, type OrderInput, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { freePort, type ServerProcess, startProcess } from '../../testing/buildProcess.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { createTestClient, type TestClient } from '../../testing/testClient.ts'
import { type TestServer, testEnv } from '../../testing/testServer.ts'
import { readCart } from '../cart/collection.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { applyRange } from '../range/applyRange.ts'
import { voucherRelease } from './advanceCheckout.ts'
import { checkoutsOf } from './collection.ts'

/**
 * Two servers on one database, either of which is killed at any moment and restarted, while customers buy and do not give up.
 * With PROOFS=long 8 customers make 200 purchases. Every choice follows from CRASH_SEED, which is printed.
 */

const long = process.env.PROOFS === 'long'
const CUSTOMERS = long ? 8 : 4
const PURCHASES = long ? 25 : 3
const MAX_KILLS = long ? Number.POSITIVE_INFINITY : 2
const CODE = 'PRESENT1'
const STOCK = long ? 40 : 3

const seed = Number(process.env.CRASH_SEED) || randomInt(1, 2 ** 31)
let state = seed
/** From 0 to 1, the same sequence of numbers for the same seed (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

type Shopper = {
  customer: string
  email: string
  /** The same browser at either server. */
  clients: [TestClient, TestClient]
  /** The lines that were put into the cart. */
  added: string[]
  /** The orders whose receipt the browser has seen. */
  acknowledged: Set<string>
}

const provider = buildProvider(twoGateways())
let folder: string
let line: NewLine
let envs: [Record<string, string>, Record<string, string>]
let servers: [ServerProcess, ServerProcess]
const shoppers: Shopper[] = []
/** Text that no customer must ever see: answers that report a failure of the server. */
const failures: string[] = []
/** The output of the servers, including those that were killed. */
const logs: string[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-crash-loop-'))
  const ports = [await freePort(), await freePort()] as const
  const { mongodbUrl, secret = '' } = testEnv(folder)
  const common = { DATA_DIR: join(folder, 'data'), ADMIN_PORT: '0', NODE_ENV: 'test', SECRET: secret }
  const env = (port: number) => ({ ...common, PORT: String(port), ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) })
  envs = [env(ports[0]), env(ports[1])]
  await fillShop(ports)
  servers = [await start(0), await start(1)]
}, 120_000)

afterAll(async () => {
  for (const server of servers ?? []) await server.kill()
  if (envs?.[0].MONGODB_URL) await withApp((app) => app.db.dropDatabase())
  await rm(folder, { recursive: true, force: true })
})

async function start(which: 0 | 1): Promise<ServerProcess> {
  const server = await startProcess(envs[which])
  logs.push(server.output)
  return server
}

/** A failure with what its server has logged about it. */
function withCause(failure: string): string {
  const id = failure.match(/[0-9a-f-]{36}/)?.[0]
  return [failure, ...logs.flat().filter((line) => id && line.includes(id) && line.includes('"err"'))].join('\n')
}

async function fillShop([port, other]: readonly [number, number]): Promise<void> {
  const running = await startServer({ env: testEnv(join(folder, 'data'), { ...envs[0], LOG_LEVEL: 'error' }) })
  try {
    const { app } = running
    await saveProvider(app, provider)
    const client = () => createTestClient(port, provider.key)
    const server = { app, provider, client } as unknown as TestServer
    const seller = await buildBuyer(server)
    line = await seller.line()
    const voucher = { code: CODE, names: { en: 'A present' }, percent: 10, stock: STOCK, oncePerCustomer: false }
    expect(await applyRange(app, provider.key, { vouchers: [voucher] }, async () => null)).toHaveProperty('outcomes')
    for (let index = 0; index < CUSTOMERS; index++) {
      const built = await buildCustomer(server, { subjects: [seller.set.subject.uuid] })
      const second = createTestClient(other, provider.key)
      for (const [name, value] of built.client.cookies) second.cookies.set(name, value)
      const { _id: customer, email } = built.customer
      shoppers.push({ customer, email, clients: [built.client, second], added: [], acknowledged: new Set() })
    }
  } finally {
    await running.close()
  }
}

async function withApp<T>(work: (app: App) => Promise<T>, ahead = 0): Promise<T> {
  const env = testEnv(join(folder, 'data'), { ...envs[0], LOG_LEVEL: 'silent' })
  const { app, close } = await openApp(env, { clock: () => new Date(Date.now() + ahead) })
  try {
    return await work(app)
  } finally {
    await close()
  }
}

describe('kill -9 at any moment, of either of two servers', () => {
  it(
    `[CHK-19] [CRT-11] loses nothing: every order is placed once, every charge is for one order, every voucher is counted once (CRASH_SEED=${seed})`,
    async () => {
      const killing = killAgainAndAgain()
      // Nobody waits for a server that does not come back.
      killing.catch(() => {
        isOver = true
      })
      try {
        await Promise.all(shoppers.map(buyAll))
      } finally {
        isOver = true
      }
      const kills = await killing
      expect(kills).toBeGreaterThan(0)
      await withApp(waitUntilSettled)
      for (const server of servers) await server.stop()
      expect(failures.map(withCause)).toEqual([])
      await withApp(checkBooks)
      await withApp(checkVouchers, 120_000)
    },
    long ? 1_800_000 : 120_000,
  )
})

let isOver = false

async function killAgainAndAgain(): Promise<number> {
  let kills = 0
  while (!isOver && kills < MAX_KILLS) {
    await sleep(100 + random() * 900)
    const which = random() < 0.5 ? 0 : 1
    await servers[which].kill()
    kills += 1
    await sleep(random() * 200)
    servers[which] = await start(which)
  }
  return kills
}

async function buyAll(shopper: Shopper): Promise<void> {
  for (let bought = 0; bought < PURCHASES; bought++) {
    const requestId = randomUUID()
    const lines = [{ ...line, quantity: 1 + Math.floor(random() * 3) }]
    const { cart } = await untilAnswered(() => pickClient(shopper).call(carts.addLines, { requestId, lines }))
    const added = cart.orderLines.filter(({ type }) => type === 0).map(({ uuid }) => uuid)
    shopper.added.push(...added.filter((uuid) => !shopper.added.includes(uuid)))
    if (random() < 0.5) await enterCode(shopper)
    while (await hasSomething(shopper)) await tryToBuy(shopper)
  }
}

const pickClient = ({ clients }: Shopper): TestClient => clients[random() < 0.5 ? 0 : 1]

async function hasSomething(shopper: Shopper): Promise<boolean> {
  const { cart } = await untilAnswered(() => pickClient(shopper).call(carts.get, {}))
  return cart.orderLines.length > 0
}

async function enterCode(shopper: Shopper): Promise<void> {
  await untilAnswered(async () => {
    const client = pickClient(shopper)
    const { ordering } = await prepareOrder({ client, provider } as Buyer, 'invoice')
    const { checkoutUuid, deliveryOptionUuid } = ordering
    await ignoreRefusal(() => client.call(checkout.useVoucher, { checkoutUuid, deliveryOptionUuid, code: CODE }))
  })
}

/** From the checkout to the receipt, as far as possible: on any obstacle the customer starts over. */
async function tryToBuy(shopper: Shopper): Promise<void> {
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
async function send(shopper: Shopper, ordering: OrderInput) {
  if (random() < 0.7) return pickClient(shopper).call(checkout.transaction, ordering)
  const both = await Promise.allSettled(shopper.clients.map((client) => client.call(checkout.transaction, ordering)))
  const [first] = both.filter((each) => each.status === 'fulfilled')
  if (first) return first.value
  throw (both[0] as PromiseRejectedResult).reason
}

async function pressAndFollow(shopper: Shopper, href: string, word: 'pay' | 'decline'): Promise<string> {
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

function recordOrder({ acknowledged }: Shopper, address: string): void {
  const order = new URL(address).pathname.match(/^\/shopping-cart\/checkout\/payment\/receipt\/(.+)$/)?.[1]
  if (order) acknowledged.add(order)
}

/** Repeats until a server answers. A refusal is final. */
async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error) || isOver) throw error
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

async function checkBooks(app: App): Promise<void> {
  const sessions = await sandboxSessions(app, provider.key).find({}).toArray()
  const charges = sessions.filter(({ charged, refunded }) => charged && !refunded)
  const all: StoredOrder[] = []
  for (const { customer, email, added, acknowledged } of shoppers) {
    const placed = await ordersOf(app, provider.key)
      .find({ 'content.customer': customer, confirmTime: { $ne: null } })
      .toArray()
    all.push(...placed)
    expect(
      acknowledged.isSubsetOf(new Set(placed.map(({ _id }) => _id))),
      'every order whose receipt was seen exists',
    ).toBe(true)
    const lines = placed.flatMap(({ content }) => content.lines.map(({ uuid }) => uuid))
    expect(lines.toSorted(), 'every line is bought exactly once').toEqual(added.toSorted())
    expect((await readCart(app, provider.key, customer)).lines).toEqual([])
    const mails = await app.db.collection<StoredMail>('mails').find({ provider: provider.key, to: email }).toArray()
    const keys = placed.map(({ _id }) => `${provider.key} order ${_id}`)
    expect(mails.map(({ _id }) => _id).toSorted(), 'each order has one confirmation').toEqual(keys.toSorted())
  }
  const owed = all
    .filter(({ content }) => content.payment.gateway === 'sandbox')
    .map(({ content }) => `${content.payment.transaction} ${content.totalPrice}`)
  const paid = charges.map(({ transaction, amount }) => `${transaction} ${amount}`)
  expect(paid.toSorted(), 'each charge that was not refunded belongs to one order').toEqual(owed.toSorted())
  expect(all).toHaveLength(new Set(all.map(({ _id }) => _id)).size)
  expect(all.length).toBeGreaterThan(0)
}

async function checkVouchers(app: App): Promise<void> {
  await voucherRelease.run(app)
  const uses = await app.db.collection('voucherUses').find({ provider: provider.key }).toArray()
  const placed = await ordersOf(app, provider.key)
    .find({ confirmTime: { $ne: null }, 'content.voucher.code': CODE })
    .toArray()
  expect(uses.every(({ isPaid }) => isPaid)).toBe(true)
  expect(uses.map(({ order }) => order).toSorted()).toEqual(placed.map(({ _id }) => _id).toSorted())
  expect(uses.length).toBeLessThanOrEqual(STOCK)
}
