import { randomUUID } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { saveProvider } from '../../platform/provider/collection.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { anAddress, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ordersOf } from '../orders/collection.ts'
import { saveProduct } from '../products/collection.ts'
import { checkoutsOf } from './collection.ts'

let shop: TestServer
let seller: Buyer
beforeAll(async () => {
  shop = await startTestServer({ provider: { ...twoGateways(), freeShippingThreshold: 5000 }, other: twoGateways() })
  seller = await buildBuyer(shop)
})
afterAll(() => shop.close())

/** A new customer with `quantity` cards in the cart. */
async function shopper(quantity = 1): Promise<Buyer> {
  const built = await buildCustomer(shop, { subjects: [seller.set.subject.uuid] })
  const lines = [await seller.line({ quantity })]
  await built.client.call(carts.addLines, { requestId: randomUUID(), lines })
  return { ...seller, ...built }
}

const cartOf = async ({ client }: Buyer) => (await client.call(carts.get, {})).cart
const orderedBy = ({ customer }: Buyer) =>
  ordersOf(shop.app, shop.provider.key).find({ 'content.customer': customer._id }).toArray()
const mailsTo = ({ customer }: Buyer) =>
  shop.app.db.collection<StoredMail>('mails').find({ provider: shop.provider.key, to: customer.email }).toArray()

describe('a checkout', () => {
  it('[API-1] [API-3] starts with the cart, the delivery methods, the customer and the options', async () => {
    const buyer = await shopper(2)
    const newCheckout = await buyer.client.call(checkout.create, {})
    expect(Object.keys(newCheckout)).toEqual(
      expect.arrayContaining(
        'cart checkoutUuid deliveryOptions user hasActiveRebateCampaigns termsOfPurchase options upsaleList catalogueMaxDeliveryTime'.split(
          ' ',
        ),
      ),
    )
    expect(newCheckout).toMatchObject({
      cart: { summary: { totalPrice: 798 } },
      deliveryOptions: [{ type: 'postage', name: 'By post', deliveryOptions: [{ price: 495, deliverytime: 5 }] }],
      user: { emailAddress: buyer.customer.email },
      termsOfPurchase: 'Terms of purchase',
      choice: null,
      failedPayment: null,
    })
    expect(newCheckout.cart.orderLines[0]?.preview).not.toBeNull()
  })

  it('[CHK-1] does not start if there is nothing to order', async () => {
    const { client } = await buildCustomer(shop)
    expect(await client.fail(checkout.create, {})).toMatchObject({ status: 409, reason: 'checkout.empty' })
  })

  it('is the same one in two tabs, and a different one for a changed cart', async () => {
    const { client } = await shopper()
    const create = async () => (await client.call(checkout.create, {})).checkoutUuid
    const [one, two] = await Promise.all([create(), create()])
    expect(one).toBe(two)
    expect(await create()).toBe(one)
    await client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    expect(await create()).not.toBe(one)
  })

  it('shows a payment option’s HTML sanitised, even if the database contains more', async () => {
    const { client, provider } = await shopper()
    const written =
      '<b>Pay</b> <a href="https://example.com/t">safely</a><img src=x onerror=alert(1)><script>alert(1)</script>'
    const options = provider.paymentOptions.map((option) => ({ ...option, description: { en: written } }))
    const stored = shop.app.db.collection('providers')
    await stored.updateOne({ provider: provider.key }, { $set: { paymentOptions: options } })
    // Another provider is stored, after which this process reads all of them again.
    await saveProvider(shop.app, shop.other)
    const { checkoutUuid } = await client.call(checkout.create, {})
    const deliveryOptionUuid = provider.deliveryMethods[0]?.deliveryOptions[0]?.uuid ?? ''
    const { paymentOptions } = await client.call(checkout.paymentOptions, { checkoutUuid, deliveryOptionUuid })
    await saveProvider(shop.app, provider)
    const html = '<b>Pay</b> <a href="https://example.com/t">safely</a>'
    expect(paymentOptions.map(({ description }) => description)).toEqual([html, html])
    expect(paymentOptions.map(({ mobileDescription }) => mobileDescription)).toEqual([html, html])
  })

  it('[CHK-2] adds the fees of the selected options, and free delivery from the threshold on', async () => {
    const sums = async (quantity: number) => {
      const { client, provider } = await shopper(quantity)
      const { checkoutUuid } = await client.call(checkout.create, {})
      const deliveryOptionUuid = provider.deliveryMethods[0]?.deliveryOptions[0]?.uuid ?? ''
      const delivered = await client.call(checkout.paymentOptions, { checkoutUuid, deliveryOptionUuid })
      const card = delivered.paymentOptions[1]
      const choice = { checkoutUuid, deliveryOptionUuid, paymentOptionUuid: card?.uuid ?? '' }
      const { cart } = await client.call(checkout.choosePayment, choice)
      const lines = cart.orderLines.map(({ type, description, linePrice }) => [type, description, linePrice])
      return { card, delivered: delivered.cart.summary.totalPrice, total: cart.summary.totalPrice, lines }
    }
    const few = await sums(2)
    expect(few.card).toMatchObject({ title: 'Card', description: '<b>Pay</b>', mobileDescription: '<b>Pay</b>' })
    expect([few.delivered, few.total]).toEqual([798 + 495, 798 + 495 + 25])
    expect(few.lines).toEqual([
      [0, 'Square card', 798],
      [3, 'By post', 495],
      [3, 'Card', 25],
      [4, 'Total', 1318],
    ])
    const many = await sums(20)
    expect(many.total).toBe(9 * 399 + 11 * 249 + 25)
    expect(many.lines[1]).toEqual([3, 'By post', 0])
  })

  it('[API-2] refuses options that do not exist', async () => {
    const { client, provider } = await shopper()
    const { checkoutUuid } = await client.call(checkout.create, {})
    const deliveryOptionUuid = provider.deliveryMethods[0]?.deliveryOptions[0]?.uuid ?? ''
    const fail = (change: object) =>
      client.fail(checkout.choosePayment, {
        ...{ checkoutUuid, deliveryOptionUuid, paymentOptionUuid: provider.paymentOptions[0]?.uuid },
        ...change,
      })
    const unknown = randomUUID()
    expect(await fail({ checkoutUuid: unknown })).toMatchObject({ status: 404, reason: 'checkout.unknown' })
    expect(await fail({ deliveryOptionUuid: unknown })).toMatchObject({ reason: 'checkout.delivery_option' })
    expect(await fail({ paymentOptionUuid: unknown })).toMatchObject({ reason: 'checkout.payment_option' })
    expect(await fail({ checkoutUuid: 'x' })).toMatchObject({ status: 400, reason: 'input.invalid' })
    await client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    expect(await fail({})).toMatchObject({ status: 409, reason: 'checkout.cart_changed' })
  })
})

/** Stores a change of the line in the cart, as the editor does. Returns the line's uuid. */
async function changeLine(buyer: Buyer): Promise<string> {
  const [line] = (await cartOf(buyer)).orderLines
  const { template, product, subjects } = line ?? {}
  if (!line || !template || !product) throw new Error('The cart has no print')
  const { uuid, version, data } = template
  const content = { template: { uuid, version }, subject: subjects?.[0]?.uuid ?? null, resources: data.userResources }
  const draft = { uuid: line.uuid, version: 0, product: product.uuid, content }
  expect((await buyer.client.call(editor.saveLineDesign, draft)).design).toMatchObject({ version: 1 })
  return line.uuid
}

describe('buying', () => {
  it('[CHK-14] [CHK-15] [CHK-20] [API-1] orders the cart at the price that was shown', async () => {
    const buyer = await shopper(3)
    const before = await cartOf(buyer)
    const line = await changeLine(buyer)
    const { ordering } = await prepareOrder(buyer, 'invoice', { comment: ' Please ring twice ' })
    const { transaction, order, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
    expect(transaction.uuid).not.toBe(order.uuid)
    expect(new URL(paymentHref).pathname).toBe(`/m/shopping-cart/checkout/payment/${transaction.uuid}`)
    const [stored, ...more] = await orderedBy(buyer)
    expect(more).toEqual([])
    expect(stored).toMatchObject({
      _id: order.uuid,
      confirmTime: expect.any(Date),
      content: {
        totalPrice: 3 * 399 + 495,
        lines: [
          { quantity: 3, linePrice: 1197, runs: [{ count: 3, price: 399 }], subjects: [{ name: expect.any(String) }] },
        ],
        delivery: { type: 'postage', address: anAddress },
        comment: 'Please ring twice',
        client: 'mobile',
        terms: { text: 'Terms of purchase' },
        contact: { name: 'Anna Carter', email: buyer.customer.email },
      },
    })
    const after = await cartOf(buyer)
    expect(after.orderLines).toEqual([])
    expect(after.version).toBe(before.version + 1)
    // what was stored for the line is deleted with it
    expect((await buyer.client.call(editor.getLineDesign, { uuid: line })).design).toBe(null)
    expect(await mailsTo(buyer)).toHaveLength(1)
  })

  it('[CHK-19] twice at the same moment, again later and in another tab is one order and one payment', async () => {
    for (const gateway of ['invoice', 'sandbox'] as const) {
      const buyer = await shopper()
      const tab = shop.client()
      await tab.call(account.signIn, { email: buyer.customer.email, password: buyer.password })
      const { ordering } = await prepareOrder(buyer, gateway)
      const buy = (client = buyer.client) => client.call(checkout.transaction, ordering)
      const answers = await Promise.all([buy(), buy(), buy(tab)])
      answers.push(await buy(), await buy(tab))
      expect(new Set(answers.map(({ transaction }) => transaction.uuid)).size).toBe(1)
      expect(new Set(answers.map(({ order }) => order.uuid)).size).toBe(1)
      expect(await orderedBy(buyer)).toHaveLength(1)
      const [journal] = await checkoutsOf(shop.app, shop.provider.key).find({ customer: buyer.customer._id }).toArray()
      expect(journal?.attempts).toHaveLength(1)
      expect(await mailsTo(buyer)).toHaveLength(gateway === 'invoice' ? 1 : 0)
    }
  })

  it('[CHK-19] places one order when two tabs submit different input at once', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const sent = ['one', 'two', 'three'].map((comment) =>
      buyer.client.send(checkout.transaction, { ...ordering, comment }),
    )
    const answers = await Promise.all(sent)
    const [order, ...more] = (await orderedBy(buyer)).filter(({ confirmTime }) => confirmTime)
    expect(more).toEqual([])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200)
        expect(body).toMatchObject({ reason: 'checkout.already_paid', data: { orderUuid: order?._id } })
    }
    expect(await mailsTo(buyer)).toHaveLength(1)
  })

  it('removes only the ordered lines from the cart', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const checkoutBefore = await cartOf(buyer)
    await buyer.client.call(checkout.transaction, ordering)
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line({ quantity: 2 })] })
    // The answer was lost, and the button is pressed again.
    await buyer.client.call(checkout.transaction, ordering)
    const { orderLines } = await cartOf(buyer)
    expect(orderLines.map(({ quantity }) => quantity)).toEqual([2])
    expect(orderLines[0]?.uuid).not.toBe(checkoutBefore.orderLines[0]?.uuid)
  })

  it('[API-2] is refused if the form is incomplete, field by field', async () => {
    const buyer = await shopper()
    const empty = { name: '', address: ' ', address2: '', postalCode: '', city: '', state: '' }
    const { ordering } = await prepareOrder(buyer, 'invoice', { deliveryOptionData: { deliveryAddress: empty } })
    const required = 'This is required!'
    expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({
      status: 400,
      reason: 'input.invalid',
      fields: {
        'deliveryAddress.name': required,
        'deliveryAddress.address': required,
        'deliveryAddress.postalCode': required,
        'deliveryAddress.city': required,
      },
    })
    for (const change of [
      { termsAccepted: false },
      { client: 'watch' },
      { totalPrice: 1.5 },
      { comment: 'x'.repeat(2001) },
      { deliveryOptionData: { deliveryAddress: { ...anAddress, city: 'x'.repeat(81) } } },
    ]) {
      const failure = await buyer.client.fail(checkout.transaction, { ...ordering, ...change })
      expect(failure).toMatchObject({ status: 400, reason: 'input.invalid' })
    }
    expect(await orderedBy(buyer)).toEqual([])
    expect((await cartOf(buyer)).orderLines).toHaveLength(1)
  })

  it('is refused at a different price from the one shown, and after a change of price', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const cheaper = { ...ordering, totalPrice: ordering.totalPrice - 1 }
    const failure = await buyer.client.fail(checkout.transaction, cheaper)
    expect(failure).toMatchObject({ status: 409, reason: 'checkout.price_changed' })
    const { product } = seller.template
    const [tier] = product.productprices as [(typeof product.productprices)[number]]
    await saveProduct(shop.app, shop.provider.key, { ...product, productprices: [{ ...tier, price: 500 }] })
    expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({ reason: 'checkout.price_changed' })
    await saveProduct(shop.app, shop.provider.key, product)
    expect(await orderedBy(buyer)).toEqual([])
  })

  it('is refused if the cart has changed since', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const [line] = (await cartOf(buyer)).orderLines
    await buyer.client.call(carts.updateLine, { uuid: line?.uuid ?? '', requestId: randomUUID(), quantity: 2 })
    const failure = await buyer.client.fail(checkout.transaction, ordering)
    expect(failure).toMatchObject({ status: 409, reason: 'checkout.cart_changed' })
    expect(await orderedBy(buyer)).toEqual([])
  })

  it('is refused with a delivery or payment option that is not offered', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const post = { ...ordering, deliveryOptionUuid: randomUUID() }
    expect(await buyer.client.fail(checkout.transaction, post)).toMatchObject({ reason: 'checkout.delivery_option' })
    const pay = { ...ordering, paymentOptionUuid: randomUUID() }
    expect(await buyer.client.fail(checkout.transaction, pay)).toMatchObject({ reason: 'checkout.payment_option' })
  })

  it('sends the browser back to pages of the shop and of the provider, and nowhere else', async () => {
    const buyer = await shopper()
    const [studio] = buyer.provider.origins as [string]
    const { ordering } = await prepareOrder(buyer, 'invoice')
    for (const returnTo of [
      'https://evil.example/{orderUuid}',
      `${studio}.evil.example/`,
      `${studio.replace('://', '://user:secret@')}/`,
      'javascript:alert(1)',
      '/shopping-cart',
      '//evil.example',
    ]) {
      const failure = await buyer.client.fail(checkout.transaction, { ...ordering, returnTo })
      expect(failure, returnTo).toMatchObject({ status: 400, reason: 'checkout.return_refused' })
      const back = await buyer.client.fail(checkout.transaction, {
        ...ordering,
        returnTo: `${studio}/`,
        backTo: returnTo,
      })
      expect(back, returnTo).toMatchObject({ reason: 'checkout.return_refused' })
    }
    expect(await orderedBy(buyer)).toEqual([])
    const returnTo = `${studio}/shop#/receipt/{orderUuid}`
    const { paymentHref, order } = await buyer.client.call(checkout.transaction, { ...ordering, returnTo })
    const page = await buyer.client.fetch(paymentHref)
    expect(page.headers.location).toBe(`${studio}/shop#/receipt/${order.uuid}`)
  })
})

describe('[LOC-3] a checkout belongs to a customer of one provider', () => {
  it('nobody else can see or buy it', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const { checkoutUuid, deliveryOptionUuid, paymentOptionUuid } = ordering
    const stranger = await shopper()
    const elsewhere = await buildBuyer(shop, { provider: shop.other })
    await elsewhere.add()
    const calls = [
      { endpoint: checkout.paymentOptions, input: { checkoutUuid, deliveryOptionUuid } },
      { endpoint: checkout.choosePayment, input: { checkoutUuid, deliveryOptionUuid, paymentOptionUuid } },
      { endpoint: checkout.transaction, input: ordering },
    ]
    for (const { endpoint, input } of calls) {
      expect(await shop.client().fail(endpoint, input)).toMatchObject({ status: 401 })
      expect(await stranger.client.fail(endpoint, input)).toMatchObject({ status: 404, reason: 'checkout.unknown' })
      expect(await elsewhere.client.fail(endpoint, input)).toMatchObject({ status: 404, reason: 'checkout.unknown' })
    }
    expect(await shop.client().fail(checkout.create, {})).toMatchObject({ status: 401 })
    expect(await orderedBy(buyer)).toEqual([])
  })

  it('nothing starts and nothing is bought without the header that names the shop', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const at = `?provider=${shop.provider.key}`
    const bare = (path: string) => ({ path: path + at, headers: { 'x-provider': undefined } })
    const create = await buyer.client.fail(checkout.create, {}, bare('/api/webshop/checkout'))
    expect(create).toMatchObject({ status: 403, reason: 'provider.missing' })
    const path = `/api/webshop/checkout/${ordering.checkoutUuid}/transaction`
    expect(await buyer.client.fail(checkout.transaction, ordering, bare(path))).toMatchObject({ status: 403 })
    expect(await orderedBy(buyer)).toEqual([])
  })
})

describe('a placed order', () => {
  it('[ORD-1] [RCP-1] [API-1] [API-3] is in the history, with its lines and its receipt', async () => {
    const buyer = await shopper(2)
    const { ordering } = await prepareOrder(buyer, 'invoice', { comment: 'Thank you' })
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    const list = await buyer.client.call(orders.list, {})
    const totalPrice = 798 + 495
    const facts = { currency: 'USD', totalPrice, production: 'new', ended: null }
    expect(list).toEqual([{ uuid: order.uuid, confirmTime: expect.any(String), ...facts }])
    const details = await buyer.client.call(orders.details, { uuid: order.uuid })
    expect(details.rebateCode).toBeNull()
    expect(details.orderLines.map(({ type, linePrice }) => [type, linePrice])).toEqual([
      [0, 798],
      [3, 495],
      [4, totalPrice],
    ])
    const receipt = await buyer.client.call(orders.get, { orderUuid: order.uuid })
    expect(receipt).toMatchObject({
      uuid: order.uuid,
      confirmTime: list[0]?.confirmTime,
      payment: { isInvoice: true, title: 'Invoice', state: 'invoiced' },
      production: 'new',
      summary: { totalPrice },
      delivery: {
        type: 'postage',
        name: 'By post',
        address: anAddress,
        deliveryTime: { string: 'within 5 business days' },
      },
      contactEmail: buyer.customer.email,
      comment: 'Thank you',
      containDigitalProducts: false,
    })
    expect(receipt.orderLines[0]?.preview?.hash).toBe(receipt.orderLines[0]?.sceneHash)
  })

  it('shows what was bought, however names and prices change', async () => {
    const buyer = await shopper(2)
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    const before = await buyer.client.call(orders.get, { orderUuid: order.uuid })
    const { product } = seller.template
    await saveProduct(shop.app, shop.provider.key, {
      ...product,
      names: { en: 'Something else' },
      productprices: [{ quantity: 1, price: 9999, campaignprice: null, type: 0 }],
    })
    expect(await buyer.client.call(orders.get, { orderUuid: order.uuid })).toEqual(before)
    await saveProduct(shop.app, shop.provider.key, product)
  })

  it('[LOC-3] [API-2] is nobody else’s, and an unpaid one is not in the history', async () => {
    const buyer = await shopper()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    const stranger = await shopper()
    const elsewhere = await buildBuyer(shop, { provider: shop.other })
    for (const { client } of [stranger, elsewhere]) {
      expect(await client.fail(orders.get, { orderUuid: order.uuid })).toMatchObject({
        status: 404,
        reason: 'orders.unknown',
      })
      expect(await client.fail(orders.details, { uuid: order.uuid })).toMatchObject({
        status: 404,
        reason: 'orders.unknown',
      })
      expect(await client.call(orders.list, {})).toEqual([])
    }
    for (const { endpoint, input } of [
      { endpoint: orders.list, input: {} },
      { endpoint: orders.get, input: { orderUuid: order.uuid } },
      { endpoint: orders.details, input: { uuid: order.uuid } },
    ]) {
      expect(await shop.client().fail(endpoint, input)).toMatchObject({ status: 401, reason: 'session.required' })
    }
    expect(await buyer.client.fail(orders.get, { orderUuid: 'x' })).toMatchObject({ status: 400 })
    const unpaid = await prepareOrder(stranger, 'sandbox')
    const waiting = await stranger.client.call(checkout.transaction, unpaid.ordering)
    expect(await stranger.client.call(orders.list, {})).toEqual([])
    expect(await stranger.client.fail(orders.details, { uuid: waiting.order.uuid })).toMatchObject({ status: 404 })
    const receipt = await stranger.client.call(orders.get, { orderUuid: waiting.order.uuid })
    expect(receipt).toMatchObject({ confirmTime: null, payment: { state: 'awaiting' } })
  })
})
