import { randomUUID } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { followRedirects, prepareOrder, pressSandboxButton, twoGateways } from '../../testing/buildCheckout.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ordersOf } from '../orders/collection.ts'
import { frozenScenes } from '../orders/frozenScenes.ts'
import { checkoutSweep } from './advanceCheckout.ts'
import { checkoutsOf } from './collection.ts'
import { NEVER_PAID_MS, neverPaidSweep } from './neverPaid.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

/** A buyer whose payment is open at the gateway. */
async function buyerAtGateway() {
  const buyer = await buildBuyer(server)
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  const { paymentHref } = await buyer.client.call(checkout.transaction, ordering)
  const { end: href } = await followRedirects(buyer.client, paymentHref)
  return { buyer, ordering, href, stored: () => storedCheckout(ordering.checkoutUuid) }
}

async function storedCheckout(_id: string) {
  const stored = await checkoutsOf(server.app, server.provider.key).findOne({ _id })
  if (!stored) throw new Error('There is no checkout')
  return stored
}

const scenesOf = async (order: string) => (await frozenScenes(server.app, server.provider.key, { _id: order })).size

/** Weeks in which the gateway ends the payment and the sweep runs. */
async function weeksLater(): Promise<void> {
  server.wait(NEVER_PAID_MS / 2)
  await checkoutSweep.run(server.app)
  server.wait(NEVER_PAID_MS / 2 + 60_000)
  await neverPaidSweep.run(server.app)
}

describe('a checkout that was never paid', () => {
  it('loses its frozen scenes after a month', async () => {
    const { href, buyer, stored } = await buyerAtGateway()
    await pressSandboxButton(buyer.client, href, 'decline')
    const { order } = await stored()
    await neverPaidSweep.run(server.app)
    expect(await scenesOf(order)).toBe(1)
    await weeksLater()
    expect(await scenesOf(order)).toBe(0)
    expect(await stored()).toMatchObject({ attempts: [], order: expect.not.stringMatching(order) })
    expect((await stored()).neverPaid).toBeUndefined()
  })

  it('can be paid by a customer who comes back after the sweep, and is printed as it is then', async () => {
    const { href, buyer, ordering } = await buyerAtGateway()
    await pressSandboxButton(buyer.client, href, 'decline')
    await weeksLater()
    const again = await prepareOrder(buyer, 'invoice')
    expect(again.ordering.checkoutUuid).toBe(ordering.checkoutUuid)
    await buyer.client.call(checkout.transaction, again.ordering)
    const [placed] = await ordersOf(server.app, server.provider.key)
      .find({ 'content.customer': buyer.customer._id, confirmTime: { $ne: null } })
      .toArray()
    expect(await scenesOf(placed?._id ?? '')).toBe(1)
  })

  it('continues a deletion that another process left unfinished', async () => {
    const { href, buyer, stored } = await buyerAtGateway()
    await pressSandboxButton(buyer.client, href, 'decline')
    const { _id, order } = await stored()
    await checkoutsOf(server.app, server.provider.key).updateOne({ _id }, { $set: { neverPaid: order } })
    await neverPaidSweep.run(server.app)
    expect(await scenesOf(order)).toBe(0)
  })
})

describe('the scenes that are kept', () => {
  it('are those of a recent attempt in an old cart, whose payment a gateway may still report', async () => {
    const { href, buyer, stored } = await buyerAtGateway()
    await pressSandboxButton(buyer.client, href, 'decline')
    server.wait(NEVER_PAID_MS + 60_000)
    await buyer.client.call(account.signIn, { email: buyer.customer.email, password: buyer.password })
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    const { paymentHref } = await buyer.client.call(checkout.transaction, ordering)
    const again = await followRedirects(buyer.client, paymentHref)
    await pressSandboxButton(buyer.client, again.end, 'decline')
    const { order, attempts } = await stored()
    await neverPaidSweep.run(server.app)
    expect(await scenesOf(order)).toBe(1)
    expect((await stored()).attempts).toHaveLength(attempts.length)
  })

  it('are those of a paid order, however old', async () => {
    const { href, buyer, stored } = await buyerAtGateway()
    await pressSandboxButton(buyer.client, href, 'pay')
    const { order } = await stored()
    await weeksLater()
    expect(await scenesOf(order)).toBe(1)
  })

  it('are those of a payment that is still open', async () => {
    const { stored } = await buyerAtGateway()
    const { _id, order } = await stored()
    server.wait(NEVER_PAID_MS + 60_000)
    await checkoutsOf(server.app, server.provider.key).updateOne({ _id }, { $set: { due: server.app.clock() } })
    await neverPaidSweep.run(server.app)
    expect(await scenesOf(order)).toBe(1)
  })
})

it('an attempt to pay is refused if its checkout is given up at that moment', async () => {
  const { href, buyer, stored } = await buyerAtGateway()
  await pressSandboxButton(buyer.client, href, 'decline')
  const { _id, attempts } = await stored()
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  await whenScenesAreFrozen(() =>
    server.app.db
      .collection<{ _id: string }>('checkouts')
      .updateOne({ _id }, { $set: { order: randomUUID() }, $inc: { revision: 1 } }),
  )
  expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({ reason: 'checkout.cart_changed' })
  expect((await stored()).attempts).toHaveLength(attempts.length)
  vi.restoreAllMocks()
  const again = await prepareOrder(buyer, 'sandbox')
  expect((await buyer.client.send(checkout.transaction, again.ordering)).status).toBe(200)
})

/** Lets something happen right after the scenes of an order were frozen. */
async function whenScenesAreFrozen(happen: () => Promise<unknown>): Promise<void> {
  const { db } = server.app
  const { collection } = db
  vi.spyOn(db, 'collection').mockImplementation((name, ...rest) => {
    const found = collection.call(db, name, ...rest)
    const { insertMany } = found
    if (name !== 'orderScenes') return found
    return Object.assign(found, {
      async insertMany(...args: Parameters<typeof insertMany>) {
        await insertMany.apply(found, args).finally(happen)
      },
    })
  })
}
