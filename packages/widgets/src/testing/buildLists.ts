import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildLists } from '../../../server/src/testing/buildLists.ts'
import type { BuiltPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import type { BuiltTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { openShopInBrowser, type ShopInBrowser } from './shopInBrowser.ts'

// Shared by the tests of browsing: a shop with categories, and two children, one of whom lacks pictures for some products.

export let shop: ShopInBrowser
export let emma: BuiltPictureSet
export let noah: BuiltPictureSet
export let square: BuiltTemplate

export const widths = [390, 1280] as const
export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 60_000 })
export const hashOf = (page: Page) => new URL(page.url()).hash
export const tiles = (page: Page) => page.getByRole('main').getByRole('listitem')
export const linkTo = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
export const columns = (page: Page) =>
  tiles(page).evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)
export const both = () => buildCustomer(shop.server, { subjects: [emma.subject.uuid, noah.subject.uuid] })

/** Opens the shop before the tests of a file and closes it after them. */
export function withLists(): void {
  beforeAll(async () => {
    shop = await openShopInBrowser()
    ;({ emma, noah, square } = await buildLists(shop.server))
  })
  afterEach(() => shop.leave())
  afterAll(() => shop?.close())
}
