import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { type Gateway, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { replaceProducts } from '../../testing/replaceProducts.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { ordersOf } from './collection.ts'
import { ordersCommand } from './command.ts'
import { confirmationMail } from './mails/confirmationMail.ts'
import { receiptPdf } from './receipt/receiptPdf.ts'

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({
    provider: { ...twoGateways(), tax: { name: 'VAT', percent: 25 }, taxNumber: 'US 123456' },
  })
})
afterAll(() => shop.close())

/** An order of two cards: placed by invoice, or waiting for the sandbox's payment. */
async function anOrder(gateway: Gateway = 'invoice'): Promise<{ buyer: Buyer; orderUuid: string }> {
  const buyer = await buildBuyer(shop)
  const lines = [await buyer.line({ quantity: 2 })]
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const { ordering } = await prepareOrder(buyer, gateway)
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  return { buyer, orderUuid: order.uuid }
}

describe('[RCP-2] the claim to report a purchase to analytics', () => {
  it('is given to the first page only, also if requested twice, and to nobody else', async () => {
    const { buyer, orderUuid } = await anOrder()
    const [mine, other] = [randomUUID(), randomUUID()]
    const claim = (claim: string) => buyer.client.call(orders.claimPurchase, { orderUuid, claim })
    const stranger = await buildCustomer(shop)
    const unknown = { status: 404, reason: 'orders.unknown' }
    const request = { orderUuid, claim: randomUUID() }
    expect(await stranger.client.fail(orders.claimPurchase, request)).toMatchObject(unknown)
    expect(await claim(mine)).toEqual({ isFirst: true })
    expect(await claim(other)).toEqual({ isFirst: false })
    expect(await claim(mine)).toEqual({ isFirst: true })
    expect(await buyer.client.fail(orders.claimPurchase, { orderUuid, claim: 'x' })).toMatchObject({ status: 400 })

    const waiting = await anOrder('sandbox')
    const early = { orderUuid: waiting.orderUuid, claim: randomUUID() }
    expect(await waiting.buyer.client.fail(orders.claimPurchase, early)).toMatchObject(unknown)
  })
})

it('[RCP-3] says the time of delivery in the language of its reader, whatever was spoken at the checkout', async () => {
  const { buyer, orderUuid } = await anOrder()
  const readIn = async (language: string) => {
    const headers = { 'accept-language': language }
    return (await buyer.client.call(orders.get, { orderUuid }, { headers })).delivery.deliveryTime?.string
  }
  expect([await readIn('en'), await readIn('de')]).toEqual([
    expect.stringContaining('within'),
    expect.stringContaining('innerhalb'),
  ])
})

describe('[RCP-3] the receipt on paper', () => {
  const open = async (href: string) => {
    const { pathname, search } = new URL(href)
    return fetch(new URL(`${pathname}${search}`, shop.url))
  }

  it('is sent once per ticket, to its customer and to nobody else', async () => {
    const { buyer, orderUuid } = await anOrder()
    const { href } = await buyer.client.call(orders.receiptTicket, { orderUuid })
    const other = await anOrder()
    expect((await open(href.replace(orderUuid, other.orderUuid))).status).toBe(404)
    expect((await open(href.replace(`provider=${shop.provider.key}`, `provider=${shop.other.key}`))).status).toBe(404)
    expect((await open(href.replace(/ticket=[^&]+/, 'ticket=x'))).status).toBe(404)
    const receipt = await open(href)
    expect(receipt.status).toBe(200)
    expect(receipt.headers.get('content-type')).toBe('application/pdf')
    expect(receipt.headers.get('cache-control')).toBe('no-store')
    expect(receipt.headers.get('content-disposition')).toContain(`Receipt ${orderUuid.slice(0, 8)}.pdf`)
    expect((await receipt.text()).slice(0, 5)).toBe('%PDF-')
    expect((await open(href)).status).toBe(404)

    const unknown = { status: 404, reason: 'orders.unknown' }
    const waiting = await anOrder('sandbox')
    expect(await waiting.buyer.client.fail(orders.receiptTicket, { orderUuid: waiting.orderUuid })).toMatchObject(
      unknown,
    )
    expect(await other.buyer.client.fail(orders.receiptTicket, { orderUuid })).toMatchObject(unknown)
    expect(await buyer.client.fail(orders.receiptTicket, { orderUuid: 'x' })).toMatchObject({ status: 400 })
  })

  it('names seller, buyer, lines and taxes as they were when the order was placed', async () => {
    const { orderUuid } = await anOrder()
    const now = buildProvider({ ...shop.provider, name: 'Another name', taxNumber: 'other', tax: null })
    const order = await ordersOf(shop.app, shop.provider.key).findOne({ _id: orderUuid })
    if (!order) throw new Error('The order is gone')
    const { text: pages } = await extractText(new Uint8Array(await buffer(receiptPdf(now, order))))
    const text = pages.join('\n').replace(/\s+/g, ' ')
    for (const part of [
      'Receipt',
      shop.provider.name,
      '1 Main Street',
      'New York, NY 10001',
      'Tax number: US 123456',
      `Order #${orderUuid.slice(0, 8)}`,
      'Buyer: Anna Carter',
      '2 × Card 15x15',
      '2 at $3.99',
      '$7.98',
      '$4.95',
      '$12.93',
      'VAT 25% of $12.93, included',
      '$2.59',
      'To be paid by invoice',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Another name')
    const cancelled = { ...order, paymentState: 'refunded' } as const
    const { text: after } = await extractText(new Uint8Array(await buffer(receiptPdf(now, cancelled))))
    expect(after.join('\n').replace(/\s+/g, ' ')).toContain('The order was cancelled, its invoice withdrawn.')
    expect(after.join('\n')).not.toContain('To be paid by invoice')
  })
})

it('[CRT-9] the saving of a campaign is recorded permanently: on the order, in the email, on paper and for the photographer', async () => {
  const buyer = await buildBuyer(shop)
  const card = {
    ...buyer.template.product,
    productprices: [{ quantity: 1, price: 399, campaignprice: 299, type: 0 }],
    campaignrequirement: 'early',
  }
  const rule = { jobs: [buyer.set.job.name] }
  const campaigns = [{ key: 'early', names: { en: 'Early birds', de: 'Frühbucher' }, rule }]
  await replaceProducts(shop.app, shop.provider.key, { products: [card], campaigns })
  const lines = [await buyer.line({ quantity: 2 })]
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const headers = { 'accept-language': 'de' }
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { uuid } = (await buyer.client.call(checkout.transaction, ordering, { headers })).order
  await replaceProducts(shop.app, shop.provider.key, { campaigns: [] })

  const { orderLines } = await buyer.client.call(orders.get, { orderUuid: uuid })
  const rebate = { linePrice: 200, campaign: 'Frühbucher' }
  expect(orderLines[0]).toMatchObject({ linePrice: 798, actualLinePrice: 598, rebate })
  const order = await ordersOf(shop.app, shop.provider.key).findOne({ _id: uuid })
  if (!order) throw new Error('The order is gone')
  const { text, html } = confirmationMail(shop.provider, order, { access: 'pictures' })
  const { text: pages } = await extractText(new Uint8Array(await buffer(receiptPdf(shop.provider, order))))
  for (const document of [text, html, pages.join('\n')]) {
    expect(document.replace(/\s+/g, ' ')).toContain('Vorher 7,98 $ · 2,00 $ gespart (Frühbucher)')
  }
  const { out } = await runInTerminal(ordersCommand, ['show', uuid], shop.app)
  expect(out).toContain('Before $7.98 · $2.00 saved (Frühbucher)')
})
