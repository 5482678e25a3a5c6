import type { ServerResponse } from 'node:http'
import { account } from '@portraitkit/core/account/contract.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { sessionsOf } from '../../../server/src/features/account/sessions/sessions.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { buildFixture } from '../../vite.fixture.ts'
import { type SlowNetwork, startSlowNetwork } from '../testing/slowNetwork.ts'

// Pressing 'Log out' signs out even if the page is closed before the server has answered: in a real browser, against a real
// server, on a slow network.

let browser: Browser
let server: TestServer
let network: SlowNetwork
let scripts: Map<string, string>

beforeAll(async () => {
  network = await startSlowNetwork(answerPage)
  const studio = `http://studio.localhost:${network.port}`
  const options = { provider: { origins: [studio] }, env: { TRUST_PROXY: '1' } }
  ;[server, browser, scripts] = await Promise.all([
    startTestServer(options),
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

/** A host page with the whole shop on it; on a site other than the shop's, it names the shop's server. */
function answerPage(url: URL, answer: ServerResponse): boolean {
  const script = scripts?.get(url.pathname)
  if (script !== undefined) answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  else if (url.pathname !== '/host') return false
  else {
    const shop = `<pk-shop provider="${server.provider.key}" api="${url.searchParams.get('api') ?? ''}"></pk-shop>`
    answer
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${shop}
        <script type="module">import { register } from '/page.js'; register('pk-shop')</script>`)
  }
  return true
}

const places = {
  'on the shop’s own site': () => `http://localhost:${network.port}/host`,
  'on another site': () => {
    const api = `http://localhost:${network.port}`
    return `http://studio.localhost:${network.port}/host?api=${encodeURIComponent(api)}`
  },
}

describe.each(Object.entries(places))('[AUT-13] a sign-out %s', (_place, host) => {
  let context: BrowserContext
  let page: Page
  let customer: BuiltCustomer
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    context.setDefaultTimeout(30_000)
    page = await context.newPage()
    customer = await buildCustomer(server)
    await customer.client.call(account.signOut, {})
    await page.goto(`${host()}#/login`)
    await signIn(customer)
    expect(await sessions(customer)).toBe(1)
  })
  afterEach(async () => {
    network.signOuts('open')
    await context.close()
  })

  const logOut = () => page.getByRole('banner').getByRole('button', { name: 'Log out' })
  const sessions = ({ customer: { _id } }: BuiltCustomer) =>
    sessionsOf(server.app, server.provider).count({ 'customer.uuid': _id })

  async function signIn({ customer: { email }, password }: BuiltCustomer): Promise<void> {
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await logOut().waitFor()
  }

  it('takes effect although its page is closed at once', async () => {
    network.signOuts('held')
    await logOut().click()
    await network.untilHeld()
    await page.close()
    page = await context.newPage()
    await page.goto('about:blank')
    await network.release()
    await expect.poll(() => sessions(customer)).toBe(0)
  })

  it('is not undone by the next page while it is in progress, and ends no session that is opened there', async () => {
    network.signOuts('held')
    await logOut().click()
    await page.goto('about:blank')
    await page.goto(`${host()}#/my-account`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await sessions(customer)).toBe(0)
    await signIn(customer)
    await network.release()
    await page.reload()
    await logOut().waitFor()
    expect(await sessions(customer)).toBe(1)
  })

  it('is repeated by the next page if it did not reach the server, also in another tab', async () => {
    network.signOuts('cut')
    await Promise.all([page.waitForEvent('requestfailed'), logOut().click()])
    page = await context.newPage()
    await page.goto(`${host()}#/my-account`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await sessions(customer)).toBe(1)
    network.signOuts('open')
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => sessions(customer)).toBe(0)
  })
})
