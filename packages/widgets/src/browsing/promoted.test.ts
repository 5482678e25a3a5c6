import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { grantSubjects } from '../../../server/src/features/access/grants.ts'
import { promoted } from '../../../server/src/features/browsing/collection.ts'
import { campaigns } from '../../../server/src/features/products/collection.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// The promoted products below the cart, as customers see them.

let shop: ShopInBrowser
let parent: Buyer
let noah: BuiltPictureSet
const envelope = { uuid: '00000000-0000-4000-8000-0000000000aa', names: { en: 'Envelope' }, extraprice: 40 }

beforeAll(async () => {
  shop = await openShopInBrowser({ provider: { freeShippingThreshold: 90_000 } })
  const { app, provider } = shop.server
  await campaigns.save(app, provider.key, {
    key: 'with-two',
    names: { en: 'For less, with two cards' },
    rule: { inCart: { quantity: 2 } },
  })
  const tier = (quantity: number, price: number, type = 0) => ({ quantity, price, campaignprice: price - 100, type })
  const build = (name: string, definition: object, productprices = [tier(1, 500)], subproducts = [envelope]) =>
    buildTemplate(app, provider, {
      definition: { names: { en: name }, ...definition },
      product: { productprices, subproducts, campaignrequirement: 'with-two' },
    })
  const all = [
    await build('Mug', { type: 'PHOTOGIFT' }, [tier(1, 500, 1), tier(2, 400, 1), tier(4, 350, 1)]),
    await build('Tall', { trimBox: { width: 150, height: 200 } }),
    await build('Square', {}),
    await buildTemplate(app, provider, { definition: { names: { en: 'Plain' } } }),
  ]
  await promoted.replace(
    app,
    provider.key,
    all.map(({ definition }) => ({ template: definition.uuid })),
  )
  parent = await buildBuyer(shop.server)
  noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter' } })
  await grantSubjects(app, provider, parent.customer._id, [noah.subject.uuid])
  await parent.add()
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const section = (page: Page) => page.getByRole('region', { name: 'Other popular products' })
const links = (page: Page) => section(page).getByRole('link')
const lefts = (page: Page) =>
  section(page)
    .getByRole('listitem')
    .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size)
const pictures = (page: Page) => section(page).locator('image, img')

describe('[CRT-7] other popular products', () => {
  it('are three in a row below the cart, as best sellers, and as special offers for customers who qualify', async () => {
    const page = await shop.visit('/shopping-cart', { customer: parent, width: 1280 })
    await links(page).first().waitFor()
    const names = () =>
      links(page)
        .allInnerTexts()
        .then((all) => all.map((text) => text.replaceAll(/\s+/g, ' ')))
    const best = ['Mug', 'Tall', 'Square'].map((name) =>
      expect.stringMatching(new RegExp(`^Best seller ${name} .*from \\$`)),
    )
    await expect.poll(names).toEqual([...best, expect.stringMatching(/^Best seller Plain .*from \$2\.49$/)])
    expect(await lefts(page)).toBe(3)
    await section(page).getByRole('img', { name: 'Preview of Mug' }).waitFor()
    await expect.poll(() => pictures(page).count()).toBeGreaterThan(0)
    await page.getByText(/^Shop products for \$\d+\.\d\d more and get free delivery!$/).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'More of Card 15x15' }).press('Enter')
    const special = ['Mug', 'Tall', 'Square'].map((name) =>
      expect.stringMatching(new RegExp(`^Special offer ${name} .*\\$4\\.00$`)),
    )
    await expect.poll(names).toEqual([...special, expect.stringContaining('Best seller Plain')])
    await section(page).getByText('Before $5.00').first().waitFor({ state: 'attached' })
    await expectAccessible(page)

    await section(page).getByLabel('Picture set').selectOption(noah.subject.uuid)
    await expect.poll(names).toHaveLength(4)
    await section(page).getByRole('img', { name: 'Preview of Mug' }).waitFor()
    await section(page).getByRole('button', { name: 'Filter' }).press('Enter')
    const filter = page.getByRole('dialog', { name: 'Filter selection' })
    await filter.getByRole('button', { name: 'Show 4 templates' }).waitFor()
    await filter.getByRole('checkbox', { name: '15 × 20 cm' }).check()
    await filter.getByRole('button', { name: 'Show 1 templates' }).press('Enter')
    await expect.poll(names).toEqual([expect.stringContaining('Tall')])
  })

  it('[PRC-2] [PRC-3] are scrolled on a phone, by keys and by touch, and show all their prices', async () => {
    await parent.add()
    const page = await shop.visit('/shopping-cart', { customer: parent, width: 390, device: { hasTouch: true } })
    await links(page).first().waitFor()
    expect(await lefts(page)).toBe(4)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
    const isSeen = (name: string) =>
      section(page)
        .getByRole('link', { name })
        .evaluate((one) => one.getBoundingClientRect().left < innerWidth - 100)
    expect(await isSeen('Square')).toBe(false)
    await links(page).first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => isSeen('Square')).toBe(true)
    await section(page).getByRole('img', { name: 'Preview of Square' }).waitFor()

    await page.getByRole('button', { name: 'Prices of Mug' }).press('Enter')
    const prices = page.getByRole('dialog', { name: 'Prices of Mug' })
    const rows = () => prices.getByRole('row').allInnerTexts()
    await expect
      .poll(async () => (await rows()).map((row) => row.replaceAll(/\s+/g, ' ')))
      .toEqual([
        'Piece Price each',
        expect.stringMatching(/^1st .*\$4\.00$/),
        expect.stringMatching(/^2nd to 3rd .*\$3\.00$/),
        expect.stringMatching(/^4th and on .*\$2\.50$/),
      ])
    await prices.getByText('Before $5.00').waitFor({ state: 'attached' })
    await prices.getByText('For less, with two cards').waitFor()
    await prices.getByText('Envelope').waitFor()
    await prices.getByText('+ $0.40 each').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => prices.count()).toBe(0)
    expect(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label')),
    ).toBe('Prices of Mug')
  })

  it('can be requested again after a failure, and are hidden if nothing is promoted', async () => {
    const { app, provider } = shop.server
    const before = (page: Page) => page.route('**/promoted-products*', (route) => route.abort())
    const page = await shop.visit('/shopping-cart', { customer: parent, before })
    await page.getByText('More products could not be loaded.').waitFor()
    await promoted.replace(app, provider.key, [])
    await page.unroute('**/promoted-products*')
    await section(page).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => section(page).count()).toBe(0)
  })
})
