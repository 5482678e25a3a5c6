import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../server/src/http/buildCustomer.ts'
import {
  type BuiltPictureSet,
  buildPicture,
  buildPictureSet,
} from '../../../server/src/picture-sets/buildPictureSet.ts'
import { grantRights } from '../../../server/src/rights/collection.ts'
import { openShopInBrowser, type ShopInBrowser } from '../shop/fixtures/testShop.ts'
import { expectAccessible } from '../ui/testAccessible.ts'

// What a customer has been given, as a person sees it.

let shop: ShopInBrowser
let emma: BuiltPictureSet
let noah: BuiltPictureSet
beforeAll(async () => {
  shop = await openShopInBrowser()
  const { app, provider } = shop.server
  const more = await Promise.all(
    Array.from({ length: 8 }, (_, index) => buildPicture(app, provider, { fileName: `${index}.jpg` })),
  )
  emma = await buildPictureSet(app, provider, {
    subject: { name: 'Emma Carter', pictures: more },
    job: { year: 2024, creationTime: new Date('2024-09-02T10:00:00Z'), name: 'Maple School' },
  })
  noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter' } })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
const pathOf = (page: Page) => new URL(page.url()).hash

describe.each([360, 1280])('the picture sets, %i px wide', (width) => {
  it('[ACC-6] are cards with year, child, job and seven pictures, and the ways to see them and to buy', async () => {
    const customer = await buildCustomer(shop.server, { subjects: [emma.subject.uuid, noah.subject.uuid] })
    const { app, provider } = shop.server
    const order = randomUUID()
    await grantRights(app, provider, { customer: customer.customer._id, targets: [noah.subject.uuid], order })
    const page = await shop.visit('/my-account/picture-sets', { customer, width })
    const her = card(page, 'Emma Carter')
    await her.getByText(/2024 · Maple School/).waitFor()
    expect(await her.getByRole('img').count()).toBe(7)
    await expectAccessible(page)
    expect(await her.getByRole('link').allTextContents()).toEqual(['Buy products', 'View'])
    expect(await card(page, 'Noah Carter').getByRole('link').allTextContents()).toEqual([
      'Buy products',
      'View and download',
    ])
    await her.getByRole('link', { name: 'View', exact: true }).click()
    await page.getByRole('heading', { name: 'Emma Carter' }).waitFor()
    expect(pathOf(page)).toBe(`#/my-account/picture-sets/${emma.subject.uuid}`)
    await page.goBack()
    await card(page, 'Noah Carter').getByRole('link', { name: 'Buy products' }).click()
    await expect.poll(() => pathOf(page)).toBe('#/products/packages/')
  })

  it('[ACC-10] of a new code are shown with their thumbnails and the way to the offers', async () => {
    const customer = await buildCustomer(shop.server, { subjects: [noah.subject.uuid] })
    const page = await shop.visit('/my-account/add-picture-set', { customer, width })
    await page.getByLabel('Code').fill(emma.code)
    await page.getByRole('button', { name: 'Add pictures' }).click()
    await page.getByRole('heading', { name: 'The pictures of Emma Carter' }).waitFor()
    expect(pathOf(page)).toBe('#/my-account/new-set')
    expect(await page.getByRole('img', { name: /^Picture \d of Emma Carter/ }).count()).toBe(8)
    await page.getByRole('img', { name: 'Group picture 9 of 4B' }).waitFor()
    expect(await page.getByRole('img', { name: /of Noah Carter/ }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Choose a card' }).click()
    await expect.poll(() => pathOf(page)).toBe('#/products/packages/')
  })
})
