import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { catalogues } from '../../../server/src/features/catalogues/collection.ts'
import { correctPictures } from '../../../server/src/features/corrections/correctPictures.ts'
import { replacePicture } from '../../../server/src/features/corrections/replacePicture.ts'
import { picturesOf } from '../../../server/src/features/jobs/collection.ts'
import type { Picture } from '../../../server/src/features/jobs/picture.ts'
import { withdrawSubject } from '../../../server/src/features/jobs/subjects/withdrawSubject.ts'
import { changeClass } from '../../../server/src/features/people/correctPerson.ts'
import { originalKey } from '../../../server/src/imaging/derivatives/pictureFiles.ts'
import { type Buyer, buildBuyer, resourcesOf } from '../../../server/src/testing/buildBuyer.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../../server/src/testing/buildFiles.ts'
import { buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// The cart view when the cart is empty, or lacks something.

let shop: ShopInBrowser
beforeAll(async () => {
  shop = await openShopInBrowser()
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const hash = (page: Page) => new URL(page.url()).hash
const eventually = (look: () => unknown) => expect.poll(look, { timeout: 30_000, interval: 40 })
const aCustomer = async () => {
  const set = await buildPictureSet(shop.server.app, shop.server.provider)
  return buildCustomer(shop.server, { subjects: [set.subject.uuid] })
}

it('[CRT-1] an empty cart is replaced by the products, so that Back returns to the previous page', async () => {
  const page = await shop.visit('/my-account/orders', { customer: await aCustomer() })
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const view of ['/shopping-cart', '/shopping-cart/checkout']) {
    await page.evaluate((to) => {
      location.hash = to
    }, view)
    await eventually(() => hash(page)).toMatch(/^#\/products/)
    await page.goBack()
    await eventually(() => hash(page)).toBe('#/my-account/orders')
  }
})

it('[CRT-1] an empty cart shows a message with a link to the products if the page prevents the redirect', async () => {
  const customer = await aCustomer()
  for (const [view, way] of [
    ['/shopping-cart', 'Add more'],
    ['/shopping-cart/checkout', 'To the products'],
  ] as const) {
    const page = await shop.visit(view, {
      customer,
      before: (host) =>
        host.addInitScript(() => document.addEventListener('pk-navigate', (event) => event.preventDefault())),
    })
    await page.getByText('There is nothing in your cart yet.').waitFor()
    await page.getByRole('link', { name: way }).waitFor()
    expect(hash(page)).toBe(`#${view}`)
    await shop.leave()
  }
})

it('a cart whose only product is of a child that was withdrawn says so, and stays', async () => {
  const buyer = await buildBuyer(shop.server)
  await buyer.add()
  await withdrawSubject(shop.server.app, buyer.set.job, buyer.set.subject.uuid, { by: null })
  const page = await shop.visit('/shopping-cart', { customer: buyer })
  await page
    .getByRole('status')
    .filter({ hasText: 'A product is no longer in your cart: its pictures are no longer available to you.' })
    .waitFor()
  await page.getByRole('link', { name: 'Add more' }).waitFor()
  expect(hash(page)).toBe('#/shopping-cart')
})

it('a product with a picture that the photographer has replaced says so, in the cart and in the summary of the order', async () => {
  const buyer = await buildBuyer(shop.server)
  const { app, provider } = shop.server
  await buyer.add()
  const picture = await picturesOf(app, provider.key).findOne({ uuid: buyer.set.pictures.first.uuid })
  const key = originalKey({ provider: provider.key, uuid: buyer.set.pictures.first.uuid }, 'jpeg')
  // The same picture in a file of its own.
  const retouched = Buffer.concat([(await app.blobs.get(key)) as Buffer, Buffer.from([0])])
  await replacePicture(app, buyer.set.job, picture as Picture, retouched, null)
  const page = await shop.visit('/shopping-cart', { customer: buyer })
  await page.getByText('The photographer has replaced a picture in this.').waitFor()
  await openCheckout(page)
  await page.getByText('The photographer has replaced a picture in your order.').waitFor()
  await page.getByRole('link', { name: 'To the cart' }).waitFor()
})

/** The photographer gives the first picture of the buyer's child to nobody. */
async function rejectFirst({ set }: Buyer): Promise<void> {
  const { app, provider } = shop.server
  const picture = (await picturesOf(app, provider.key).findOne({ uuid: set.pictures.first.uuid })) as Picture
  await correctPictures(app, set.job, [picture], { command: 'reject' }, null)
}
const openCheckout = (page: Page) =>
  page
    .getByRole('link', { name: 'Checkout' })
    .or(page.getByRole('button', { name: 'Checkout' }))
    .first()
    .click()

it('products with a picture that is no longer available say what to do, in the cart and in the summary of the order', async () => {
  const buyer = await buildBuyer(shop.server)
  const { favourite, first } = buyer.set.pictures
  await sellDigitalFiles(shop.server.app, shop.server.provider, { also: [buyer.template.product] })
  await buyer.add()
  await fileActions(buyer).file(first.uuid)
  const pictures = { ...buyer.set.pictures, first: favourite }
  await buyer.add({ templateData: { userResources: resourcesOf({ ...buyer.set, pictures }, 'Emma'), year: null } })
  await rejectFirst(buyer)
  const page = await shop.visit('/shopping-cart', { customer: buyer })
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const card = line('A picture in this is no longer available. Edit it and choose another picture, or delete it.')
  await card.getByRole('link', { name: 'Edit' }).waitFor()
  const file = line('A picture in this is no longer available. Please delete it.')
  await file.getByRole('button', { name: 'Delete' }).waitFor()
  expect(await file.getByRole('link').count()).toBe(0)
  await shop.leave()

  const summary = await shop.visit('/shopping-cart/checkout', { customer: buyer })
  await summary.getByText('Not in this order').waitFor()
  await summary.getByText('A picture in your cart is no longer available.').waitFor()
  await summary.getByRole('link', { name: 'To the cart' }).waitFor()
})

it('a whole set that has lost a picture says so, in the cart and in the summary of the order', async () => {
  const buyer = await buildBuyer(shop.server)
  await sellDigitalFiles(shop.server.app, shop.server.provider, { also: [buyer.template.product] })
  await fileActions(buyer).set(buyer.set.subject.uuid)
  await rejectFirst(buyer)
  const page = await shop.visit('/shopping-cart', { customer: buyer })
  await page.getByText('Not all pictures of this set are available any more.').waitFor()
  await openCheckout(page)
  await page.getByText('A set has fewer pictures').waitFor()
})

it('a catalogue of a child who has changed class says so, in the cart and in the summary, or why it is not ordered', async () => {
  const { app, provider } = shop.server
  const buyer = await buildBuyer(shop.server)
  const { job, subject } = buyer.set
  const book = { uuid: randomUUID(), names: { en: 'Year book' }, price: 2500, maxQuantity: 3, deliveryDays: 30 }
  const offer = (groups?: string[]) =>
    catalogues.replace(app, provider.key, [{ ...book, jobs: [job.uuid], ...(groups && { groups }) }])
  await offer()
  const choices = [{ uuid: book.uuid, subject: subject.uuid, quantity: 1 }]
  await buyer.client.call(carts.addCatalogues, { requestId: randomUUID(), catalogues: choices })
  await changeClass(app, job, subject.uuid, { group: '9Z', by: null })
  const page = await shop.visit('/shopping-cart', { customer: buyer })
  await page.getByText('The class is another one now.').waitFor()
  await openCheckout(page)
  await page.getByText('Another class', { exact: true }).waitFor()
  await shop.leave()

  await changeClass(app, job, subject.uuid, { group: '9Y', by: null })
  await offer(['9Z'])
  const later = await shop.visit('/shopping-cart', { customer: buyer })
  await later.getByText('This is not offered for the new class. Please delete it.').waitFor()
})
