import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { unpublishJob } from '../../../server/src/features/jobs/publish.ts'
import { ordersOf } from '../../../server/src/features/orders/collection.ts'
import { vouchers } from '../../../server/src/features/vouchers/collection.ts'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import type { Provider } from '../../../server/src/platform/provider/document.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../../server/src/testing/buildCheckout.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// The forms of delivery and payment, as a person fills them in.

const HOUR_MS = 60 * 60_000
const [MALL, STATION] = ['0b5c1f6e-4f0d-4c55-9a35', '0b5c1f6e-4f0d-4c55-9a36']
const expire = new Date(Date.now() + HOUR_MS).toISOString()

type Option = Provider['deliveryMethods'][number]['deliveryOptions'][number]
const option = (name: string, price: number, change: Partial<Option> = {}): Option => ({
  ...{ uuid: randomUUID(), name: { en: name }, description: { en: '' }, price, deliverytime: 5 },
  ...{ isExpress: false, expire: null, ...change },
})
const pickup = (uuid: string, pickupname: string, pickupaddress1: string, change: Partial<Option> = {}) =>
  option('Pickup', 0, { uuid, pickupname, pickupaddress1, pickuppostalcode: '02108', pickupcity: 'Boston', ...change })

const deliveryMethods: Provider['deliveryMethods'] = [
  {
    type: 'postage',
    name: { en: 'By post' },
    deliveryOptions: [
      option('Letter', 400),
      option('Courier', 2500, { isExpress: true, expire, deliverytime: 1 }),
      option('Express', 2600, { isExpress: true, expire, deliverytime: 1 }),
      option('Parcel', 700),
    ],
  },
  {
    type: 'store-pickup',
    name: { en: 'In a store' },
    deliveryOptions: [
      pickup(`${MALL}-000000000001`, 'The mall', '1 Mall Road'),
      pickup(`${STATION}-000000000001`, 'The station', '2 Track Street'),
      pickup(`${MALL}-111111111111`, 'The mall', '1 Mall Road', { price: 900, name: { en: 'Tomorrow' }, expire }),
    ],
  },
  { type: 'school-pickup', name: { en: 'At school' }, deliveryOptions: [option('At school', 0)] },
]
const MAPLE = { address1: '12 Maple Street', address2: '', postalCode: '02139', city: 'Cambridge', state: 'MA' }
const asUsual = {
  ...{ gatherAddress2: true, gatherState: true, states: { '': 'Choose', MA: 'Massachusetts', NY: 'New York' } },
  ...{ showDisabledDeliveryCountry: true, useAddressAutocompleteService: true },
}
const addresses = [MAPLE, { ...MAPLE, address1: '14 Maple Street' }, { ...MAPLE, address1: '3 Elm Street' }]

let shop: ShopInBrowser
let buyer: Buyer
beforeAll(async () => {
  const { paymentOptions, gateways } = twoGateways()
  shop = await openShopInBrowser({
    provider: { paymentOptions, gateways, deliveryMethods, addressService: { name: 'list', config: {}, addresses } },
    other: {
      country: 'NO',
      gateways,
      paymentOptions: paymentOptions.map((each) => ({
        ...each,
        verifyMobile: true,
        requirePersonNo: true,
        minimumAge: 20,
      })),
    },
  })
  const { provider } = shop.server
  Object.assign(provider, { options: { ...provider.options, ...asUsual } })
  await saveProvider(shop.server.app, provider)
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const soon = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })
const textIn = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()
const suggested = (page: Page) => page.getByRole('listbox', { name: 'Suggested addresses' }).getByRole('option')
const step = (page: Page, name: string) => page.getByRole('region', { name })

/** The fields of the open form in their order: label, and what a browser fills in by itself. */
const fieldsOf = (page: Page) =>
  page
    .locator('.pk-fields input, .pk-fields select')
    .evaluateAll((fields) =>
      fields.map((field) => [
        field.closest('.pk-field')?.querySelector('label')?.firstChild?.textContent,
        field.getAttribute('autocomplete'),
      ]),
    )

/** The checkout of a customer with a card in the cart. */
async function visit({
  provider = shop.server.provider,
  width = 390,
  before,
}: {
  provider?: Provider
  width?: number
  before?: (page: Page) => Promise<unknown>
} = {}) {
  buyer = await buildBuyer(shop.server, { provider })
  await buyer.add()
  const page = await shop.visit('/shopping-cart/checkout', {
    width,
    provider,
    customer: buyer,
    ...(before && { before }),
  })
  await page.getByRole('heading', { name: 'Finish order' }).waitFor()
  await button(page, 'Next').waitFor()
  return page
}

const ordered = async () => {
  const { app } = shop.server
  const order = await ordersOf(app, buyer.provider.key).findOne({ 'content.customer': buyer.customer._id })
  return order?.content
}

async function pay(page: Page): Promise<void> {
  await radio(page, /Invoice/).click()
  await button(page, 'Next').click()
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await soon(async () => (await ordered()) !== undefined).toBe(true)
}

it('[CHK-3] [CHK-5] [CHK-6] [CHK-7] [CHK-11] [CHK-23] every way of delivery has its form, on a phone', async () => {
  const page = await visit()
  const methods = await page
    .getByRole('group', { name: 'How would you like to get it?' })
    .locator('label')
    .allTextContents()
  expect(methods).toEqual(['By post$7.00', 'In a storeFree', 'At schoolFree'])
  expect(await button(page, 'Next').isDisabled()).toBe(true)

  await radio(page, /By post/).click()
  expect(await radio(page, /Letter/).isChecked()).toBe(true)
  await page.getByText('The order will be shipped within 5 business days').waitFor()
  await radio(page, /Courier/).click()
  await page.getByText('The order will be shipped within 1 business day', { exact: true }).waitFor()
  const until = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(expire))
  const courier = await page.locator('label', { has: radio(page, /Courier/) }).textContent()
  expect(courier?.replaceAll('\u202f', ' ')).toContain(`Can be chosen until ${until.replaceAll('\u202f', ' ')}`)
  expect(courier).toContain('Courier Express')
  // what is called so already says it once
  expect(await page.locator('label').filter({ hasText: '$26.00' }).textContent()).toMatch(/^Express +Can be/)
  await expectAccessible(page)

  await radio(page, /In a store/).click()
  expect(await radio(page, /The mall/).isChecked()).toBe(true)
  await page.getByText('1 Mall Road, Boston, 02108').waitFor()
  await page.getByText('Ready for you within 5 business days').waitFor()
  await radio(page, /Tomorrow/).click()
  await radio(page, /The station/).click()
  expect(await radio(page, /Tomorrow/).count()).toBe(0)
  await radio(page, /The mall/).click()
  await radio(page, /Tomorrow/).click()
  await page.getByLabel('Full name').fill('Anna')
  await page.getByLabel('E-mail address').fill('anna@example.com')
  await page.getByText('Please enter first and last name').waitFor()
  expect(await button(page, 'Next').isDisabled()).toBe(true)
  await page.getByLabel('Full name').fill('Anna Carter')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page)

  await radio(page, /At school/).click()
  const { subject, job } = buyer.set
  expect(await radio(page, new RegExp(subject.name)).isChecked()).toBe(true)
  await page.getByText(job.name).waitFor()
  await button(page, 'Next').click()
  await radio(page, /Invoice/).waitFor()
  const summary = step(page, '1. Delivery')
  expect(await summary.textContent()).toContain(
    `${job.name}\n${subject.name}, ${subject.group}\nAnna Carter\nanna@example.com`,
  )
  await expectAccessible(page)

  await button(page, 'Edit delivery').click()
  await radio(page, /In a store/).click()
  await radio(page, /Tomorrow/).click()
  await button(page, 'Next').click()
  await radio(page, /Invoice/).waitFor()
  expect(await summary.textContent()).toContain('The mall\n1 Mall Road\nBoston, 02108\nAnna Carter')
  await pay(page)
  expect(await ordered()).toMatchObject({
    totalPrice: 399 + 900,
    delivery: { type: 'store-pickup', pickup: { name: 'The mall' }, address: null },
    contact: { name: 'Anna Carter', email: 'anna@example.com' },
  })
})

it('[CHK-8] [CHK-9] [CHK-10] [CHK-18] an address is written out with a few keys', async () => {
  const page = await visit({ width: 1000 })
  const { keyboard } = page
  await radio(page, /By post/).click()
  await page.getByLabel('Full name').fill('Anna Carter')
  const line = page.getByRole('combobox', { name: 'Address' })
  expect(await fieldsOf(page)).toEqual([
    ['Full name', 'name'],
    ['Address', 'address-line1'],
    ['Apartment, floor, c/o', 'address-line2'],
    ['City', 'address-level2'],
    ['State', 'address-level1'],
    ['ZIP code', 'postal-code'],
    ['Country', 'country-name'],
  ])
  const country = page.getByLabel('Country')
  expect([await country.inputValue(), await country.isDisabled()]).toEqual(['United States', true])

  await line.focus()
  await keyboard.type('maple')
  const options = suggested(page)
  await soon(() => options.allTextContents()).toEqual([
    '12 Maple Street, Cambridge, MA 02139',
    '14 Maple Street, Cambridge, MA 02139',
  ])
  expect(await line.getAttribute('aria-expanded')).toBe('true')
  await page.getByRole('status').filter({ hasText: '2 addresses are suggested.' }).waitFor({ state: 'attached' })
  const active = async () => {
    const id = await line.getAttribute('aria-activedescendant')
    return id && page.locator(`[id="${id}"]`).textContent()
  }
  expect(await active()).toBeNull()
  await keyboard.press('ArrowUp')
  await soon(active).toBe('14 Maple Street, Cambridge, MA 02139')
  await keyboard.press('ArrowDown')
  await soon(active).toBe('12 Maple Street, Cambridge, MA 02139')
  await expectAccessible(page)
  await keyboard.press('Escape')
  await soon(() => options.count()).toBe(0)
  expect(await line.inputValue()).toBe('maple')
  await keyboard.type(' street')
  await soon(() => options.count()).toBe(2)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await soon(() => line.inputValue()).toBe('12 Maple Street')
  expect(await line.evaluate((node) => node.matches(':focus'))).toBe(true)
  expect([await textIn(page, 'City'), await textIn(page, 'ZIP code'), await textIn(page, 'State')]).toEqual([
    'Cambridge',
    '02139',
    'MA',
  ])
  expect(await button(page, 'Next').isDisabled()).toBe(false)

  await page.getByLabel('ZIP code').fill('2139')
  await page.getByLabel('City').focus()
  await page.getByText('This postal code does not look right.').waitFor()
  expect(await button(page, 'Next').isDisabled()).toBe(true)
  await line.fill('12 maple')
  await options.first().click()
  await soon(() => textIn(page, 'ZIP code')).toBe('02139')
  await button(page, 'Next').click()
  await pay(page)
  expect(await ordered()).toMatchObject({
    delivery: { verifiedAddress: true, address: { address: '12 Maple Street', state: 'MA' } },
  })
})

it('[CHK-10] [CHK-16] an address that cannot be resolved is cleared, and the field says so', async () => {
  const page = await visit({
    before: (page) => page.route('**/resolve-address-by-id/**', (route) => route.abort()),
  })
  await radio(page, /By post/).click()
  await page.getByLabel('City').fill('Boston')
  const line = page.getByRole('combobox', { name: 'Address' })
  await line.fill('elm street')
  await suggested(page).first().click()
  await page.getByText('Error resolving address').waitFor()
  expect([await line.inputValue(), await textIn(page, 'City')]).toEqual(['', ''])
  expect(await line.getAttribute('aria-invalid')).toBe('true')
  await line.fill('3 Elm Street')
  await soon(() => page.getByText('Error resolving address').count()).toBe(0)
})

it('[CHK-9] [CHK-18] Britain and Australia write an address in their own order', async () => {
  const { app, provider } = shop.server
  const page = await visit()
  const places: unknown[] = []
  for (const [country, gatherState] of [
    ['GB', false],
    ['AU', true],
  ] as const) {
    const options = { ...provider.options, gatherState, gatherAddress2: false, showDisabledDeliveryCountry: false }
    await saveProvider(app, { ...provider, country, options })
    await page.reload()
    await radio(page, /By post/).click()
    places.push((await fieldsOf(page)).slice(2).map(([label]) => label))
    await page.getByLabel('Postcode').fill('10001')
    await page.getByLabel('Full name').focus()
    await page.getByText('This postal code does not look right.').waitFor()
  }
  await saveProvider(app, provider)
  expect(places).toEqual([
    ['Town or city', 'Postcode'],
    ['Suburb', 'State', 'Postcode'],
  ])
})

it('[CHK-12] phone number and personal id are judged before the summary, next to where they are written', async () => {
  const page = await visit({ provider: shop.server.other })
  const order = (await fieldsOf(page)).map(([label]) => label)
  expect(order).toEqual(['Full name', 'Address', 'Postal code', 'City'])
  await page.getByLabel('Full name').fill('Anna Carter')
  await page.getByLabel('Address', { exact: true }).fill('Storgata 12')
  await page.getByLabel('Postal code').fill('9008')
  await page.getByLabel('City').fill('Tromsø')
  await button(page, 'Next').click()
  await radio(page, /Invoice/).click()
  expect(await textIn(page, 'Phone number')).toBe('+12125550123')
  const pid = page.getByLabel('Personal ID number')
  expect(await button(page, 'Next').isDisabled()).toBe(true)
  await page.getByText('You have to be at least 20 years old.').waitFor()
  const send = async (phone: string, number: string) => {
    await page.getByLabel('Phone number').fill(phone)
    await pid.fill(number)
    await button(page, 'Next').click()
  }
  const told = async () => {
    await page.getByText('This phone number does not look right.').waitFor()
    await page.getByText('This personal ID number does not look right.').waitFor()
  }
  // what can be none is told as soon as the field is left, the rest by the server
  await page.getByLabel('Phone number').fill('12')
  await pid.fill('abc')
  await pid.press('Tab')
  await told()
  expect(await button(page, 'Next').isDisabled()).toBe(true)
  await send('123 45', '17059010183')
  await told()
  await expectAccessible(page)
  await send('406 12 345', '01021250003')
  await page.getByText('You have to be at least 20 years old to pay this way.').waitFor()
  await send('406 12 345', '170590 10182')
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await soon(async () => (await ordered())?.contact.phone).toBe('+4740612345')
})

it('[CHK-23] an express option that ends while its form is open is not there any more', async () => {
  const page = await visit({ before: (page) => page.clock.install() })
  await radio(page, /By post/).click()
  await radio(page, /Courier/).click()
  await page.getByLabel('Full name').fill('Anna Carter')
  shop.server.wait(HOUR_MS)
  await page.clock.fastForward(HOUR_MS)
  await soon(() => radio(page, /Courier/).count()).toBe(0)
  expect(await radio(page, /Letter/).isChecked()).toBe(true)
  expect(await textIn(page, 'Full name')).toBe('Anna Carter')
})

async function toPayment(page: Page): Promise<void> {
  await radio(page, /At school/).click()
  await page.getByLabel('Full name').fill('Anna Carter')
  await button(page, 'Next').click()
  await radio(page, /Invoice/).waitFor()
}

it('[CHK-13] [CHK-16] a voucher code is used, and says beneath it why one is not', async () => {
  const { app, provider } = shop.server
  const voucher = { names: { en: 'A present' }, rule: {}, oncePerCustomer: true }
  await vouchers.replace(app, provider.key, [
    { ...voucher, code: 'PRESENT1', amount: 100 },
    { ...voucher, code: 'LATER', amount: 100, least: 9900 },
  ])
  const page = await visit()
  await toPayment(page)
  const field = page.getByLabel('Voucher code')
  const says = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

  await button(page, 'Use the code').click()
  await says('Please type the code of your voucher.')
  await field.fill('nothing')
  await field.press('Enter')
  await says('We do not know this code. Please check how it is written.')
  await field.fill('later')
  await button(page, 'Use the code').click()
  await says('This code can be used from $99.00 on.')
  await expectAccessible(page)

  await page.route('**/verify-rebate-code', (route) => route.abort())
  await field.fill('pre-sent 1')
  await button(page, 'Use the code').click()
  await page.getByText(/^Failed to use voucher code: /).waitFor()
  await page.unroute('**/verify-rebate-code')
  await button(page, 'Use the code').click()
  await page.getByText('Voucher PRESENT1').waitFor()
  const summary = page.getByRole('complementary', { name: 'Your order' })
  await summary.getByText('A present (PRESENT1)').waitFor()
  await soon(() => summary.textContent()).toMatch(/-\$1\.00.*Total\$2\.99/)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await button(page, 'Remove the voucher').click()
  await field.waitFor()
  await soon(() => summary.textContent()).toMatch(/Total\$3\.99/)
  await field.fill('PRESENT1')
  await field.press('Enter')
  await page.getByText('Voucher PRESENT1').waitFor()

  // what was filled in is there when the page is loaded again, and what a way of paying costs stands beside it
  await page.reload()
  await page.getByText('Voucher PRESENT1').waitFor()
  await radio(page, /Card.*\$0\.25/).waitFor()
  await radio(page, /Invoice/).click()
  await button(page, 'Next').click()
  // without a network 'Buy now' says so where it was pressed
  await page.route('**/transaction', (route) => route.abort())
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
  await page.getByRole('button', { name: /^Buy now/ }).click()
  const failed = page.getByRole('alert').filter({ hasText: /^Failed to create transaction: / })
  await soon(() => failed.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await page.unroute('**/transaction')
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await soon(async () => (await ordered()) !== undefined).toBe(true)
  expect(await ordered()).toMatchObject({ totalPrice: 299, voucher: { code: 'PRESENT1' } })
})

it('[CHK-1] leads back to the cart, which says why, where nothing in it can be ordered any more', async () => {
  const page = await visit()
  await toPayment(page)
  await unpublishJob(shop.server.app, shop.server.provider, buyer.set.job.uuid)
  await radio(page, /Invoice/).click()
  await page.getByRole('alert').getByText('Nothing in your cart can be ordered just now.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'To the cart' }).click()
  await page.getByText(/^The pictures of .* can no longer be ordered/).waitFor()
})

it('[CHK-13] there is no field for codes in a shop whose vouchers do not hold', async () => {
  const { app, provider } = shop.server
  const over = { until: new Date(0).toISOString() }
  await vouchers.replace(app, provider.key, [
    { code: 'OVER', names: { en: 'Over' }, amount: 100, rule: over, oncePerCustomer: true },
  ])
  const page = await visit()
  await toPayment(page)
  expect(await page.getByLabel('Voucher code').count()).toBe(0)
})
