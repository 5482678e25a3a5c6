import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { categories } from '../../../server/src/features/browsing/collection.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { openShopInBrowser, type ShopInBrowser } from './shopInBrowser.ts'

// What the tests of looking around share: a shop with categories, and two children of whom one has no picture for all of it.

export let shop: ShopInBrowser
export let emma: BuiltPictureSet
export let noah: BuiltPictureSet
export let square: BuiltTemplate

export const widths = [390, 1280] as const
export const soon = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })
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
    await buildTemplate(app, provider, {
      definition: { type: 'PHOTOGIFT', names: { en: 'Mug' }, categories: ['mugs'] },
    })
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
}
