import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { categories } from '../../../../server/src/features/browsing/collection.ts'
import { replacePackages } from '../../../../server/src/features/photo-packages/collection.ts'
import type { AnyPackage } from '../../../../server/src/features/photo-packages/document.ts'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { type BuiltPackage, buildPackage } from '../../../../server/src/testing/buildPackage.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../../server/src/testing/buildPictureSet.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser } from '../../testing/shopInBrowser.ts'

// The offered packages, as customers see them.

let shop: ShopInBrowser
let emma: BuiltPictureSet
let built: BuiltPackage
let mother: BuiltCustomer
beforeAll(async () => {
  shop = await openShopInBrowser()
  const { app, provider } = shop.server
  emma = await buildPictureSet(app, provider, { subject: { name: 'Emma Carter' } })
  built = await buildPackage(app, provider, [emma.job.uuid])
  mother = await buildCustomer(shop.server, { subjects: [emma.subject.uuid] })
  await categories.replace(app, provider.key, [
    { internalName: 'cards', titles: { en: 'Cards' } },
    { internalName: 'packages', titles: { en: 'Packages' } },
  ])
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })
const offer = (...list: AnyPackage[]) => replacePackages(shop.server.app, shop.server.provider.key, list)
const deals = (page: Page) => page.getByRole('region', { name: 'Exclusive deals' }).first()
const card = (page: Page, name: string) => page.getByRole('article', { name })
const hash = (page: Page) => new URL(page.url()).hash
/** A price that ends in this number of seconds. */
const limited = (seconds: number) => ({
  price: 4000,
  until: new Date(shop.server.app.clock().getTime() + seconds * 1000).toISOString(),
})

it('[PKG-2] a package is whole on the narrowest phone in a language with long words for its price', async () => {
  await offer({ ...built.document, timeLimited: limited(3 * 86_400 + 60) })
  const page = await shop.visit('/products/packages/', { width: 360, customer: mother })
  const remark = card(page, 'Family package').getByText('one by one $71.98')
  await remark.evaluate((line) => line.append(' · osobno 71,98 USD · najniższa cena z 30 dni przed obniżką 50,00 USD'))
  const widths = await card(page, 'Family package').evaluate((article) =>
    [article, ...article.children].map((part) => Math.round(part.getBoundingClientRect().width)),
  )
  const [whole = 0] = widths
  expect(Math.max(...widths)).toBeLessThanOrEqual(whole)
  expect(await remark.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true)
})

describe.each([390, 1280])('the packages, %i px wide', (width) => {
  it('[PKG-1] [PKG-2] [BRW-4] are above all other products as cards with content, price and link', async () => {
    await offer(
      { ...built.document, descriptions: { en: 'For the whole family' }, timeLimited: limited(3 * 86_400 + 60) },
      { ...built.document, uuid: randomUUID(), names: { en: 'Sold out' }, disabled: { en: 'Back in spring' } },
      {
        type: 'link',
        uuid: randomUUID(),
        names: { en: 'All the cards' },
        linkTexts: { en: 'See cards' },
        linkInfo: { type: 'cards' },
      },
      {
        type: 'link',
        uuid: randomUUID(),
        names: { en: 'Elsewhere' },
        linkTexts: { en: 'Go there' },
        link: 'https://example.com/',
      },
    )
    const page = await shop.visit('/products/packages/', { width, customer: mother })
    await card(page, 'Family package').waitFor()
    await eventually(() => page.getByRole('timer').textContent()).toMatch(
      /^Special prices for another 3 days 00:0\d:\d\d$/,
    )
    const text = await card(page, 'Family package').textContent()
    for (const part of ['For the whole family', 'Year book', 'Whole set', '$40.00', 'one by one $71.98'])
      expect(text).toContain(part)
    // its price in the 30 days before, not the price of its parts
    expect(await card(page, 'Family package').locator('s').textContent()).toBe('$50.00')
    expect(await card(page, 'Sold out').textContent()).toContain('Back in spring')
    expect(await card(page, 'Sold out').locator('s').textContent()).toBe('$71.98')
    expect(await card(page, 'Sold out').getByRole('button').isDisabled()).toBe(true)
    expect(await card(page, 'Elsewhere').getByRole('link').getAttribute('href')).toBe('https://example.com/')
    const tiles = page.getByRole('region', { name: 'All products' }).getByRole('listitem')
    await eventually(() => tiles.allInnerTexts()).toEqual(['Cards'])
    await expectAccessible(page)

    // by keyboard to the last of them, and then through the link
    const last = card(page, 'Elsewhere').getByRole('link')
    await card(page, 'Family package').getByRole('link').focus()
    for (const _ of 'keys') await page.keyboard.press('ArrowRight')
    const isSeen = () => last.evaluate((node) => node.getBoundingClientRect().right <= innerWidth)
    await eventually(isSeen).toBe(true)
    if (width === 1280)
      expect(await deals(page).getByRole('button', { name: 'More packages' }).getAttribute('aria-disabled')).toBe(
        'true',
      )
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await card(page, 'All the cards').getByRole('link', { name: 'See cards' }).click()
    await eventually(() => hash(page)).toBe('#/products/cards')
  })
})

it('[PKG-1] the countdown updates each second without anything else, disappears at its end, and the prices are fetched again', async () => {
  await offer({ ...built.document, timeLimited: limited(15) })
  const page = await shop.visit('/products/packages/', { customer: mother })
  const price = card(page, 'Family package').locator('strong')
  await eventually(() => price.textContent()).toContain('$40.00')
  await price.evaluate((node) => node.setAttribute('data-same', ''))
  await eventually(() => page.getByRole('timer').count()).toBe(0)
  await eventually(() => price.textContent()).toContain('$50.00')
  expect(await card(page, 'Family package').locator('strong[data-same]').count()).toBe(1)
})

it('[PKG-1] shows loading, reports an error and tries again, and shows everything else without packages', async () => {
  let isBroken = true
  let letThrough = () => {}
  const released = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await offer(built.document)
  const before = (page: Page) =>
    page.route('**/api/webshop/packages?*', async (route) => {
      await released
      await (isBroken ? route.abort() : route.continue())
    })
  const page = await shop.visit('/products/packages/', { customer: mother, before })
  await page.getByRole('status', { name: 'Loading the packages' }).waitFor()
  letThrough()
  await page.getByText('The packages could not be loaded.').waitFor()
  await expectAccessible(page)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await card(page, 'Family package').waitFor()
  await offer()
  await page.reload()
  await page.getByText('There are no packages for you just now. Everything else is here.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Cards' }).waitFor()
  expect(await deals(page).count()).toBe(0)
})
