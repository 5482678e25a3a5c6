import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { unpublishJob } from '../../../server/src/features/jobs/publishing/publishJob.ts'
import { vouchers } from '../../../server/src/features/vouchers/collection.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  button,
  buyer,
  eventually,
  expire,
  fieldsOf,
  HOUR_MS,
  ordered,
  pay,
  radio,
  shop,
  step,
  textIn,
  visit,
  withForms,
} from '../testing/buildForms.ts'

// The delivery and payment forms, as customers fill them in.

withForms()

it('[CHK-3] [CHK-5] [CHK-6] [CHK-7] [CHK-11] [CHK-23] every delivery method has its form, on a phone', async () => {
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
  // if the name already contains the price, it is not repeated
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
  // a slow press on something below, which the error of the field above must not move away from it
  const below = await page.getByLabel('Email address').boundingBox()
  await page.mouse.move((below?.x ?? 0) + 20, (below?.y ?? 0) + 10)
  await page.mouse.down()
  await page.waitForTimeout(500)
  expect(await page.getByText('Please enter first and last name').count()).toBe(0)
  await page.mouse.up()
  await page.getByLabel('Email address').fill('anna@example.com')
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

it('[CHK-12] the phone number and the personal id are checked before the summary, at their fields', async () => {
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
  const errors = async () => {
    await page.getByText('This phone number does not look right.').waitFor()
    await page.getByText('This personal ID number does not look right.').waitFor()
  }
  // impossible values are reported when the field is left, the rest by the server
  await page.getByLabel('Phone number').fill('12')
  await pid.fill('abc')
  await pid.press('Tab')
  await errors()
  expect(await button(page, 'Next').isDisabled()).toBe(true)
  await send('123 45', '17059010183')
  await errors()
  await expectAccessible(page)
  await send('406 12 345', '01021250003')
  await page.getByText('You have to be at least 20 years old to pay this way.').waitFor()
  await send('406 12 345', '170590 10182')
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await eventually(async () => (await ordered())?.contact.phone).toBe('+4740612345')
})

it('[CHK-23] an express option that expires while its form is open disappears', async () => {
  const page = await visit({ before: (page) => page.clock.install() })
  await radio(page, /By post/).click()
  await radio(page, /Courier/).click()
  await page.getByLabel('Full name').fill('Anna Carter')
  shop.server.wait(HOUR_MS)
  await page.clock.fastForward(HOUR_MS)
  await eventually(() => radio(page, /Courier/).count()).toBe(0)
  expect(await radio(page, /Letter/).isChecked()).toBe(true)
  expect(await textIn(page, 'Full name')).toBe('Anna Carter')
})

async function toPayment(page: Page): Promise<void> {
  await radio(page, /At school/).click()
  await page.getByLabel('Full name').fill('Anna Carter')
  await button(page, 'Next').click()
  await radio(page, /Invoice/).waitFor()
}

it('[CHK-13] [CHK-16] a voucher code is applied, or the reason why not is shown below it', async () => {
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
  await says('This code is unknown. Please check the spelling.')
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
  await eventually(() => summary.textContent()).toMatch(/-\$1\.00.*Total\$2\.99/)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await button(page, 'Remove the voucher').click()
  await field.waitFor()
  await eventually(() => summary.textContent()).toMatch(/Total\$3\.99/)
  await field.fill('PRESENT1')
  await field.press('Enter')
  await page.getByText('Voucher PRESENT1').waitFor()

  // a reload keeps the inputs, and the fee of a payment method is shown next to it
  await page.reload()
  await page.getByText('Voucher PRESENT1').waitFor()
  await radio(page, /Card.*\$0\.25/).waitFor()
  await radio(page, /Invoice/).click()
  await button(page, 'Next').click()
  // without a network, 'Buy now' shows the problem where it was pressed
  await page.route('**/transaction', (route) => route.abort())
  await page.getByRole('checkbox', { name: /terms of purchase/ }).click()
  await page.getByRole('button', { name: /^Buy now/ }).click()
  const failed = page.getByRole('alert').filter({ hasText: /^Failed to create transaction: / })
  await eventually(() => failed.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await page.unroute('**/transaction')
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await eventually(async () => (await ordered()) !== undefined).toBe(true)
  expect(await ordered()).toMatchObject({ totalPrice: 299, voucher: { code: 'PRESENT1' } })
})

it('[CHK-1] the checkout returns to the cart, with the reason, if nothing in it can be ordered any more', async () => {
  const page = await visit()
  await toPayment(page)
  await unpublishJob(shop.server.app, shop.server.provider, buyer.set.job.uuid)
  await radio(page, /Invoice/).click()
  await page.getByRole('alert').getByText('Nothing in your cart can be ordered just now.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'To the cart' }).click()
  await page.getByText(/^A picture of .* cannot be ordered for the moment/).waitFor()
})

it('[CHK-13] there is no field for codes in a shop without valid vouchers', async () => {
  const { app, provider } = shop.server
  const over = { until: new Date(0).toISOString() }
  await vouchers.replace(app, provider.key, [
    { code: 'OVER', names: { en: 'Over' }, amount: 100, rule: over, oncePerCustomer: true },
  ])
  const page = await visit()
  await toPayment(page)
  expect(await page.getByLabel('Voucher code').count()).toBe(0)
})
