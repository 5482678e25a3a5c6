import { randomUUID } from 'node:crypto'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { ordersOf } from '../orders/collection.ts'
import { applyRange } from '../range/applyRange.ts'

let server: TestServer
let buyer: Buyer
let other: Subject
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

beforeEach(async () => {
  const { app, provider } = server
  buyer = await buildBuyer(server)
  await sellDigitalFiles(app, provider, { also: [buyer.template.product] })
  other = { ...buyer.set.subject, uuid: randomUUID(), key: randomUUID(), name: 'Zoe Zander' }
  await subjectsOf(app, provider.key).insertOne(other)
  const voucher = { code: 'ALLOFIT', names: { en: 'All of it' }, percent: 100 }
  expect(await applyRange(app, provider.key, { vouchers: [voucher] }, async () => null)).toHaveProperty('outcomes')
})

async function jobs(what: string, ...args: string[]): Promise<void> {
  const argv = [what, buyer.set.job.uuid, ...args, '--provider', server.provider.key]
  const { code, problem } = await runInTerminal(jobsCommand, argv, server.app)
  expect([code, problem]).toEqual([0, ''])
}

/** Two files that a voucher pays for, up to the point of pressing 'Buy now'. */
async function prepareFreeOrder() {
  const { first, favourite } = buyer.set.pictures
  for (const { uuid } of [first, favourite]) await fileActions(buyer).file(uuid)
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { checkoutUuid, deliveryOptionUuid, paymentOptionUuid } = ordering
  const choice = { checkoutUuid, deliveryOptionUuid, paymentOptionUuid }
  await buyer.client.call(checkout.useVoucher, { ...choice, code: 'ALLOFIT' })
  return (await prepareOrder(buyer, 'invoice')).ordering
}

const placedLines = async () => {
  const placed = { 'content.customer': buyer.customer._id, confirmTime: { $ne: null } }
  const orders = await ordersOf(server.app, server.provider.key).find(placed).toArray()
  return orders.map(({ content }) => content.lines.length)
}

describe('[CHK-19] an order that costs the same with and without a picture', () => {
  const corrections: Record<string, [correct: () => Promise<void>, undo: () => Promise<void>, reason: string]> = {
    moved: [
      () => jobs('pictures', 'move', '1.jpg', '--to', other.key),
      () => jobs('pictures', 'move', '1.jpg', '--to', buyer.set.subject.key),
      'cart.picture_lost',
    ],
    hidden: [() => jobs('pictures', 'hide', '1.jpg'), () => jobs('pictures', 'show', '1.jpg'), 'cart.paused'],
  }

  it.each(Object.entries(corrections))(
    'is not placed without one that was %s after the summary, until the summary has shown that',
    async (_what, [correct, _undo, reason]) => {
      const ordering = await prepareFreeOrder()
      await correct()
      expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({ status: 409, reason })
      expect(await placedLines()).toEqual([])
      const { newCheckout, ordering: again } = await prepareOrder(buyer, 'invoice')
      expect(newCheckout.cart.leftOut).toMatchObject({ lines: 1 })
      await buyer.client.call(checkout.transaction, again)
      expect(await placedLines()).toEqual([1])
    },
  )

  it.each(Object.entries(corrections))(
    'is not placed with one that was %s and came back after the summary',
    async (_what, [correct, undo]) => {
      await prepareFreeOrder()
      await correct()
      const { ordering } = await prepareOrder(buyer, 'invoice')
      await undo()
      const reason = 'checkout.cart_changed'
      expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({ status: 409, reason })
      expect(await placedLines()).toEqual([])
      await buyer.client.call(checkout.transaction, (await prepareOrder(buyer, 'invoice')).ordering)
      expect(await placedLines()).toEqual([2])
    },
  )
})
