import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { CATALOGUE_TYPE, DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../platform/provider/document.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import {
  anAddress,
  followRedirects,
  type Gateway,
  type OrderInput,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../testing/buildCheckout.ts'
import { fileActions } from '../../testing/buildFiles.ts'
import { buildPackage, packageInputOf } from '../../testing/buildPackage.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantSubjects } from '../access/grants.ts'
import { ordersOf } from '../orders/collection.ts'
import { saveProduct } from '../products/collection.ts'
import { applyRange } from '../range/applyRange.ts'

/** Three orders calculated by hand, with paper and a price list. Every amount is equal to the last unit. */

const plain = { description: { en: '' }, verifyMobile: false, requirePersonNo: false }
const FREE_FROM_499_KRONER: Partial<Provider> = {
  country: 'NO',
  currency: 'NOK',
  freeShippingThreshold: 49900,
  paymentOptions: [{ uuid: randomUUID(), gateway: 'invoice', title: { en: 'Invoice' }, fee: 3900, ...plain }],
  tax: { name: 'MVA', percent: 25, rates: [{ percent: 0, types: [CATALOGUE_TYPE] }] },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    provider: { ...twoGateways(), freeShippingThreshold: 7500 },
    other: FREE_FROM_499_KRONER,
  })
})
afterAll(() => server.close())

const names = { en: 'A name' }

async function offer({ key }: Provider, range: object): Promise<void> {
  expect(await applyRange(server.app, key, range, async () => null)).toHaveProperty('outcomes')
}

/** Uses a code, orders, pays if there is something to pay, and returns the order as its receipt shows it. */
async function order(buyer: Buyer, gateway: Gateway, code: string, change: Partial<OrderInput> = {}) {
  const { client } = buyer
  const { checkoutUuid, deliveryOptionUuid } = (await prepareOrder(buyer, gateway, change)).ordering
  await client.call(checkout.useVoucher, { checkoutUuid, deliveryOptionUuid, code })
  const { ordering } = await prepareOrder(buyer, gateway, change)
  const { paymentHref, order, transaction } = await client.call(checkout.transaction, ordering)
  const { end } = await followRedirects(client, paymentHref)
  if (end.includes('/sandbox-gateway/')) await pressSandboxButton(client, end, 'pay')
  const receipt = await client.call(orders.get, { orderUuid: order.uuid })
  const stored = await ordersOf(server.app, buyer.provider.key).findOne({ _id: order.uuid })
  const session = await sandboxSessions(server.app, buyer.provider.key).findOne({ transaction: transaction.uuid })
  return {
    total: receipt.summary.totalPrice,
    lines: receipt.orderLines.map(({ type, actualLinePrice }) => [type, actualLinePrice]),
    runs: receipt.orderLines.flatMap(({ runs }) => (runs ? [runs.map(({ count, price }) => [count, price])] : [])),
    payment: receipt.payment,
    taxes: stored?.receipt?.taxes,
    charged: session?.charged ? session.amount : null,
  }
}

const add = ({ client }: Buyer, lines: Awaited<ReturnType<Buyer['line']>>[]) =>
  client.call(carts.addLines, { requestId: randomUUID(), lines })

describe('an order calculated by hand', () => {
  it('[PRC-1] [PRC-3] [PRC-5] [CHK-13] in dollars: two designs of one card, an envelope, a campaign, a tenth off, post and a fee', async () => {
    // The price list: a card costs $3.99, from the tenth on $2.49; an envelope $0.40 with each card. A mug costs $14.95, this
    // spring $11.97.
    const envelope = randomUUID()
    const { provider } = server
    const subproducts = [{ uuid: envelope, names, extraprice: 40 }]
    const buyer = await buildBuyer(server, { product: { subproducts } })
    const mug = { productprices: [{ quantity: 1, price: 1495, campaignprice: 1197, type: 0 }] }
    const seller = await buildBuyer(server, { product: { ...mug, campaignrequirement: 'spring' } })
    await grantSubjects(server.app, provider, buyer.customer._id, [seller.set.subject.uuid])
    await offer(provider, {
      campaigns: [{ key: 'spring', names, rule: {} }],
      vouchers: [{ code: 'TENTH', names, percent: 10 }],
    })
    await add(buyer, [
      await buyer.line({ name: 'Emma', quantity: 7, subProductUuids: [envelope] }),
      await seller.line(),
      await buyer.line({ name: 'Noah', quantity: 5 }),
    ])
    const bought = await order(buyer, 'sandbox', 'tenth')

    // Emma's cards are the 1st to the 7th:    7 x (3.99 + 0.40)           = 30.73
    // The mug, this spring:                                                 11.97
    // Noah's cards are the 8th to the 12th:   2 x 3.99  +  3 x 2.49
    //                                         = 7.98    +  7.47           = 15.45
    //                                                                      ------
    // Products:                                                             58.15
    // A tenth of 58.15 is 5.815; half a cent goes to the customer:         - 5.82
    // Post (58.15 is below 75.00):                                            4.95
    // Paying by card:                                                         0.25
    //                                                                      ------
    // To pay: 58.15 - 5.82 = 52.33; 52.33 + 4.95 = 57.28; 57.28 + 0.25 =   57.53
    expect(bought.runs).toEqual([
      [[7, 439]],
      [[1, 1197]],
      [
        [2, 399],
        [3, 249],
      ],
    ])
    expect(bought.lines).toEqual([
      [0, 3073],
      [0, 1197],
      [0, 1545],
      [2, -582],
      [3, 495],
      [3, 25],
      [4, 5753],
    ])
    expect([bought.total, bought.charged]).toEqual([5753, 5753])
  })

  it('[CRT-6] [PRC-5] [CHK-13] in kroner: catalogues and cards, a voucher worth more than its cards, and delivery still free', async () => {
    // The price list: a card costs 49,00 kr, the year book 189,00 kr. Delivery is free from 499,00 kr; an invoice costs 39,00 kr.
    // The voucher takes 200,00 kr off, and off cards alone. MVA of 25 % is in every price; there is none on books.
    const provider = server.other
    const tiers = [{ quantity: 1, price: 4900, campaignprice: null, type: 0 }]
    const buyer = await buildBuyer(server, { provider, product: { productprices: tiers } })
    const { set, client, template } = buyer
    const book = { uuid: randomUUID(), names, price: 18900, maxQuantity: 5, deliveryDays: 30, jobs: [set.job.name] }
    const vouchers = [{ code: 'KORT200', names, amount: 20000, products: [template.product.uuid] }]
    await offer(provider, { catalogues: [book], vouchers })
    await buyer.add({ quantity: 3 })
    const catalogues = [{ uuid: book.uuid, subject: set.subject.uuid, quantity: 2 }]
    await client.call(carts.addCatalogues, { requestId: randomUUID(), catalogues })
    const address = { ...anAddress, name: 'Kari Nordmann', address: 'Storgata 1', postalCode: '0155', city: 'Oslo' }
    const bought = await order(buyer, 'invoice', 'KORT 200', { deliveryOptionData: { deliveryAddress: address } })

    // Cards:                  3 x  49,00 = 147,00
    // Year books:             2 x 189,00 = 378,00
    //                                     -------
    // Products:                            525,00   which is 499,00 or more: delivery is free
    // Off its cards, which cost 147,00:  - 147,00   and not 200,00
    //                                     -------
    //                                      378,00   which is less than 499,00; delivery stays free
    // Delivery:                              0,00
    // Invoice:                              39,00
    //                                     -------
    // To pay:                              417,00
    expect(bought.runs).toEqual([[[3, 4900]], [[2, 18900]]])
    expect(bought.lines).toEqual([
      [0, 14700],
      [0, 37800],
      [2, -14700],
      [3, 0],
      [3, 3900],
      [4, 41700],
    ])
    // Taxed at 25 %: cards 147,00 less all that was taken off them, 147,00, and the invoice's 39,00, of which a fifth,
    // 7,80, is the tax. The books, 378,00, at 0 %.
    expect(bought.taxes).toEqual([
      { name: 'MVA', percent: 25, total: 3900, amount: 780 },
      { name: 'MVA', percent: 0, total: 37800, amount: 0 },
    ])
    expect(bought.total).toBe(41700)
  })

  it('[PRC-4] [PKG-6] [CHK-13] with nothing left to pay: a package, a set of pictures at a rebate, and a voucher for all of it', async () => {
    // The price list: the package costs $50.00. A set of pictures to download costs $40.00, and $30.00 together with something
    // else in the cart. Delivery is free from $75.00; paying by card costs $0.25, where something is paid.
    const { app, provider } = server
    const buyer = await buildBuyer(server)
    const { client, set } = buyer
    const sister = await buildPictureSet(app, provider)
    await grantSubjects(app, provider, buyer.customer._id, [sister.subject.uuid])
    const { document } = await buildPackage(app, provider, [set.job.uuid])
    const { product } = await buildTemplate(app, provider)
    await saveProduct(app, provider.key, {
      ...product,
      uuid: DIGITAL_SET_PRODUCT,
      productprices: [{ quantity: 1, price: 4000, campaignprice: 3000, type: 0 }],
      campaignrequirement: 'files',
    })
    await offer(provider, {
      campaigns: [
        { key: 'spring', names, rule: {} },
        { key: 'files', names, rule: { inCart: { quantity: 2 } } },
      ],
      vouchers: [{ code: 'ALLOFIT', names, percent: 100, stock: 1 }],
    })
    const subject = set.subject.uuid
    const instance = await client.call(photoPackages.open, { packageUuid: document.uuid, subject: { uuid: subject } })
    const content = { package: { uuid: document.uuid }, subject, packageItems: packageInputOf(instance) }
    await client.call(carts.addPackage, { requestId: randomUUID(), ...content })
    await fileActions(buyer).set(sister.subject.uuid, true)
    const bought = await order(buyer, 'sandbox', 'allofit')

    // The package:                           50.00
    // The sister's pictures, at the rebate:  30.00
    //                                       ------
    // Products:                              80.00   which is 75.00 or more: delivery is free
    // All of it off:                       - 80.00
    // Delivery:                               0.00
    // There is nothing to pay, and nobody pays for paying nothing.
    expect(bought.runs).toEqual([[[1, 5000]], [[1, 3000]]])
    expect(bought.lines).toEqual([
      [0, 5000],
      [0, 3000],
      [2, -8000],
      [3, 0],
      [4, 0],
    ])
    expect(bought).toMatchObject({ total: 0, charged: null })
    expect(bought.payment).toEqual({ isInvoice: false, title: 'Nothing to pay', state: 'paid' })
    expect((await client.call(carts.get, {})).cart.orderLines).toEqual([])
  })
})
