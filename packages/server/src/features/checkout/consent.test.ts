import { buffer } from 'node:stream/consumers'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ordersOf } from '../orders/collection.ts'
import { confirmationMail } from '../orders/mails/confirmationMail.ts'
import { receiptPdf } from '../orders/receipt/receiptPdf.ts'
import { checkoutsOf } from './collection.ts'

let shop: TestServer
let buyer: Buyer
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
  buyer = await buildBuyer(shop)
  await sellDigitalFiles(shop.app, shop.provider, { also: [buyer.template.product] })
})
afterAll(() => shop.close())

const plain = (text = '') => text.replaceAll(/\s+/g, ' ')
const ENGLISH = /^I expressly agree that .* begins before the withdrawal period ends, .* lose my right of withdrawal/

it('[CHK-14] places no order for downloads without consent to immediate delivery and to losing the right of withdrawal', async () => {
  const { client, customer, set } = buyer
  await buyer.add()
  expect((await prepareOrder(buyer, 'invoice')).newCheckout.digitalConsent).toBeNull()
  await fileActions(buyer).file(set.pictures.first.uuid)
  const { newCheckout, ordering } = await prepareOrder(buyer, 'invoice')
  expect(newCheckout).toMatchObject({ digitalConsent: expect.stringMatching(ENGLISH), contains: { digital: true } })

  const { digitalConsent: _given, ...without } = ordering
  for (const refused of [without, { ...without, digitalConsent: false }]) {
    expect(await client.fail(checkout.transaction, refused)).toMatchObject({
      status: 400,
      reason: 'checkout.digital_consent',
      error: 'Please agree that the delivery of your digital pictures begins at once.',
    })
  }
  expect(await client.fail(checkout.transaction, { ...without, digitalConsent: 'yes' })).toMatchObject({
    reason: 'input.invalid',
  })
  const { app, provider } = shop
  expect(await ordersOf(app, provider.key).count({ 'content.customer': customer._id })).toBe(0)
  expect(await checkoutsOf(app, provider.key).findOne({ _id: newCheckout.checkoutUuid })).toMatchObject({
    attempts: [],
  })
  expect((await client.call(carts.get, {})).cart.orderLines).toHaveLength(2)

  const headers = { 'accept-language': 'de' }
  const now = shop.app.clock()
  const { order } = await client.call(checkout.transaction, ordering, { headers })
  const german = await ordersOf(app, provider.key).findOne({ _id: order.uuid })
  const text = german?.content.digitalConsent?.text ?? ''
  expect(text).toMatch(/^Ich stimme ausdrücklich zu, .* Widerrufsrecht für sie verliere\.$/)
  expect(german?.content.digitalConsent?.accepted.getTime()).toBeGreaterThanOrEqual(now.getTime())
  const receipt = await client.call(orders.get, { orderUuid: order.uuid })
  expect(receipt.digitalConsent).toEqual({ text, accepted: german?.content.digitalConsent?.accepted.toISOString() })

  if (!german) throw new Error('Nothing was ordered')
  const mail = confirmationMail(provider, german, { access: 'pictures' })
  const { text: pages } = await extractText(new Uint8Array(await buffer(receiptPdf(provider, german))))
  for (const document of [mail.text, mail.html, pages.join('\n')]) {
    expect(plain(document)).toContain(text)
    expect(plain(document)).toMatch(/Dem haben Sie am \d+\. \p{L}+ 20\d\d zugestimmt:/u)
  }
})

it('[CHK-14] requires only the terms for printed products, and stores no consent', async () => {
  const other = await buildBuyer(shop)
  await other.add()
  const { ordering } = await prepareOrder(other, 'invoice', { digitalConsent: true })
  const { order } = await other.client.call(checkout.transaction, ordering)
  expect(await other.client.call(orders.get, { orderUuid: order.uuid })).toMatchObject({ digitalConsent: null })
  const stored = await ordersOf(shop.app, shop.provider.key).findOne({ _id: order.uuid })
  expect(stored?.content).not.toHaveProperty('digitalConsent')
  expect(stored && confirmationMail(shop.provider, stored, { access: 'pictures' }).text).not.toContain('agreed to this')
})
