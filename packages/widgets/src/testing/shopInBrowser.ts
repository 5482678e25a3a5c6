import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import { launchBrowser } from '../../../../scripts/browser.ts'
import type { Provider } from '../../../server/src/platform/provider/document.ts'
import type { TestClient } from '../../../server/src/testing/testClient.ts'
import { startTestServer, type TestOptions, type TestServer } from '../../../server/src/testing/testServer.ts'
import { buildFixture } from '../../vite.fixture.ts'

export type Visit = {
  /** The customer signed in to the browser; without it a signed-out visitor. */
  customer?: { client: TestClient } | undefined
  /** A different shop than the server's first one. */
  provider?: Provider
  width?: number
  /** Its network address, if a test has to know it. */
  ip?: string
  locale?: string
  /** The tags on the page. */
  tags?: readonly string[]
  /** Other properties of the browser: touch, a colour scheme, motion. */
  device?: BrowserContextOptions
  /** Runs before the page is opened: delays answers, adds scripts. */
  before?: (page: Page) => Promise<unknown>
}

/** The shop in a browser: the sources against a real server, for tests of any surface. */
export type ShopInBrowser = {
  server: TestServer
  browser: Browser
  origin: string
  /** The scripts of the page by path. */
  scripts: ReadonlyMap<string, string>
  /** The full address of a view such as `/my-account`, for a page that is open already. */
  address(path: string, tags?: readonly string[]): string
  /** Opens a new browser, with its own network address, at a view of the shop or at a full address. */
  visit(path: string, visit?: Visit): Promise<Page>
  /** Ends the visits of a test. */
  leave(): Promise<void>
  close(): Promise<void>
}

/**
 * How a page shows the shop: its elements on a host page, with the views at hashes, or a test page (a file in `fixtures`), with
 * the views at paths.
 */
export type Host = {
  page?: string
  engine?: 'react' | 'preact'
  /** The document of a test page, if it needs more than the shop's container. */
  body?: string
  title?: string
}

/** One server and one browser for a test file. Motion is reduced unless a test asks for it. */
export async function openShopInBrowser(options: TestOptions = {}, host: Host = {}): Promise<ShopInBrowser> {
  const env = { TRUST_PROXY: '1', ...options.env }
  const [server, browser, scripts] = await Promise.all([
    startTestServer({ ...options, env }),
    launchBrowser(),
    buildFixture(host.page ?? 'src/register.ts', host.engine ?? 'preact'),
  ])
  const origin = `http://localhost:${server.port}`
  const visits: BrowserContext[] = []
  let visitors = 0
  const address = (path: string, tags?: readonly string[]) => {
    if (host.page) return `${origin}${path}`
    return `${origin}/host${tags ? `?tags=${tags.join('+')}` : ''}#${path}`
  }
  return {
    server,
    browser,
    origin,
    scripts,
    address,
    async visit(path, { tags, provider = server.provider, before, ...visit } = {}) {
      const context = await newContext(browser, origin, { ip: `198.51.100.${++visitors}`, ...visit })
      visits.push(context)
      await context.route(
        (url) => url.origin === origin && !isOfServer(url.pathname),
        (route) => answer(route, scripts, host, provider.key),
      )
      const page = await context.newPage()
      await before?.(page)
      await page.goto(path.startsWith('/') ? address(path, tags) : path)
      return page
    },
    async leave() {
      await Promise.all(visits.splice(0).map((context) => context.close()))
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** The paths that the server answers; all others are the host's. */
const isOfServer = (path: string) =>
  /^\/(?:api|ajax|c|content|fonts|images|m|payments|sections|simulate|system|template-(?:asset|font)s|templates|things)\//.test(
    path,
  )

async function newContext(browser: Browser, origin: string, visit: Visit): Promise<BrowserContext> {
  const { customer, width = 1000, locale = 'en-US', ip = '', device } = visit
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    locale,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': ip },
    ...device,
  })
  const cookies = [...(customer?.client.cookies ?? [])]
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin, httpOnly: true })))
  return context
}

function answer(route: Route, scripts: ReadonlyMap<string, string>, host: Host, provider: string): Promise<void> {
  const url = new URL(route.request().url())
  const script = scripts.get(url.pathname)
  if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
  const body = host.page
    ? `${host.body ?? ''}<div id="shop" data-provider="${provider}"></div><script type="module" src="/page.js"></script>`
    : elements((url.searchParams.get('tags') ?? 'pk-shop').split(' '), provider)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${host.title ?? 'Shop'}</title><style>body{margin:0}</style>${body}`
  return route.fulfill({ contentType: 'text/html', body: html })
}

/** The whole shop brings its own landmarks; single widgets are put into a page that has them. */
function elements(tags: readonly string[], provider: string): string {
  const widgets = tags.map((tag) => `<${tag} provider="${provider}"></${tag}>`).join('')
  const content = tags[0] === 'pk-shop' ? widgets : `<main><h1>A photographer</h1>${widgets}</main>`
  return `${content}<script type="module">
    import { register } from '/page.js'; for (const tag of ${JSON.stringify(tags)}) register(tag)</script>`
}
