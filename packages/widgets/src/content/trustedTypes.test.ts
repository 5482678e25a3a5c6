import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { savePage } from '../../../server/src/features/content/collection.ts'
import { buildFixture } from '../../vite.fixture.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// The provider's HTML on a page that requires trusted types, with two copies of the widgets: one on preact and one on React.

let shop: ShopInBrowser
let react: ReadonlyMap<string, string>
beforeAll(async () => {
  shop = await openShopInBrowser()
  react = await buildFixture('src/testing/pages/embeddedShop.tsx', 'react')
  const { app, provider } = shop.server
  const html = '<p>We take it <b>again</b>. <a href="/contact-us">Write to us</a></p>'
  await savePage(app, provider.key, { id: 'about', modules: { en: [{ id: '1', type: 'RichText', html }] } })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

/**
 * Opens the page with both copies under a policy that allows these policy names. Collects the violations that the browser
 * reports.
 */
async function open(names: string): Promise<{ page: Page; heard: string[] }> {
  const { origin, server } = shop
  const policy =
    `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src 'self'; img-src 'self' data:; font-src 'self';
    require-trusted-types-for 'script'; trusted-types ${names}`.replace(/\s+/g, ' ')
  const key = server.provider.key
  const body = `<!doctype html><html lang="en" data-provider="${key}"><title>Strict</title><pk-page page="about" provider="${key}"></pk-page>
    <div data-surface="pk-page" data-options='{"page":"about"}'></div><p>Below</p>
    <script type="module" nonce="abc">import { register } from '/page.js'; register('pk-page')</script>
    <script type="module" nonce="abc" src="/react/page.js"></script>`
  const heard: string[] = []
  const page = await shop.visit(`${origin}/strict`, {
    async before(page) {
      page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
      await page.route(`${origin}/strict`, (route) =>
        route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body }),
      )
      await page.route(`${origin}/react/**`, (route) => {
        const script = react.get(new URL(route.request().url()).pathname.slice('/react'.length))
        return route.fulfill({ contentType: 'text/javascript', body: script ?? '' })
      })
    },
  })
  return { page, heard }
}

it('the provider’s HTML is shown in both, by one policy that they share, without violations of the page’s policy', async () => {
  const { page, heard } = await open('portraitkit')
  const links = page.getByRole('link', { name: 'Write to us' })
  await expect.poll(() => links.count(), { timeout: 15_000 }).toBe(2)
  expect(await page.locator('b').allTextContents()).toEqual(['again', 'again'])
  expect(heard).toEqual([])
})

it('the provider’s HTML is not shown if the page allows only other policies: the view reports a failure, the browser the reason', async () => {
  const { page, heard } = await open('another')
  await page.getByText('Something went wrong here.').waitFor()
  expect(await page.getByText('Below').count()).toBe(1)
  expect(heard.join()).toMatch(/portraitkit/)
  expect(heard.join()).toMatch(/TrustedHTML/)
})
