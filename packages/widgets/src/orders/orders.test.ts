import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { refundOrder } from '../../../server/src/features/checkout/refunds.ts'
import { forgetDeliveredJobs, jobsOf } from '../../../server/src/features/jobs/collection.ts'
import { rejectPicture } from '../../../server/src/features/jobs/pictures/assignPicture.ts'
import { ordersOf } from '../../../server/src/features/orders/collection.ts'
import { markOrder } from '../../../server/src/features/orders/markOrder.ts'
import { campaigns } from '../../../server/src/features/products/collection.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import {
  followRedirects,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../../server/src/testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../../server/src/testing/buildFiles.ts'
import { buildPackage, packageInputOf } from '../../../server/src/testing/buildPackage.ts'
import { buildProvider } from '../../../server/src/testing/buildProvider.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

let shop: ShopInBrowser
beforeAll(async () => {
  const options = { ...buildProvider().options, analyticsEnabled: true, dataLayerEnabled: true }
  shop = await openShopInBrowser({ provider: { ...twoGateways(), options } })
})
afterEach(() => shop.leave())
afterAll(() => shop.close())

const matt = { uuid: randomUUID(), names: { en: 'Matt paper' }, extraprice: 25 }

/** An order of two cards on better paper, by invoice; with a campaign price if given. */
async function bought(campaignprice?: number): Promise<{ buyer: Buyer; orderUuid: string; receipt: string }> {
  const { app, provider } = shop.server
  await campaigns.replace(app, provider.key, [
    { key: 'new', names: { en: 'Early birds' }, rule: { hasOrdered: false } },
  ])
  const reduced = campaignprice !== undefined && {
    productprices: [{ quantity: 1, price: 399, campaignprice, type: 0 }],
    campaignrequirement: 'new',
  }
  const buyer = await buildBuyer(shop.server, { product: { subproducts: [matt], ...reduced } })
  const lines = [await buyer.line({ quantity: 2, subProductUuids: [matt.uuid] })]
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const { ordering } = await prepareOrder(buyer, 'invoice', { comment: 'Ring twice' })
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  return { buyer, orderUuid: order.uuid, receipt: `/shopping-cart/checkout/payment/receipt/${order.uuid}` }
}

it('[RCP-3] [ORD-1] [ORD-2] a receipt shows how the price is composed, the progress in the lab and the payment, and can be downloaded', async () => {
  const { buyer, orderUuid, receipt } = await bought(299)
  const { app, provider } = shop.server
  const order = await ordersOf(app, provider.key).findOne({ _id: orderUuid })
  if (!order) throw new Error('The order is gone')
  await markOrder(app, provider, order, 'in-production')
  const page = await shop.visit(receipt, { customer: buyer, width: 390 })
  await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor()
  const text = await page.getByRole('main').textContent()
  for (const part of [
    `Order #${orderUuid.slice(0, 8)}`,
    'In production',
    '2 × Square card, Matt paper',
    '2 at $3.24',
    'Before $8.48 · $2.00 saved (Early birds)',
    '$11.43',
    'within 5 business days',
    'Anna Carter\n12 Maple Street\nNew York, 10001',
    'You will receive an invoice.',
    'Ring twice',
  ])
    expect(text).toContain(part)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
  expect((await saved).suggestedFilename()).toBe(`Receipt ${orderUuid.slice(0, 8)}.pdf`)
  await expectAccessible(page)

  await markOrder(app, provider, order, 'sent')
  await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
  const entry = page.locator('summary', { hasText: `#${orderUuid.slice(0, 8)}` })
  await entry.waitFor()
  expect(await entry.textContent()).toContain('Sent')
  await entry.click()
  await page.getByText('2 at $3.24').waitFor()
  await page.getByText('Before $8.48 · $2.00 saved (Early birds)').waitFor()
  await page.getByRole('link', { name: 'Everything about this order' }).click()
  await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor()
  await page.getByRole('link', { name: 'Back to the shop', exact: true }).waitFor()

  expect(await refundOrder(app, provider, order)).toBe('refunded')
  await page.reload()
  await page.getByRole('heading', { name: 'Your order was cancelled' }).waitFor()
  await page.getByText('Its invoice is withdrawn. We have sent an email about it').waitFor()
  expect(await page.getByText('on its way back').count()).toBe(0)
})

it('[RCP-3] a receipt links to the bought downloads', async () => {
  const buyer = await buildBuyer(shop.server)
  const { app, provider } = shop.server
  await sellDigitalFiles(app, provider, { also: [buyer.template.product] })
  await fileActions(buyer).file(buyer.set.pictures.first.uuid)
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  const receipt = `/shopping-cart/checkout/payment/receipt/${order.uuid}`
  const page = await shop.visit(receipt, { customer: buyer })
  await page.getByRole('heading', { name: 'Your pictures to download' }).waitFor()
  await page.getByRole('link', { name: `To the pictures of ${buyer.set.subject.name}` }).click()
  await page.getByRole('heading', { name: buyer.set.subject.name, exact: true }).waitFor()
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .waitFor()
})

it('[RCP-3] [ORD-2] a receipt and the history name what was lost while it was being paid, and offer no download of it', async () => {
  const { app, provider } = shop.server
  const buyer = await buildBuyer(shop.server)
  await sellDigitalFiles(app, provider, { also: [buyer.template.product] })
  await buyer.add()
  await fileActions(buyer).file(buyer.set.pictures.group.uuid)
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  const { order, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
  const hosted = await followRedirects(buyer.client, paymentHref)
  const { job, pictures } = buyer.set
  const source = { why: 'hand', by: null, at: app.clock() } as const
  await rejectPicture(app, job, pictures.group.uuid, source)
  await pressSandboxButton(buyer.client, hosted.end, 'pay')

  const sentence =
    /Not delivered, because the pictures were no longer available to you when your payment arrived: .*group\.jpg/
  const page = await shop.visit(`/shopping-cart/checkout/payment/receipt/${order.uuid}`, {
    customer: buyer,
    width: 390,
  })
  await page.getByText(sentence).waitFor()
  expect(await page.getByRole('heading', { name: 'Your pictures to download' }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
  await page.locator('summary', { hasText: `#${order.uuid.slice(0, 8)}` }).click()
  await page.getByText(sentence).waitFor()
})

it('[RCP-3] a receipt names the day on which the files of a package are deleted, next to the link to them', async () => {
  const buyer = await buildBuyer(shop.server)
  const { app, provider } = shop.server
  const { job, subject } = buyer.set
  await jobsOf(app, provider.key).updateOne(
    { uuid: job.uuid },
    { $set: { deletion: new Date('2999-12-24T23:59:59.999Z') } },
  )
  forgetDeliveredJobs(app)
  const { document } = await buildPackage(app, provider, [job.uuid])
  const opened = { packageUuid: document.uuid, subject: { uuid: subject.uuid } }
  const packageItems = packageInputOf(await buyer.client.call(photoPackages.open, opened))
  const content = { package: { uuid: document.uuid }, subject: subject.uuid, packageItems }
  await buyer.client.call(carts.addPackage, { requestId: randomUUID(), ...content })
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  const page = await shop.visit(`/shopping-cart/checkout/payment/receipt/${order.uuid}`, { customer: buyer })
  await page.getByRole('link', { name: `To the pictures of ${subject.name}` }).waitFor()
  await page.getByText('The pictures are deleted on December 24, 2999').waitFor()
})

type Heard = { told: unknown[]; dataLayer?: unknown[] }

/** The events that a page has received since it was loaded, once it is idle. */
async function heard(page: Page): Promise<Heard> {
  await page.getByRole('heading', { name: /Thank you/ }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const { told, dataLayer } = window as unknown as Heard
    return { told, ...(dataLayer && { dataLayer }) }
  })
}

it('[RCP-2] a purchase is dispatched once, in two tabs and after a reload, without personal data for the data layer', async () => {
  const { buyer, orderUuid, receipt } = await bought()
  const listen = (page: Page) =>
    page.context().addInitScript(() => {
      Object.assign(window, { told: [] })
      const { told } = window as unknown as Heard
      addEventListener('pk-purchase-success', (event) => told.push((event as CustomEvent).detail))
    })
  const one = await shop.visit(receipt, { customer: buyer, before: listen })
  const other = await one.context().newPage()
  await other.goto(one.url())
  const hearAll = () => Promise.all([heard(one), heard(other)])
  // A busy page may be idle for a moment before it asks whether it is the first.
  await expect.poll(async () => (await hearAll()).flatMap(({ told }) => told).length).toBeGreaterThan(0)
  const all = await hearAll()
  const product = buyer.template.product.uuid
  const item = { product, name: 'Card 15x15', quantity: 2, price: 848 }
  expect(all.flatMap(({ told }) => told)).toEqual([
    { orderUuid, totalPrice: 848 + 495, fees: 495, currency: 'USD', items: [item] },
  ])
  const layer = all.flatMap(({ dataLayer = [] }) => dataLayer)
  const items = [{ item_id: product, item_name: 'Card 15x15', price: 4.24, quantity: 2 }]
  expect(layer.filter((entry) => JSON.stringify(entry).includes('purchase'))).toEqual([
    {
      event: 'purchase',
      ecommerce: { transaction_id: orderUuid, currency: 'USD', value: 8.48, shipping: 4.95, items },
    },
  ])
  for (const secret of [buyer.set.subject.name, buyer.set.code, buyer.customer.email, 'Anna', '/images/', 'Ring'])
    expect(JSON.stringify(layer)).not.toContain(secret)

  await Promise.all([one.reload(), other.reload()])
  expect(await heard(one)).toMatchObject({ told: [] })
  expect(await heard(other)).toMatchObject({ told: [] })
})

/** Records the views that elements request from the page, and keeps the page where it is. */
const stay = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { asked: [], failed: [] })
    const { asked, failed } = window as unknown as { asked: unknown[]; failed: unknown[] }
    addEventListener('pk-navigate', (event) => {
      event.preventDefault()
      const { name, params } = (event as CustomEvent).detail
      asked.push([name, params])
    })
    addEventListener('pk-error', (event) => failed.push((event as CustomEvent).detail.message))
  })
const navigations = (page: Page) => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)

it('[EMB-2] on a page of standalone elements a sign-in returns to the element that required it, and a receipt without an order does not redirect', async () => {
  const { buyer } = await bought()
  const page = await shop.visit('/', { tags: ['pk-orders', 'pk-login', 'pk-receipt'], before: stay })
  await page.locator('pk-orders').getByRole('link', { name: 'Sign in' }).click()
  await page.locator('pk-login').getByLabel('Email address').fill(buyer.customer.email)
  await page.locator('pk-login').getByLabel('Password', { exact: true }).fill(buyer.password)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => navigations(page))
    .toEqual([
      ['login', {}],
      ['myaccount.orders', {}],
    ])
  await page.locator('pk-receipt').getByRole('alert').waitFor()
  const failed = await page.evaluate(() => (window as unknown as { failed: unknown[] }).failed)
  expect(failed).toEqual(['<pk-receipt>: the option order is missing'])
})

it('[AUT-15] [AUT-7] after a sign-in on the way, Back returns to the page before it', async () => {
  const { buyer } = await bought()
  const page = await shop.visit('/contact-us')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    location.hash = '/my-account/orders'
  })
  await page.getByLabel('Email address').fill(buyer.customer.email)
  await page.getByLabel('Password', { exact: true }).fill(buyer.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/my-account\/orders/)
  await page.goBack()
  await page.waitForURL(/#\/contact-us/)
})

it('[EMB-2] a view that fails to load reports it in its place and to the page, once for both elements', async () => {
  const { buyer } = await bought()
  const page = await shop.visit('/', {
    customer: buyer,
    tags: ['pk-orders', 'pk-cart'],
    async before(host) {
      await stay(host)
      await host.route('**/ajax/user/get_order_list.php*', (route) => route.abort())
    },
  })
  await page.locator('pk-orders').getByRole('alert').waitFor()
  await page.locator('pk-cart').getByText('There is nothing in your cart yet.').waitFor()
  const failed = () => page.evaluate(() => (window as unknown as { failed: unknown[] }).failed)
  expect(await failed()).toEqual(['The shop cannot be reached. Please check your connection and try again.'])
  await page.unrouteAll()
  await page.locator('pk-orders').getByRole('button', { name: 'Try again' }).click()
  await page.locator('pk-orders').getByText('$').first().waitFor()
  expect(await failed()).toHaveLength(1)
})

it('[EMB-2] [AUT-15] a standalone element for a line of the cart shows the sign-in in its place, and opens the line afterwards', async () => {
  const buyer = await buildBuyer(shop.server)
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line()] })
  const { cart } = await buyer.client.call(carts.get, {})
  const orderLineUuid = cart.orderLines[0]?.uuid ?? ''
  const ofLine = ['pk-line-editor', 'pk-editor', 'pk-package']
  const page = await shop.visit('/', { tags: [...ofLine, 'pk-login'], before: stay })
  await page.evaluate(
    ({ ofLine, orderLineUuid }) => {
      for (const tag of ofLine) document.querySelector(tag)?.setAttribute('order-line', orderLineUuid)
    },
    { ofLine, orderLineUuid },
  )
  for (const tag of ofLine) {
    await page.locator(tag).getByRole('heading', { name: 'Sign in to change what is in your cart' }).waitFor()
  }
  expect(await navigations(page)).toEqual([])
  await page.locator('pk-line-editor').getByRole('link', { name: 'Sign in' }).click()
  await page.locator('pk-login').getByLabel('Email address').fill(buyer.customer.email)
  await page.locator('pk-login').getByLabel('Password', { exact: true }).fill(buyer.password)
  await page.keyboard.press('Enter')
  for (const tag of ['pk-line-editor', 'pk-editor']) {
    await page.locator(tag).getByRole('button', { name: 'Update cart' }).waitFor()
  }
  const back = { orderLineUuid }
  expect(await navigations(page)).toContainEqual(['shoppingcart.edit', back])
})

it('[EMB-3] a customer returning from the payment to a page with only a checkout is redirected to the receipt, once', async () => {
  const { buyer, orderUuid } = await bought()
  const paid = `${shop.origin}/host?tags=pk-checkout&pk-order=${orderUuid}`
  const page = await shop.visit(paid, { customer: buyer, before: stay })
  await expect.poll(() => navigations(page)).toEqual([['receipt', { orderUuid }]])
  expect(page.url()).toBe(`${shop.origin}/host?tags=pk-checkout`)
})

it('[EMB-3] [RCP-1] a page with only a checkout that does not navigate shows the receipt in its place, after a reload too', async () => {
  const { buyer, orderUuid } = await bought()
  const page = await shop.visit(`${shop.origin}/host?tags=pk-checkout&pk-order=${orderUuid}`, { customer: buyer })
  const thanks = page.locator('pk-checkout').getByRole('heading', { name: /Thank you/ })
  await thanks.waitFor()
  await page.reload()
  await thanks.waitFor()
  expect(new URL(page.url()).pathname).toBe('/host')
})
