import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveProvider } from '../../platform/provider/collection.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import {
  followRedirects,
  type Gateway,
  type OrderInput,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { voucherRelease } from '../checkout/advanceCheckout.ts'
import { refundOrder } from '../checkout/refunds.ts'
import { VOUCHER_TRIES } from '../checkout/tryVoucher.ts'
import { ordersOf } from '../orders/collection.ts'
import { applyRange } from '../range/applyRange.ts'
import { vouchersCommand } from './command.ts'
import { countUses, releaseUsedVoucher, reserveVoucherUse } from './uses.ts'

// A card costs 3.99, its delivery by post 4.95, the sandbox 0.25.

let shop: TestServer
let seller: Buyer
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways(), other: twoGateways() })
  seller = await buildBuyer(shop)
})
afterAll(() => shop.close())

const key = () => shop.provider.key
const DAY_MS = 24 * 60 * 60_000
const names = { en: 'A present' }
const MORE = { code: 'PRESENT1', names, amount: 100 }

/** Makes these the vouchers of the shop, as its provider would. */
async function offer(...vouchers: object[]): Promise<void> {
  expect(await applyRange(shop.app, key(), { vouchers }, async () => null)).toHaveProperty('outcomes')
}
beforeEach(async () => {
  await shop.app.db.collection('voucherUses').deleteMany({})
  await offer(MORE)
})

async function shopper(cards = 1): Promise<Buyer> {
  const built = await buildCustomer(shop, { subjects: [seller.set.subject.uuid] })
  const lines = [{ ...(await seller.line()), quantity: cards }]
  await built.client.call(carts.addLines, { requestId: randomUUID(), lines })
  return { ...seller, ...built }
}

async function typeCode(buyer: Buyer, code: string) {
  const { checkoutUuid, deliveryOptionUuid } = (await prepareOrder(buyer, 'invoice')).ordering
  return { checkoutUuid, deliveryOptionUuid, code }
}

const useCode = async (buyer: Buyer, code: string) =>
  buyer.client.call(checkout.useVoucher, await typeCode(buyer, code))

/** The reason why a code reduces nothing; 'used' if it does. */
async function refusalReason(buyer: Buyer, code: string): Promise<string> {
  const { status, body } = await buyer.client.send(checkout.useVoucher, await typeCode(buyer, code))
  return status === 200 ? 'used' : (body as { reason: string }).reason
}

async function buy(buyer: Buyer, gateway: Gateway, change: Partial<OrderInput> = {}) {
  const { ordering } = await prepareOrder(buyer, gateway, change)
  const answer = await buyer.client.call(checkout.transaction, ordering)
  return { ordering, answer, orderUuid: answer.order.uuid }
}

async function toGateway(buyer: Buyer) {
  const bought = await buy(buyer, 'sandbox')
  const { end: hosted } = await followRedirects(buyer.client, bought.answer.paymentHref)
  return { ...bought, hosted }
}

const cartOf = async ({ client }: Buyer) => (await client.call(carts.get, {})).cart
const usesOf = async (code = MORE.code) => (await countUses(shop.app, key())).get(code) ?? { used: 0, reserved: 0 }
const placedOrder = (uuid: string) => ordersOf(shop.app, key()).findOne({ _id: uuid, confirmTime: { $ne: null } })

describe('a voucher code at the checkout', () => {
  it('[CHK-13] [CRT-12] reduces the total, in the cart, in the order and on its papers', async () => {
    const buyer = await shopper()
    expect((await buyer.client.call(checkout.create, {})).hasActiveRebateCampaigns).toBe(true)
    const { cart } = await useCode(buyer, ' pre-sent 1 ')
    const discount = { type: 2, description: 'A present (PRESENT1)', actualLinePrice: -100, canChangeQuantity: false }
    expect(cart.orderLines.map(({ type, actualLinePrice }) => [type, actualLinePrice])).toEqual([
      [0, 399],
      [2, -100],
      [3, 495],
      [4, 794],
    ])
    expect(cart).toMatchObject({ rebateCode: 'PRESENT1', summary: { totalPrice: 794 } })
    expect(cart.orderLines[1]).toMatchObject(discount)
    // Also when the customer looks at the cart again.
    expect((await cartOf(buyer)).summary.totalPrice).toBe(299)

    const { orderUuid } = await buy(buyer, 'invoice')
    const order = await buyer.client.call(orders.get, { orderUuid })
    expect(order).toMatchObject({ rebateCode: 'PRESENT1', summary: { totalPrice: 794 } })
    expect(order.orderLines[1]).toMatchObject(discount)
    expect((await buyer.client.call(orders.details, { uuid: orderUuid })).rebateCode).toBe('PRESENT1')
    const mail = await shop.app.db.collection('mails').findOne({ customer: buyer.customer._id })
    expect(mail?.text).toContain('A present (PRESENT1): -$1.00')
    expect(await usesOf()).toEqual({ used: 1, reserved: 0 })
    expect(await cartOf(buyer)).toMatchObject({ rebateCode: null, orderLines: [] })
  })

  it('[CHK-13] shows no field if no voucher is valid now', async () => {
    const buyer = await shopper()
    const hasCampaigns = async () => (await buyer.client.call(checkout.create, {})).hasActiveRebateCampaigns
    await offer({ ...MORE, rule: { until: new Date(shop.app.clock().getTime() - 1).toISOString() } })
    expect(await hasCampaigns()).toBe(false)
    await offer({ ...MORE, rule: { hasOrdered: true } })
    expect(await hasCampaigns()).toBe(false)
    await offer({ ...MORE, rule: { hasOrdered: false } })
    expect(await hasCampaigns()).toBe(true)
  })

  it('can be removed and replaced', async () => {
    const buyer = await shopper()
    await offer(MORE, { code: 'HALF', names, percent: 50 })
    await useCode(buyer, 'PRESENT1')
    expect((await useCode(buyer, 'half')).cart.summary.totalPrice).toBe(399 - 200 + 495)
    const { cart } = await useCode(buyer, '')
    expect(cart).toMatchObject({ rebateCode: null, summary: { totalPrice: 399 + 495 } })
  })

  it('[CHK-13] says why it reduces nothing, and changes nothing', async () => {
    const buyer = await shopper()
    const other = (await buildBuyer(shop)).template.product.uuid
    await offer(
      MORE,
      { code: 'EARLY', names, amount: 100, rule: { from: new Date(Date.now() + DAY_MS).toISOString() } },
      { code: 'OTHER', names, amount: 100, products: [other] },
      { code: 'LEAST', names, amount: 100, least: 400 },
    )
    await useCode(buyer, 'PRESENT1')
    const codes = ['NOBODY', 'EARLY', 'OTHER', 'LEAST']
    const reasons: unknown[] = []
    for (const code of codes) reasons.push(await refusalReason(buyer, code))
    expect(reasons).toEqual(['voucher.unknown', 'voucher.not_now', 'voucher.other_products', 'voucher.least'])
    const { error } = await buyer.client.fail(checkout.useVoucher, await typeCode(buyer, 'LEAST'))
    expect(error).toBe('This code can be used from $4.00 on.')
    expect((await cartOf(buyer)).rebateCode).toBe('PRESENT1')
  })

  it('stays with the reason if the cart is no longer sufficient, and applies again when it is', async () => {
    const buyer = await shopper(2)
    await offer({ ...MORE, least: 500 })
    await useCode(buyer, 'PRESENT1')
    const [line] = (await cartOf(buyer)).orderLines
    const change = (quantity: number) =>
      buyer.client.call(carts.updateLine, { uuid: line?.uuid ?? '', requestId: randomUUID(), quantity })
    const { cart: less } = await change(1)
    expect(less).toMatchObject({
      rebateCode: 'PRESENT1',
      rebateProblem: 'This code can be used from $5.00 on.',
      summary: { totalPrice: 399 },
    })
    const { orderUuid } = await buy(buyer, 'invoice')
    expect(await buyer.client.call(orders.get, { orderUuid })).toMatchObject({ rebateCode: null })
    expect(await usesOf()).toEqual({ used: 0, reserved: 0 })
  })

  it('also reduces the total in the cart, again and again, for its own customer only', async () => {
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    await offer({ ...MORE, least: 500 })
    const named = { rebateCode: 'PRESENT1', rebateProblem: 'This code can be used from $5.00 on.' }
    await (await shopper()).client.call(carts.dropRebateCode, {})
    const stranger = await buildBuyer(shop, { provider: shop.other })
    expect((await stranger.client.call(carts.dropRebateCode, {})).cart).toMatchObject({ version: 0, orderLines: [] })
    const bare = { headers: { 'x-provider': undefined }, path: `/api/webshop/cart/rebate-code?provider=${key()}` }
    expect(await buyer.client.fail(carts.dropRebateCode, {}, bare)).toMatchObject({ reason: 'provider.missing' })
    expect(await cartOf(buyer)).toMatchObject(named)
    for (let again = 0; again < 2; again++) {
      const { cart } = await buyer.client.call(carts.dropRebateCode, {})
      expect(cart).toMatchObject({ rebateCode: null, summary: { totalPrice: 399 } })
      expect(cart).not.toHaveProperty('rebateProblem')
    }
    await offer(MORE)
    expect(await cartOf(buyer)).toMatchObject({ rebateCode: null, summary: { totalPrice: 399 } })
  })

  it('[CHK-19] cannot be found by guessing', async () => {
    const buyer = await shopper()
    for (let tries = 0; tries < VOUCHER_TRIES; tries++) {
      expect(await refusalReason(buyer, `GUESS${tries}`)).toBe('voucher.unknown')
    }
    expect(await refusalReason(buyer, 'PRESENT1')).toBe('throttle.wait')
    // It locks nobody else out.
    expect(await refusalReason(await shopper(), 'PRESENT1')).toBe('used')
  })
})

describe('a voucher with a limited number of uses', () => {
  it('is used once by each customer', async () => {
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    await buy(buyer, 'invoice')
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    expect(await refusalReason(buyer, 'PRESENT1')).toBe('voucher.used')
    expect(await refusalReason(await shopper(), 'PRESENT1')).toBe('used')
  })

  it('is used again by a customer if its provider allows it', async () => {
    await offer({ ...MORE, oncePerCustomer: false })
    const buyer = await shopper()
    for (const times of [1, 2]) {
      await useCode(buyer, 'PRESENT1')
      await buy(buyer, 'invoice')
      expect(await usesOf()).toEqual({ used: times, reserved: 0 })
      await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    }
  })

  it('with a stock of two is used twice by eight customers at the same moment', async () => {
    await offer({ ...MORE, stock: 2 })
    const buyers = await Promise.all(Array.from({ length: 8 }, () => shopper()))
    const ready = await Promise.all(
      buyers.map(async (buyer) => {
        await useCode(buyer, 'PRESENT1')
        return { buyer, ...(await prepareOrder(buyer, 'invoice')) }
      }),
    )
    const ended = await Promise.all(
      ready.map(async ({ buyer, ordering }) => {
        const { status, body } = await buyer.client.send(checkout.transaction, ordering)
        return status === 200 ? 'ordered' : (body as { reason: string }).reason
      }),
    )
    expect(ended.filter((end) => end === 'ordered')).toHaveLength(2)
    // Customers who came before the last one was used reach the end of the stock; those after it, a different price.
    for (const end of ended) expect(['ordered', 'voucher.used_up', 'checkout.price_changed']).toContain(end)
    expect(await usesOf()).toEqual({ used: 2, reserved: 0 })
    const [late] = buyers.filter((_, index) => ended[index] !== 'ordered') as [Buyer]
    expect(await cartOf(late)).toMatchObject({ rebateProblem: 'This code has been used up.' })
  })

  it('is reserved during a payment, and released when the payment was declined', async () => {
    await offer({ ...MORE, stock: 1 })
    const [buyer, other] = await Promise.all([shopper(), shopper()])
    await useCode(buyer, 'PRESENT1')
    const { hosted } = await toGateway(buyer)
    expect(await usesOf()).toEqual({ used: 0, reserved: 1 })
    expect(await refusalReason(other, 'PRESENT1')).toBe('voucher.used_up')
    await voucherRelease.run(shop.app)
    expect(await usesOf()).toEqual({ used: 0, reserved: 1 })

    await pressSandboxButton(buyer.client, hosted, 'decline')
    shop.wait(61_000)
    await voucherRelease.run(shop.app)
    expect(await usesOf()).toEqual({ used: 0, reserved: 0 })
    expect(await refusalReason(other, 'PRESENT1')).toBe('used')
  })

  it('stays reserved for a customer who changes the cart in the middle of paying', async () => {
    await offer({ ...MORE, stock: 1 })
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    await toGateway(buyer)
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    const { hosted, orderUuid } = await toGateway(buyer)
    await pressSandboxButton(buyer.client, hosted, 'pay')
    expect((await placedOrder(orderUuid))?.content).toMatchObject({ voucher: { code: 'PRESENT1' } })
    expect(await usesOf()).toEqual({ used: 1, reserved: 0 })
  })

  it('stays reserved even if the customer may use it again', async () => {
    await offer({ ...MORE, stock: 1, oncePerCustomer: false })
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    await toGateway(buyer)
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    const { hosted, orderUuid } = await toGateway(buyer)
    expect(await usesOf()).toEqual({ used: 0, reserved: 1 })
    await pressSandboxButton(buyer.client, hosted, 'pay')
    expect((await placedOrder(orderUuid))?.content).toMatchObject({ voucher: { code: 'PRESENT1' } })
    expect(await usesOf()).toEqual({ used: 1, reserved: 0 })
  })

  it('is released if its order was paid without it', async () => {
    await offer({ ...MORE, stock: 1 })
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    await toGateway(buyer)
    await useCode(buyer, '')
    const { orderUuid } = await buy(buyer, 'invoice')
    expect((await placedOrder(orderUuid))?.content.voucher).toBeUndefined()
    shop.wait(61_000)
    await voucherRelease.run(shop.app)
    expect(await usesOf()).toEqual({ used: 0, reserved: 0 })
    expect(await refusalReason(await shopper(), 'PRESENT1')).toBe('used')
  })

  it('is not released to others between the press of a second attempt and its payment', async () => {
    await offer({ ...MORE, stock: 1 })
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    const { hosted, orderUuid: order } = await toGateway(buyer)
    await pressSandboxButton(buyer.client, hosted, 'decline')
    shop.wait(61_000)
    // what 'Buy now' does before the attempt is recorded
    const again = { code: MORE.code, stock: 1, oncePerCustomer: true }
    expect(await reserveVoucherUse(shop.app, key(), again, { customer: buyer.customer._id, order })).toBe('held')
    await voucherRelease.run(shop.app)
    expect(await usesOf()).toEqual({ used: 0, reserved: 1 })
  })

  it('[CHK-19] with a stock of one is reserved for an order however often it is sent at the same moment', async () => {
    const last = { code: MORE.code, stock: 1, oncePerCustomer: false }
    for (let again = 0; again < 5; again++) {
      const use = { customer: randomUUID(), order: randomUUID() }
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => reserveVoucherUse(shop.app, key(), last, use)))
      expect(outcomes).toEqual(Array(6).fill('held'))
      expect(await reserveVoucherUse(shop.app, key(), last, { ...use, customer: randomUUID() })).toBe('used up')
      await releaseUsedVoucher(shop.app, key(), use.order)
    }
  })

  it('is released when the order is refunded', async () => {
    await offer({ ...MORE, stock: 1 })
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    const { hosted, orderUuid } = await toGateway(buyer)
    await pressSandboxButton(buyer.client, hosted, 'pay')
    expect(await usesOf()).toEqual({ used: 1, reserved: 0 })
    const order = await placedOrder(orderUuid)
    expect(order && (await refundOrder(shop.app, shop.provider, order))).toBe('refunded')
    expect(await usesOf()).toEqual({ used: 0, reserved: 0 })
  })
})

describe('an order that a voucher pays', () => {
  const ALL = { code: 'ALLFREE', names, percent: 100 }

  it('still pays for its delivery, at the selected gateway', async () => {
    await offer(ALL)
    const buyer = await shopper()
    await useCode(buyer, 'ALLFREE')
    const { orderUuid } = await buy(buyer, 'invoice')
    const order = await buyer.client.call(orders.get, { orderUuid })
    expect(order).toMatchObject({ summary: { totalPrice: 495 }, payment: { isInvoice: true } })
  })

  it('completely has nothing to pay: it is placed at once and no gateway is called', async () => {
    await offer(ALL)
    await saveProvider(shop.app, { ...shop.provider, freeShippingThreshold: 700 })
    // The price of the products before the voucher decides about free delivery.
    const buyer = await shopper(2)
    const { cart } = await useCode(buyer, 'ALLFREE')
    expect(cart.summary.totalPrice).toBe(0)
    const { orderUuid, answer } = await buy(buyer, 'sandbox')
    const { end } = await followRedirects(buyer.client, answer.paymentHref)
    expect(new URL(end).pathname).toBe(`/shopping-cart/checkout/payment/receipt/${orderUuid}`)
    const order = await buyer.client.call(orders.get, { orderUuid })
    expect(order.payment).toEqual({ isInvoice: false, title: 'Nothing to pay', state: 'paid' })
    expect(order.orderLines.map(({ type }) => type)).toEqual([0, 2, 3, 4])
    expect(await usesOf('ALLFREE')).toEqual({ used: 1, reserved: 0 })
  })
})

describe('the vouchers of a shop', () => {
  it('report invalid fields by their path', async () => {
    const faults = async (voucher: object) => {
      const applied = await applyRange(shop.app, key(), { vouchers: [voucher] }, async () => null)
      return 'faults' in applied ? applied.faults.map(({ path }) => path) : []
    }
    expect(await faults({ ...MORE, code: 'has space' })).toEqual(['vouchers.0.code'])
    expect(await faults({ ...MORE, percent: 10 })).toEqual(['vouchers.0.percent'])
    expect(await faults({ code: 'NOTHING', names })).toEqual(['vouchers.0.percent'])
    expect(await faults({ ...MORE, stock: 0 })).toEqual(['vouchers.0.stock'])
    expect(await faults({ ...MORE, products: [randomUUID()] })).toEqual(['vouchers.0.products.0'])
  })

  it('are listed with how often each code was used', async () => {
    await offer({ ...MORE, stock: 3 }, { code: 'HALF', names, percent: 50 })
    const buyer = await shopper()
    await useCode(buyer, 'PRESENT1')
    await buy(buyer, 'invoice')
    const { code, out } = await runInTerminal(vouchersCommand, ['--provider', key()], shop.app)
    expect(code).toBe(0)
    expect(out).toContain('PRESENT1         $1.00, "A present": 1 used, 2 left')
    expect(out).toContain('HALF             50 %, "A present": 0 used')
  })

  it('are refused in a cart of another shop', async () => {
    const stranger = await buildBuyer(shop, { provider: shop.other })
    await stranger.add()
    expect(await refusalReason(stranger, 'PRESENT1')).toBe('voucher.unknown')
  })
})
