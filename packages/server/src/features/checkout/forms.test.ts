import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout, type checkout as contract, type DeliveryMethod } from '@portraitkit/core/checkout/contract.ts'
import type { AnswerOf } from '@portraitkit/core/endpoint.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { saveProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { aContact, anAddress, type OrderInput, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { ordersOf } from '../orders/collection.ts'
import { ordersCommand } from '../orders/command.ts'

/** The forms of the delivery and payment steps, as the server validates them. */

const HOUR_MS = 60 * 60_000
const [MALL, STATION] = ['0b5c1f6e-4f0d-4c55-9a35', '0b5c1f6e-4f0d-4c55-9a36']
const EXPRESS = '111111111111'

type Option = Provider['deliveryMethods'][number]['deliveryOptions'][number]
const option = (name: string, price: number, change: Partial<Option> = {}): Option => ({
  uuid: randomUUID(),
  name: { en: name },
  description: { en: '' },
  price,
  deliverytime: 5,
  isExpress: false,
  expire: null,
  ...change,
})
const pickup = (uuid: string, pickupname: string, change: Partial<Option> = {}) =>
  option('Pickup', 300, {
    uuid,
    pickupname,
    pickupaddress1: '1 Road',
    pickuppostalcode: '10001',
    pickupcity: 'Boston',
    ...change,
  })
const method = (type: DeliveryMethod['type'], deliveryOptions: Option[]) => ({
  type,
  name: { en: type },
  deliveryOptions,
})

const expire = new Date(Date.now() + HOUR_MS).toISOString()
const express = option('Express', 2500, { isExpress: true, expire, deliverytime: 1 })
const deliveryMethods: Provider['deliveryMethods'] = [
  method('postage', [option('Letter', 400), option('Parcel', 700), express]),
  method('store-pickup', [
    pickup(`${MALL}-000000000001`, 'The mall'),
    pickup(`${STATION}-000000000001`, 'The station', { deliverytime: 1 }),
    pickup(`${MALL}-${EXPRESS}`, 'The mall', { price: 900, expire }),
  ]),
  method('school-pickup', [option('At school', 0)]),
  method('digital-delivery', [option('By email', 0, { deliverytime: 0 })]),
]
const STRICT = { verifyMobile: true, requirePersonNo: true }

let shop: TestServer
let seller: Buyer
let abroad: Buyer
beforeAll(async () => {
  const { paymentOptions, gateways } = twoGateways()
  shop = await startTestServer({
    provider: { ...twoGateways(), deliveryMethods },
    other: {
      country: 'NO',
      gateways,
      paymentOptions: paymentOptions.map((each) => ({ ...each, ...STRICT })),
      options: { ...buildProvider().options, gatherState: true, states: { '': 'Choose', TR: 'Troms' } },
    },
  })
  seller = await buildBuyer(shop)
  abroad = await buildBuyer(shop, { provider: shop.other })
  await sellDigitalFiles(shop.app, shop.provider, { also: [seller.template.product] })
})
afterAll(() => shop.close())

/** A new customer with a card in the cart, or without. */
async function shopper({ cards = 1, of = seller }: { cards?: number; of?: Buyer } = {}): Promise<Buyer> {
  const built = await buildCustomer(shop, { provider: of.provider, subjects: [of.set.subject.uuid] })
  if (cards > 0) {
    const lines = [await of.line({ quantity: cards })]
    await built.client.call(carts.addLines, { requestId: randomUUID(), lines })
  }
  return { ...of, ...built }
}

type NewCheckout = AnswerOf<typeof contract.create>
const beginCheckout = ({ client }: Buyer) => client.call(checkout.create, {})
const typesOf = ({ deliveryOptions }: NewCheckout) => deliveryOptions.map(({ type }) => type)
const methodOf = ({ deliveryOptions }: NewCheckout, type: DeliveryMethod['type']) => {
  const found = deliveryOptions.find((each) => each.type === type)
  if (!found) throw new Error(`${type} is not offered`)
  return found
}
const uuidOf = (type: DeliveryMethod['type'], index = 0) =>
  deliveryMethods.find((each) => each.type === type)?.deliveryOptions[index]?.uuid ?? ''
const fieldsOf = async (buyer: Buyer, change: Partial<OrderInput>) => {
  const { ordering } = await prepareOrder(buyer, 'invoice', { totalPrice: 1 })
  const failure = await buyer.client.fail(checkout.transaction, { ...ordering, ...change })
  expect(failure, JSON.stringify(change)).toMatchObject({ status: 400, reason: 'input.invalid' })
  return failure.fields
}
const storedOf = async (buyer: Buyer, uuid: string) => ordersOf(shop.app, buyer.provider.key).findOne({ _id: uuid })

describe('the delivery methods', () => {
  it('[CHK-3] [CHK-6] [CHK-7] are those that fit the cart, each with what its form needs', async () => {
    const printed = await beginCheckout(await shopper())
    expect(typesOf(printed)).toEqual(['postage', 'store-pickup', 'school-pickup'])
    const { subject, job } = seller.set
    expect(methodOf(printed, 'school-pickup').deliveryOptions[0]?.subjects).toEqual([
      { uuid: subject.uuid, name: subject.name, group: subject.group, school: job.name },
    ])
    expect(methodOf(printed, 'postage').deliveryOptions[0]?.subjects).toEqual([])
    const stores = methodOf(printed, 'store-pickup')
    expect(stores.deliveryOptions.map(({ pickupname, isExpress }) => [pickupname, isExpress])).toEqual([
      ['The mall', false],
      ['The station', false],
      ['The mall', true],
    ])
    expect(stores.pickupLocations).toEqual([
      {
        uuid: `${MALL}-000000000001`,
        price: 300,
        deliveryTime: { seconds: 432_000, string: 'within 5 business days' },
      },
      {
        uuid: `${STATION}-000000000001`,
        price: 300,
        deliveryTime: { seconds: 86_400, string: 'within 1 business day' },
      },
    ])
    expect(printed.contains).toEqual({ digital: false, delivered: true })
  })

  it('[CHK-3] [CHK-7] files alone are delivered digitally, at once and free of charge, and in no other way', async () => {
    const buyer = await shopper({ cards: 0 })
    await fileActions(buyer).file(seller.set.pictures.first.uuid)
    const newCheckout = await beginCheckout(buyer)
    expect(typesOf(newCheckout)).toEqual(['digital-delivery'])
    expect(newCheckout.contains).toEqual({ digital: true, delivered: false })
    const post = { checkoutUuid: newCheckout.checkoutUuid, deliveryOptionUuid: uuidOf('postage') }
    expect(await buyer.client.fail(checkout.paymentOptions, post)).toMatchObject({ reason: 'checkout.delivery_option' })
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const byPost = {
      ...ordering,
      deliveryOptionUuid: uuidOf('postage'),
      deliveryOptionData: { deliveryAddress: anAddress },
    }
    expect(await buyer.client.fail(checkout.transaction, byPost)).toMatchObject({ reason: 'checkout.delivery_option' })
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    const receipt = await buyer.client.call(orders.get, { orderUuid: order.uuid })
    expect(receipt).toMatchObject({
      contactEmail: aContact.emailAddress,
      delivery: { type: 'digital-delivery', address: null, deliveryTime: { string: 'at once' } },
    })
    expect(receipt.orderLines.map(({ type, linePrice }) => [type, linePrice])[1]).toEqual([3, 0])
  })

  it('[CHK-3] files in an order with cards are delivered with the cards, and not digitally', async () => {
    const buyer = await shopper()
    await fileActions(buyer).file(seller.set.pictures.first.uuid)
    const newCheckout = await beginCheckout(buyer)
    expect(typesOf(newCheckout)).toEqual(['postage', 'store-pickup', 'school-pickup'])
    expect(newCheckout.contains).toEqual({ digital: true, delivered: true })
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const digital = {
      ...ordering,
      deliveryOptionUuid: uuidOf('digital-delivery'),
      deliveryOptionData: { contactInfo: aContact },
    }
    expect(await buyer.client.fail(checkout.transaction, digital)).toMatchObject({ reason: 'checkout.delivery_option' })
  })

  it('[CHK-7] a shop without a configured digital delivery has one anyway', async () => {
    const buyer = await shopper({ cards: 0 })
    const deliveryMethods = shop.provider.deliveryMethods.filter(({ type }) => type === 'postage')
    await fileActions(buyer).file(seller.set.pictures.first.uuid)
    await saveProvider(shop.app, { ...shop.provider, deliveryMethods })
    const { deliveryOptions } = await beginCheckout(buyer)
    await saveProvider(shop.app, shop.provider)
    expect(deliveryOptions).toMatchObject([
      { type: 'digital-delivery', name: 'By download', deliveryOptions: [{ price: 0, deliverytime: 0 }] },
    ])
  })

  it('[CHK-23] an express option is offered and accepted until it ends, and not after that', async () => {
    const clock = await startTestServer({ provider: { ...twoGateways(), deliveryMethods } })
    try {
      const late = await buildBuyer(clock)
      await late.add()
      const mall = `${MALL}-${EXPRESS}`
      const offered = async () =>
        (await beginCheckout(late)).deliveryOptions.flatMap(({ deliveryOptions }) =>
          deliveryOptions.map(({ uuid }) => uuid),
        )
      expect(await offered()).toEqual(expect.arrayContaining([express.uuid, mall]))
      const { newCheckout, ordering } = await prepareOrder(late, 'invoice', { deliveryOptionUuid: express.uuid })
      const option = methodOf(newCheckout, 'postage').deliveryOptions.find(({ uuid }) => uuid === express.uuid)
      expect(option).toMatchObject({ isExpress: true, expire })
      clock.wait(HOUR_MS + 1)
      expect(await offered()).not.toEqual(expect.arrayContaining([express.uuid]))
      expect(await offered()).not.toContain(mall)
      const gone = { status: 400, reason: 'checkout.delivery_option' }
      const { checkoutUuid } = ordering
      const choice = { checkoutUuid, deliveryOptionUuid: express.uuid }
      expect(await late.client.fail(checkout.paymentOptions, choice)).toMatchObject(gone)
      expect(await late.client.fail(checkout.transaction, ordering)).toMatchObject(gone)
      expect(await ordersOf(clock.app, clock.provider.key).find({}).toArray()).toEqual([])
    } finally {
      await clock.close()
    }
  })
})

describe('a pickup', () => {
  it('[CHK-6] [CHK-11] in a store needs a contact, and the order names the store', async () => {
    const buyer = await shopper()
    const required = 'This is required!'
    const at = { deliveryOptionUuid: `${MALL}-${EXPRESS}` }
    expect(await fieldsOf(buyer, { ...at, deliveryOptionData: { deliveryAddress: anAddress } })).toEqual({
      'contactInfo.name': required,
      'contactInfo.emailAddress': required,
    })
    const wrong = { contactInfo: { name: 'Anna', emailAddress: 'anna' } }
    expect(await fieldsOf(buyer, { ...at, deliveryOptionData: wrong })).toEqual({
      'contactInfo.name': 'Please enter first and last name',
      'contactInfo.emailAddress': 'Invalid email',
    })
    const { ordering } = await prepareOrder(buyer, 'invoice', at)
    expect(ordering.totalPrice).toBe(399 + 900)
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    const pickup = { name: 'The mall', address: '1 Road', postalCode: '10001', city: 'Boston' }
    const { delivery } = await buyer.client.call(orders.get, { orderUuid: order.uuid })
    expect(delivery).toMatchObject({ type: 'store-pickup', address: null, school: null, pickup })
    const [mail] = await shop.app.db
      .collection<StoredMail>('mails')
      .find({ to: aContact.emailAddress })
      .sort({ created: -1 })
      .toArray()
    expect(JSON.stringify(mail)).toContain('The mall')
  })

  it('[CHK-3] [CHK-11] at school is for a child whose pictures are in the cart', async () => {
    const buyer = await shopper()
    const at = { deliveryOptionUuid: uuidOf('school-pickup') }
    expect(
      Object.keys((await fieldsOf(buyer, { ...at, deliveryOptionData: { contactInfo: aContact } })) ?? {}),
    ).toEqual(['subject'])
    const { ordering } = await prepareOrder(buyer, 'invoice', at)
    const other = { ...ordering, deliveryOptionData: { contactInfo: aContact, subject: abroad.set.subject.uuid } }
    expect(await buyer.client.fail(checkout.transaction, other)).toMatchObject({ reason: 'checkout.delivery_option' })
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    const { subject, job } = seller.set
    const { delivery } = await buyer.client.call(orders.get, { orderUuid: order.uuid })
    expect(delivery).toMatchObject({
      type: 'school-pickup',
      school: { name: job.name, group: subject.group, subject: subject.name },
    })
  })
})

describe('the shipping form', () => {
  it('[CHK-8] [CHK-9] requires the fields that the provider asks for, in the format of the country', async () => {
    const buyer = await shopper({ of: abroad })
    const send = (change: Partial<typeof anAddress>) =>
      fieldsOf(buyer, {
        deliveryOptionData: {
          deliveryAddress: { ...anAddress, postalCode: '9008', city: 'Tromsø', state: 'TR', ...change },
        },
        paymentOptionData: { mobilePhone: '406 12 345', pid: '17059010182' },
      })
    const required = 'This is required!'
    expect(await send({ name: '', city: ' ', postalCode: '', address: '', state: '' })).toEqual({
      'deliveryAddress.name': required,
      'deliveryAddress.address': required,
      'deliveryAddress.postalCode': required,
      'deliveryAddress.city': required,
      'deliveryAddress.state': required,
    })
    const badCode = { 'deliveryAddress.postalCode': 'This postal code does not look right.' }
    expect(await send({ postalCode: '10001' })).toEqual(badCode)
    expect(await send({ city: '9008' })).toEqual({ 'deliveryAddress.city': 'This city does not look right.' })
    expect(await send({ state: 'XX' })).toEqual({ 'deliveryAddress.state': required })
  })

  it('[CHK-8] stores the second line and the postal code only if the provider asks for them', async () => {
    const buyer = await shopper({ of: abroad })
    const deliveryAddress = { ...anAddress, address2: 'H0201', postalCode: '9008', city: 'Tromsø', state: 'TR' }
    const paymentOptionData = { mobilePhone: '406 12 345', pid: '17059010182' }
    const storedForm = async (change: Partial<Provider['options']>) => {
      await saveProvider(shop.app, { ...shop.other, options: { ...shop.other.options, ...change } })
      const buyer = await shopper({ of: abroad })
      const sent = { deliveryOptionData: { deliveryAddress, verifiedAddress: true }, paymentOptionData }
      const { newCheckout, ordering } = await prepareOrder(buyer, 'invoice', sent)
      expect(newCheckout.options).toMatchObject({ country: 'NO', ...change })
      const { order } = await buyer.client.call(checkout.transaction, ordering)
      return (await storedOf(buyer, order.uuid))?.content.delivery
    }
    expect(await storedForm({ gatherAddress2: false, hidePostalCode: true, gatherState: false })).toMatchObject({
      address: { ...deliveryAddress, address2: '', postalCode: '', state: '' },
      verifiedAddress: true,
    })
    expect(await storedForm({ gatherAddress2: true, hidePostalCode: false })).toMatchObject({
      address: deliveryAddress,
    })
    await saveProvider(shop.app, shop.other)
    expect((await beginCheckout(buyer)).options).toMatchObject({ gatherAddress2: false, hidePostalCode: false })
  })
})

describe('the payment form', () => {
  const data = { mobilePhone: '406 12 345', pid: '170590 10182' }
  const optionOf = ({ provider }: Buyer, gateway: string) =>
    provider.paymentOptions.find((each) => each.gateway === gateway)?.uuid ?? ''

  it('[CHK-12] is validated by the server, before the order and with it', async () => {
    const buyer = await shopper({ of: abroad })
    const { checkoutUuid } = await beginCheckout(buyer)
    const check = (paymentOptionData: OrderInput['paymentOptionData'], client = buyer.client) =>
      client.send(checkout.checkPayment, {
        checkoutUuid,
        paymentOptionUuid: optionOf(buyer, 'invoice'),
        paymentOptionData,
      })
    const deliveryAddress = { ...anAddress, postalCode: '9008', city: 'Tromsø', state: 'TR' }
    for (const [sent, fields] of [
      [{}, { mobilePhone: 'This is required!', pid: 'This is required!' }],
      [{ ...data, mobilePhone: '12' }, { mobilePhone: 'This phone number does not look right.' }],
      [{ ...data, pid: '17059010183' }, { pid: 'This personal ID number does not look right.' }],
      [{ ...data, pid: '01021250003' }, { pid: 'You have to be at least 18 years old to pay this way.' }],
    ] as const) {
      expect(await check(sent)).toMatchObject({ status: 400, body: { reason: 'input.invalid', fields } })
      const ordering = { deliveryOptionData: { deliveryAddress }, paymentOptionData: sent }
      expect(await fieldsOf(buyer, ordering)).toEqual(fields)
    }
    expect(await check(data)).toMatchObject({ status: 200, body: {} })
  })

  it('[CHK-12] requires the minimum age of the provider', async () => {
    const paymentOptions = shop.other.paymentOptions.map((each) => ({ ...each, minimumAge: 14 }))
    await saveProvider(shop.app, { ...shop.other, paymentOptions })
    const buyer = await shopper({ of: abroad })
    const { checkoutUuid, deliveryOptions } = await beginCheckout(buyer)
    const deliveryOptionUuid = deliveryOptions[0]?.deliveryOptions[0]?.uuid ?? ''
    const offered = await buyer.client.call(checkout.paymentOptions, { checkoutUuid, deliveryOptionUuid })
    const paymentOptionUuid = optionOf(buyer, 'invoice')
    const paymentOptionData = { ...data, pid: '01021250003' }
    const checked = await buyer.client.send(checkout.checkPayment, {
      checkoutUuid,
      paymentOptionUuid,
      paymentOptionData,
    })
    await saveProvider(shop.app, shop.other)
    expect(offered.paymentOptions.map(({ minimumAge }) => minimumAge)).toEqual([14, 14])
    expect(checked.status).toBe(200)
  })

  it('[API-2] belongs to its customer, and names its shop', async () => {
    const buyer = await shopper({ of: abroad })
    const { checkoutUuid } = await beginCheckout(buyer)
    const input = { checkoutUuid, paymentOptionUuid: optionOf(buyer, 'invoice'), paymentOptionData: data }
    const stranger = await shopper({ of: abroad })
    const elsewhere = await shopper()
    expect(await shop.client(shop.other).fail(checkout.checkPayment, input)).toMatchObject({ status: 401 })
    for (const { client } of [stranger, elsewhere]) {
      expect(await client.fail(checkout.checkPayment, input)).toMatchObject({ status: 404, reason: 'checkout.unknown' })
    }
    const unknown = { ...input, paymentOptionUuid: randomUUID() }
    expect(await buyer.client.fail(checkout.checkPayment, unknown)).toMatchObject({ reason: 'checkout.payment_option' })
    const path = `/api/webshop/checkout/${checkoutUuid}/payment-data?provider=${shop.other.key}`
    const bare = { path, headers: { 'x-provider': undefined } }
    expect(await buyer.client.fail(checkout.checkPayment, input, bare)).toMatchObject({ status: 403 })
  })

  it('[CHK-12] stores a personal id sealed, only if the person who collects the money needs it, and nowhere else', async () => {
    const order = async (gateway: 'invoice' | 'sandbox') => {
      const buyer = await shopper({ of: abroad })
      const deliveryAddress = { ...anAddress, postalCode: '9008', city: 'Tromsø', state: 'TR' }
      const sent = { deliveryOptionData: { deliveryAddress }, paymentOptionData: data }
      const { ordering } = await prepareOrder(buyer, gateway, sent)
      const { order } = await buyer.client.call(checkout.transaction, ordering)
      return {
        uuid: order.uuid,
        client: buyer.client,
        content: async () => (await storedOf(buyer, order.uuid))?.content,
      }
    }
    const invoiced = await order('invoice')
    expect((await invoiced.content())?.contact.phone).toBe('+4740612345')
    const card = await order('sandbox')
    expect((await card.content())?.personalId).toBeNull()
    for (const { name } of await shop.app.db.listCollections().toArray()) {
      const all = JSON.stringify(await shop.app.db.collection(name).find({}).toArray())
      expect(all, name).not.toMatch(/170590 ?10182/)
    }
    // the person who writes the invoice reads it, until the order is paid or withdrawn
    const operator = (...argv: string[]) => runInTerminal(ordersCommand, argv, shop.app)
    expect((await operator('show', invoiced.uuid)).out).not.toContain('17059010182')
    expect(await operator('personal-id', invoiced.uuid)).toMatchObject({ code: 0, out: '17059010182' })
    expect((await operator('mark', invoiced.uuid, 'paid')).code).toBe(0)
    expect((await operator('personal-id', invoiced.uuid)).problem).toContain('has no personal id')
    const withdrawn = await order('invoice')
    expect((await operator('refund', withdrawn.uuid)).code).toBe(0)
    expect((await withdrawn.content())?.personalId).toBeNull()
    const listed = await withdrawn.client.call(orders.list, {})
    expect(listed.find(({ uuid }) => uuid === withdrawn.uuid)?.ended).toBe('cancelled')
  })

  it('[CHK-12] has a separate text for phones if the provider has one', async () => {
    const [first, second] = shop.provider.paymentOptions
    if (!first || !second) throw new Error('Two ways of paying')
    const mobileDescription = { en: '<i>Tap</i><script>alert(1)</script>' }
    await saveProvider(shop.app, {
      ...shop.provider,
      paymentOptions: [{ ...first, mobileTitle: { en: 'Later' }, mobileDescription }, second],
    })
    const buyer = await shopper()
    const { checkoutUuid } = await beginCheckout(buyer)
    const input = { checkoutUuid, deliveryOptionUuid: uuidOf('postage') }
    const { paymentOptions } = await buyer.client.call(checkout.paymentOptions, input)
    await saveProvider(shop.app, shop.provider)
    expect(paymentOptions).toMatchObject([
      { title: 'Invoice', mobileTitle: 'Later', description: '<b>Pay</b>', mobileDescription: '<i>Tap</i>' },
      { title: 'Card', mobileTitle: 'Card', mobileDescription: '<b>Pay</b>' },
    ])
  })
})

it('refuses a provider whose delivery or payment options cannot work, and names the field', async () => {
  const { provider } = shop
  const [post, stores] = deliveryMethods
  const [first] = provider.paymentOptions
  if (!post || !stores || !first) throw new Error('A shop that delivers')
  const nowhere = { ...stores, deliveryOptions: stores.deliveryOptions.map(({ pickupname: _, ...each }) => each) }
  const faults: Array<[Partial<Provider>, string]> = [
    [{ deliveryMethods: [post, post] }, 'deliveryMethods.1.type: an earlier method has the same type'],
    [
      { deliveryMethods: [nowhere] },
      'deliveryMethods.0.deliveryOptions.0.pickupname: the name of the store is missing',
    ],
    [{ paymentOptions: [{ ...first, requirePersonNo: true }] }, 'paymentOptions.0.requirePersonNo: '],
    [
      { deliveryMethods: [post, { ...stores, deliveryOptions: post.deliveryOptions }] },
      'uuid: a different option has the same one',
    ],
  ]
  for (const [change, text] of faults) {
    await expect(saveProvider(shop.app, { ...provider, ...change })).rejects.toThrow(text)
  }
})
