import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { type SandboxSession, sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { writeWebhook } from '../../ports/payments/sandbox/webhooks.ts'
import { sandbox } from '../../ports/payments/sandbox.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import {
  followRedirects,
  type OrderInput,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ordersOf } from '../orders/collection.ts'
import { checkoutsOf, type StoredAttempt } from './collection.ts'
import { doStep } from './journalSteps.ts'

let shop: TestServer
let seller: Buyer
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways(), other: twoGateways() })
  seller = await buildBuyer(shop)
})
afterAll(() => shop.close())
afterEach(() => vi.restoreAllMocks())

async function shopper(): Promise<Buyer> {
  const built = await buildCustomer(shop, { subjects: [seller.set.subject.uuid] })
  await built.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
  return { ...seller, ...built }
}

const key = () => shop.provider.key
const sessionsOf = (transaction: string) => sandboxSessions(shop.app, key()).find({ transaction }).toArray()
const confirmedOrders = ({ customer }: Buyer) =>
  ordersOf(shop.app, key())
    .find({ 'content.customer': customer._id, confirmTime: { $ne: null } })
    .toArray()
const piecesOf = async ({ client }: Buyer) => (await client.call(carts.get, {})).cart.orderLines.length
const mailsTo = ({ customer }: Buyer) =>
  shop.app.db.collection<StoredMail>('mails').countDocuments({ provider: key(), to: customer.email })

/** What the sandbox charged a customer, transaction by transaction, and what it refunded. */
async function sandboxBooks({ customer }: Buyer): Promise<{ charged: number; refunded: number }> {
  const journals = await checkoutsOf(shop.app, key()).find({ customer: customer._id }).toArray()
  const sessions = await Promise.all(
    journals.flatMap(({ attempts }) => attempts.map(({ transaction }: StoredAttempt) => sessionsOf(transaction))),
  )
  return {
    charged: sessions.flat().filter(({ charged }) => charged).length,
    refunded: sessions.flat().filter(({ refunded }) => refunded).length,
  }
}

/** Presses 'Buy now' and follows the browser to the sandbox's page. */
async function toGateway(buyer: Buyer, change: Partial<OrderInput> = {}) {
  const { ordering } = await prepareOrder(buyer, 'sandbox', change)
  const answer = await buyer.client.call(checkout.transaction, ordering)
  const { end: hosted, text } = await followRedirects(buyer.client, answer.paymentHref)
  return { ordering, answer, hosted, text, orderUuid: answer.order.uuid, transaction: answer.transaction.uuid }
}

const receiptOf = (orderUuid: string) => `/shopping-cart/checkout/payment/receipt/${orderUuid}`
const pathOf = (address: string) => new URL(address).pathname
/** Goes back without paying, on the sandbox's page. */
const cancelIn = (page: string) => page.match(/href="([^"]*cancelled=[^"]*)"/)?.[1]?.replaceAll('&#38;', '&') ?? ''

describe('paying on the gateway’s page', () => {
  it('[RCP-1] continues through the payment to the receipt, and the cart is empty', async () => {
    const buyer = await shopper()
    const { hosted, text, orderUuid, transaction } = await toGateway(buyer)
    expect(pathOf(hosted)).toMatch(/^\/sandbox-gateway\//)
    expect(text).toContain(`#${orderUuid.slice(0, 8)}`)
    expect(await confirmedOrders(buyer)).toEqual([])
    expect(await piecesOf(buyer)).toBe(1)
    expect(pathOf(await pressSandboxButton(buyer.client, hosted, 'pay'))).toBe(receiptOf(orderUuid))
    expect(await confirmedOrders(buyer)).toMatchObject([{ _id: orderUuid, paymentState: 'paid' }])
    const receipt = await buyer.client.call(orders.get, { orderUuid })
    expect(receipt.payment).toEqual({ isInvoice: false, title: 'Card', state: 'paid' })
    expect(await piecesOf(buyer)).toBe(0)
    expect(await mailsTo(buyer)).toBe(1)
    expect(await sessionsOf(transaction)).toMatchObject([{ amount: 399 + 495 + 25, currency: 'USD', state: 'paid' }])
  })

  it('returns to the unchanged checkout when it is declined, and paying again works', async () => {
    const buyer = await shopper()
    const first = await toGateway(buyer, { comment: 'Hello' })
    expect(pathOf(await pressSandboxButton(buyer.client, first.hosted, 'decline'))).toBe('/shopping-cart/checkout')
    expect(await piecesOf(buyer)).toBe(1)
    const newCheckout = await buyer.client.call(checkout.create, {})
    const { deliveryOptionUuid, paymentOptionUuid, deliveryOptionData } = first.ordering
    expect(newCheckout).toMatchObject({
      checkoutUuid: first.ordering.checkoutUuid,
      failedPayment: 'declined',
      choice: { deliveryOptionUuid, paymentOptionUuid, deliveryOptionData, comment: 'Hello' },
    })
    expect((await buyer.client.call(orders.get, { orderUuid: first.orderUuid })).payment.state).toBe('failed')
    // The identical input is sent again: a declined payment has ended, so this is a new one for the same order.
    const again = await buyer.client.call(checkout.transaction, first.ordering)
    expect(again.transaction.uuid).not.toBe(first.transaction)
    expect(again.order.uuid).toBe(first.orderUuid)
    const { end } = await followRedirects(buyer.client, again.paymentHref)
    expect(pathOf(await pressSandboxButton(buyer.client, end, 'pay'))).toBe(receiptOf(first.orderUuid))
    expect(await confirmedOrders(buyer)).toHaveLength(1)
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })

  it('returns to the checkout when it is cancelled, and the page accepts no more payment', async () => {
    const buyer = await shopper()
    const { hosted, text } = await toGateway(buyer)
    expect(pathOf((await followRedirects(buyer.client, cancelIn(text))).end)).toBe('/shopping-cart/checkout')
    expect((await buyer.client.call(checkout.create, {})).failedPayment).toBe('abandoned')
    await pressSandboxButton(buyer.client, hosted, 'pay')
    expect(await confirmedOrders(buyer)).toEqual([])
    expect(await sandboxBooks(buyer)).toEqual({ charged: 0, refunded: 0 })
  })

  it('redirects to the pages that the host named, for success and for failure', async () => {
    const buyer = await shopper()
    const [studio] = buyer.provider.origins as [string]
    const where = { returnTo: `${studio}/thanks?order={orderUuid}`, backTo: `${studio}/shop#/shopping-cart/checkout` }
    const declined = await toGateway(buyer, where)
    expect(await pressSandboxButton(buyer.client, declined.hosted, 'decline')).toBe(where.backTo)
    const paid = await toGateway(buyer, where)
    expect(await pressSandboxButton(buyer.client, paid.hosted, 'pay')).toBe(`${studio}/thanks?order=${paid.orderUuid}`)
  })

  it('[CHK-19] [RCP-1] shows a window the receipt on its own page if another window has paid', async () => {
    const buyer = await shopper()
    const [studio] = buyer.provider.origins as [string]
    const onPage = await toGateway(buyer, { returnTo: `${studio}/thanks?order={orderUuid}` })
    const inShop = await toGateway(buyer)
    expect(pathOf(await pressSandboxButton(buyer.client, inShop.hosted, 'pay'))).toBe(receiptOf(inShop.orderUuid))
    const { end } = await followRedirects(buyer.client, cancelIn(onPage.text))
    expect(end).toBe(`${studio}/thanks?order=${inShop.orderUuid}`)
  })

  it('needs the ticket, once, or the session, and reveals nothing to a stranger', async () => {
    const buyer = await shopper()
    const { answer, hosted } = await toGateway(buyer)
    const stranger = shop.client()
    // The ticket was used up on the way to the gateway.
    const used = await stranger.fetch(answer.paymentHref)
    expect([used.status, pathOf(String(used.headers.location))]).toEqual([302, '/shopping-cart/checkout'])
    const again = await buyer.client.call(checkout.transaction, (await toGateway(buyer)).ordering)
    const withTicket = await stranger.fetch(again.paymentHref)
    expect(pathOf(String(withTicket.headers.location))).toBe(pathOf(hosted))
    const bare = new URL(again.paymentHref)
    bare.searchParams.delete('ticket')
    expect(pathOf(String((await buyer.client.fetch(bare.href)).headers.location))).toBe(pathOf(hosted))
    bare.searchParams.set('returned', 'forged')
    expect(pathOf(String((await stranger.fetch(bare.href)).headers.location))).toBe('/shopping-cart/checkout')
    const unknown = answer.paymentHref.replace(answer.transaction.uuid, randomUUID())
    expect((await buyer.client.fetch(unknown)).status).toBe(404)
  })

  it('[CHK-19] sent again while it is open redirects to the same page', async () => {
    const buyer = await shopper()
    const { ordering, hosted } = await toGateway(buyer)
    const again = await buyer.client.call(checkout.transaction, ordering)
    expect((await followRedirects(buyer.client, again.paymentHref)).end).toBe(hosted)
  })

  it('[CHK-19] of two attempts only the newer one can be paid', async () => {
    const buyer = await shopper()
    const first = await toGateway(buyer)
    const second = await toGateway(buyer, { comment: 'changed my mind' })
    expect(second.transaction).not.toBe(first.transaction)
    expect(second.orderUuid).toBe(first.orderUuid)
    await pressSandboxButton(buyer.client, first.hosted, 'pay')
    expect(await sandboxBooks(buyer)).toEqual({ charged: 0, refunded: 0 })
    await pressSandboxButton(buyer.client, second.hosted, 'pay')
    expect(await confirmedOrders(buyer)).toMatchObject([{ content: { comment: 'changed my mind' } }])
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })

  it('[CHK-19] reports a payment that another window is just opening', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    const open = sandbox.open
    const later: Array<ReturnType<typeof buyer.client.send>> = []
    vi.spyOn(sandbox, 'open').mockImplementationOnce(async (payment, context) => {
      later.push(buyer.client.send(checkout.transaction, { ...ordering, comment: 'from another window' }))
      const attempts = async () =>
        (await checkoutsOf(shop.app, key()).find({ customer: buyer.customer._id }).toArray())[0]?.attempts.length
      await expect.poll(attempts, { timeout: 5000 }).toBe(2)
      return open(payment, context)
    })
    const first = await buyer.client.fail(checkout.transaction, ordering)
    expect(first).toMatchObject({ status: 409, reason: 'checkout.superseded' })
    expect((await later[0])?.status).toBe(200)
  })

  it('[CHK-19] ends the order of an earlier cart when the changed cart is ordered', async () => {
    const buyer = await shopper()
    const first = await toGateway(buyer)
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    const second = await toGateway(buyer)
    expect(second.orderUuid).not.toBe(first.orderUuid)
    await pressSandboxButton(buyer.client, first.hosted, 'pay')
    await pressSandboxButton(buyer.client, second.hosted, 'pay')
    expect(await confirmedOrders(buyer)).toMatchObject([{ _id: second.orderUuid, content: { lines: [{}, {}] } }])
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })

  it('[CHK-19] ends nothing when an order is refused: the payment open in another window still works', async () => {
    const buyer = await shopper()
    const { ordering: old } = await prepareOrder(buyer, 'sandbox')
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    const { hosted, orderUuid } = await toGateway(buyer)
    expect(await buyer.client.fail(checkout.transaction, old)).toMatchObject({ reason: 'checkout.cart_changed' })
    expect(pathOf(await pressSandboxButton(buyer.client, hosted, 'pay'))).toBe(receiptOf(orderUuid))
    expect(await confirmedOrders(buyer)).toMatchObject([{ _id: orderUuid, content: { lines: [{}, {}] } }])
  })

  it('[CHK-19] finds a payment without a webhook before anything else is ordered', async () => {
    const buyer = await shopper()
    const first = await toGateway(buyer)
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    // Paid at the gateway; the browser never returned and the webhook is late.
    const [session] = (await sessionsOf(first.transaction)) as [SandboxSession]
    await sandboxSessions(shop.app, key()).updateOne(
      { _id: session._id },
      { $set: { state: 'paid', charged: new Date() } },
    )
    const failure = await buyer.client.fail(checkout.transaction, ordering)
    expect(failure).toMatchObject({ status: 409, reason: 'checkout.cart_changed' })
    expect(await confirmedOrders(buyer)).toMatchObject([{ _id: first.orderUuid }])
    expect(await piecesOf(buyer)).toBe(1)
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })

  it('[CHK-19] is completed by several servers at once: a server late for a step changes nothing and does not fail', async () => {
    const buyer = await shopper()
    const { hosted, transaction } = await toGateway(buyer)
    const key = { customer: buyer.customer._id }
    const before = await checkoutsOf(shop.app, shop.provider.key).findOne(key)
    await pressSandboxButton(buyer.client, hosted, 'pay')
    const after = await checkoutsOf(shop.app, shop.provider.key).findOne(key)
    if (!before || !after) throw new Error('There is no checkout')
    const journal = { ...after, paidBy: transaction }
    for (const name of ['insert-order', 'confirm-order', 'grant-rights', 'remove-lines', 'queue-mail'] as const) {
      const change = await doStep(shop.app, shop.provider, { ...before, paidBy: transaction }, { name, transaction })
      expect(change(journal), name).toEqual(journal)
    }
    expect(await confirmedOrders(buyer)).toHaveLength(1)
    expect(await mailsTo(buyer)).toBe(1)
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })

  it('cannot be paid again after it was paid', async () => {
    const buyer = await shopper()
    const { ordering, hosted, orderUuid } = await toGateway(buyer)
    await pressSandboxButton(buyer.client, hosted, 'pay')
    const other = await buyer.client.fail(checkout.transaction, { ...ordering, comment: 'again' })
    expect(other).toMatchObject({ status: 409, reason: 'checkout.already_paid', data: { orderUuid } })
    const same = await buyer.client.call(checkout.transaction, ordering)
    expect(pathOf((await followRedirects(buyer.client, same.paymentHref)).end)).toBe(receiptOf(orderUuid))
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })
})

describe('a gateway that does not answer', () => {
  it('[CHK-19] is reported, charges nothing, and the next press continues with the same payment', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    vi.spyOn(sandbox, 'open').mockRejectedValueOnce(new Error('connect ETIMEDOUT'))
    const failure = await buyer.client.fail(checkout.transaction, ordering)
    expect(failure).toMatchObject({ status: 502, reason: 'checkout.gateway' })
    expect(await piecesOf(buyer)).toBe(1)
    const answer = await buyer.client.call(checkout.transaction, ordering)
    const { end } = await followRedirects(buyer.client, answer.paymentHref)
    await pressSandboxButton(buyer.client, end, 'pay')
    const [journal] = await checkoutsOf(shop.app, key()).find({ customer: buyer.customer._id }).toArray()
    expect(journal?.attempts.map(({ transaction }) => transaction)).toEqual([answer.transaction.uuid])
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })

  it('[CHK-19] may have charged anyway: a lost answer causes no second payment', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    const open = sandbox.open
    vi.spyOn(sandbox, 'open').mockImplementationOnce(async (payment, context) => {
      await open(payment, context)
      throw new Error('socket hang up')
    })
    expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({ status: 502 })
    const answer = await buyer.client.call(checkout.transaction, ordering)
    expect(await sessionsOf(answer.transaction.uuid)).toHaveLength(1)
    const { end } = await followRedirects(buyer.client, answer.paymentHref)
    expect(pathOf(await pressSandboxButton(buyer.client, end, 'pay'))).toBe(receiptOf(answer.order.uuid))
    expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 0 })
  })
})

describe('webhooks', () => {
  const send = (gateway: string, body: string, signature: string, provider = key()) =>
    shop.client().fetch({
      method: 'POST',
      path: `/payments/${provider}/${gateway}/webhook`,
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature },
      body,
    })

  async function tell(transaction: string, state: SandboxSession['state'], change: Partial<SandboxSession> = {}) {
    const [session] = (await sessionsOf(transaction)) as [SandboxSession]
    const { body, signature } = writeWebhook(shop.app, { ...session, ...change }, state)
    return send('sandbox', body, signature)
  }

  it('place the order of a customer who never comes back', async () => {
    const buyer = await shopper()
    const { hosted, orderUuid } = await toGateway(buyer)
    // The button is pressed, and the browser is closed before it follows the redirect.
    await buyer.client.fetch({ method: 'POST', path: `${pathOf(hosted)}/pay` })
    await expect.poll(async () => (await confirmedOrders(buyer)).length, { timeout: 8000 }).toBe(1)
    expect((await confirmedOrders(buyer))[0]?._id).toBe(orderUuid)
    await expect.poll(() => piecesOf(buyer), { timeout: 8000 }).toBe(0)
  })

  it('count once, however often and in whichever order they arrive', async () => {
    const buyer = await shopper()
    const { transaction } = await toGateway(buyer)
    for (const state of ['declined', 'paid', 'paid', 'expired', 'declined'] as const) {
      expect((await tell(transaction, state)).status).toBe(200)
    }
    expect(await confirmedOrders(buyer)).toHaveLength(1)
    expect(await mailsTo(buyer)).toBe(1)
    expect(await piecesOf(buyer)).toBe(0)
  })

  it('with another amount or currency than the order’s place no order, and the money is refunded', async () => {
    for (const change of [{ amount: 1 }, { currency: 'NOK' }]) {
      const buyer = await shopper()
      const { hosted, transaction } = await toGateway(buyer)
      const [session] = (await sessionsOf(transaction)) as [SandboxSession]
      await sandboxSessions(shop.app, key()).updateOne({ _id: session._id }, { $set: change })
      expect(pathOf(await pressSandboxButton(buyer.client, hosted, 'pay'))).toBe('/shopping-cart/checkout')
      expect(await confirmedOrders(buyer)).toEqual([])
      expect(await sandboxBooks(buyer)).toEqual({ charged: 1, refunded: 1 })
      expect(await piecesOf(buyer)).toBe(1)
    }
  })

  it('are refused without effect if they are forged or meant for another shop', async () => {
    const buyer = await shopper()
    const { transaction } = await toGateway(buyer)
    const [session] = (await sessionsOf(transaction)) as [SandboxSession]
    const { body, signature } = writeWebhook(shop.app, session, 'paid')
    const cases = [
      send('sandbox', body, ''),
      send('sandbox', body.replace('paid', 'declined'), signature),
      send('sandbox', body, signature, shop.other.key),
      send('invoice', body, signature),
    ]
    for (const { status } of await Promise.all(cases)) expect(status).toBe(400)
    expect((await send('nobody', body, signature)).status).toBe(404)
    expect((await send('sandbox', body, signature, 'nobody')).status).toBe(404)
    expect((await send('sandbox', 'x'.repeat(200_000), signature)).status).toBe(413)
    expect(await confirmedOrders(buyer)).toEqual([])
    // A correctly signed webhook about something unknown is accepted and ignored.
    const unknown = writeWebhook(shop.app, { ...session, transaction: randomUUID() }, 'paid')
    expect((await send('sandbox', unknown.body, unknown.signature)).status).toBe(200)
  })
})

describe('an abandoned payment', () => {
  it('ends with its session, and the checkout continues from there', async () => {
    const buyer = await shopper()
    const { transaction } = await toGateway(buyer)
    shop.wait(2 * 60 * 60_000)
    const state = async () =>
      (await checkoutsOf(shop.app, key()).findOne({ customer: buyer.customer._id }))?.attempts[0]?.state
    await expect.poll(state, { timeout: 30_000 }).toBe('abandoned')
    expect(await sessionsOf(transaction)).toMatchObject([{ state: 'expired' }])
    const journal = await checkoutsOf(shop.app, key()).findOne({ customer: buyer.customer._id })
    await expect.poll(async () => (await checkoutsOf(shop.app, key()).findOne({ _id: journal?._id }))?.due).toBeNull()
    expect((await buyer.client.call(checkout.create, {})).failedPayment).toBe('abandoned')
  })
})

describe('the same line in two orders', () => {
  it('[CHK-19] is bought once: the second charge is refunded', async () => {
    const buyer = await shopper()
    const first = await toGateway(buyer)
    const [line] = (await buyer.client.call(carts.get, {})).cart.orderLines
    // Another checkout of a changed cart that still contains the line; the process that ends the first one is prevented from
    // finding it.
    await buyer.client.call(carts.updateLine, { uuid: line?.uuid ?? '', requestId: randomUUID(), quantity: 2 })
    const checkouts = checkoutsOf(shop.app, key())
    const firstId = first.ordering.checkoutUuid
    await checkouts.updateOne({ _id: firstId }, { $set: { due: null } })
    const second = await toGateway(buyer)
    await pressSandboxButton(buyer.client, second.hosted, 'pay')
    expect(await confirmedOrders(buyer)).toHaveLength(1)
    await pressSandboxButton(buyer.client, first.hosted, 'pay')
    expect(await confirmedOrders(buyer)).toMatchObject([{ _id: second.orderUuid }])
    expect(await sandboxBooks(buyer)).toEqual({ charged: 2, refunded: 1 })
    expect(await checkouts.findOne({ _id: firstId })).toMatchObject({ paidBy: null, attempts: [{ state: 'refunded' }] })
  })
})
