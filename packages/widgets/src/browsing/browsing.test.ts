import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  both,
  columns,
  emma,
  eventually,
  hashOf,
  linkTo,
  noah,
  shop,
  tiles,
  widths,
  withLists,
} from '../testing/buildLists.ts'
import { expectKeysInside } from '../testing/keyboard.ts'

// The categories as a customer sees them.

withLists()

describe('several lists on one page', () => {
  it('[EMB-1] each show their own content, with the overview’s names of the categories', async () => {
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
    await eventually(async () => (await all()).map((each) => each.toSorted())).toEqual(names)
    const categoriesOf = (index: number) => list(index).locator('.pk-list-bar').getByRole('link').allTextContents()
    for (const index of [0, 3]) expect(await categoriesOf(index)).toEqual(['All cards', 'Advent', 'Zany'])
  })
})

describe.each(widths)('the overview, %i px wide', (width) => {
  it('[BRW-1] [BRW-2] [BRW-4] shows five skeletons, then a linked tile for each category except the archive', async () => {
    let letThrough = () => {}
    const released = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const before = (page: Page) =>
      page.route('**/get_categories.php*', async (route) => {
        await released
        await route.continue()
      })
    const page = await shop.visit('/products/', { width, before })
    const waiting = page.getByRole('status', { name: 'Loading the products' })
    await waiting.waitFor()
    expect(await waiting.locator('li').count()).toBe(5)
    letThrough()
    await eventually(() => tiles(page).allInnerTexts()).toEqual([
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

  it('[BRW-3] [BRW-10] asks before switching to a set with pictures for the category, and remembers the choice', async () => {
    const page = await shop.visit('/products/categories', { customer: await both(), width })
    await page.getByLabel('Picture set').selectOption(noah.subject.uuid)
    await page.reload()
    await eventually(() => page.getByLabel('Picture set').inputValue()).toBe(noah.subject.uuid)
    await linkTo(page, 'Calendars').click()
    const dialog = page.getByRole('dialog', { name: 'Change picture set' })
    await dialog
      .getByText('The selected picture set Noah Carter does not have pictures relevant for this category.')
      .waitFor()
    await dialog
      .getByText('We will therefore change to the most recent picture set with relevant pictures Emma Carter')
      .waitFor()
    await expectKeysInside(dialog, 'browsing/ChangePictureSet')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(hashOf(page)).toBe('#/products/categories')
    expect(await page.getByLabel('Picture set').inputValue()).toBe(noah.subject.uuid)
    await linkTo(page, 'Calendars').click()
    await dialog.getByRole('button', { name: 'Ok' }).click()
    await eventually(() => hashOf(page)).toBe('#/products/calendars')
    expect(await page.getByLabel('Picture set').inputValue()).toBe(emma.subject.uuid)
    // one of the two is not the one with which the shop starts
    await page.reload()
    await eventually(() => page.getByLabel('Picture set').inputValue()).toBe(emma.subject.uuid)
    await page.goBack()
    await linkTo(page, 'Calendars').click()
    await eventually(() => hashOf(page)).toBe('#/products/calendars')
    expect(await dialog.count()).toBe(0)
  })

  it('reports an error and tries again', async () => {
    const before = (page: Page) => page.route('**/get_categories.php*', (route) => route.abort('connectionreset'))
    const page = await shop.visit('/products/categories', { width, before })
    await page.getByText('The products could not be loaded.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/get_categories.php*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await linkTo(page, 'Calendars').waitFor()
  })
})
