import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { buildFixture, serveFixture } from '../../vite.fixture.ts'
import { aProviderSettings } from '../../vite.settings.ts'
import { findViolations } from '../testing/accessibility.ts'
import { allowedQuantity } from './order/Quantity.tsx'
import { sourceSet } from './pictures/Picture.tsx'

/** Timeouts for a busy machine. */
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

const portrait = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><path d="M0 0h4v5H0z"/></svg>'

it('draws icons by their shapes, without the names and keys that the icon set gives them', async () => {
  const files = await buildFixture('src/testing/pages/uiSamples.tsx', 'preact')
  const code = [...files.values()].join('')
  // the shapes of "x"
  expect(code).toContain('M18 6 6 18')
  expect(code.match(/aliases: \[|key: "(?=\w*\d)\w{5,6}"/g)).toBeNull()
})

describe('the components of ui/, in the looks of both demo shops', () => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof serveFixture>>
  let page: Page
  beforeAll(async () => {
    const [started, files] = await Promise.all([
      launchBrowser(),
      buildFixture('src/testing/pages/uiSamples.tsx', 'preact'),
    ])
    browser = started
    page = await (
      await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
    ).newPage()
    server = await serveFixture(files, (url) => {
      if (url.pathname === '/portrait.svg') return { type: 'image/svg+xml', body: portrait }
      if (url.pathname === '/api/webshop/settings')
        return {
          type: 'application/json',
          body: JSON.stringify(aProviderSettings(url.searchParams.get('provider') ?? '')),
        }
      if (url.pathname !== '/host') return undefined
      const attributes = ['provider', 'mode', 'open'].map((name) => `${name}="${url.searchParams.get(name) ?? ''}"`)
      const body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Kitchen</title>
        <style>body { margin: 0 }</style><script type="module" src="/page.js"></script><main><pk-kitchen ${attributes.join(' ')}></pk-kitchen></main>`
      return { type: 'text/html', body }
    })
  })
  afterAll(async () => {
    await Promise.all([browser.close(), server.close()])
  })

  async function open(provider: string, mode: string, layer = ''): Promise<void> {
    await page.goto(`${server.origin}/host?provider=${provider}&mode=${mode}&open=${layer}`)
    await page.getByRole('heading', { name: 'Pictures of Emma', includeHidden: true }).waitFor({ state: 'attached' })
  }

  it.each([
    ['brightside', 'light', ''],
    ['brightside', 'dark', 'dialog'],
    ['nordlys', 'light', 'confirm'],
    ['nordlys', 'dark', ''],
  ])('axe reports nothing: %s, %s %s', async (provider, mode, layer) => {
    await open(provider, mode, layer)
    if (layer) await page.getByRole('dialog').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it.each(['the shop’s', 'other'])('fits 360 px in %s fonts, and every control is 44 px or more', async (fonts) => {
    // those of the shop are late, or do not arrive
    if (fonts === 'other') await page.route('**/*.woff2', (route) => route.abort())
    await open('nordlys', 'light')
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    const small = await page
      .locator('pk-kitchen button, pk-kitchen summary, pk-kitchen label:has(input), pk-kitchen a')
      .evaluateAll((all) =>
        all
          .filter((one) => Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width) < 44)
          .map((one) => one.outerHTML),
      )
    expect(small).toEqual([])
    await page.unroute('**/*.woff2')
  })

  it('asks once for a new address when a picture fails, and reports it if that fails too', async () => {
    await open('brightside', 'light')
    const renewed = page.getByRole('img', { name: 'Noah' })
    await renewed.scrollIntoViewIfNeeded()
    await eventually(() => renewed.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /portrait.svg\?renewed$/,
    )
    const failed = page.locator('pk-kitchen .pk-picture').nth(1)
    await failed.scrollIntoViewIfNeeded()
    await eventually(() => failed.getAttribute('data-state')).toBe('failed')
    expect(await failed.locator('.pk-picture-failed').textContent()).toBe('This picture could not be loaded.')
    const { width, height } = (await failed.boundingBox()) ?? { width: 0, height: 1 }
    expect(width / height).toBeCloseTo(5 / 4, 1)
  })

  it('shows a toast above everything and removes it again', async () => {
    await open('brightside', 'light', 'toast')
    const toast = page.getByRole('status').filter({ hasText: 'Added to your cart' })
    await toast.waitFor()
    await toast.getByRole('button', { name: 'Close' }).click()
    await toast.waitFor({ state: 'detached' })
  })
})

describe('a quantity', () => {
  it.each([
    [3, 3],
    [0, 1],
    [-4, 1],
    [Number.NaN, 1],
    [2.5, 1],
    [500, 102],
  ])('requested as %s becomes %s', (requested, allowed) => {
    expect(allowedQuantity(requested, 1, 102)).toBe(allowed)
  })
})

it('counts widths in srcset, not long edges', () => {
  expect(sourceSet({ 320: '/a', 640: '/b' }, 4, 5)).toBe('/a 256w, /b 512w')
  expect(sourceSet({ 320: '/a' }, 5, 4)).toBe('/a 320w')
})
