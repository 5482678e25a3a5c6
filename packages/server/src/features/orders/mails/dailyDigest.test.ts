import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBuyer } from '../../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../../testing/buildCheckout.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { ordersOf } from '../collection.ts'
import { ordersCommand } from '../command.ts'
import { dailyDigest } from './dailyDigest.ts'

const HOUR = 60 * 60_000

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({ provider: { ...twoGateways(), timeZone: 'America/New_York' } })
})
afterAll(() => shop.close())

async function order(gateway: 'invoice' | 'sandbox'): Promise<string> {
  const buyer = await buildBuyer(shop)
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line({ quantity: 2 })] })
  const { ordering } = await prepareOrder(buyer, gateway)
  return (await buyer.client.call(checkout.transaction, ordering)).order.uuid
}

const mails = (provider = shop.provider): Promise<Document[]> =>
  shop.app.db
    .collection('mails')
    .find({ provider: provider.key, to: provider.contactInfo.email })
    .sort({ created: 1 })
    .toArray()

/** Moves the clock to an hour of the next day in New York. */
function toNextDayAt(hour: number, minute: number): void {
  const zone = { timeZone: 'America/New_York', hourCycle: 'h23' } as const
  const now = new Intl.DateTimeFormat('en', { ...zone, hour: 'numeric', minute: 'numeric' }).formatToParts(
    shop.app.clock(),
  )
  const part = (type: string) => Number(now.find((each) => each.type === type)?.value)
  shop.wait((24 - part('hour') + hour) * HOUR + (minute - part('minute')) * 60_000)
}

it('sends the provider one email with the orders of a day, also from two processes, and none without orders', async () => {
  toNextDayAt(9, 0)
  const placed = [await order('invoice'), await order('invoice')]
  await order('sandbox')
  await dailyDigest.run(shop.app)
  expect(await mails()).toEqual([])

  toNextDayAt(0, 5)
  await dailyDigest.run(shop.app)
  // Not yet: an order of the day's last second may be in progress.
  expect(await mails()).toEqual([])
  shop.wait(10 * 60_000)
  await Promise.all([dailyDigest.run(shop.app), dailyDigest.run(shop.app)])
  await dailyDigest.run(shop.app)
  // As after a process that died between queueing the email and recording it.
  await shop.app.db.collection('orderDigests').deleteMany({ provider: shop.provider.key })
  await dailyDigest.run(shop.app)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`2 new orders at ${shop.provider.name}`)
  expect(mail?.text).toContain('for $25.86 in all')
  for (const uuid of placed) expect(mail?.text).toContain(`#${uuid.slice(0, 8)}`)
  expect(await mails(shop.other)).toEqual([])

  toNextDayAt(1, 0)
  await dailyDigest.run(shop.app)
  expect(await mails()).toHaveLength(1)
  // No server ran for two days: their orders are in one email.
  const late = await order('invoice')
  toNextDayAt(1, 0)
  toNextDayAt(1, 0)
  await dailyDigest.run(shop.app)
  const [, next] = await mails()
  expect(next?.subject).toBe(`1 new order at ${shop.provider.name}`)
  expect(next?.text).toContain(`#${late.slice(0, 8)}`)
  expect(next?.text).not.toContain(`#${placed[0]?.slice(0, 8)}`)
})

it('says what is owed, and by which command it is listed', async () => {
  const listed = async () => {
    const argv = ['list', '--owed', '--provider', shop.provider.key]
    return (await runInTerminal(ordersCommand, argv, shop.app)).out
  }
  const latest = async () => {
    await order('invoice')
    toNextDayAt(1, 0)
    await dailyDigest.run(shop.app)
    return (await mails()).at(-1)?.text
  }
  expect(await listed()).toContain('Nothing is owed.')
  const argv = ['list', '--owed', '--limit', '5', '--provider', shop.provider.key]
  expect(await runInTerminal(ordersCommand, argv, shop.app)).toMatchObject({ code: 2 })
  expect(await latest()).not.toContain('--owed')
  const [refund, reprint, refunded] = [await order('invoice'), await order('invoice'), await order('invoice')]
  const orders = ordersOf(shop.app, shop.provider.key)
  const unsold = { lines: [], prints: [], amount: 500 }
  await orders.updateOne({ _id: refund }, { $set: { unsold } })
  await orders.updateOne({ _id: refunded }, { $set: { unsold: { ...unsold, refunded: shop.app.clock() } } })
  const exchange = { line: 'one', scene: 'new', at: shop.app.clock(), isLate: true as const, applied: [] }
  await orders.updateOne({ _id: reprint }, { $set: { exchanges: [exchange, { ...exchange, line: 'two' }] } })
  const text = await latest()
  expect(text).toContain('You owe a refund for 1 order.')
  expect(text).toContain('2 prints were exchanged after they were made and have to be printed again.')
  expect(text).toContain(`./portraitkit orders list --provider ${shop.provider.key} --owed`)
  const list = await listed()
  expect(list).toMatch(new RegExp(`#${refund.slice(0, 8)}.*owes \\$5\\.00`))
  expect(list).toMatch(new RegExp(`#${reprint.slice(0, 8)}.*2 to print again`))
  expect(list).toContain('2 orders. ')
  // Nothing is printed again of an order that was refunded, or was printed again already.
  await orders.updateOne({ _id: reprint }, { $set: { paymentState: 'refunded' } })
  expect(await listed()).toContain('1 order. ')
  await orders.updateOne({ _id: reprint }, { $set: { paymentState: 'invoiced', printedExchanges: 2 } })
  await orders.updateOne({ _id: refund }, { $set: { paymentState: 'refunded' } })
  expect(await latest()).not.toContain('--owed')
})

it('on a day without orders, says once what was exchanged after it was made', async () => {
  const late = await order('invoice')
  toNextDayAt(1, 0)
  await dailyDigest.run(shop.app)
  const before = await mails()
  toNextDayAt(1, 0)
  await dailyDigest.run(shop.app)
  expect(await mails()).toHaveLength(before.length)

  const exchange = { line: 'one', scene: 'new', at: shop.app.clock(), isLate: true as const, applied: [] }
  await ordersOf(shop.app, shop.provider.key).updateOne({ _id: late }, { $set: { exchanges: [exchange] } })
  toNextDayAt(1, 0)
  await dailyDigest.run(shop.app)
  await dailyDigest.run(shop.app)
  const [mail, ...more] = (await mails()).slice(before.length)
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`1 print to print again at ${shop.provider.name}`)
  expect(mail?.text).toContain('1 print was exchanged after it was made and has to be printed again.')
  expect(mail?.text).toContain('--owed')
  expect(mail?.text).not.toContain('in all')
  for (let day = 0; day < 2; day += 1) {
    toNextDayAt(1, 0)
    await dailyDigest.run(shop.app)
  }
  expect(await mails()).toHaveLength(before.length + 1)
})
