import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../../scripts/browser.ts'
import { buildFixture, serveFixture } from '../../../vite.fixture.ts'
import { aProviderSettings } from '../../../vite.settings.ts'

const PAGE = 'src/testing/pages/textsWithGaps.tsx'
const gaps = {
  de: ['Close', 'This is required!', 'You are acting as {name}. What you change is recorded with your name.'],
}
let browser: Browser
let server: Awaited<ReturnType<typeof serveFixture>>
let page: Page
beforeAll(async () => {
  const [started, files] = await Promise.all([launchBrowser(), buildFixture(PAGE, 'preact', gaps)])
  browser = started
  page = await (await browser.newContext({ locale: 'de' })).newPage()
  server = await serveFixture(files, ({ pathname }) => {
    if (pathname === '/api/webshop/settings')
      return { type: 'application/json', body: JSON.stringify(aProviderSettings('brightside')) }
    const body = `<!doctype html><html lang="de"><title>Host</title><div id="site"></div>
      <pk-texts provider="brightside"></pk-texts><script type="module" src="/page.js"></script>`
    return pathname === '/host' ? { type: 'text/html', body } : undefined
  })
  await page.goto(`${server.origin}/host`)
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const langsIn = (root: Locator) =>
  root.locator('h1, p, button, strong, em, i, u, b').evaluateAll((all) => all.map((one) => one.getAttribute('lang')))
const eventually = (root: Locator) => expect.poll(() => langsIn(root), { timeout: 30_000 })

describe.each(['#site', 'pk-texts'])('a German page without some texts, in %s', (place) => {
  it('[LOC-2] tells a screen reader which of its texts are English', async () => {
    const root = page.locator(`${place} .pk-root`)
    await eventually(root).toEqual([null, 'en', 'en', null, null, 'en', null, null])
    expect(await root.getAttribute('lang')).toBe('de')
    await root.locator('button').dispatchEvent('click')
    await eventually(root).toEqual([null, 'en', 'en', 'en', null, 'en', null, null])
    await root.locator('button').dispatchEvent('click')
    await eventually(root).toEqual([null, 'en', 'en', null, null, 'en', null, null])
  })
})

it('a page whose language has every text has no code for it', async () => {
  const whole = [...(await buildFixture(PAGE, 'preact')).values()].join('')
  expect(whole).not.toContain('markEnglish')
})
