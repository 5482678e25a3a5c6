import { randomUUID } from 'node:crypto'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { categories } from '../../../server/src/features/browsing/collection.ts'
import { savePage } from '../../../server/src/features/content/collection.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// Where a customer looks around, as a person sees it.

let shop: ShopInBrowser
let emma: BuiltPictureSet
let noah: BuiltPictureSet
let square: BuiltTemplate
beforeAll(async () => {
  shop = await openShopInBrowser()
  const { app, provider } = shop.server
  const portrait = await buildPicture(app, provider, { fileName: 'noah.jpg' })
  const siblings = await buildPicture(app, provider, { fileName: 'siblings.jpg', pictureType: 'MGP' })
  emma = await buildPictureSet(app, provider, { subject: { name: 'Emma Carter', pictures: [portrait, siblings] } })
  // He has no picture with a sibling, which what is here needs.
  noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter', pictures: [portrait] } })
  const parts = aTemplate().parts.map((part) => ({
    ...part,
    layers: part.layers.map((layer) =>
      layer.kind === 'image' ? { ...layer, rules: { pictureTypes: ['MGP' as const] } } : layer,
    ),
  }))
  square = await buildTemplate(app, provider, { definition: { parts, names: { en: 'Square' }, categories: ['fun'] } })
  const tall = { names: { en: 'Tall' }, trimBox: { width: 150, height: 200 }, categories: ['christmas'] }
  await buildTemplate(app, provider, { definition: tall })
  await buildTemplate(app, provider, { definition: { type: 'CALENDAR', parts, names: { en: 'A year' } } })
  await buildTemplate(app, provider, { definition: { type: 'PHOTOGIFT', names: { en: 'Mug' }, categories: ['mugs'] } })
  const subCategories = [
    { internalName: 'fun', titles: { en: 'Zany' } },
    { internalName: 'christmas', titles: { en: 'Advent' } },
  ]
  await categories.replace(app, provider.key, [
    { internalName: 'cards', titles: { en: 'Cards' }, descriptions: { en: 'For the post' }, subCategories },
    { internalName: 'calendar', titles: { en: 'Calendars' } },
    { internalName: 'archive', titles: { en: 'Archive' } },
    { internalName: 'photobook', titles: { en: 'Books' } },
    { internalName: 'mugs', titles: { en: 'Mugs and cups' } },
  ])
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const widths = [390, 1280] as const
const soon = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })
const hashOf = (page: Page) => new URL(page.url()).hash
const tiles = (page: Page) => page.getByRole('main').getByRole('listitem')
const linkTo = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
const columns = (page: Page) =>
  tiles(page).evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)
const both = () => buildCustomer(shop.server, { subjects: [emma.subject.uuid, noah.subject.uuid] })

describe('several lists on one page', () => {
  it('[EMB-1] each show what they were asked for, and call the categories what the overview calls them', async () => {
    const page = await shop.visit('/', { tags: ['pk-categories', 'pk-template-list'] })
    await page.evaluate((provider) => {
      for (const of of [{ type: 'calendars' }, { type: 'photogifts' }, { type: 'cards', category: 'fun' }]) {
        const list = document.createElement('pk-template-list')
        for (const [name, value] of Object.entries({ provider, ...of })) list.setAttribute(name, value)
        document.querySelector('main')?.append(list)
      }
    }, shop.server.provider.key)
    const list = (index: number) => page.locator('pk-template-list').nth(index)
    const all = () => Promise.all([0, 1, 2, 3].map((index) => list(index).locator('.pk-list-name').allTextContents()))
    const names = [['Square', 'Tall'], ['A year'], ['Mug'], ['Square']]
    await soon(async () => (await all()).map((each) => each.toSorted())).toEqual(names)
    const categoriesOf = (index: number) => list(index).locator('.pk-list-bar').getByRole('link').allTextContents()
    for (const index of [0, 3]) expect(await categoriesOf(index)).toEqual(['All cards', 'Advent', 'Zany'])
  })
})

describe.each(widths)('the overview, %i px wide', (width) => {
  it('[BRW-1] [BRW-2] [BRW-4] five skeletons, then a tile for each category but the archive, which leads on', async () => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const before = (page: Page) =>
      page.route('**/get_categories.php*', async (route) => {
        await held
        await route.continue()
      })
    const page = await shop.visit('/products/', { width, before })
    const waiting = page.getByRole('status', { name: 'Loading the products' })
    await waiting.waitFor()
    expect(await waiting.locator('li').count()).toBe(5)
    letThrough()
    await soon(() => tiles(page).allInnerTexts()).toEqual([
      'Cards\nFor the post',
      'Calendars',
      'Books',
      'Mugs and cups',
    ])
    expect(hashOf(page)).toBe('#/products/packages/')
    expect(await columns(page)).toBe(width === 390 ? 1 : 3)
    await expectAccessible(page)
    await linkTo(page, 'Cards').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Cards', level: 1 }).waitFor()
    expect(hashOf(page)).toBe('#/products/cards/fun')
    await page.goBack()
    await linkTo(page, 'Calendars').click()
    await linkTo(page, /^A year/).waitFor()
    expect(hashOf(page)).toBe('#/products/calendars')
    await page.goBack()
    await linkTo(page, 'Mugs and cups').click()
    await page.getByRole('heading', { name: 'Mugs and cups', level: 1 }).waitFor()
    expect(hashOf(page)).toBe('#/products/photogifts/mugs')
    await linkTo(page, /^Mug/).waitFor()
  })

  it('[BRW-3] [BRW-10] asks before it changes to a set with pictures for the category, and remembers the choice', async () => {
    const page = await shop.visit('/products/categories', { customer: await both(), width })
    await page.getByLabel('Picture set').selectOption(noah.subject.uuid)
    await page.reload()
    await soon(() => page.getByLabel('Picture set').inputValue()).toBe(noah.subject.uuid)
    await linkTo(page, 'Calendars').click()
    const dialog = page.getByRole('dialog', { name: 'Change picture set' })
    await dialog
      .getByText('The selected picture set Noah Carter does not have pictures relevant for this category.')
      .waitFor()
    await dialog
      .getByText('We will therefore change to the most recent picture set with relevant pictures Emma Carter')
      .waitFor()
    await expectKeysInside(dialog, 'browsing/CategoryTiles')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(hashOf(page)).toBe('#/products/categories')
    expect(await page.getByLabel('Picture set').inputValue()).toBe(noah.subject.uuid)
    await linkTo(page, 'Calendars').click()
    await dialog.getByRole('button', { name: 'Ok' }).click()
    await soon(() => hashOf(page)).toBe('#/products/calendars')
    expect(await page.getByLabel('Picture set').inputValue()).toBe(emma.subject.uuid)
    // one of the two is not the one that a shop begins with
    await page.reload()
    await soon(() => page.getByLabel('Picture set').inputValue()).toBe(emma.subject.uuid)
    await page.goBack()
    await linkTo(page, 'Calendars').click()
    await soon(() => hashOf(page)).toBe('#/products/calendars')
    expect(await dialog.count()).toBe(0)
  })

  it('says what went wrong and tries again', async () => {
    const before = (page: Page) => page.route('**/get_categories.php*', (route) => route.abort('connectionreset'))
    const page = await shop.visit('/products/categories', { width, before })
    await page.getByText('The products could not be loaded.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/get_categories.php*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await linkTo(page, 'Calendars').waitFor()
  })
})

describe.each(widths)('a list of templates, %i px wide', (width) => {
  it('[BRW-6] [BRW-8] has category buttons by their names, and filters that live in the address', async () => {
    const page = await shop.visit('/products/cards', { width })
    await linkTo(page, /^Square/).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const bar = page.getByRole('navigation', { name: 'Categories' })
    expect(await bar.getByRole('link').allTextContents()).toEqual(['All cards', 'Advent', 'Zany'])
    await page.getByRole('button', { name: 'Filter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter selection' })
    await dialog.getByRole('button', { name: 'Show 2 templates' }).waitFor()
    // everything here has texts and as many pictures
    expect(
      await dialog.getByRole('group').evaluateAll((all) => all.map((one) => one.querySelector('legend')?.textContent)),
    ).toEqual(['Formats'])
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: '15 × 20 cm' }).check()
    await dialog.getByRole('button', { name: 'Show 1 templates' }).click()
    await soon(() => hashOf(page)).toBe('#/products/cards?formats=150x200')
    await soon(() => tiles(page).count()).toBe(1)
    await page.reload()
    await linkTo(page, /^Tall/).waitFor()
    expect(await tiles(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
    await page.goBack()
    await soon(() => tiles(page).count()).toBe(2)
    await bar.getByRole('link', { name: 'Zany' }).click()
    await soon(() => hashOf(page)).toBe('#/products/cards/fun')
    await soon(() => tiles(page).count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Prices of Square' }).press('Enter')
    const prices = page.getByRole('dialog', { name: 'Prices of Square' })
    const rows = async () => (await prices.getByRole('row').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' '))
    await soon(rows).toEqual(['Piece Price each', '1 to 9 $3.99', '10 and on $2.49'])
    await page.keyboard.press('Escape')
    await prices.waitFor({ state: 'hidden' })
  })

  it('pictures that are gone for good are asked for once more, and not for ever', async () => {
    const asked: string[] = []
    const page = await shop.visit('/products/cards', {
      width: 390,
      customer: await both(),
      before: async (page) => {
        page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
        await page.route(/\/images\//, (route) => route.fulfill({ status: 404, body: '' }))
      },
    })
    await linkTo(page, /Square/).waitFor()
    await page.waitForTimeout(700)
    const before = asked.length
    await page.waitForTimeout(500)
    expect(asked.length).toBe(before)
    expect(asked.filter((url) => url.includes('/scenes')).length).toBeLessThan(5)
    await linkTo(page, /Square/).waitFor()
  })

  it('[BRW-7] says so where there is nothing for the set, and leads to the products', async () => {
    const page = await shop.visit('/products/cards/fun', { customer: await both(), width })
    await page.getByLabel('Picture set').selectOption(noah.subject.uuid)
    await page.getByText('There are no products available within this category for the selected picture set.').waitFor()
    await expectAccessible(page)
    await linkTo(page, 'Please change picture set or change category').click()
    await soon(() => hashOf(page)).toBe('#/products/packages/')
  })

  it('[BRW-13] a missing category of gifts is only logged, and [BRW-4] all routes of lists and creation lead there', async () => {
    const told: string[] = []
    const before = async (page: Page) => void page.on('console', (message) => told.push(message.text()))
    const page = await shop.visit('/products/photogifts/teapots', { width, before })
    await page.getByRole('heading', { name: 'Photo gifts', level: 1 }).waitFor()
    await page.getByText('There are no products available').waitFor()
    expect(told.filter((text) => text.includes('"teapots"'))).toHaveLength(1)
    expect(await page.getByRole('alert').count()).toBe(0)
    for (const [path, title] of [
      ['/products/categories/cards/fun', 'Cards'],
      ['/products/categories/mugs', 'Mugs and cups'],
      ['/products/calendars?pages=1', 'Calendars'],
      ['/products/photogifts', 'Photo gifts'],
      // whatever else is asked for among the products
      ['/products/teapots', 'Products'],
    ] as const) {
      await page.goto(shop.address(path))
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    }
    const { product, definition } = square
    for (const start of ['cards', 'cards/fun', 'categories/cards/fun']) {
      await page.goto(shop.address(`/products/${start}/${product.uuid}/${definition.uuid}`))
      await page.getByRole('button', { name: 'Edit text' }).waitFor()
    }
  })
})

describe('a list that is longer than a page', () => {
  it('[BRW-5] says how much of it is shown, goes on where more was asked for, and is as it was after Back', async () => {
    const { app, provider } = shop.server
    const like = await buildTemplate(app, provider, { definition: { type: 'PHOTOGIFT', categories: ['plenty'] } })
    await app.db.collection('templates').insertMany(
      Array.from({ length: 300 }, (_each, index) => {
        const uuid = randomUUID()
        const definition = { ...like.definition, uuid, names: { en: `Thing ${index}` } }
        return { provider: provider.key, uuid, version: 1, type: 'PHOTOGIFT', saved: app.clock(), definition }
      }),
    )
    const page = await shop.visit('/products/photogifts/plenty', { width: 1280 })
    await page.getByText('240 of 301 shown').waitFor()
    // all of a page comes by itself, without being scrolled to, so that it is found and read out
    await soon(() => tiles(page).count()).toBe(240)
    expect(await page.locator('.pk-list svg').count()).toBeLessThan(40)
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await soon(() => tiles(page).count()).toBe(301)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    const next = tiles(page).nth(240).getByRole('link')
    expect(await next.evaluate((link) => (link.getRootNode() as ShadowRoot).activeElement === link)).toBe(true)
    await next.scrollIntoViewIfNeeded()
    const top = async () => (await next.boundingBox())?.y ?? Number.NaN
    const before = await top()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(2000)
    await next.press('Enter')
    await page.getByRole('button', { name: 'Edit text' }).waitFor()
    await page.goBack()
    await soon(() => tiles(page).count()).toBe(301)
    await soon(async () => Math.abs((await top()) - before)).toBeLessThan(3)
    await expectAccessible(page)
    await next.press('Enter')
    await page.getByRole('button', { name: 'Edit text' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Edit text' }).waitFor()
    // the page knows nothing any more but what the browser's history keeps
    await page.goBack()
    await soon(async () => Math.abs((await top()) - before)).toBeLessThan(3)
  })
})

describe('a page of the provider', () => {
  it('[PUB-5] shows tiles of all categories but the photobook, and lines as paragraphs', async () => {
    const { app, provider } = shop.server
    await savePage(app, provider.key, {
      id: 'sale',
      modules: {
        en: [
          { id: '1', type: 'Title', text: 'Our range' },
          { id: '2', type: 'PromoteCategory' },
          { id: '3', type: 'Paragraph', text: 'Printed in our own lab.\nSent within three days.' },
        ],
      },
    })
    const page = await shop.visit('/pages/sale', { width: 390 })
    await soon(() => tiles(page).allInnerTexts()).toEqual(['Cards\nFor the post', 'Calendars', 'Mugs and cups'])
    for (const line of ['Printed in our own lab.', 'Sent within three days.']) {
      expect(await page.getByRole('paragraph').filter({ hasText: line }).textContent()).toBe(line)
    }
    await expectAccessible(page)
  })
})
