import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { followRedirects, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { type LocalStripe, startStripe } from '../../testing/stripe/buildStripe.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { picturesToPrint } from '../jobs/pictures/picturesToPrint.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { ordersCommand } from '../orders/command.ts'
import { checkoutsOf } from './collection.ts'
import { refundOrder } from './refunds.ts'

let shop: TestServer
let seller: Buyer
let stripe: LocalStripe
const [card] = twoGateways().paymentOptions

beforeAll(async () => {
  stripe = await startStripe({ clock: () => shop?.app.clock() ?? new Date() })
  const { secretKey, webhookSecret, url: apiBase } = stripe
  const paymentOptions = [{ ...card, uuid: randomUUID(), gateway: 'stripe', title: { en: 'Card' } }] as never
  shop = await startTestServer({
    provider: { paymentOptions, gateways: { stripe: { secretKey, webhookSecret, apiBase } } },
  })
  seller = await buildBuyer(shop)
})
afterAll(async () => {
  await stripe.close()
  await shop.close()
})

const key = () => shop.provider.key
const pathOf = (address: string) => new URL(address).pathname
const receiptOf = (uuid: string) => `/shopping-cart/checkout/payment/receipt/${uuid}`

async function shopper(): Promise<Buyer> {
  const built = await buildCustomer(shop, { subjects: [seller.set.subject.uuid] })
  await built.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
  return { ...seller, ...built }
}

const readyAtStripe = (buyer: Buyer) =>
  prepareOrder(buyer, 'sandbox', { paymentOptionUuid: shop.provider.paymentOptions[0]?.uuid ?? '' })

/** Presses 'Buy now' and follows the browser to Stripe's page. */
async function toStripe(buyer: Buyer) {
  const { ordering } = await readyAtStripe(buyer)
  const answer = await buyer.client.call(checkout.transaction, ordering)
  const { end: hosted } = await followRedirects(buyer.client, answer.paymentHref)
  expect(hosted).toContain(`${stripe.url}/c/pay/cs_test_`)
  return { ordering, hosted, orderUuid: answer.order.uuid, transaction: answer.transaction.uuid }
}

const webhookAddress = () => `${shop.url}/payments/${key()}/stripe/webhook`
const sendWebhook = (transaction: string, pick: (type: string) => boolean = () => true) =>
  Promise.all(
    stripe
      .eventsOf(transaction)
      .filter(({ type }) => pick(type))
      .map((event) => stripe.send(event, webhookAddress())),
  )

/** The final result: orders that count, cards left in the cart, emails, and money at Stripe over all transactions. */
async function outcome({ client, customer }: Buyer) {
  const placed = await ordersOf(shop.app, key())
    .find({ 'content.customer': customer._id, confirmTime: { $ne: null } })
    .toArray()
  const journals = await checkoutsOf(shop.app, key()).find({ customer: customer._id }).toArray()
  const books = journals.flatMap(({ attempts }) => attempts.map(({ transaction }) => stripe.ledger(transaction)))
  return {
    orders: placed.map(({ _id }) => _id),
    states: placed.map(({ paymentState }) => paymentState),
    cart: (await client.call(carts.get, {})).cart.orderLines.length,
    mails: await shop.app.db
      .collection<StoredMail>('mails')
      .countDocuments({ provider: key(), customer: customer._id }),
    charges: books.flatMap(({ charges }) => charges),
    refunds: books.flatMap(({ refunds }) => refunds),
  }
}

const PRICE = 399 + 495
const boughtResult = (uuid: string) => ({
  orders: [uuid],
  states: ['paid'],
  cart: 0,
  mails: 1,
  charges: [PRICE],
  refunds: [],
})
const NOTHING = { orders: [], states: [], cart: 1, mails: 0, charges: [], refunds: [] }

describe('a purchase paid at Stripe', () => {
  it('[CHK-19] [RCP-1] makes exactly one order if the browser returns before the webhook', async () => {
    const buyer = await shopper()
    const { hosted, orderUuid, transaction } = await toStripe(buyer)
    expect(await outcome(buyer)).toEqual(NOTHING)
    const back = await stripe.press(hosted, 'pay')
    expect(pathOf((await followRedirects(buyer.client, back ?? '')).end)).toBe(receiptOf(orderUuid))
    expect(await outcome(buyer)).toEqual(boughtResult(orderUuid))
    expect((await buyer.client.call(orders.get, { orderUuid })).payment).toEqual({
      isInvoice: false,
      title: 'Card',
      state: 'paid',
    })
    for (const status of [...(await sendWebhook(transaction)), ...(await sendWebhook(transaction))])
      expect(status).toBe(200)
    shop.wait(3 * 24 * 60 * 60_000)
    expect(await sendWebhook(transaction, (type) => type === 'checkout.session.completed')).toEqual([200])
    expect(await outcome(buyer)).toEqual(boughtResult(orderUuid))
  })

  it('[CHK-19] reported twice at once before the browser returns is one order', async () => {
    const buyer = await shopper()
    const { hosted, orderUuid, transaction } = await toStripe(buyer)
    stripe.endpoint = webhookAddress()
    const back = await stripe.press(hosted, 'pay')
    stripe.endpoint = null
    const isPaid = (type: string) => type === 'checkout.session.completed'
    expect((await Promise.all([sendWebhook(transaction, isPaid), sendWebhook(transaction)])).flat()).toEqual([
      200, 200, 200, 200,
    ])
    expect(await outcome(buyer)).toEqual(boughtResult(orderUuid))
    expect(pathOf((await followRedirects(buyer.client, back ?? '')).end)).toBe(receiptOf(orderUuid))
    expect(await outcome(buyer)).toEqual(boughtResult(orderUuid))
  })

  it('[CHK-19] without a webhook or a returning browser is found by polling', async () => {
    const buyer = await shopper()
    const { hosted, orderUuid } = await toStripe(buyer)
    await stripe.press(hosted, 'pay')
    shop.wait(2 * 60_000)
    await expect.poll(async () => (await outcome(buyer)).orders, { timeout: 30_000 }).toEqual([orderUuid])
    await expect.poll(() => outcome(buyer), { timeout: 30_000 }).toEqual(boughtResult(orderUuid))
  })

  it('[CHK-19] whose request or answer got lost is requested again, and is one session', async () => {
    for (const trouble of ['cut before', 'cut after'] as const) {
      const buyer = await shopper()
      const { ordering } = await readyAtStripe(buyer)
      stripe.troubles.push(trouble, trouble)
      const failed = await buyer.client.fail(checkout.transaction, ordering)
      expect(failed).toMatchObject({ status: 502, reason: 'checkout.gateway' })
      expect(await outcome(buyer)).toEqual(NOTHING)
      const { order, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
      const back = await stripe.press((await followRedirects(buyer.client, paymentHref)).end, 'pay')
      // Nothing is known yet: fetching the state fails, and the customer must not read that it was not paid.
      stripe.troubles.push('cut after', 'cut after')
      expect(pathOf((await followRedirects(buyer.client, back ?? '')).end)).toBe(receiptOf(order.uuid))
      expect((await outcome(buyer)).orders).toEqual([])
      await followRedirects(buyer.client, back ?? '')
      expect(await outcome(buyer)).toEqual(boughtResult(order.uuid))
    }
  })
})

describe('a purchase that is not paid at Stripe', () => {
  it('returns to the unchanged checkout when the card was declined, and can be paid again', async () => {
    const buyer = await shopper()
    const { hosted, ordering, orderUuid, transaction } = await toStripe(buyer)
    expect(await stripe.press(hosted, 'decline')).toBeNull()
    const { cancel_url } = stripe.sessionOf(transaction)
    expect(pathOf((await followRedirects(buyer.client, cancel_url ?? '')).end)).toBe('/shopping-cart/checkout')
    expect((await buyer.client.call(checkout.create, {})).failedPayment).toBe('declined')
    // The customer goes back in the browser: the page has ended. A late report about it changes nothing.
    expect(await stripe.press(hosted, 'pay')).toBeNull()
    expect(await sendWebhook(transaction)).toEqual([200, 200])
    expect(await outcome(buyer)).toEqual(NOTHING)
    const again = await buyer.client.call(checkout.transaction, ordering)
    const back = await stripe.press((await followRedirects(buyer.client, again.paymentHref)).end, 'pay')
    await followRedirects(buyer.client, back ?? '')
    await sendWebhook(transaction)
    expect(await outcome(buyer)).toEqual(boughtResult(orderUuid))
  })

  it('ends with its session if the customer never comes back', async () => {
    const buyer = await shopper()
    const { hosted, transaction } = await toStripe(buyer)
    shop.wait(61 * 60_000)
    expect(await stripe.press(hosted, 'pay')).toBeNull()
    expect(await sendWebhook(transaction)).toEqual([200])
    expect((await buyer.client.call(checkout.create, {})).failedPayment).toBe('abandoned')
    expect(await outcome(buyer)).toEqual(NOTHING)
  })

  it('places no order if Stripe has charged another amount or currency: the charge is refunded', async () => {
    for (const [change, charged] of [
      [{ amount_total: PRICE - 1 }, PRICE - 1],
      [{ currency: 'eur' }, PRICE],
    ] as const) {
      const buyer = await shopper()
      const { hosted, transaction } = await toStripe(buyer)
      stripe.tamper(transaction, change)
      const back = await stripe.press(hosted, 'pay')
      await sendWebhook(transaction)
      expect(pathOf((await followRedirects(buyer.client, back ?? '')).end)).toBe('/shopping-cart/checkout')
      expect(await outcome(buyer)).toEqual({ ...NOTHING, charges: [charged], refunds: [charged] })
    }
  })

  it('is not turned into an order by a webhook that Stripe did not sign', async () => {
    const buyer = await shopper()
    const { hosted, transaction } = await toStripe(buyer)
    await stripe.press(hosted, 'pay')
    const event = stripe.eventsOf(transaction).find(({ type }) => type === 'checkout.session.completed')
    const requestCount = stripe.requests.length
    const post = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      shop.client().fetch({ method: 'POST', path: `/payments/${key()}/stripe/webhook`, headers, body })
    const [forged, real] = [stripe.sign(event as never, 'whsec_forged'), stripe.sign(event as never)]
    const unsigned = { body: real.body, headers: { 'content-type': 'application/json' } }
    const changed = { ...real, body: `${real.body} ` }
    for (const sent of [forged, unsigned, changed]) expect((await post(sent)).status).toBe(400)
    const elsewhere = `/payments/${shop.other.key}/stripe/webhook`
    expect((await shop.client().fetch({ method: 'POST', path: elsewhere, ...real })).status).toBe(400)
    expect(stripe.requests.length).toBe(requestCount)
    expect((await outcome(buyer)).orders).toEqual([])
  })
})

describe('an order that the operator refunds', () => {
  const refund = (uuid: string) => runInTerminal(ordersCommand, ['refund', uuid], shop.app)

  async function paid(buyer: Buyer) {
    const { hosted, orderUuid, transaction } = await toStripe(buyer)
    const back = await stripe.press(hosted, 'pay')
    await followRedirects(buyer.client, back ?? '')
    return { orderUuid, transaction, total: stripe.sessionOf(transaction).amount_total ?? 0 }
  }
  const refunded = (uuid: string) => ({ ...boughtResult(uuid), states: ['refunded'], mails: 2, refunds: [PRICE] })

  it('is refunded completely, once, is marked as refunded on the order and by email, and late webhooks change nothing', async () => {
    const buyer = await buildBuyer(shop)
    await buyer.add()
    const toPrint = async () =>
      (await picturesToPrint(shop.app, key(), [buyer.set.subject.uuid])).has(buyer.set.pictures.first.uuid)
    const { orderUuid, transaction } = await paid(buyer)
    const order = (await ordersOf(shop.app, key()).findOne({ _id: orderUuid })) as StoredOrder
    const provider = (await findProvider(shop.app, key())) as Provider
    expect(await toPrint()).toBe(true)
    expect(await Promise.all([1, 2].map(() => refundOrder(shop.app, provider, order)))).toContain('refunded')
    expect(await toPrint()).toBe(false)
    expect(await buyer.client.call(orders.list, {})).toMatchObject([{ uuid: orderUuid, ended: 'refunded' }])
    const again = await refund(orderUuid)
    expect([again.code, again.problem]).toEqual([
      1,
      expect.stringContaining('was already refunded. Nothing was changed'),
    ])
    expect(await outcome(buyer)).toEqual(refunded(orderUuid))
    for (const status of await sendWebhook(transaction)) expect(status).toBe(200)
    expect(await outcome(buyer)).toEqual(refunded(orderUuid))
    expect((await buyer.client.call(orders.get, { orderUuid })).payment.state).toBe('refunded')
    const mails = shop.app.db.collection<StoredMail>('mails')
    const mail = await mails.findOne({ provider: key(), _id: `${key()} refund ${orderUuid}` })
    expect(mail?.to).toBe(buyer.customer.email)
    for (const part of [`#${orderUuid.slice(0, 8)}`, '$8.94']) expect(mail?.text).toContain(part)
    expect(mail?.text).not.toContain('download')
  })

  it('is refunded later by any server if Stripe cannot be asked now', async () => {
    const buyer = await shopper()
    const { orderUuid } = await paid(buyer)
    stripe.troubles.push('cut before', 'cut before')
    const first = await refund(orderUuid)
    expect([first.code, first.problem]).toEqual([1, expect.stringContaining('The server retries until order')])
    expect(first.problem).not.toContain(stripe.secretKey)
    expect(await outcome(buyer)).toEqual(boughtResult(orderUuid))
    shop.wait(60_000)
    await expect.poll(() => outcome(buyer), { timeout: 30_000 }).toEqual(refunded(orderUuid))
  })

  it('is marked as refunded in the shop once all the money was refunded in Stripe’s dashboard', async () => {
    const buyer = await shopper()
    const { orderUuid, transaction } = await paid(buyer)
    stripe.refund(transaction, 100)
    await sendWebhook(transaction)
    expect(await outcome(buyer)).toEqual({ ...boughtResult(orderUuid), refunds: [100] })
    stripe.refund(transaction)
    await sendWebhook(transaction)
    expect(await outcome(buyer)).toEqual({ ...refunded(orderUuid), refunds: [100, PRICE - 100] })
  })

  it('loses its downloads, except those that another order has paid for', async () => {
    await sellDigitalFiles(shop.app, shop.provider, { also: [seller.template.product] })
    const { first, favourite } = seller.set.pictures
    const buyer = await buildCustomer(shop, { subjects: [seller.set.subject.uuid] })
    const order = async (uuid: string) => {
      await fileActions(buyer).file(uuid)
      return paid({ ...seller, ...buyer })
    }
    const downloads = async () => {
      const { pictureSet } = await buyer.client.call(pictureSets.get, { subjectUuid: seller.set.subject.uuid })
      return pictureSet.pictures.filter(({ bought }) => bought).map(({ uuid }) => uuid)
    }
    const one = await order(first.uuid)
    const two = await order(favourite.uuid)
    expect((await downloads()).sort()).toEqual([first.uuid, favourite.uuid].sort())
    expect(await refund(one.orderUuid)).toMatchObject({
      code: 0,
      out: expect.stringContaining('were returned through stripe'),
    })
    expect(await downloads()).toEqual([favourite.uuid])
    const mails = shop.app.db.collection<StoredMail>('mails')
    const mail = await mails.findOne({ provider: key(), _id: `${key()} refund ${one.orderUuid}` })
    expect(mail?.text).toContain('can no longer be downloaded')
    // Bought a second time in another window, before the first payment was known.
    const twin = await ordersOf(shop.app, key()).findOne({ _id: two.orderUuid })
    const uuid = randomUUID()
    await ordersOf(shop.app, key()).insertOne({ ...twin, _id: uuid, bought: [uuid] } as never)
    expect((await refund(two.orderUuid)).code).toBe(0)
    expect(await downloads()).toEqual([favourite.uuid])
  })

  it('must have been paid', async () => {
    const { orderUuid } = await toStripe(await shopper())
    const { code, problem } = await refund(orderUuid)
    expect([code, problem]).toEqual([1, expect.stringContaining('was not paid, so there is nothing to refund')])
    expect((await refund('#00000000')).code).toBe(1)
    expect((await runInTerminal(ordersCommand, ['refund'], shop.app)).code).toBe(2)
  })
})
