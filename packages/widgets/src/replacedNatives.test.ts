import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { locatePackage } from '../../../scripts/debianPackages.ts'
import { ordersOf } from '../../server/src/features/orders/collection.ts'
import { type Buyer, buildBuyer } from '../../server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../../server/src/testing/buildCustomer.ts'
import { openShopInBrowser, type ShopInBrowser } from './testing/shopInBrowser.ts'

// Pages whose own scripts have replaced what the language and the document bring along, as old libraries do.

let shop: ShopInBrowser
let seller: Buyer
beforeAll(async () => {
  shop = await openShopInBrowser({ provider: twoGateways() })
  seller = await buildBuyer(shop.server)
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const library = async (name: string, file: string) => {
  const holds = `usr/share/javascript/${file}`
  const missing = `This test needs Debian's package ${name}: install it, or make "apt-get download" work.`
  return readFile(join(await locatePackage({ name, holds }, missing), holds), 'utf8')
}

/** Versions of natives from before the standard had them, each with less than the standard's. */
const OLD_NATIVES = `
  Array.from = (list) => (list ? Array.prototype.slice.call(list) : [])
  Array.prototype.find = function (test, self) {
    for (let at = 0; at < this.length; at++) if (test.call(self, this[at], at)) return this[at]
  }
  Array.prototype.flatten = function () { return [].concat(...this) }
  Array.prototype.toJSON = function () { return '[' + this.map((each) => JSON.stringify(each)).join() + ']' }
  Element.prototype.remove = function () { return this.parentNode.removeChild(this) }
  Function.prototype.bind = function (self, given) {
    const call = this
    return function () { return call.apply(self, given ? [].concat(given) : arguments) }
  }
  Object.prototype.extended = 'everywhere'`

/** As a script at the beginning of the body of the host's page, before those of the shop. Runs in the page. */
function runInBody(script: string): void {
  if (location.pathname !== '/host') return
  new MutationObserver((_changes, observer) => {
    if (!document.body) return
    observer.disconnect()
    const element = document.createElement('script')
    element.textContent = script
    document.body.append(element)
  }).observe(document, { childList: true, subtree: true })
}

/** A change of the cart, once the server has stored it. */
const changeOfCart = (page: Page) =>
  page.waitForResponse((answer) => /\/cart/.test(answer.url()) && answer.request().method() !== 'GET')

it.each([
  ['natives as before the standard', async () => OLD_NATIVES],
  ['Prototype 1.7.3', () => library('libjs-prototype', 'prototype/prototype-1.7.3.js')],
  ['MooTools 1.4.5', () => library('libjs-mootools', 'mootools/mootools-core.min.js')],
])('a card is sold on a page with %s', async (_name, read) => {
  const script = await read()
  const customer = await buildCustomer(shop.server, { subjects: [seller.set.subject.uuid] })
  const errors: string[] = []
  const page = await shop.visit('/', {
    customer,
    width: 390,
    before: async (opened) => {
      opened.on('pageerror', (error) => errors.push(`${error.stack}`))
      await opened.addInitScript(runInBody, script)
    },
  })
  await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
  await page.goto(shop.address('/products/cards'))
  const product = seller.template.product.uuid
  await page.locator(`a[href*="${product}"]`).first().click()
  await page.getByRole('img', { name: /^Your card/ }).waitFor()
  await page.getByRole('button', { name: /^Buy/ }).first().click()
  await page.getByRole('button', { name: /^Add to cart/ }).click()
  // the shop leads to the cart by itself
  const more = page.getByRole('button', { name: /^More of/ })
  await more.waitFor()
  const stored = changeOfCart(page)
  await more.click()
  // a checkout that begins before would be told that its cart has changed
  await stored
  await page.goto(shop.address('/shopping-cart/checkout'))
  await page.getByLabel('Full name').fill('Anna Carter')
  await page.getByLabel('Address', { exact: true }).fill('12 Maple Street')
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByLabel('City').fill('New York')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await next.click()
  await page.getByRole('radio', { name: /Invoice/ }).click()
  await next.click()
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await page.waitForURL(/\/payment\/receipt\//)
  expect(errors).toEqual([])
  const { app, provider } = shop.server
  expect(await ordersOf(app, provider.key).findOne({ 'content.customer': customer.customer._id })).not.toBeNull()
})
