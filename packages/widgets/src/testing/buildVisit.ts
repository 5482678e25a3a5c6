import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { PackageDocument } from '../../../server/src/features/photo-packages/document.ts'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildPackage } from '../../../server/src/testing/buildPackage.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { openShopInBrowser, type ShopInBrowser } from './shopInBrowser.ts'

// Shared by the tests of packages: families in a shop that sells them.

export let shop: ShopInBrowser
export let emma: BuiltPictureSet
export let noah: BuiltPictureSet
/** Of another photographer, and of another type of job. */
export let club: BuiltPictureSet

export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 60_000 })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const hash = (page: Page) => new URL(page.url()).hash
export const items = (page: Page) => page.getByRole('list', { name: 'What is in the package' })
export const expectStatus = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
export const options = (change: object) =>
  saveProvider(shop.server.app, {
    ...shop.server.provider,
    options: { ...shop.server.provider.options, ...change },
  })

/** The page of a new package, for a family with these sets; Emma's is the newest. */
export async function visit(change: Partial<PackageDocument> & { sets?: BuiltPictureSet[]; width?: number } = {}) {
  const { sets = [], width = 390, ...document } = change
  const built = await buildPackage(shop.server.app, shop.server.provider, [emma.job.uuid], document)
  const subjects = [...sets, emma].map(({ subject }) => subject.uuid)
  const customer = await buildCustomer(shop.server, { subjects })
  const page = await shop.visit(`/products/packages/${built.document.uuid}`, { width, customer })
  await page.getByRole('heading', { name: 'Family package' }).waitFor()
  return { page, customer, uuid: built.document.uuid }
}

/** Opens the shop before the tests of a file and closes it after them. */
export function withPackages(): void {
  beforeAll(async () => {
    shop = await openShopInBrowser()
    const { app, provider } = shop.server
    emma = await buildPictureSet(app, provider, { subject: { name: 'Emma Carter' } })
    noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter', jobUuid: emma.job.uuid } })
    club = await buildPictureSet(app, provider, { subject: { name: 'Liam Diaz' } })
  })
  afterEach(async () => {
    await shop.leave()
    await saveProvider(shop.server.app, shop.server.provider)
  })
  afterAll(() => shop?.close())
}
