import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { carts } from '../../../core/src/cart/contract.ts'
import { catalogues } from '../../../server/src/features/catalogues/collection.ts'
import { picturesOf } from '../../../server/src/features/jobs/collection.ts'
import { ordersOf } from '../../../server/src/features/orders/collection.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../../server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { sellDigitalFiles } from '../../../server/src/testing/buildFiles.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// The offers on the way to the order, as parents see and answer them.

let shop: ShopInBrowser
let seller: Buyer
let brother: BuiltPictureSet
let child: string
beforeAll(async () => {
  shop = await openShopInBrowser({ provider: twoGateways() })
  const { app, provider } = shop.server
  seller = await buildBuyer(shop.server)
  child = seller.set.subject.name
  // only portraits, which are sold as a whole set; the brother's are sold one by one
  await picturesOf(app, provider.key).deleteMany({ jobUuid: seller.set.job.uuid, 'assignment.to': 'groups' })
  brother = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter' } })
  const book = { names: { en: 'Year book' }, price: 2500, maxQuantity: 10, deliveryDays: 30 }
  await catalogues.replace(app, provider.key, [{ ...book, uuid: randomUUID(), jobs: [seller.set.job.name] }])
  const { product } = seller.template
  const rule = { inCart: { products: [product.uuid], quantity: 1 } }
  await sellDigitalFiles(app, provider, { rule, also: [product] })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const forgotten = (page: Page) => page.getByRole('dialog', { name: "Don't forget the catalogue" })
const special = (page: Page) => page.getByRole('dialog', { name: 'Special offer' })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** A parent of these children at the checkout, with a card of the first child in the cart. */
async function parent({ of = [seller.set, brother], ...visit }: Visit & { of?: BuiltPictureSet[] } = {}) {
  const built = await buildCustomer(shop.server, { subjects: of.map(({ subject }) => subject.uuid) })
  const add = async () => {
    const lines = [await seller.line()]
    await built.client.call(carts.addLines, { requestId: randomUUID(), lines })
  }
  await add()
  const page = await shop.visit('/shopping-cart/checkout', { customer: built, width: 360, ...visit })
  /** Presses 'Buy now' and waits for the receipt. Returns the order. */
  const buy = async () => {
    const { app, provider } = shop.server
    await page.getByRole('button', { name: /^Buy now/ }).click()
    await page.waitForURL(/\/payment\/receipt\//)
    // the server redirected there, and it does not know this page
    await page.reload()
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor()
    const order = await ordersOf(app, provider.key).findOne({ 'content.customer': built.customer._id })
    return order?.content
  }
  return { page, add, buy }
}

/** No dialog is open and the page has fetched everything. */
async function undisturbed(page: Page): Promise<void> {
  await page.getByLabel('Full name').waitFor()
  await page.waitForLoadState('networkidle')
  // one that was declined may still be closing
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Anna Carter')
  await page.getByLabel('Address', { exact: true }).fill('12 Maple Street')
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByLabel('City').fill('New York')
}

/** From the filled-in form to the summary. */
async function toSummary(page: Page): Promise<void> {
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: /Invoice/ }).click()
  await button(page, 'Next').click()
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
}

it('[UPS-1] [UPS-2] offers appear one after the other on a phone, are declined with one press, and do not appear again', async () => {
  const { page, add, buy } = await parent()
  await forgotten(page).getByText('$25.00 each').waitFor()
  expect(await special(page).count()).toBe(0)
  expect(await fits(page)).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const offer = special(page)
  const [first, second] = [offer.getByRole('listitem').nth(0), offer.getByRole('listitem').nth(1)]
  for (const [item, texts] of [
    [
      first.or(second).filter({ hasText: child }),
      ['The whole set, 2 pictures', '$30.00', 'You save $10.00', 'You save $5.00'],
    ],
    [first.or(second).filter({ hasText: 'Noah Carter' }), ['Each picture', '$10.00', 'You save $5.00']],
  ] as const) {
    for (const text of texts) await item.getByText(text, { exact: true }).first().waitFor()
  }
  await offer.getByRole('img', { name: 'Pictures of Noah Carter' }).waitFor()
  await expectKeysInside(offer, 'checkout/SpecialOffer')
  expect(await forgotten(page).count()).toBe(0)
  expect(await fits(page)).toBe(true)
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'No thanks' }).click()
  await undisturbed(page)

  await page.reload()
  await undisturbed(page)
  // a changed cart starts another checkout, but does not show the offers again
  await add()
  await page.reload()
  await undisturbed(page)

  await fillIn(page)
  await toSummary(page)
  expect(await page.getByRole('checkbox').count()).toBe(1)
  expect(await buy()).toMatchObject({ lines: [{}, {}] })
  // the next order counts as another one
  await add()
  await page.goto(shop.address('/shopping-cart/checkout'))
  await forgotten(page).waitFor()
})

it('[UPS-2] [CHK-14] [CHK-16] offers are added to the cart, keep the inputs and report failures; downloads require the consent to lose the right of withdrawal', async () => {
  const released = Promise.withResolvers<void>()
  const { page, buy } = await parent({
    width: 1000,
    before: (page) => page.route('**/get_catalogues.php*', (route) => released.promise.then(() => route.continue())),
  })
  await fillIn(page)
  released.resolve()
  const summary = page.getByRole('complementary', { name: 'Your order' })
  const add = (dialog: ReturnType<typeof special>, name: string) => dialog.getByRole('button', { name, exact: true })

  const catalogue = forgotten(page)
  await page.route('**/checkout/*/catalogues', (route) => route.abort())
  await add(catalogue, 'Add to cart').press('Enter')
  await catalogue.getByText(/^Failed to add catalogues to cart: /).waitFor()
  await page.unroute('**/checkout/*/catalogues')
  await add(catalogue, 'Add to cart').press('Enter')
  const offer = special(page)
  await offer.waitFor()
  await eventually(() => summary.textContent()).toMatch(/catalogue|Year book/)

  const set = `Add to cart: ${child}`
  await page.route('**/checkout/*/digital-sets', (route) => route.abort())
  await add(offer, set).press('Enter')
  await offer.getByText(/^Failed to buy digital sets: /).waitFor()
  await expectAccessible(page)
  await page.unroute('**/checkout/*/digital-sets')
  await add(offer, set).press('Enter')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await eventually(() => summary.textContent()).toMatch(/Whole set/)
  await page.getByText('Catalogues are shipped separately, normally within 30 days').first().waitFor()
  expect(await page.getByLabel('City').inputValue()).toBe('New York')

  await toSummary(page)
  const press = page.getByRole('button', { name: /^Buy now/ })
  const agree = page.getByRole('checkbox', { name: /I expressly agree .* I thereby lose my right of withdrawal/ })
  expect([await agree.isChecked(), await press.isDisabled()]).toEqual([false, true])
  await expectAccessible(page)
  await agree.click()
  expect(await press.isDisabled()).toBe(false)
  await agree.click()
  expect(await press.isDisabled()).toBe(true)
  await agree.click()
  const content = await buy()
  await page.getByText(/^You agreed to this on .*:\s+I expressly agree/).waitFor()
  expect(content).toMatchObject({
    lines: [{ kind: 'print' }, { kind: 'catalogue' }, { kind: 'digital', picture: null, linePrice: 3000 }],
    digitalConsent: { text: expect.stringMatching(/^I expressly agree/) },
  })
})

it('[UPS-1] the button "Check out offer" opens the digital portraits of that child, and counts as an answer', async () => {
  const { page } = await parent({ of: [seller.set] })
  await forgotten(page).getByRole('button', { name: 'No thanks' }).click()
  await special(page).getByRole('button', { name: 'Check out offer' }).press('Enter')
  await eventually(() => new URL(page.url()).hash).toBe(`#/products/digital-portraits/${seller.set.subject.uuid}`)
  await page.getByRole('heading', { name: `All pictures of ${child}` }).waitFor()
  await page.goto(shop.address('/shopping-cart/checkout'))
  await undisturbed(page)
})
