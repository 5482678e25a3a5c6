import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { buildFixture, serveFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'

let browser: Browser
let server: Awaited<ReturnType<typeof serveFixture>>
let page: Page
beforeAll(async () => {
  const [started, files] = await Promise.all([
    launchBrowser(),
    buildFixture('src/testing/pages/guardedSurface.tsx', 'react'),
  ])
  browser = started
  server = await serveFixture(files, ({ pathname }) => {
    if (pathname === '/api/webshop/settings')
      return { type: 'application/json', body: JSON.stringify(aProviderSettings('brightside')) }
    if (pathname === '/api/webshop/session') return { type: 'application/json', body: '{"user":null}' }
    const body = `<!doctype html><html lang="en"><title>Host</title><div id="site"></div>
      <script>heard = []; addEventListener('pk-error', ({ detail }) => heard.push(detail.reason + ' ' + detail.message))</script>
      <script type="module" src="/page.js"></script>`
    return pathname === '/host' ? { type: 'text/html', body } : undefined
  })
  page = await browser.newPage()
  await page.goto(`${server.origin}/host`)
})
afterAll(() => Promise.all([browser.close(), server.close()]))

it('[EMB-1] a surface of a page in React that breaks says so in its place, and the page and other surfaces live', async () => {
  await page.getByText('The surface', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Other options' }).click()
  await page.getByRole('alert').getByText('Something went wrong here.').waitFor()
  expect(await page.evaluate('heard')).toEqual(['surface.failed <pk-breaking>: the surface broke'])
  await page.getByText('The other surface').waitFor()
  await page.getByRole('button', { name: 'Pressed 0' }).click()
  await page.getByRole('button', { name: 'Pressed 1' }).waitFor()
  // the page rendered it again with the same options: nothing new to try
  expect(await page.evaluate('heard')).toHaveLength(1)
  await page.getByRole('button', { name: 'Other options' }).click()
  await page.getByText('The surface', { exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
