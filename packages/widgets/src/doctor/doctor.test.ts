import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { buildFixture, serveFixture } from '../../vite.fixture.ts'
import { aProviderSettings } from '../../vite.settings.ts'

// What a page's console says of its mistakes, each once and with the remedy.

const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

const HEAD =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Host</title><style>body{margin:0}</style>'

let browser: Browser
let server: Awaited<ReturnType<typeof serveFixture>>
let page: Page
let messages: string[]
beforeAll(async () => {
  const [started, files] = await Promise.all([launchBrowser(), buildFixture('src/register.ts', 'preact')])
  browser = started
  server = await serveFixture(files, (url, { headers }) => {
    const cors: Record<string, string> = { 'access-control-allow-credentials': 'true' }
    if (headers.origin) cors['access-control-allow-origin'] = headers.origin
    const json = (body: unknown) => ({ type: 'application/json', body: JSON.stringify(body), headers: cors })
    if (url.pathname === '/api/webshop/settings') return json(aProviderSettings(url.searchParams.get('provider') ?? ''))
    if (url.pathname === '/api/webshop/session') return json({ user: null })
    if (url.pathname !== '/host') return undefined
    const policy = url.searchParams.get('policy')
    return {
      type: 'text/html',
      body: `${url.searchParams.get('head') ?? HEAD}<body>${url.searchParams.get('body') ?? ''}<script type="module">
        import * as entry from '/page.js'
        Object.assign(globalThis, { entry })
        for (const { localName } of document.querySelectorAll('*')) if (localName.startsWith('pk-')) entry.register(localName)
      </script>`,
      headers: policy ? { 'content-security-policy': policy } : {},
    }
  })
})
afterEach(() => page?.close())
afterAll(() => Promise.all([browser.close(), server.close()]))

async function open(body: string, more: { head?: string; policy?: string; width?: number } = {}): Promise<void> {
  const { width = 1280, ...query } = more
  page = await browser.newPage({ viewport: { width, height: 800 } })
  messages = []
  page.on('console', (message) => messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  await page.goto(`${server.origin}/host?${new URLSearchParams({ body, ...query })}`)
}
const heading = () => page.getByRole('heading', { level: 1 }).first()
const doctor = () =>
  page.evaluate(() => (globalThis as unknown as { entry: { doctor(): Promise<string[]> } }).entry.doctor())
const CODE_ENTRY = '<pk-code-entry provider="brightside"></pk-code-entry>'

describe('[EMB-1] the console of a page', () => {
  it('says nothing if there is nothing to say', async () => {
    await open(CODE_ENTRY)
    await heading().waitFor()
    expect(await doctor()).toEqual([])
    expect(messages).toEqual([
      expect.stringMatching(
        /^Portraitkit .*\nshop brightside at .*\n<pk-code-entry> 1280 px wide\nNothing to remedy\.$/,
      ),
    ])
  })

  it.each<[name: string, body: string, sentence: () => string, more?: { head?: string; policy?: string }]>([
    [
      'an unknown tag',
      `${CODE_ENTRY}<pk-kart provider="brightside"></pk-kart>`,
      () => 'pk-kart is not an element of the shop; did you mean pk-cart?',
    ],
    [
      'an element without room',
      `<div style="width:120px">${CODE_ENTRY}</div>`,
      () => '<pk-code-entry> is 120 px wide; give its parent a width of 280 px or more',
    ],
    [
      'a line that the policy lacks',
      CODE_ENTRY,
      () =>
        `the page's Content-Security-Policy blocks ${server.origin}/fonts/x.woff2; add ${server.origin} to its font-src`,
      { policy: "default-src 'self' 'unsafe-inline'; font-src 'none'" },
    ],
    [
      'two shops that follow the same hash',
      '<pk-shop provider="brightside"></pk-shop><pk-shop provider="nordlys"></pk-shop>',
      () => 'two <pk-shop> on one page follow the same hash; give each a base, a path of its own',
    ],
  ])('names %s, and so does the doctor', async (_name, body, sentence, more = {}) => {
    await open(body, more)
    await heading().waitFor()
    if (more.policy)
      await page.evaluate(() =>
        new FontFace('x', `url(${location.origin}/fonts/x.woff2)`).load().catch(() => undefined),
      )
    const warnings = () => messages.filter((text) => text.startsWith('Portraitkit: '))
    await eventually(warnings).toContain(`Portraitkit: ${sentence()}`)
    expect(await doctor()).toContain(sentence())
    expect(warnings().filter((text) => text.endsWith(sentence()))).toHaveLength(1)
  })

  it('names each property value that an option cannot have', async () => {
    await open(CODE_ENTRY)
    await heading().waitFor()
    await page.locator('pk-code-entry').evaluate((element) => {
      Object.assign(element, { mode: 'drak' })
      Object.assign(element, { mode: 'drak', code: 12, lang: ['de'] })
    })
    await eventually(() => messages.toSorted()).toEqual([
      'Portraitkit: lang of <pk-code-entry> is de; use a text',
      'Portraitkit: mode of <pk-code-entry> is "drak"; use one of page, system, light, dark',
    ])
    // a number is a text, as in an attribute
    await eventually(() => page.getByRole('textbox').first().inputValue()).toBe('12')
  })

  it('says where links lead from another site, once, unless it has routes', async () => {
    const other = server.origin.replace('localhost', '127.0.0.1')
    const element = (more = '') => `<pk-code-entry provider="brightside" api="${other}" ${more}></pk-code-entry>`
    await open(element() + element())
    await heading().waitFor()
    expect(messages).toEqual([`Portraitkit: without the option routes, links of <pk-code-entry> lead to ${other}`])
    await page.close()
    await open(element(`routes='{"*":"/photos"}'`))
    await heading().waitFor()
    expect(messages).toEqual([])
    await page.close()
    // the whole shop has its views on the page
    await open(`${element()}<pk-shop provider="brightside" api="${other}"></pk-shop>`)
    await heading().waitFor()
    expect(messages).toEqual([])
  })

  it('names what the document lacks, and what a script has replaced, when the doctor looks', async () => {
    await open(CODE_ENTRY, { head: '<title>Host</title>' })
    await heading().waitFor()
    await page.evaluate(() => {
      Object.assign(Array.prototype, { find: () => undefined })
    })
    expect(await doctor()).toEqual([
      'the page has no doctype; begin it with <!doctype html>',
      'phones show the page small; add <meta name="viewport" content="width=device-width">',
      'the page does not say its language; add lang to <html>',
      'a script of the page has replaced Array.prototype.find; the shop does without them',
    ])
  })
})
