import type { ServerResponse } from 'node:http'
import { account } from '@portraitkit/core/account/contract.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { buildFixture } from '../../vite.fixture.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { type SlowNetwork, startSlowNetwork } from '../testing/slowNetwork.ts'

// A customer signs in on a photographer's page, on another site than the shop, and follows a link to the shop: in a real browser,
// against a real server, with the reference shop.

let browser: Browser
let server: TestServer
let network: SlowNetwork
let elements: Map<string, string>
let site: Map<string, string>

beforeAll(async () => {
  network = await startSlowNetwork(answerPage)
  ;[server, browser, elements, site] = await Promise.all([
    startTestServer({ provider: { origins: [studio()] }, env: { PUBLIC_URL: shop() } }),
    launchBrowser(),
    buildFixture('src/register.ts', 'preact'),
    buildFixture('../../examples/host-site/src/main.tsx', 'react'),
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
const CALLS = /^\/(?:api|ajax|content|fonts|images|sections|system|templates)\//

/** The photographer's page with one element, whose visitors' origin it hides from others; any other page is the shop's. */
function answerPage(url: URL, answer: ServerResponse): boolean {
  const send = (type: string, body: string) => {
    answer.writeHead(200, { 'content-type': `text/${type}; charset=utf-8` }).end(body)
    return true
  }
  const file = /^\/(elements|site)(\/.*)$/.exec(url.pathname)
  if (file) return send('javascript', (file[1] === 'site' ? site : elements).get(file[2] ?? '') ?? '')
  if (CALLS.test(url.pathname)) return false
  const tag = url.searchParams.get('tag')
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  if (tag === null)
    return send('html', `${head}<div id="shop"></div><script type="module" src="/site/page.js"></script>`)
  return send(
    'html',
    `${head}<meta name="referrer" content="no-referrer"><${tag} provider="${server.provider.key}" api="${shop()}"></${tag}>
     <script type="module">import { register } from '/elements/page.js'; register('${tag}')</script>`,
  )
}

let context: BrowserContext
let page: Page
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
})
afterEach(() => context.close())

const openStudio = (tag: string) => page.goto(`${studio()}/?tag=${tag}`)
const shopAddress = (path: string) => `${shop()}${path}?provider=${server.provider.key}`
const link = () => page.getByRole('link', { name: 'Contact information' })
const question = () => page.getByRole('dialog', { name: 'Which account?' })

async function signIn({ customer, password }: BuiltCustomer): Promise<void> {
  await page.getByLabel('Email address').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in on the photographer's page, and opens the account there. */
async function signInAtStudio(built: BuiltCustomer): Promise<void> {
  await openStudio('pk-login')
  await signIn(built)
  await page.waitForURL((url) => url.origin === shop())
  // the shop has the session before its page is left, so that on a busy machine a link without a code leads to the same view
  await page.getByRole('heading', { level: 1 }).waitFor()
  await openStudio('pk-my-account')
  await link().waitFor()
}

/** Follows the link to the shop until it asks: on a busy machine a code can come too late, and the link leads there without it. */
async function followToQuestion(): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    await openStudio('pk-my-account')
    await link().click()
    await page.waitForURL((url) => url.origin === shop())
    const isAsked = question().waitFor({ timeout: 10_000 })
    if (await isAsked.then(() => true).catch(() => false)) return
  }
  throw new Error('The shop never asked which account it should be')
}

/** Who is signed in at the shop, as its account area says. */
async function expectAtShop({ customer }: BuiltCustomer): Promise<void> {
  await page.goto(shopAddress('/my-account'))
  await page.getByRole('main').getByText(customer.email, { exact: true }).waitFor()
}

describe('a customer who signs in on a page of another site', () => {
  it('is signed in at the shop to which it leads, by a code that nothing of the page can read', async () => {
    const built = await buildCustomer(server)
    const opened: string[] = []
    page.on('framenavigated', (frame) => opened.push(frame.url()))
    await openStudio('pk-login')
    await signIn(built)
    await page.waitForURL((url) => url.origin === shop())
    // whoever leaves before the code was exchanged is not signed in
    await expect.poll(async () => (await context.cookies(shop())).length).toBeGreaterThan(0)
    expect(opened.some((address) => address.includes('#pk-session='))).toBe(true)
    expect(new URL(page.url()).hash).toBe('')
    await expectAtShop(built)
  })

  it('signs out of both with the shop’s Log out', async () => {
    const built = await buildCustomer(server)
    await signInAtStudio(built)
    await link().click()
    await page.getByRole('heading', { name: 'Contact information' }).waitFor()
    await expectAtShop(built)
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Hi! Did you receive a code from us?' }).waitFor()
    await openStudio('pk-my-account')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  })

  it('is greeted as such by the code entry alone', async () => {
    const built = await buildCustomer(server)
    await signInAtStudio(built)
    await openStudio('pk-code-entry')
    await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
    await page.getByText(built.customer.email).waitFor()
    await page.getByRole('link', { name: 'My picture sets' }).waitFor()
  })

  it('follows plain addresses in new tabs, which ask to sign in', async () => {
    const built = await buildCustomer(server)
    await signInAtStudio(built)
    await context.clearCookies()
    const address = (await link().getAttribute('href')) ?? ''
    expect(address).toBe(shopAddress('/my-account/contact-info'))
    const tab = await context.newPage()
    await tab.goto(address)
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('is asked to sign in if the shop gives no code', async () => {
    const built = await buildCustomer(server)
    await signInAtStudio(built)
    await context.clearCookies()
    await page.route('**/session/hand-over', (route) => route.abort())
    await link().click()
    await page.waitForURL((url) => url.origin === shop())
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('is asked which account where somebody else is signed in, who stays until the answer', async () => {
    const [before, built] = [await buildCustomer(server), await buildCustomer(server)]
    await page.goto(shopAddress('/login'))
    await signIn(before)
    await page.getByRole('heading', { name: 'Products', exact: true }).waitFor()
    await openStudio('pk-login')
    await signIn(built)
    await question().getByText(before.customer.email).waitFor()
    await question().getByText(built.customer.email).waitFor()
    await expectKeysInside(question(), 'shop/ArrivalQuestion')
    await question().getByRole('button', { name: 'Keep this account' }).last().click()
    await question().waitFor({ state: 'hidden' })
    await expectAtShop(before)

    await followToQuestion()
    await question().getByRole('button', { name: 'Switch account' }).click()
    await question().waitFor({ state: 'hidden' })
    await expectAtShop(built)
    expect(await before.client.call(account.session, {})).toMatchObject({ user: { uuid: before.customer._id } })
  })
})

it('a stranger’s link signs nobody in', async () => {
  const stranger = await buildCustomer(server)
  await signInAtStudio(stranger)
  let code = ''
  await page.route('**/session/hand-over', async (route) => {
    const answer = await route.fetch()
    code = (await answer.json()).code
    await route.abort()
  })
  await link().click()
  await page.waitForURL((url) => url.origin === shop())
  expect(code).toHaveLength(32)
  await context.clearCookies()
  const parent = await context.newPage()
  await parent.goto(`${shopAddress('/my-account')}#pk-session=${code}`)
  await parent.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(parent.url()).hash).toBe('')
})
