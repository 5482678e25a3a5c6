import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ordersOf } from '../../../server/src/features/orders/collection.ts'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import type { Provider } from '../../../server/src/platform/provider/document.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../../server/src/testing/buildCheckout.ts'
import { openShopInBrowser, type ShopInBrowser } from './shopInBrowser.ts'

// Shared by the tests of the checkout: a shop with every delivery method, and its forms.

export const HOUR_MS = 60 * 60_000
export const [MALL, STATION] = ['0b5c1f6e-4f0d-4c55-9a35', '0b5c1f6e-4f0d-4c55-9a36']
export const expire = new Date(Date.now() + HOUR_MS).toISOString()

export type Option = Provider['deliveryMethods'][number]['deliveryOptions'][number]
export const option = (name: string, price: number, change: Partial<Option> = {}): Option => ({
  ...{ uuid: randomUUID(), name: { en: name }, description: { en: '' }, price, deliverytime: 5 },
  ...{ isExpress: false, expire: null, ...change },
})
export const pickup = (uuid: string, pickupname: string, pickupaddress1: string, change: Partial<Option> = {}) =>
  option('Pickup', 0, { uuid, pickupname, pickupaddress1, pickuppostalcode: '02108', pickupcity: 'Boston', ...change })

export const deliveryMethods: Provider['deliveryMethods'] = [
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
export const MAPLE = { address1: '12 Maple Street', address2: '', postalCode: '02139', city: 'Cambridge', state: 'MA' }
export const asUsual = {
  ...{ gatherAddress2: true, gatherState: true, states: { '': 'Choose', MA: 'Massachusetts', NY: 'New York' } },
  ...{ showDisabledDeliveryCountry: true, useAddressAutocompleteService: true },
}
export const addresses = [MAPLE, { ...MAPLE, address1: '14 Maple Street' }, { ...MAPLE, address1: '3 Elm Street' }]

export let shop: ShopInBrowser
export let buyer: Buyer

export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 60_000 })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })
export const textIn = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()
export const suggested = (page: Page) => page.getByRole('listbox', { name: 'Suggested addresses' }).getByRole('option')
export const step = (page: Page, name: string) => page.getByRole('region', { name })

/** The fields of the open form in their order: label, and autocomplete type. */
export const fieldsOf = (page: Page) =>
  page
    .locator('.pk-fields input, .pk-fields select')
    .evaluateAll((fields) =>
      fields.map((field) => [
        field.closest('.pk-field')?.querySelector('label')?.firstChild?.textContent,
        field.getAttribute('autocomplete'),
      ]),
    )

/** The checkout of a customer with a card in the cart. */
export async function visit({
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

export const ordered = async () => {
  const { app } = shop.server
  const order = await ordersOf(app, buyer.provider.key).findOne({ 'content.customer': buyer.customer._id })
  return order?.content
}

export async function pay(page: Page): Promise<void> {
  await radio(page, /Invoice/).click()
  await button(page, 'Next').click()
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await eventually(async () => (await ordered()) !== undefined).toBe(true)
}

/** Opens the shop before the tests of a file and closes it after them. */
export function withForms(): void {
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
}
