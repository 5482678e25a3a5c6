import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { closingSteps } from '@portraitkit/core/checkout/paymentJournal.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../openApp.ts'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { saveProvider } from '../../platform/provider/collection.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { startServer } from '../../server.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import {
  followRedirects,
  type Gateway,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { freePort, type ServerProcess, startProcess } from '../../testing/buildProcess.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { type TestServer, testEnv } from '../../testing/testServer.ts'
import { ordersOf } from '../orders/collection.ts'
import { checkoutsOf } from './collection.ts'

/**
 * The real server, killed with SIGKILL at every step of a checkout, before the step is done and after, and started again on the
 * same data. Short form: after each step but before its record, and at two points in between. With PROOFS=long: before and
 * after each step, with both gateways, and with customers who try again or never do.
 */

const long = process.env.PROOFS === 'long'
const opening = ['insert-order', 'open-session'] as const
const steps = [...opening, ...closingSteps]
const points = steps.flatMap((step) => [`before ${step}`, `after ${step}`])
const HARSHEST = [...steps.map((step) => `after ${step}`), 'before open-session', 'before confirm-order']
const isOpening = (point: string) => opening.some((step) => point.endsWith(step))

type Case = {
  point: string
  gateway: Gateway
  /** What the customer does after the crash. */
  customer: 'tries again' | 'never comes back'
}

const cases: Case[] = long
  ? points.flatMap((point) =>
      (['invoice', 'sandbox'] as const).flatMap((gateway) =>
        (['tries again', 'never comes back'] as const).map((customer) => ({ point, gateway, customer })),
      ),
    )
  : [
      ...HARSHEST.map(
        (point, index): Case => ({
          point,
          gateway: 'sandbox',
          customer: isOpening(point) && index % 2 === 0 ? 'tries again' : 'never comes back',
        }),
      ),
      { point: 'after open-session', gateway: 'invoice', customer: 'tries again' },
      // No gateway reports an invoice: here only the server itself can continue.
      { point: 'after insert-order', gateway: 'invoice', customer: 'never comes back' },
      { point: 'after confirm-order', gateway: 'invoice', customer: 'never comes back' },
    ]

/** A customer who pressed 'Buy' with an invoice has ordered; one who left before the gateway's page has paid nothing. */
const isPurchase = ({ point, gateway, customer }: Case) =>
  gateway === 'invoice' || customer === 'tries again' || !isOpening(point)

let folder: string
let env: Record<string, string>
let port: number
let running: ServerProcess
const provider = buildProvider(twoGateways())
const buyers: Buyer[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-crash-'))
  port = await freePort()
  const { mongodbUrl, secret = '' } = testEnv(folder)
  env = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    ADMIN_PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    SECRET: secret,
    PORTRAITKIT_CRASH_FILE: join(folder, 'crashPoint'),
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
  }
  await seed()
  running = await startProcess(env)
}, 120_000)

afterAll(async () => {
  await running?.kill()
  if (env.MONGODB_URL) {
    const opened = await openApp(testEnv(join(folder, 'data'), env))
    await opened.app.db.dropDatabase()
    await opened.close()
  }
  await rm(folder, { recursive: true, force: true })
})

/** A customer with a card in the cart for each case, created while the server still runs in this process. */
async function seed(): Promise<void> {
  const running = await startServer({ env: testEnv(join(folder, 'data'), { ...env, LOG_LEVEL: 'error' }) })
  try {
    await saveProvider(running.app, provider)
    const client = () => createTestClient(port, provider.key)
    const server = { app: running.app, provider, client } as unknown as TestServer
    const seller = await buildBuyer(server)
    const lines = [await seller.line()]
    for (const _case of cases) {
      const built = await buildCustomer(server, { subjects: [seller.set.subject.uuid] })
      await built.client.call(carts.addLines, { requestId: crypto.randomUUID(), lines })
      buyers.push({ ...seller, ...built })
    }
  } finally {
    await running.close()
  }
}

async function killAndRestart(): Promise<void> {
  await running.kill()
  running = await startProcess(env)
}

const setCrashPoint = (point: string) => writeFile(join(folder, 'crashPoint'), point)

describe('kill -9 at every step of a checkout', () => {
  it(
    '[CHK-19] [CRT-11] loses nothing, duplicates nothing, and charges exactly the buyers, once',
    async () => {
      const buying = cases.map((each, index) => [buyers[index] as Buyer, each] as const)
      for (const point of new Set(cases.map((each) => each.point)))
        await crash(
          point,
          buying.filter(([, each]) => each.point === point),
        )
      for (const [index, each] of cases.entries()) await settledOrder(buyers[index] as Buyer, each)
      await waitUntilSettled()
      await running.stop()
      await checkBooks()
    },
    long ? 1_800_000 : 300_000,
  )
})

/** All of them buy until the server stops at the point; it is killed there, and the customers continue. */
async function crash(point: string, customers: (readonly [Buyer, Case])[]): Promise<void> {
  const ready = await Promise.all(
    customers.map(async ([buyer, each]) => ({ buyer, each, ...(await prepareOrder(buyer, each.gateway)) })),
  )
  await setCrashPoint(point)
  const buying = ready.map(({ buyer, ordering }) => buy(buyer, ordering))
  for (const [index, { newCheckout, each }] of ready.entries()) {
    const line = `STOPPED ${point} ${newCheckout.checkoutUuid}`
    const stopped = await Promise.race([outputLine(line), buying[index]?.then(() => 'bought')])
    expect(stopped, `${point} with ${each.gateway}`).toBe(line)
  }
  await setCrashPoint('')
  await killAndRestart()
  await Promise.all(buying)
  for (const { buyer, each, ordering } of ready) {
    // The cart stays until the order exists.
    const [{ cart }, placed] = await Promise.all([buyer.client.call(carts.get, {}), buyer.client.call(orders.list, {})])
    expect(cart.orderLines.length + placed.length, point).toBeGreaterThan(0)
    if (each.customer === 'tries again') await buy(buyer, ordering)
  }
}

type PurchaseOutcome = 'lost the server' | 'done'
/** From pressing 'Buy now' to the end, as long as the server lives. */
async function buy({ client }: Buyer, ordering: Parameters<typeof client.call>[1]): Promise<PurchaseOutcome> {
  try {
    const { paymentHref } = await client.call(checkout.transaction, ordering as never)
    const { end } = await followRedirects(client, paymentHref)
    if (end.includes('/sandbox-gateway/')) await pressSandboxButton(client, end, 'pay')
    return 'done'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ECONNRESET' || code === 'ECONNREFUSED') return 'lost the server'
    throw error
  }
}

async function outputLine(line: string): Promise<string> {
  await expect.poll(() => running.output, { timeout: 20_000, interval: 20 }).toContain(line)
  return line
}

/** The final state as the customer sees it. */
async function settledOrder({ client }: Buyer, each: Case): Promise<void> {
  const bought = isPurchase(each)
  const seen = async () => {
    const [{ cart }, placed] = await Promise.all([client.call(carts.get, {}), client.call(orders.list, {})])
    return { lines: cart.orderLines.length, orders: placed.length }
  }
  await expect
    .poll(seen, { timeout: 30_000, message: `${each.point}, ${each.gateway}, ${each.customer}` })
    .toEqual(bought ? { lines: 0, orders: 1 } : { lines: 1, orders: 0 })
}

/** Waits until no paid order has a next step to do: the email is queued after the customer sees the order. */
async function waitUntilSettled(): Promise<void> {
  const { app, close } = await openApp(testEnv(join(folder, 'data'), { ...env, LOG_LEVEL: 'error' }))
  try {
    const unfinished = () => checkoutsOf(app, provider.key).count({ paidBy: { $ne: null }, due: { $ne: null } })
    await expect.poll(unfinished, { timeout: 30_000 }).toBe(0)
  } finally {
    await close()
  }
}

/** The content of the database when everything is over: read by another process than those that were killed. */
async function checkBooks(): Promise<void> {
  const { app, close } = await openApp(testEnv(join(folder, 'data'), { ...env, LOG_LEVEL: 'error' }))
  try {
    const charges = await sandboxSessions(app, provider.key).find({}).toArray()
    for (const [index, each] of cases.entries()) {
      const { customer } = buyers[index] as Buyer
      const placed = await ordersOf(app, provider.key)
        .find({ 'content.customer': customer._id, confirmTime: { $ne: null } })
        .toArray()
      const journals = await checkoutsOf(app, provider.key).find({ customer: customer._id }).toArray()
      const transactions = journals.flatMap(({ attempts }) => attempts.map(({ transaction }) => transaction))
      const charged = charges.filter((session) => session.charged && transactions.includes(session.transaction))
      const mails = await app.db
        .collection<StoredMail>('mails')
        .countDocuments({ provider: provider.key, to: customer.email })
      const bought = isPurchase(each) ? 1 : 0
      expect(
        { orders: placed.length, mails, journals: journals.length, charges: charged.length },
        `${each.point}, ${each.gateway}, ${each.customer}`,
      ).toEqual({ orders: bought, mails: bought, journals: 1, charges: each.gateway === 'sandbox' ? bought : 0 })
      expect(charged.map(({ amount, refunded }) => [amount, refunded])).toEqual(
        charged.map(() => [placed[0]?.content.totalPrice, undefined]),
      )
      expect(placed.map(({ _id }) => _id)).toEqual(placed.map(() => journals[0]?.order))
    }
  } finally {
    await close()
  }
}
