import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { carts } from '../../core/src/cart/contract.ts'
import { ordersOf } from '../../server/src/features/orders/collection.ts'
import { type Buyer, buildBuyer } from '../../server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../server/src/testing/buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../../server/src/testing/buildCustomer.ts'
import { openShopInBrowser, type ShopInBrowser } from './testing/shopInBrowser.ts'
import { originalTexts, translatedTexts, translatePage, untranslatedTexts } from './testing/translatePage.ts'

// Every view under a translator that takes the texts out of the page: nothing breaks, and every text is the one that the view
// shows to somebody without a translator.

const VIEWS = [
  '/products/cards',
  '/products/categories',
  '/shopping-cart',
  '/shopping-cart/checkout',
  '/my-account',
  '/my-account/picture-sets',
]

const OTHERS = [
  '/',
  '/enter-code',
  '/products/packages/',
  '/products/calendars',
  '/products/photogifts',
  '/products/catalogues',
  '/products/digital-portraits',
  '/my-account/contact-info',
  '/my-account/change-password',
  '/my-account/communication',
  '/my-account/devices',
  '/my-account/data',
  '/my-account/orders',
  '/my-account/new-pictures',
  '/my-account/add-picture-set',
  '/contact-us',
  '/privacy-policy',
]

const views = process.env.PROOFS === 'long' ? [...VIEWS, ...OTHERS] : VIEWS

describe.each(['react', 'preact'] as const)('under a translator, on %s', (engine) => {
  let shop: ShopInBrowser
  let seller: Buyer
  let errors: string[]
  beforeAll(async () => {
    shop = await openShopInBrowser({ provider: twoGateways() }, { engine })
    seller = await buildBuyer(shop.server)
  })
  afterEach(() => shop.leave())
  afterAll(() => shop?.close())

  const visit = async (path: string, customer: BuiltCustomer | undefined, prepare?: (page: Page) => Promise<void>) =>
    shop.visit(path, {
      ...(customer && { customer }),
      before: async (page) => {
        page.on('pageerror', (error) => errors.push(`${error.stack}`))
        await prepare?.(page)
      },
    })

  async function family(): Promise<BuiltCustomer> {
    errors = []
    const customer = await buildCustomer(shop.server, { subjects: [seller.set.subject.uuid] })
    await customer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    return customer
  }

  /** The page's texts are all translated, and those of the other page. */
  async function expectSame(translated: Page, plain: Page): Promise<void> {
    await expect
      .poll(async () => {
        const [one, other] = await Promise.all([originalTexts(translated), originalTexts(plain)])
        return {
          missing: other.filter((text) => !one.includes(text)),
          other: one.filter((text) => !other.includes(text)),
        }
      })
      .toEqual({ missing: [], other: [] })
    await expect.poll(() => untranslatedTexts(translated)).toEqual([])
  }

  const settled = async (page: Page) => {
    await page.getByRole('heading').first().waitFor()
    await page.locator('.pk-skeleton').first().waitFor({ state: 'detached' })
  }

  it('every view shows its texts, in the next language too, and goes on to the next view', async () => {
    const customer = await family()
    const [translated, plain] = await Promise.all([visit('/', customer, translatePage), visit('/', customer)])
    for (const [number, path] of views.entries()) {
      for (const page of [translated, plain]) {
        await page.evaluate((hash) => location.assign(hash), `#${path}`)
        await settled(page)
      }
      await expectSame(translated, plain)
      for (const page of [translated, plain]) {
        await page.getByLabel(/Language|Sprache/).selectOption(number % 2 ? 'en' : 'de')
        await settled(page)
      }
      await expectSame(translated, plain)
    }
    expect(errors).toEqual([])
  })

  it('a card is made, bought and acknowledged, and no price and no name is translated', async () => {
    const customer = await family()
    const page = await visit('/products/cards', customer, translatePage)
    const translations: string[] = []
    const look = async () => void translations.push(...(await translatedTexts(page)))
    await page.locator(`a[href*="${seller.template.product.uuid}"]`).first().click()
    await page.getByRole('img', { name: /Your card/ }).waitFor()
    await page.getByRole('button', { name: /Buy/ }).first().click()
    const bought = page.waitForRequest((request) => request.url().includes('/cart') && request.method() === 'POST')
    await page.getByRole('button', { name: /Add to cart/ }).click()
    await bought
    await page.waitForURL((url) => !url.hash.includes(seller.template.product.uuid))
    await page.goto(shop.address('/my-account/picture-sets'))
    await page.getByRole('heading', { name: seller.set.subject.name }).waitFor()
    await look()
    await page.goto(shop.address('/shopping-cart'))
    const stored = page.waitForResponse((answer) => /\/cart/.test(answer.url()) && answer.request().method() !== 'GET')
    await page
      .getByRole('button', { name: /More of/ })
      .first()
      .click()
    // a checkout that begins before would be told that its cart has changed
    await stored
    await look()
    await page.goto(shop.address('/shopping-cart/checkout'))
    await page.getByLabel('Full name').fill('Anna Carter')
    await page.getByLabel('Address').fill('12 Maple Street')
    await page.getByLabel('ZIP code').fill('10001')
    await page.getByLabel('City').fill('New York')
    const next = page.getByRole('button', { name: /Next/ })
    await look()
    await next.click()
    await page.getByRole('radio', { name: /Invoice/ }).click()
    await next.click()
    await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
    await look()
    await page.getByRole('button', { name: /Buy now/ }).click()
    await page.waitForURL(/\/payment\/receipt\//)
    // the server's redirect leads past the host's page
    await page.reload()
    await page.getByRole('heading', { name: /Thank you/ }).waitFor()
    await look()
    expect(translations.filter((text) => text.includes('$'))).toEqual([])
    expect(translations).not.toContain(seller.set.subject.name)
    expect(translations).toContain('Total')
    expect(errors).toEqual([])
    const { app, provider } = shop.server
    expect(await ordersOf(app, provider.key).findOne({ 'content.customer': customer.customer._id })).not.toBeNull()
  })
})
