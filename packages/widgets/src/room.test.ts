import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { buildFixture, serveFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'

// The shop in parents that are as wide as what is in them: an element that adapts to its own width has none to say.

/** Less on the narrowest phones. */
const minWidth = (viewport: number) => Math.min(260, viewport - 40)

let browser: Browser
let server: Awaited<ReturnType<typeof serveFixture>>
let page: Page
beforeAll(async () => {
  const [started, files] = await Promise.all([
    launchBrowser(),
    buildFixture('src/testing/pages/embeddedShop.tsx', 'react'),
  ])
  browser = started
  server = await serveFixture(files, (url) => {
    if (url.pathname === '/api/webshop/settings')
      return { type: 'application/json', body: JSON.stringify(aProviderSettings('brightside')) }
    if (url.pathname === '/api/webshop/session') return { type: 'application/json', body: '{"user":null}' }
    if (url.pathname !== '/host') return undefined
    const quirks = url.searchParams.has('quirks')
    const body = url.searchParams.get('body') ?? ''
    return {
      type: 'text/html',
      body: `${quirks ? '' : '<!doctype html>'}<html lang="en" data-provider="brightside"><meta name="viewport" content="width=device-width"><style>body{margin:0}</style>${body}<script type="module" src="/page.js"></script>`,
    }
  })
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
})
afterAll(() => Promise.all([browser.close(), server.close()]))

type Parent = { name: string; before: string; after: string; isQuirks?: boolean }
const styled = (name: string, style: string): Parent => ({ name, before: `<div style="${style}">`, after: '</div>' })
const parents: Parent[] = [
  { name: 'a row of flex items', before: '<div style="display:flex"><p>Our studio</p>', after: '</div>' },
  { name: 'a wrapped flex item', before: '<div style="display:flex"><p>Our studio</p><div>', after: '</div></div>' },
  styled('a column of flex items that are centred', 'display:flex;flex-direction:column;align-items:center'),
  {
    name: 'a centred flex item',
    before: '<div style="display:flex;justify-content:center"><section>',
    after: '</section></div>',
  },
  styled('a grid whose items are centred', 'display:grid;justify-items:center'),
  {
    name: 'an automatic column of a grid',
    before: '<div style="display:grid;grid-template-columns:auto 1fr"><div>',
    after: '</div><p>Our studio</p></div>',
  },
  styled('a float', 'float:left'),
  styled('an inline block', 'display:inline-block'),
  { name: 'a cell of a table', before: '<table><tr><td>', after: '</td><td>Our studio</td></tr></table>' },
  styled('fit-content', 'width:fit-content'),
  styled('max-content', 'width:max-content'),
  styled('min-content', 'width:min-content'),
  styled('a box without a place of its own', 'position:absolute;top:0;left:0'),
  { name: 'a dialog', before: '<dialog open>', after: '</dialog>' },
  {
    name: 'a centred page in quirks mode',
    before: '<center><table><tr><td>',
    after: '</td></tr></table></center>',
    isQuirks: true,
  },
]
const ways = {
  element: '<pk-code-entry></pk-code-entry>',
  component: '<div data-surface="pk-code-entry"></div>',
}

const addressOf = (body: string, isQuirks = false) =>
  `${server.origin}/host?body=${encodeURIComponent(body)}${isQuirks ? '&quirks' : ''}`
const widthOf = async () => {
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  return page.locator('.pk-frame').evaluate((frame) => frame.getBoundingClientRect().width)
}
const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

describe.each(Object.entries(ways))('[EMB-1] an %s', (_way, markup) => {
  it.each(parents)('has room in $name', async ({ before, after, isQuirks }) => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(addressOf(before + markup + after, isQuirks))
      expect(await widthOf()).toBeGreaterThanOrEqual(minWidth(width))
      expect(await overflow()).toBeLessThanOrEqual(0)
    }
  })

  it('fills the page, and runs over at no width', async () => {
    for (const width of [280, 320, 360, 768, 1280, 1800]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(addressOf(markup))
      expect(await widthOf()).toBe(width)
      expect(await overflow()).toBeLessThanOrEqual(0)
    }
  })

  it('is as wide as it likes in a parent that is as wide as what is in it, and no wider than the page', async () => {
    for (const [width, wide] of [
      [360, 320],
      [1280, 1040],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(addressOf(`<div style="width:fit-content">${markup}</div>`))
      expect(Math.abs((await widthOf()) - wide)).toBeLessThan(4)
    }
  })

  it('fills a narrower column and no more', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(addressOf(`<div style="width:300px">${markup}</div>`))
    expect(await widthOf()).toBe(300)
  })
})
