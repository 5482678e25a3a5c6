import { checkout } from '@portraitkit/core/checkout/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ordersOf } from '../../../server/src/features/orders/collection.ts'
import { frozenScenes } from '../../../server/src/features/orders/frozenScenes.ts'
import { beginPrinting } from '../../../server/src/features/orders/printing/printRun.ts'
import { retakesOf } from '../../../server/src/features/retakes/collection.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../../server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildRetake } from '../../../server/src/testing/buildRetake.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// A family decides about what it has ordered with a picture of which there is a retake.

let shop: ShopInBrowser
beforeAll(async () => {
  shop = await openShopInBrowser({ provider: twoGateways() })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

/** A buyer with an ordered card, and a retake of its first picture. */
async function aRetake() {
  const { app, provider } = shop.server
  const buyer = await buildBuyer(shop.server)
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  const { retake, taken } = await buildRetake(app, provider, buyer.set)
  const isPrintedNew = async () => {
    const stored = await ordersOf(app, provider.key).findOne({ _id: order.uuid })
    return JSON.stringify([...(await frozenScenes(app, provider.key, stored ?? { _id: '' }))]).includes(taken.uuid)
  }
  return { buyer, order: order.uuid, retake, isPrintedNew }
}

const open = (buyer: Buyer, path = '/my-account/new-pictures') => shop.visit(path, { customer: buyer, width: 390 })
const button = (page: Page, name: RegExp) => page.getByRole('button', { name })

it('an ordered card is exchanged for the new picture, and back, from the menu of the account', async () => {
  const { buyer, isPrintedNew } = await aRetake()
  const page = await open(buyer, '/my-account')
  await page.getByRole('link', { name: 'New pictures' }).press('Enter')
  const section = page.getByRole('region', { name: `New pictures of ${buyer.set.subject.name}` })
  await section.getByText('You can decide until').waitFor()
  await section.getByRole('img', { name: 'As you ordered it' }).waitFor()
  await section.getByRole('img', { name: 'With the new picture' }).waitFor()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await button(page, /^Exchange: 1 copy of/).press('Enter')
  await section.getByText('It is made with the new picture.').waitFor()
  expect(await isPrintedNew()).toBe(true)
  await expectAccessible(page)
  await button(page, /^Keep: /).press('Enter')
  await section.getByText('It stays as you ordered it.').waitFor()
  expect(await isPrintedNew()).toBe(false)
})

it('what the lab has begun is made again, and the page says so before and after', async () => {
  const { buyer, order } = await aRetake()
  await beginPrinting(shop.server.app, shop.server.provider.key, order, 'a run')
  const page = await open(buyer)
  await page.getByText('It has been made already. If you exchange it, it is made again.').waitFor()
  await button(page, /^Exchange: /).click()
  await page.getByText('It is made again with the new picture, and sent to you.').waitFor()
})

it('a decision that comes too late says why, and shows what is left to decide', async () => {
  const { buyer, retake } = await aRetake()
  const page = await open(buyer)
  await button(page, /^Exchange: /).waitFor()
  await retakesOf(shop.server.app, shop.server.provider.key).updateOne(
    { uuid: retake.uuid },
    { $set: { until: new Date(0) } },
  )
  await button(page, /^Exchange: /).click()
  await page.getByText('The last day to decide is over: your order stays as it is.').waitFor()
  await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor()
})

it('without anything to decide there is no entry in the menu, and the page leads to the orders', async () => {
  const { buyer } = await aRetake()
  const other = await buildCustomer(shop.server, { subjects: [buyer.set.subject.uuid] })
  const page = await shop.visit('/my-account/new-pictures', { customer: other, width: 390 })
  await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor()
  await page.goto(shop.address('/my-account'))
  await page.getByRole('link', { name: 'Order history' }).waitFor()
  expect(await page.getByRole('link', { name: 'New pictures' }).count()).toBe(0)
})

it('a list that cannot be loaded can be loaded again, and a visitor signs in first', async () => {
  const { buyer } = await aRetake()
  const page = await open(buyer, '/my-account')
  await page.getByRole('link', { name: 'New pictures' }).waitFor()
  await page.route('**/api/webshop/user/retakes*', (route) => route.abort())
  await page.getByRole('link', { name: 'New pictures' }).click()
  await page.getByText('The new pictures could not be loaded.').waitFor()
  await page.unroute('**/api/webshop/user/retakes*')
  await button(page, /^Try again$/).click()
  await page.getByRole('img', { name: 'With the new picture' }).waitFor()
  const visitor = await shop.visit('/my-account/new-pictures', { width: 390 })
  await visitor.getByText('Sign in').first().waitFor()
})
