import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { promoted } from '../../server/src/features/browsing/collection.ts'
import { offerInspection } from '../../server/src/features/jobs/offerInspection.ts'
import { type Buyer, buildBuyer } from '../../server/src/testing/buildBuyer.ts'
import { buildLists } from '../../server/src/testing/buildLists.ts'
import { buildPackage } from '../../server/src/testing/buildPackage.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/testServer.ts'
import { buildFixture } from '../vite.fixture.ts'
import { aProviderSettings } from '../vite.settings.ts'
import { here } from '../vite.shared.ts'
import { attributeOf } from './options.ts'
import { roomRules } from './roomRules.ts'
import { surfaces, type Tag } from './surfaces.ts'
import { readShifts, recordShifts } from './testing/layoutShifts.ts'
import { shapeOf, shapeOfTag } from './theme/shape.ts'

// Between a stranger's header and a stranger's text, on a network on which everything arrives by itself and late.

const widths = [390, 1280] as const
const ways = ['element', 'component'] as const
type Way = (typeof ways)[number]
const isLong = process.env.PROOFS === 'long'

let server: TestServer
let browser: Browser
let folder: string
let buyer: Buyer
let scripts: ReadonlyMap<string, string>
/** The options of the surfaces that need some. */
let options: Partial<Record<Tag, Record<string, string>>> = {}
const open: BrowserContext[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-shift-'))
  const configFile = join(here, 'vite.cdn.ts')
  ;[browser, scripts] = await Promise.all([
    launchBrowser(),
    buildFixture('src/testing/pages/reactHost.tsx', 'react'),
    build({ configFile, root: here, logLevel: 'error', build: { outDir: folder } }),
  ])
  // a look with fonts, which arrive last
  const { look } = aProviderSettings('brightside')
  server = await startTestServer({ widgets: folder, env: { TRUST_PROXY: '1' }, provider: { look } as never })
  await fillShop()
})
afterEach(() => {
  areTextsLast = false
  return Promise.all(open.splice(0).map((context) => context.close()))
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function fillShop(): Promise<void> {
  const { square } = await buildLists(server)
  buyer = await buildBuyer(server)
  await promoted.replace(server.app, server.provider.key, [{ template: buyer.template.definition.uuid }])
  const offer = await buildPackage(server.app, server.provider, [buyer.set.job.uuid])
  // an entry more in the menu of the account
  const until = new Date(server.app.clock().getTime() + 30 * 86_400_000)
  await offerInspection(server.app, server.provider.key, buyer.set.job.uuid, { package: 'portraits', until })
  const cart = await buyer.add()
  const line = cart.orderLines.find(({ type }) => type === 0)?.uuid ?? ''
  options = {
    'pk-picture-set': { pictureSet: buyer.set.subject.uuid },
    'pk-package': { package: offer.document.uuid },
    'pk-line-editor': { orderLine: line },
    'pk-editor': { product: square.product.uuid, template: square.definition.uuid },
    'pk-receipt': { order: '6e5b1f5e-9df2-4f0f-a4a4-000000000000' },
    'pk-page': { page: 'about' },
  }
}

const STYLE = 'body{margin:0;font:18px/1.5 serif}header{padding:20px;font-size:30px}.after{padding:20px}'
const AFTER = '<p class="after">Our studio is by the harbour.</p>'.repeat(4)

/** A page with the script tag, which is async, and the linked style sheet; or a React site. */
function host(way: Way, tag: Tag): string {
  const { key } = server.provider
  const given = options[tag] ?? {}
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A photographer</title><style>${STYLE}</style>`
  if (way === 'component') {
    return `${head}<div id="site" data-surface="${tag}" data-provider="${key}" data-options='${JSON.stringify(given)}'></div><script type="module" src="/page.js"></script>`
  }
  const attributes = Object.entries(given).map(([name, value]) => ` ${attributeOf(name)}="${value}"`)
  return `${head}<link rel="stylesheet" href="/v1/room.css"><script type="module" async src="/v1/loader.js" data-provider="${key}"></script><header>A photographer</header><${tag}${attributes.join('')}></${tag}>${AFTER}`
}

/** Milliseconds until a request is answered: pictures come after answers, and fonts long after everything. */
function delayOf(path: string): number {
  if (path.startsWith('/fonts/')) return areTextsLast ? 200 : 500
  if (areTextsLast && /^\/en-/.test(path)) return 700
  return /^\/(?:images|content|things)\//.test(path) ? 200 : 100
}

let areTextsLast = false
let visitors = 0
async function visit(way: Way, tag: Tag, width: number, who: 'customer' | 'visitor'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    locale: 'en-US',
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${++visitors}` },
  })
  open.push(context)
  const origin = `http://localhost:${server.port}`
  await recordShifts(context)
  if (who === 'customer') {
    const cookies = [...buyer.client.cookies].map(([name, value]) => ({ name, value, url: origin, httpOnly: true }))
    await context.addCookies(cookies)
    await context.addInitScript((key) => localStorage.setItem(`pk-customer-${key}`, '1'), server.provider.key)
  }
  await context.route(
    (url) => url.origin === origin,
    async (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname === '/host') return route.fulfill({ contentType: 'text/html', body: host(way, tag) })
      if (pathname.endsWith('.css')) return route.continue()
      await new Promise((done) => setTimeout(done, delayOf(pathname)))
      const script = scripts.get(pathname)
      // the page may be gone meanwhile
      const answered = script ? route.fulfill({ contentType: 'text/javascript', body: script }) : route.continue()
      await answered.catch(() => undefined)
    },
  )
  const page = await context.newPage()
  await page.goto(`${origin}/host`)
  return page
}

/** Everything has arrived, and been painted. */
async function settle(page: Page): Promise<void> {
  const waiting = page.locator('.pk-root-waiting, .pk-skeleton, [aria-busy="true"]').filter({ visible: true })
  await expect.poll(() => waiting.count(), { timeout: 60_000 }).toBe(0)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

const signedOut: ReadonlySet<Tag> = new Set(['pk-code-entry', 'pk-login', 'pk-reset-password'])
/** They usually show nothing, so nothing is reserved for them. */
const unreserved: ReadonlySet<Tag> = new Set(['pk-continue-card', 'pk-catalogue-offer'])
const tags = (Object.keys(surfaces) as Tag[]).filter((tag) => !unreserved.has(tag))
const all = ways.flatMap((way) => widths.map((width) => ({ way, width })))
/** Each surface in one way at one width, in turn; in the long form in all of them. */
const visits = tags.flatMap((tag, index) =>
  (isLong ? all : [all[index % all.length] ?? all[0]]).map((how) => ({ tag, ...how })),
) as { tag: Tag; way: Way; width: number }[]

describe('on a slow network', () => {
  it.each(visits)('$tag moves nothing on a page, as $way at $width px', async ({ tag, way, width }) => {
    const page = await visit(way, tag, width, signedOut.has(tag) ? 'visitor' : 'customer')
    await page.locator('.pk-frame').waitFor()
    await settle(page)
    expect(await readShifts(page)).toEqual([])
  })

  it('a first view is written in the fonts of the shop if they arrive before its texts', async () => {
    areTextsLast = true
    const page = await visit('component', 'pk-code-entry', 390, 'visitor')
    await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor()
    await settle(page)
    expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true)
    expect(await readShifts(page)).toEqual([])
  })

  it.each(all)(
    'nothing moves on the way from the code to the address, as $way at $width px',
    async ({ way, width }) => {
      const page = await visit(way, 'pk-shop', width, 'visitor')
      const code = page.getByRole('textbox', { name: 'Code', exact: true })
      await code.fill(buyer.set.code)
      await settle(page)
      expect(await readShifts(page)).toEqual([])
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('Email address').waitFor()
      await settle(page)
      expect(await readShifts(page)).toEqual([])
    },
  )

  it.each(all)('nothing moves on the way from the pictures to the checkout, as $way at $width px', async (how) => {
    const page = await visit(how.way, 'pk-shop', how.width, 'customer')
    const go = async (path: string, heading: RegExp) => {
      await page.evaluate((hash) => {
        location.hash = hash
      }, path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await settle(page)
    }
    await settle(page)
    for (const [path, heading] of [
      ['/my-account/picture-sets', /picture sets/],
      ['/products/packages/', /Products|products/],
      ['/products/cards', /Cards/],
      ['/shopping-cart', /Shopping cart/],
      ['/shopping-cart/checkout', /Finish order/],
    ] as const) {
      await readShifts(page)
      await go(path, heading)
      const late = await readShifts(page)
      expect({ path, late }).toEqual({ path, late: [] })
    }
  })
})

it('the room before the code has arrived is that of the component', async () => {
  for (const tag of Object.keys(surfaces) as Tag[]) {
    const shape = shapeOf((await surfaces[tag].load()) as never)
    const rules = roomRules(tag).join()
    const height = { page: '100svh', form: 'min(100svh,760px)', entry: 'min(100svh,760px)', row: '690px', none: '' }[
      shape
    ]
    expect(rules).toContain(height && `min-height:var(--pk-room,${height})`)
    expect(rules === '').toBe(shape === 'none')
    if (shape === 'form' || shape === 'entry') expect(shapeOfTag(tag)).toBe(shape)
    else expect(shapeOfTag(tag)).toBe('page')
  }
})
