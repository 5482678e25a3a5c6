import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { grantRights } from '../../../server/src/features/rights/collection.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// The customer's picture sets, as customers see them.

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
    subject: { name: 'Emma Carter' },
    pictures: more,
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
  it('[ACC-6] are cards with year, child, job and seven pictures, and links to view and to buy them', async () => {
    const customer = await buildCustomer(shop.server, { subjects: [emma.subject.uuid, noah.subject.uuid] })
    const { app, provider } = shop.server
    const order = randomUUID()
    await grantRights(app, provider, { customer: customer.customer._id, targets: [noah.subject.uuid], order })
    const page = await shop.visit('/my-account/picture-sets', { customer, width })
    const her = card(page, 'Emma Carter')
    await her.getByText(/2024 · Maple School/).waitFor()
    expect(await her.getByRole('img').count()).toBe(7)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Share with somebody' }).waitFor()
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

  it('[ACC-10] of a new code are shown with their thumbnails and a link to the offers', async () => {
    const customer = await buildCustomer(shop.server, { subjects: [noah.subject.uuid], isAddressProved: true })
    const page = await shop.visit('/my-account/add-picture-set', { customer, width })
    await page.getByLabel('Code').fill(emma.code)
    await page.getByRole('button', { name: 'Add pictures' }).click()
    await page.getByRole('heading', { name: 'The pictures of Emma Carter' }).waitFor()
    expect(pathOf(page)).toBe('#/my-account/new-set')
    expect(await page.getByRole('img', { name: /^Picture \d of Emma Carter/ }).count()).toBe(8)
    await page.getByRole('img', { name: 'Group picture 9 of 4B' }).waitFor()
    expect(await page.getByRole('img', { name: /of Noah Carter/ }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Share with somebody' }).click()
    await page.getByRole('dialog', { name: 'Share picture sets' }).getByText('Emma Carter').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'See the products' }).click()
    await expect.poll(() => pathOf(page)).toBe('#/products/packages/')
  })
})

describe('a code whose pictures are not available as usual', () => {
  it('[ENT-11, ACC-10] shows what is available, and no link to anything that could not be bought', async () => {
    const { app, provider } = shop.server
    const waiting = { published: false, hasBeenInWebShop: false, requireFineTunedPictures: true }
    const mila = await buildPictureSet(app, provider, { subject: { name: 'Mila Hughes' }, job: waiting })
    const ruby = await buildPictureSet(app, provider, { subject: { name: 'Ruby Hale' }, job: { isArchived: true } })
    const page = await shop.visit('/', { width: 390 })
    const heading = (name: string) => page.getByRole('heading', { name, exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.getByLabel('Code', { exact: true }).fill(ruby.code)
    await button('Continue').click()
    await heading('The pictures of Ruby Hale').waitFor()
    await button('Go back').click()
    await page.getByLabel('Code', { exact: true }).fill(mila.code)
    await button('Continue').click()
    await heading('The pictures of Mila Hughes are not ready yet').waitFor()
    await page.getByLabel('Email address').fill('mila.parent@example.com')
    await button('Continue').click()
    await page.getByLabel('Phone number').fill('+1 617 555 0199')
    await page.getByLabel('Choose a password').fill('oak-and-ash')
    await button('Create user').click()
    await heading('The pictures of Mila Hughes').waitFor()
    await page.getByText(/^Your pictures are not yet available in the webhop\. You will receive an email/).waitFor()
    expect(await page.getByText('Lovely to see you').count()).toBe(0)
    expect(await button('See the products').count()).toBe(0)

    await button('My picture sets').click()
    await card(page, 'Mila Hughes').waitFor()
    expect(await card(page, 'Mila Hughes').getByRole('link').allTextContents()).toEqual(['View'])
    await page.goto(shop.address('/products/cards'))
    await page.getByText(/^None of your pictures can be used just now/).waitFor()

    await page.goto(shop.address('/my-account/add-picture-set'))
    await page.getByLabel('Code').fill(ruby.code)
    await button('Add pictures').click()
    await page.getByText(/^These pictures are kept in our archive/).waitFor()
    await page.getByRole('img', { name: 'Picture 1 of Ruby Hale' }).waitFor()
    expect(await button('See the products').count()).toBe(0)

    await page.goto(shop.address('/', ['pk-share']))
    await page.getByText("You currently don't have any picture sets available for sharing").waitFor()
  })
})
