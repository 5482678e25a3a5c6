import type { ServerResponse } from 'node:http'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { buildFixture } from '../../vite.fixture.ts'
import { type SlowNetwork, startSlowNetwork } from '../testing/slowNetwork.ts'

// A page on another site than the shop that gets less than it needs: browsers that store nothing for it (private windows, blocked
// site data, sandboxed frames), and websites that the shop refuses.

let browser: Browser
let server: TestServer
let network: SlowNetwork
let elements: Map<string, string>
beforeAll(async () => {
  network = await startSlowNetwork(answerPage)
  ;[server, browser, elements] = await Promise.all([
    startTestServer({ provider: { origins: [studio()] }, env: { PUBLIC_URL: shop() } }),
    launchBrowser(),
    buildFixture('src/register.ts', 'preact'),
  ])
  network.leadTo(server.port)
})
afterAll(async () => {
  await browser?.close()
  await network?.close()
  await server?.close()
})

const studio = () => `http://studio.localhost:${network.port}`
const shop = () => `http://localhost:${network.port}`

function answerPage(url: URL, answer: ServerResponse): boolean {
  const send = (type: string, body: string) => {
    const headers = { 'content-type': `text/${type}; charset=utf-8`, 'access-control-allow-origin': '*' }
    answer.writeHead(200, headers).end(body)
    return true
  }
  if (url.pathname.startsWith('/elements/'))
    return send('javascript', elements.get(url.pathname.slice('/elements'.length)) ?? '')
  if (url.pathname === '/frame')
    return send(
      'html',
      `<!doctype html><title>Host</title><iframe sandbox="allow-scripts" width="360" height="600" src="/host"></iframe>`,
    )
  if (url.pathname !== '/host') return false
  const provider = url.searchParams.get('provider') ?? server.provider.key
  return send(
    'html',
    `<!doctype html><html lang="en"><title>Host</title><script>addEventListener('pk-error', ({ detail }) => { globalThis.told = detail.reason })</script>
     <pk-login provider="${provider}" api="${shop()}"></pk-login><pk-my-account provider="${provider}" api="${shop()}"></pk-my-account>
     <script type="module">import { register } from '/elements/page.js'; register('pk-login'); register('pk-my-account')</script>`,
  )
}

let context: BrowserContext
let page: Page
let problems: string[]
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(30_000)
  page = await context.newPage()
  problems = []
  page.on('pageerror', (error) => problems.push(error.message))
})
afterEach(() => context.close())

const refuse = (what: string) =>
  `Object.defineProperty(globalThis, '${what}', { get() { throw new DOMException('denied', 'SecurityError') } })`
const blocked = {
  'IndexedDB is missing': `Object.defineProperty(globalThis, 'indexedDB', { value: undefined })`,
  'IndexedDB is denied': refuse('indexedDB'),
  'IndexedDB throws': `IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError') }`,
  'IndexedDB fails': `IDBFactory.prototype.open = () => { const opening = new EventTarget(); setTimeout(() => opening.onerror?.(new Event('error'))); return opening }`,
  'IndexedDB hangs': `IDBFactory.prototype.open = () => new EventTarget()`,
  'all storage is denied': ['indexedDB', 'localStorage', 'sessionStorage'].map(refuse).join(';'),
}

describe('in a browser in which', () => {
  it.each(Object.entries(blocked))(
    '[EMB-3] %s, a customer signs in as long as the page lives',
    async (_name, script) => {
      await context.addInitScript(script)
      const { customer, password } = await buildCustomer(server)
      await page.goto(`${studio()}/host`)
      await page.getByLabel('Email address').fill(customer.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      // By a hand-over, which only a signed-in page gets.
      await page.waitForURL((url) => url.origin === shop() && url.hash !== '')
      expect(problems).toEqual([])
    },
  )
})

describe('a page that the shop refuses', () => {
  const key = () => server.provider.key
  const other = () => `http://other.localhost:${network.port}`
  const cases = {
    'of another website': {
      page: () => `${other()}/host`,
      sentence: 'This website may not use this shop.',
      reason: 'origin.refused',
      remedy: () =>
        `Portraitkit: the shop "${key()}" does not allow ${other()}; ./portraitkit websites allow ${other()} --provider ${key()} does`,
    },
    'of a shop that is not there': {
      page: () => `${studio()}/host?provider=nobody`,
      sentence: 'There is no shop at this address.',
      reason: 'provider.unknown',
      remedy: () => 'Portraitkit: the server knows no shop "nobody"; correct provider, or data-provider on the script',
    },
    'in a sandboxed frame, which has no origin': {
      page: () => `${studio()}/frame`,
      sentence: 'This website may not use this shop.',
      reason: 'origin.refused',
      remedy: () =>
        'Portraitkit: a sandboxed frame has no origin that a shop can allow; add allow-same-origin to its sandbox',
    },
  }

  it.each(Object.entries(cases))(
    '[EMB-3] %s, says why without a button that cannot help, and its console names the remedy once',
    async (_name, { page: address, sentence, reason, remedy }) => {
      const warnings: string[] = []
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
      await page.goto(address())
      await expect.poll(() => page.frames().length).toBeGreaterThan(0)
      const frame = page.frames().at(-1) as Frame
      const alerts = frame.getByRole('alert')
      await alerts.nth(1).waitFor()
      expect(await alerts.allTextContents()).toEqual([sentence, sentence])
      await expect.poll(() => warnings).toEqual([remedy()])
      expect(await frame.evaluate('globalThis.told')).toBe(reason)
      expect(problems).toEqual([])
    },
  )
})
