import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { grantSubjects } from '../../../server/src/features/access/grants.ts'
import { inspectionPackages } from '../../../server/src/features/inspection/collection.ts'
import { forgetDeliveredJobs, type Job, jobsOf } from '../../../server/src/features/jobs/collection.ts'
import { dayOf, readDay } from '../../../server/src/features/jobs/days.ts'
import { offerInspection } from '../../../server/src/features/jobs/offerInspection.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// Printed packages for inspection, and the dates of a job, as customers see them.

let shop: ShopInBrowser
let buyer: Buyer
const address = { address: '12 Maple Street', address2: '', postalCode: '10001', city: 'New York', state: '' }
const inDays = (days: number) => readDay(dayOf(new Date(Date.now() + days * 24 * 3600_000))) as Date
const written = (day: Date) => formatDay(dayOf(day), 'en')
const until = inDays(20)

beforeAll(async () => {
  shop = await openShopInBrowser({ provider: { timeZone: 'UTC' } })
  const { app, provider } = shop.server
  buyer = await buildBuyer(shop.server)
  await inspectionPackages.replace(app, provider.key, [
    {
      key: 'paper',
      names: { en: 'Eight prints' },
      descriptions: { en: 'Keep the folder or send it back.' },
      price: 3900,
      daysToReturn: 14,
    },
  ])
  await offerInspection(app, provider.key, buyer.set.job.uuid, { package: 'paper', until })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const change = async (job: Partial<Job>) => {
  await jobsOf(shop.server.app, shop.server.provider.key).updateOne({ uuid: buyer.set.job.uuid }, { $set: job })
  forgetDeliveredJobs(shop.server.app)
}
const aParent = (given: Parameters<typeof buildCustomer>[1] = { name: 'Anna Carter', address }) =>
  buildCustomer(shop.server, { subjects: [buyer.set.subject.uuid], ...given })
const visit = (customer: BuiltCustomer, path: string, width = 390) => shop.visit(path, { customer, width })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const setPath = () => `/my-account/picture-sets/${buyer.set.subject.uuid}`
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

it('[ACC-5] [ACC-1] a printed package is sent for inspection after an explicit consent, which can be withdrawn in the account', async () => {
  const parent = await aParent()
  const page = await visit(parent, setPath())
  const section = page.getByRole('region', { name: 'See the pictures on paper first' })
  await section.getByText('Eight prints, sent home to you.').waitFor()
  await section.getByText('If you keep it, it costs $39.00; you have 14 days to send it back.').waitFor()
  await section.getByText(`It is only sent if you ask for it, until ${written(until)}.`).waitFor()
  await section.getByRole('button', { name: 'Have it sent to me' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Have the pictures of ${buyer.set.subject.name} sent home?` })
  await dialog.getByText('12 Maple Street').waitFor()
  await dialog.getByText('If you keep it, you pay $39.00.').waitFor()
  expect(await dialog.getByRole('checkbox').count()).toBe(0)
  await expectAccessible(page)
  await fits(page)
  await button(page, 'No thanks').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(await section.getByText('will be sent to you').count()).toBe(0)
  await section.getByRole('button', { name: 'Have it sent to me' }).press('Enter')
  await button(page, 'Yes, send it to me').press('Enter')
  await section.getByText('A package with these pictures on paper will be sent to you.').waitFor()
  await expectAccessible(page)

  await page.goto(shop.address('/my-account'))
  await page.getByRole('link', { name: 'Cancel picture packages' }).press('Enter')
  const toggle = page.getByRole('switch', { name: buyer.set.subject.name })
  await toggle.waitFor()
  expect(await toggle.isChecked()).toBe(true)
  expect(await button(page, 'Save').isDisabled()).toBe(true)
  await toggle.press('Space')
  expect(await button(page, 'Save').isDisabled()).toBe(false)
  await toggle.press('Space')
  expect(await button(page, 'Save').isDisabled()).toBe(true)
  await toggle.press('Space')
  await button(page, 'Save').press('Enter')
  await page.getByText('Saved.').waitFor()
  expect(await toggle.isChecked()).toBe(false)
  expect(await button(page, 'Save').isDisabled()).toBe(true)
  await expectAccessible(page)
  await fits(page)

  // it expires while the page is open: the reason is shown, and the list stays
  await change({ inspection: { package: 'paper', until: inDays(-2) } })
  await toggle.press('Space')
  await button(page, 'Save').press('Enter')
  await page.getByRole('alert').getByText('The last day is over').waitFor()
  await page.reload()
  await page.getByText('The last day is over: this can no longer be changed.').waitFor()
  expect(await toggle.isDisabled()).toBe(true)
  await change({ inspection: { package: 'paper', until } })
})

it('[ACC-5] without an address no consent is possible, and without a package there is no menu entry', async () => {
  const { app, provider } = shop.server
  const job = { inspection: { package: 'paper', until } }
  const { subject } = await buildPictureSet(app, provider, { job })
  const page = await visit(await aParent({ subjects: [subject.uuid] }), `/my-account/picture-sets/${subject.uuid}`)
  await button(page, 'Have it sent to me').click()
  await page.getByRole('dialog').getByText('We do not know your address yet.').waitFor()
  expect(await button(page, 'Yes, send it to me').count()).toBe(0)
  await page.getByRole('link', { name: 'Enter my address' }).waitFor()
  await page.goto(shop.address('/my-account'))
  await page.getByRole('link', { name: 'Communication' }).waitFor()
  expect(await page.getByRole('link', { name: 'Cancel picture packages' }).count()).toBe(0)
  await page.goto(shop.address('/my-account/cancel-picture-packages'))
  await page.getByRole('heading', { name: 'No packages' }).waitFor()
})

it('[CRT-2] [ACC-7] the dates of a job are shown at the set, the list and the cart, where a closed line costs nothing and should be removed', async () => {
  const [orderBy, deletion] = [inDays(5), inDays(40)]
  await change({ orderBy, deletion, freeDeliveryUntil: inDays(3) })
  const parent = await aParent()
  await parent.client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line()] })
  const days = `Order by ${written(orderBy)} · Free delivery until ${written(inDays(3))} · The pictures are deleted on ${written(deletion)}`
  const page = await visit(parent, setPath())
  await page.getByText(days, { exact: true }).waitFor()
  await page.goto(shop.address('/my-account/picture-sets'))
  await page.getByText(days, { exact: true }).waitFor()
  await page.goto(shop.address('/shopping-cart'))
  const side = page.getByRole('complementary', { name: 'Summary' })
  await side.getByText(days, { exact: true }).waitFor()
  const ofLines = page.getByRole('list').getByText(`Order by ${written(orderBy)} · Free delivery until`)
  // a single line leaves the dates to the summary
  expect(await ofLines.count()).toBe(0)

  const over = inDays(-2)
  const other = await buildBuyer(shop.server)
  await grantSubjects(shop.server.app, shop.server.provider, parent.customer._id, [other.set.subject.uuid])
  const line = await other.line()
  await parent.client.call(carts.addLines, { requestId: randomUUID(), lines: [line] })
  await page.reload()
  await ofLines.waitFor()
  await change({ orderBy: over })
  await page.reload()
  const remark = `could be ordered until ${written(over)}. This can no longer be ordered and costs nothing.`
  await page.getByText(remark).waitFor()
  await expectAccessible(page)
  await fits(page)
  await page.getByRole('button', { name: /^Checkout/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Some of this can no longer be ordered' })
  await dialog.getByText(buyer.set.subject.name).waitFor()
  await expectKeysInside(dialog, 'cart/CheckoutButton')
  await expectAccessible(page)
  await button(page, 'Remove and continue').press('Enter')
  await page.getByRole('heading', { name: 'Delivery' }).first().waitFor()
  const { cart } = await parent.client.call(carts.get, {})
  expect(cart.orderLines.map(({ subjects }) => subjects[0]?.uuid)).toEqual([other.set.subject.uuid])

  await change({ deletion: inDays(-1) })
  await page.goto(shop.address(setPath()))
  await page.getByText(`The pictures were deleted on ${written(inDays(-1))}.`).waitFor()
  await change({ orderBy: null, deletion: null, freeDeliveryUntil: null })
})
