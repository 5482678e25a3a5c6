import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { buildFixture, serveFixture } from '../../vite.fixture.ts'
import { aProviderSettings } from '../../vite.settings.ts'

/** Timeouts for a busy machine. */
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

/** The frame, the router and the guard of `pk-shop`; the views have their own tests, against a whole server. */
describe('pk-shop', () => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof serveFixture>>
  let page: Page

  beforeAll(async () => {
    const [started, files] = await Promise.all([launchBrowser(), buildFixture('src/register.ts', 'preact')])
    browser = started
    page = await browser.newPage({ viewport: { width: 1000, height: 800 } })
    server = await serveFixture(files, (url) => {
      if (url.pathname.startsWith('/host'))
        return {
          type: 'text/html',
          body: hostPage(url.searchParams.get('with') ?? '', url.searchParams.get('inside') ?? ''),
        }
      if (url.pathname === '/api/webshop/session') return { type: 'application/json', body: '{"user":null}' }
      if (url.pathname !== '/api/webshop/settings') return undefined
      const settings = aProviderSettings(url.searchParams.get('provider') ?? '')
      return { type: 'application/json', body: JSON.stringify(settings) }
    })
  })
  afterAll(async () => {
    await Promise.all([browser.close(), server.close()])
  })
  beforeEach(() => page.goto('about:blank'))

  const hostPage = (attributes: string, inside: string) =>
    `<!doctype html><title>Host</title><script type="module">
      import { register } from '/page.js'; register('pk-shop')
    </script><pk-shop provider="brightside" ${attributes}>${inside}</pk-shop>`
  const open = (path: string, attributes = '', inside = '') => {
    const [route, hash = ''] = path.split('#')
    const query = new URLSearchParams({ with: attributes, inside })
    return page.goto(`${server.origin}${route}?${query}${hash && `#${hash}`}`)
  }
  const front = () => page.getByRole('heading', { name: 'Hi! Did you receive a code from us?' })
  const login = () => page.getByRole('main').getByLabel('Password', { exact: true })

  it('shows a logo that the page styles in part', async () => {
    await open('/host', `theme='{"logo":{"label":"Studio Ours"}}'`)
    await page.getByRole('img', { name: 'Studio Ours' }).first().waitFor()
  })

  it('has its views at hash addresses that begin with #/, and handles back and forward', async () => {
    await open('/host')
    await front().waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await login().waitFor()
    expect(new URL(page.url()).hash).toBe('#/login')
    await page.goBack()
    await front().waitFor()
    await page.goForward()
    await login().waitFor()
    // the host page keeps its own title and language
    expect(await page.title()).toBe('Host')
    expect(await page.locator('html').getAttribute('lang')).toBeNull()
  })

  it.each(['/elsewhere/', 'https://elsewhere.example/x/'])('stays on its page if that has a base: %s', async (base) => {
    await page.route('**/host?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<title>', `<base href="${base}"><title>`)
      await route.fulfill({ response, body: body.replaceAll("'/page.js'", `'${server.origin}/page.js'`) })
    })
    await open('/host', `api="${server.origin}"`)
    await page.getByRole('link', { name: 'Log in' }).click()
    await login().waitFor()
    expect(new URL(page.url())).toMatchObject({ pathname: '/host', hash: '#/login' })
    await page.reload()
    await login().waitFor()
    await page.unroute('**/host?*')
  })

  it('reports a lost connection, and opens the view once it is back', async () => {
    await open('/host')
    await front().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Log in' }).click()
    const offlineNotice = page.getByText('There is no connection to the internet.')
    await offlineNotice.waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await offlineNotice.waitFor()
    await page.context().setOffline(false)
    // A press while the first attempt is still failing starts no other attempt; if that attempt reaches the page again, the
    // page is reloaded and the button disappears.
    const press = () => again.click({ timeout: 1000 }).catch(() => undefined)
    await eventually(async () => (await login().isVisible()) || void (await press())).toBe(true)
  })

  it('reports an unknown address as not found, with links to the shop', async () => {
    for (const path of ['/nonexistent', '/my-account/xyz']) {
      await open(`/host#${path}`)
      await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
      expect(await page.locator('input[data-look=code]').count()).toBe(0)
    }
    await page.getByRole('link', { name: 'To the front page' }).click()
    await front().waitFor()
  })

  it("does not handle the page's own anchors, even one named like a view", async () => {
    await open('/host#shopping-cart')
    await front().waitFor()
    expect(new URL(page.url()).hash).toBe('#shopping-cart')
    await page.getByRole('link', { name: 'Log in' }).click()
    await login().waitFor()
    await login().fill('half-typed')
    // to another anchor on the page, and back
    await page.evaluate(() => {
      location.hash = 'about'
    })
    await page.waitForURL(/#about$/)
    await page.goBack()
    await page.waitForURL(/#\/login$/)
    expect(await login().inputValue()).toBe('half-typed')
  })

  it('has its views at paths below its base', async () => {
    await open('/host/photos/login', 'base="/host/photos"')
    await login().waitFor()
    expect(await page.getByRole('link', { name: 'front page' }).getAttribute('href')).toBe('/host/photos/')
    await page.getByRole('link', { name: 'front page' }).click()
    await front().waitFor()
    expect(new URL(page.url()).pathname).toBe('/host/photos/')
  })

  it.each(['host/photos/', '//host/photos', 'https://studio.example.com/host/photos'])(
    'accepts %s as the intended base',
    async (base) => {
      await open('/host/photos/login', `base="${base}"`)
      await login().waitFor()
      expect(await page.getByRole('link', { name: 'front page' }).getAttribute('href')).toBe('/host/photos/')
    },
  )

  it('scrolls to the top of a new view: in a scrolling part of the page, and below the area that the page reserves', async () => {
    for (const around of [
      '<style>main { height: 500px; overflow: auto; margin-top: 120px }</style>',
      '<style>html { scroll-padding-top: 120px } #top { position: sticky; top: 0; height: 120px }</style><div id="top"></div>',
    ]) {
      await open('/host')
      await front().waitFor()
      await page.evaluate((html) => {
        const main = document.createElement('main')
        const shop = document.querySelector('pk-shop')
        document.body.insertAdjacentHTML('afterbegin', html)
        document.body.append(main)
        if (shop) main.append(shop)
        main.insertAdjacentHTML('beforeend', '<div style="height: 3000px"></div>')
      }, around)
      await front().waitFor()
      await page.mouse.move(400, 400)
      await page.mouse.wheel(0, 90)
      const shopTop = () => page.locator('pk-shop').evaluate((node) => Math.round(node.getBoundingClientRect().top))
      await eventually(shopTop).toBeLessThan(120)
      await page.evaluate(() => {
        location.hash = '/login'
      })
      await login().waitFor()
      await eventually(shopTop).toBe(120)
    }
  })

  it.each([
    ['told by the browser', '', 0],
    ['looking for itself', 'delete window.navigation', 100],
    [
      'looking for itself beside something of the page',
      `delete window.navigation
       addEventListener('DOMContentLoaded', () => document.body.insertAdjacentHTML('beforeend', '<nav id="navigation"></nav>'))`,
      100,
    ],
  ])('[EMB-8] notices any change of the address within 100 ms, %s', async (_how, before, milliseconds) => {
    const timed = await browser.newPage()
    try {
      await timed.clock.install()
      await timed.addInitScript(before)
      await timed.goto(`${server.origin}/host`)
      const seen = [timed.getByLabel('Password', { exact: true }), timed.locator('input[data-look=code]')] as const
      const go = (hash: string) => timed.evaluate((to) => history.pushState(null, '', to), hash)
      await seen[1].waitFor()
      // The first visit fetches the view's chunk; the later ones only notice.
      await go('#/login')
      await seen[0].waitFor()
      // From here on the page's clock advances only on request.
      await timed.clock.pauseAt(Date.now() + 60_000)
      for (const [hash, view] of [
        ['#/', seen[1]],
        ['#/login', seen[0]],
      ] as const) {
        await go(hash)
        await timed.clock.runFor(milliseconds)
        await view.waitFor()
      }
    } finally {
      await timed.close()
    }
  })

  it('[AUT-15] keeps a protected address as the referrer and opens the login', async () => {
    await open('/host#/shopping-cart')
    await login().waitFor()
    expect(new URL(page.url()).hash).toBe('#/login')
    const referrers = await page.evaluate(() =>
      Object.values(sessionStorage).map((entry) => JSON.parse(entry).referrer),
    )
    expect(referrers).toEqual(['/shopping-cart'])
  })

  it('lets the page handle navigation itself', async () => {
    await open('/host')
    await front().waitFor()
    await page.evaluate(() => {
      document.addEventListener('pk-navigate', (event) => {
        event.preventDefault()
        document.title = (event as CustomEvent<{ name: string }>).detail.name
      })
    })
    await page.getByRole('link', { name: 'Log in' }).click()
    await eventually(() => page.title()).toBe('login')
    expect(await front().count()).toBe(1)
  })

  it("uses the page's own header and footer if it provides them", async () => {
    await open('/host', '', '<b slot="header">Studio Lindgren</b>')
    await front().waitFor()
    await page.getByText('Studio Lindgren').waitFor()
    await page.getByRole('contentinfo').getByRole('link').first().waitFor()
    expect(await page.getByRole('link', { name: 'Log in' }).isVisible()).toBe(false)
    await open('/host', '', '<b slot="footer">Call us</b>')
    await page.getByText('Call us').waitFor()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
  })

  it('omits its frame if the page has one, and fits a narrow column by its own width', async () => {
    await open('/host', 'headless')
    await front().waitFor()
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    await open('/host')
    await front().waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('pk-shop')?.style.setProperty('width', '380px'))
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Log in' }).click()
    await login().waitFor()
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
  })
})
