import { createShop } from '@portraitkit/core/shop.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { buildBuyer } from '../../server/src/testing/buildBuyer.ts'
import { adoptShop, getPageShop } from './pageShops.ts'
import { openShopInBrowser, type ShopInBrowser } from './testing/shopInBrowser.ts'

let shop: ShopInBrowser
beforeAll(async () => {
  shop = await openShopInBrowser({}, { page: 'src/testing/pages/ownShop.tsx', engine: 'react' })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

it.each(['component', 'element'] as const)(
  "[EMB-7] with the page's own shop, a view as %s has its cart and its session, and sends as the page says",
  async (way) => {
    const buyer = await buildBuyer(shop.server)
    await buyer.add()
    await buyer.add()
    const calls: Array<{ path: string; by: string | undefined }> = []
    const page = await shop.visit(`/?${way}`, {
      customer: buyer,
      before: async (host) => {
        host.on('request', (request) => {
          const { pathname: path } = new URL(request.url())
          if (path.startsWith('/api/')) calls.push({ path, by: request.headers()['x-page'] })
        })
      },
    })
    await page.getByText('2 in the basket').waitFor()
    const deletes = page.getByRole('button', { name: /^Delete / })
    await expect.poll(() => deletes.count(), { timeout: 30_000 }).toBe(2)
    await deletes.first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 in the basket').waitFor()
    expect(calls.filter(({ by }) => by !== 'own')).toEqual([])
    const once = ['/api/webshop/session', '/api/webshop/settings']
    for (const path of once) expect(calls.filter((call) => call.path === path)).toHaveLength(1)
  },
)

it('a shop of the page is the one of its address, until it is destroyed', () => {
  const address = { api: 'https://shop.example.com', provider: 'brightside' }
  const own = createShop(address)
  const page = adoptShop(own)
  expect(page.shop).toBe(own)
  expect(adoptShop(own)).toBe(page)
  expect(getPageShop({ ...address, api: 'https://shop.example.com/' })).toBe(page)
  own.destroy()
  expect(getPageShop(address).shop).not.toBe(own)
})
