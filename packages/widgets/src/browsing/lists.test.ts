import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { savePage } from '../../../server/src/features/content/collection.ts'
import { buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  both,
  eventually,
  hashOf,
  linkTo,
  noah,
  shop,
  square,
  tiles,
  widths,
  withLists,
} from '../testing/buildLists.ts'

// The lists of templates and the pages of a provider, as customers see them.

withLists()

describe.each(widths)('a list of templates, %i px wide', (width) => {
  it('[BRW-6] [BRW-8] has category buttons by their names, and filters in the address', async () => {
    const page = await shop.visit('/products/cards', { width })
    await linkTo(page, /^Square/).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const bar = page.getByRole('navigation', { name: 'Categories' })
    expect(await bar.getByRole('link').allTextContents()).toEqual(['All cards', 'Advent', 'Zany'])
    await page.getByRole('button', { name: 'Filter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter selection' })
    await dialog.getByRole('button', { name: 'Show 2 templates' }).waitFor()
    // everything here has texts and the same number of pictures
    expect(
      await dialog.getByRole('group').evaluateAll((all) => all.map((one) => one.querySelector('legend')?.textContent)),
    ).toEqual(['Formats'])
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: '15 × 20 cm' }).check()
    await dialog.getByRole('button', { name: 'Show 1 templates' }).click()
    await eventually(() => hashOf(page)).toBe('#/products/cards?formats=150x200')
    await eventually(() => tiles(page).count()).toBe(1)
    await page.reload()
    await linkTo(page, /^Tall/).waitFor()
    expect(await tiles(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
    await page.goBack()
    await eventually(() => tiles(page).count()).toBe(2)
    await bar.getByRole('link', { name: 'Zany' }).click()
    await eventually(() => hashOf(page)).toBe('#/products/cards/fun')
    await eventually(() => tiles(page).count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Prices of Square' }).press('Enter')
    const prices = page.getByRole('dialog', { name: 'Prices of Square' })
    const rows = async () => (await prices.getByRole('row').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' '))
    await eventually(rows).toEqual(['Piece Price each', '1 to 9 $3.99', '10 and on $2.49'])
    await page.keyboard.press('Escape')
    await prices.waitFor({ state: 'hidden' })
  })

  it('requests missing pictures again, but gives up on those that are permanently gone', async () => {
    const requests: string[] = []
    let broken = 0
    const page = await shop.visit('/products/cards', {
      width: 390,
      customer: await both(),
      before: async (page) => {
        page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()))
        await page.route(/\/images\//, (route) => {
          broken += 1
          return route.fulfill({ status: 404, body: '' })
        })
      },
    })
    await linkTo(page, /Square/).waitFor()
    const times = (path: RegExp) => requests.filter((url) => path.test(url)).length
    await eventually(() => times(/\/cards\?/)).toBe(2)
    // the browser itself retries them, in vain
    for (let look = 0; look < 2; look++) {
      const tried = broken
      await eventually(() => broken).toBeGreaterThan(tried)
    }
    expect(times(/\/cards\?/)).toBe(2)
    expect(times(/\/scenes/)).toBeLessThan(5)
    await linkTo(page, /Square/).waitFor()
  })

  it('[BRW-7] shows a message if there is nothing for the set, and links to the products', async () => {
    const page = await shop.visit('/products/cards/fun', { customer: await both(), width })
    await page.getByLabel('Picture set').selectOption(noah.subject.uuid)
    await page.getByText('There are no products available within this category for the selected picture set.').waitFor()
    await expectAccessible(page)
    await linkTo(page, 'Please change picture set or change category').click()
    await eventually(() => hashOf(page)).toBe('#/products/packages/')
  })

  it('[BRW-13] only logs a missing category of gifts, and [BRW-4] is at all routes of lists and creation', async () => {
    const messages: string[] = []
    const before = async (page: Page) => void page.on('console', (message) => messages.push(message.text()))
    const page = await shop.visit('/products/photogifts/teapots', { width, before })
    await page.getByRole('heading', { name: 'Photo gifts', level: 1 }).waitFor()
    await page.getByText('There are no products available').waitFor()
    expect(messages.filter((text) => text.includes('"teapots"'))).toHaveLength(1)
    expect(await page.getByRole('alert').count()).toBe(0)
    for (const [path, title] of [
      ['/products/categories/cards/fun', 'Cards'],
      ['/products/categories/mugs', 'Mugs and cups'],
      ['/products/calendars?pages=1', 'Calendars'],
      ['/products/photogifts', 'Photo gifts'],
      // any other address below the products
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

describe('a list longer than a page', () => {
  it("[BRW-5] shows how much of it is visible, continues after 'more', and is restored by Back", async () => {
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
    // all tiles of a page appear without scrolling, so that find-in-page and screen readers reach them
    await eventually(() => tiles(page).count()).toBe(240)
    expect(await page.locator('.pk-list svg').count()).toBeLessThan(40)
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await eventually(() => tiles(page).count()).toBe(301)
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
    await eventually(() => tiles(page).count()).toBe(301)
    await eventually(async () => Math.abs((await top()) - before)).toBeLessThan(3)
    await expectAccessible(page)
    await next.press('Enter')
    await page.getByRole('button', { name: 'Edit text' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Edit text' }).waitFor()
    // only the browser's history still knows the position
    await page.goBack()
    await eventually(async () => Math.abs((await top()) - before)).toBeLessThan(3)
  })
})

describe('a page of the provider', () => {
  it('[PUB-5] shows tiles of all categories except the photobook, and lines as paragraphs', async () => {
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
    await eventually(() => tiles(page).allInnerTexts()).toEqual(['Cards\nFor the post', 'Calendars', 'Mugs and cups'])
    for (const line of ['Printed in our own lab.', 'Sent within three days.']) {
      expect(await page.getByRole('paragraph').filter({ hasText: line }).textContent()).toBe(line)
    }
    await expectAccessible(page)
  })
})
