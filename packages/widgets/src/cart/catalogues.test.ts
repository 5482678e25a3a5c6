import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readCart, setVoucher } from '../../../server/src/features/cart/collection.ts'
import { catalogues } from '../../../server/src/features/catalogues/collection.ts'
import { vouchers } from '../../../server/src/features/vouchers/collection.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// Printed catalogues, as customers see and order them.

let shop: ShopInBrowser
let emma: BuiltPictureSet
let noah: BuiltPictureSet
let ruby: BuiltPictureSet
let customer: BuiltCustomer

beforeAll(async () => {
  shop = await openShopInBrowser()
  const { app, provider } = shop.server
  emma = await buildPictureSet(app, provider, { subject: { name: 'Emma Carter', group: '4B' } })
  noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter', group: '2A' } })
  ruby = await buildPictureSet(app, provider)
  const book = { names: { en: 'Year book' }, descriptions: { en: 'All classes in colour' }, price: 2500 }
  const jobs = [emma.job.name, noah.job.name]
  await catalogues.replace(app, provider.key, [
    { ...book, uuid: randomUUID(), maxQuantity: 10, deliveryDays: 30, jobs },
  ])
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const visit = async (sets: BuiltPictureSet[], how: Visit = {}): Promise<Page> => {
  customer = await buildCustomer(shop.server, { subjects: sets.map(({ subject }) => subject.uuid) })
  return shop.visit('/products/catalogues', { customer, ...how })
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inCart = (page: Page) => page.getByRole('heading', { name: 'Shopping cart' }).waitFor()

it('[CTL-1] [CTL-2] [CTL-4] [CTL-5] catalogues are shown with subject, price, delivery and description, and added to the cart by keyboard', async () => {
  const page = await visit([emma, noah], { width: 390 })
  const offer = page.getByRole('article').filter({ hasText: 'Emma Carter' })
  await offer.getByRole('heading', { name: 'Year book' }).waitFor()
  await offer.getByText('4B · Emma Carter').waitFor()
  await offer.getByText('$25.00 each').waitFor()
  await offer.getByText('Shipped separately, normally within 30 days after the last photo day').waitFor()
  expect(await offer.getByText('All classes in colour').isVisible()).toBe(false)
  await offer.locator('summary', { hasText: 'Description' }).press('Enter')
  await offer.getByText('All classes in colour').waitFor()
  const number = offer.getByLabel('Quantity of Year book for Emma Carter', { exact: true })
  expect(await number.inputValue()).toBe('0')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await button(page, 'Add to cart').press('Enter')
  await page
    .getByRole('alert')
    .getByText('You need to select how many cataloges you would like before clicking Add to shopping cart', {
      exact: true,
    })
    .waitFor()
  await number.fill('11')
  await number.press('Enter')
  expect(await number.inputValue()).toBe('10')
  await button(page, 'Fewer of Year book for Emma Carter').press('Enter')
  await button(page, 'More of Year book for Noah Carter').press('Enter')
  await page.getByRole('button', { name: 'Add to cart $250.00' }).press('Enter')

  await inCart(page)
  const line = page.getByRole('listitem').filter({ hasText: 'Emma Carter' }).first()
  await line.getByText('4B · Emma Carter').waitFor()
  await line.getByText('$225.00').waitFor()
  await line.getByText('Shipped separately, normally within 30 days after the last photo day').waitFor()
  // a voucher code that no longer applies is shown, with the reason and a button that removes it
  const { app, provider } = shop.server
  const voucher = { code: 'LATER', names: { en: 'Later' }, amount: 100, least: 99_900, rule: {}, oncePerCustomer: true }
  await vouchers.replace(app, provider.key, [voucher])
  await setVoucher(app, provider.key, customer.customer._id, voucher.code)
  await line.getByLabel('Quantity of Year book').fill('2')
  await line.getByLabel('Quantity of Year book').press('Enter')
  await line.getByText('$50.00').waitFor()
  await page.getByText('Voucher LATER does not apply', { exact: true }).waitFor()
  await page.getByText('This code can be used from $999.00 on.', { exact: true }).waitFor()
  await expectAccessible(page)
  await button(page, 'Remove the voucher').press('Enter')
  await page.getByText('Voucher LATER').waitFor({ state: 'detached' })
  expect((await readCart(app, provider.key, customer.customer._id)).voucher).toBeNull()
  await catalogues.replace(shop.server.app, shop.server.provider.key, [
    ...(await catalogues.list(shop.server.app, shop.server.provider.key)).map((each) => ({
      ...each,
      jobs: [noah.job.name],
    })),
  ])
  await page.reload()
  await line.getByText('This can no longer be ordered and costs nothing.').waitFor()
  await page.getByText('$25.00').first().waitFor()
  await expectAccessible(page)
})

it('[CTL-3] a single catalogue starts with a quantity of 1; "No thanks" opens the product list', async () => {
  const page = await visit([noah])
  expect(await page.getByLabel('Quantity of Year book for Noah Carter', { exact: true }).inputValue()).toBe('1')
  await page.getByRole('link', { name: 'No thanks' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/products/packages/')
})

it('[CTL-1] [CTL-2] the dialog asks, adds the selection and opens the cart; "No thanks" opens the product list', async () => {
  const page = await visit([noah], { tags: ['pk-catalogue-offer'] })
  const dialog = page.getByRole('dialog', { name: 'Do you want to order the catalogue?' })
  await dialog.getByText('$25.00 each').waitFor()
  await expectKeysInside(dialog, 'cart/catalogues/CatalogueDialog')
  await expectAccessible(page)
  const going = () =>
    page.evaluate(() => {
      const went = new Promise<string>((resolve) =>
        addEventListener('pk-navigate', (event) => {
          event.preventDefault()
          resolve((event as CustomEvent<{ name: string }>).detail.name)
        }),
      )
      Object.assign(window, { went })
    })
  const went = () => page.evaluate(() => (window as unknown as { went: Promise<string> }).went)
  await going()
  await dialog.getByRole('button', { name: 'Add to cart' }).press('Enter')
  expect(await went()).toBe('shoppingcart')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.reload()
  await dialog.waitFor()
  await going()
  await dialog.getByRole('button', { name: 'No thanks' }).press('Enter')
  expect(await went()).toBe('products.list')
})

it('a signed-out visitor is asked to sign in; without catalogues there is a link to the products; failures can be retried', async () => {
  const stranger = await shop.visit('/products/catalogues')
  await stranger.getByRole('heading', { name: 'Sign in to see your catalogues' }).waitFor()
  const page = await visit([ruby])
  await page.getByRole('heading', { name: 'No catalogues to order' }).waitFor()
  await expectAccessible(page)
  await page.route(/get_catalogues/, (route) => route.abort())
  await page.reload()
  await page.getByText('The catalogues could not be loaded.').waitFor()
  await page.unroute(/get_catalogues/)
  await button(page, 'Try again').click()
  await page.getByRole('heading', { name: 'No catalogues to order' }).waitFor()
})
