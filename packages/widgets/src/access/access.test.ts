import { access } from '@portraitkit/core/access/contract.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { findCustomerByEmail } from '../../../server/src/account/collection.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/http/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/http/testServer.ts'
import type { StoredMail } from '../../../server/src/mail/store.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/picture-sets/buildPictureSet.ts'
import { buildProvider } from '../../../server/src/provider/buildProvider.ts'
import { saveProvider } from '../../../server/src/provider/collection.ts'
import type { Provider } from '../../../server/src/provider/document.ts'
import { buildFixture } from '../../vite.fixture.ts'

// Entering a code as a person does it: our sources in a real browser, against a real server.

let server: TestServer
let browser: Browser
let scripts: Map<string, string>
let set: BuiltPictureSet
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const started = await Promise.all([
    launchBrowser(),
    buildFixture('src/register.ts', 'preact'),
    // Mails stay where they can be looked at.
    startTestServer({ env: { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' } }),
  ])
  browser = started[0]
  scripts = started[1]
  server = started[2]
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
})
afterEach(async () => await context?.close())
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

type Visit = { customer?: BuiltCustomer; locale?: string; provider?: Provider }

let addresses = 0

/** A browser of somebody's own, at a network address of its own. */
async function open(path: string, visit: Visit = {}): Promise<void> {
  const { customer, locale = 'en-US', provider = server.provider } = visit
  const origin = `http://localhost:${server.port}`
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale,
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${++addresses}` },
  })
  const cookies = [...(customer?.client.cookies ?? [])].map(([name, value]) => ({ name, value, url: origin }))
  await context.addCookies(cookies)
  await context.route(
    (url) => scripts.has(url.pathname) || url.pathname === '/host',
    (route) => {
      const url = new URL(route.request().url())
      const script = scripts.get(url.pathname)
      if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
      const tags = (url.searchParams.get('tags') ?? 'pk-shop').split(' ')
      const body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
        <style>body{margin:0}</style>${tags.map((tag) => `<${tag} provider="${provider.key}"></${tag}>`).join('')}
        <script type="module">import { register } from '/page.js'; for (const tag of ${JSON.stringify(tags)}) register(tag)</script>`
      return route.fulfill({ contentType: 'text/html', body })
    },
  )
  page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(path.startsWith('/') ? `${origin}${path}` : path)
}

const code = () => page.getByLabel('Code', { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const WRONG = 'The code is not valid'
const CHECK = /^Please compare it with the letter: it has letters and digits, at least 6\./

async function submit(typed: string): Promise<void> {
  await code().fill(typed)
  await button('Continue').click()
}

describe('the code field', () => {
  it.each<[string, (code: string) => string]>([
    ['the link in a mail', (code) => `https://shop.example.com/c/${code}?provider=somebody`],
    ['a sentence', (code) => `If the link does not open, enter the code ${code}.`],
    ['a line of a letter, with a space that does not break', (code) => `Code:\u00a0${code.toLowerCase()}`],
    ['dashes and wide letters of another keyboard', (code) => `${code.slice(0, 4)}\u2212${wide(code.slice(4))}`],
  ])('takes the code out of %s', async (_what, around) => {
    await open('/host')
    await submit(around(set.code.toUpperCase()))
    await page.getByRole('heading', { name: 'The pictures of Emma Carter are ready' }).waitFor()
  })

  it('[ENT-9] says that a code is wrong, and what to check in it', async () => {
    await open('/host')
    await submit('QQQQWW')
    await page.getByRole('alert').getByText(WRONG, { exact: true }).waitFor()
    await page.getByText(CHECK).waitFor()
    const described = await code().getAttribute('aria-describedby')
    expect(described?.split(' ')).toHaveLength(2)
    await submit(set.code)
    await page.getByLabel('E-mail address').waitFor()
    await button('Go back').click()
    await code().waitFor()
    expect(await page.getByText(CHECK).count()).toBe(0)
  })

  it('says what to check in the language of the customer', async () => {
    await open('/host', { locale: 'de-DE' })
    await code().fill('QQQQWW')
    await button('Weiter').click()
    await page.getByText('Der Code ist nicht gültig').waitFor()
    await page.getByText(/^Vergleichen Sie ihn bitte mit dem Brief/).waitFor()
  })

  it('[ENT-9] with too many tries says so, and not that the code is wrong', async () => {
    await open('/host')
    const headers = { 'x-forwarded-for': `198.51.100.${addresses}` }
    for (let count = 0; count < 10; count++) {
      await server.client().call(access.verifySubjectCode, { code: `GUESS${count}` }, { headers })
    }
    await submit(set.code)
    await page
      .getByRole('alert')
      .getByText(/^Too many attempts/)
      .waitFor()
    expect(await page.getByText(CHECK).count()).toBe(0)
  })

  it('[ENT-9] without a network only stops waiting, and the next try goes through', async () => {
    await open('/host')
    await code().waitFor()
    await context.setOffline(true)
    await submit(set.code)
    await expect.poll(() => button('Continue').getAttribute('data-busy'), { timeout: 30_000 }).toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.setOffline(false)
    await button('Continue').click()
    await page.getByLabel('E-mail address').waitFor()
  })

  it('does not show what went wrong on the page that adds a code, nor that one what went wrong here', async () => {
    await open('/host?tags=pk-code-entry pk-add-picture-set', { customer: await buildCustomer(server) })
    const here = page.locator('pk-code-entry')
    const there = page.locator('pk-add-picture-set')
    await there.getByLabel('Code', { exact: true }).fill('QQQQWW')
    await there.getByRole('button', { name: 'Add pictures' }).click()
    await there.getByText(WRONG).waitFor()
    await there.getByText(CHECK).waitFor()
    await here.getByLabel('Code', { exact: true }).waitFor()
    expect(await here.getByText(WRONG).count()).toBe(0)
  })

  it('has forgotten what was wrong when somebody comes back to it', async () => {
    await open('/host')
    await submit('QQQQWW')
    await page.getByText(WRONG).waitFor()
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await code().waitFor()
    expect(await page.getByText(WRONG).count()).toBe(0)
  })
})

describe('a code that did not come', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Not received a code?' })
  const address = () => dialog().getByLabel('E-mail address')
  const send = () => dialog().getByRole('button', { name: 'Send the code again' })

  it('[ENT-3] is explained, and sent again to the contact on file', async () => {
    const to = set.subject.contact.email ?? ''
    await open('/host')
    await button('Not received a code?').click()
    await dialog()
      .getByText(/^Codes are sent a few days after the photo shoot/)
      .waitFor()
    await send().click()
    await dialog().getByText('This is required!').waitFor()
    await address().fill('nobody')
    await send().click()
    await dialog().getByText('Invalid email').waitFor()
    await context.setOffline(true)
    await address().fill(to)
    await send().click()
    await dialog().getByRole('alert').getByText('The shop cannot be reached').waitFor({ timeout: 30_000 })
    await context.setOffline(false)
    await send().click()
    await dialog()
      .getByRole('status')
      .getByText(/^If the photographer has this address on file/)
      .waitFor()
    const mails = await server.app.db.collection<StoredMail>('mails').find({ to }).toArray()
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`/c/${set.code.toUpperCase()}`)])
    await dialog().getByRole('button', { name: 'Try another address' }).click()
    await address().waitFor()
  })

  it('says the same to a stranger, and begins anew when it is opened again', async () => {
    await open('/host')
    await button('Not received a code?').click()
    await address().fill('stranger@example.com')
    await page.keyboard.press('Enter')
    await dialog()
      .getByRole('status')
      .getByText(/^If the photographer has this address on file/)
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await button('Not received a code?').click()
    await address().waitFor()
  })
})

describe('a second child', () => {
  it('takes its code and no address that was typed before', async () => {
    const sister = await buildPictureSet(server.app, server.provider, { subject: { name: 'Mia Carter' } })
    const customer = await buildCustomer(server)
    await open('/host')
    await submit(set.code)
    await page.getByLabel('E-mail address').fill(customer.customer.email)
    await button('Continue').click()
    await button('Go back').click()
    await button('Go back').click()
    await submit(sister.code)
    await page.getByRole('heading', { name: 'The pictures of Mia Carter are ready' }).waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(customer.customer.email)
    await button('Continue').click()
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await button('Sign in').click()
    await page
      .getByRole('img', { name: /of Mia Carter/ })
      .first()
      .waitFor()
  })

  it('[ENT-7, ENT-12] of somebody who is signed in takes nothing but its code', async () => {
    await open('/host', { customer: await buildCustomer(server) })
    await code().fill(set.code)
    await button('Add pictures').click()
    const asked = page.getByRole('dialog', { name: 'Add pictures' })
    await asked.getByText(/^Are you sure you want to add the code/).waitFor()
    await asked.getByRole('button', { name: 'Add pictures' }).click()
    await page
      .getByRole('img', { name: /of Emma Carter/ })
      .first()
      .waitFor()
    expect(new URL(page.url()).hash).toBe('#/new-picture-set')
  })

  it('[AUT-7] whoever has entered a code and signs in at the login comes to its pictures too', async () => {
    const customer = await buildCustomer(server)
    await open('/host')
    await submit(set.code)
    await page.getByLabel('E-mail address').waitFor()
    await page.goto(`${new URL(page.url()).origin}/host#/login`)
    await page.getByLabel('E-mail address').fill(customer.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await button('Sign in').click()
    await page
      .getByRole('img', { name: /of Emma Carter/ })
      .first()
      .waitFor()
    await page.goto(`${new URL(page.url()).origin}/host#/`)
    await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
  })
})

describe('[AUT-6] the consent to mail', () => {
  const box = () => page.getByRole('checkbox', { name: 'Send me offers and news by e-mail' })
  /** Whether the box is there, and ticked. */
  const seen = async () => ((await box().count()) === 0 ? 'not asked' : (await box().isChecked()) ? 'on' : 'off')
  const password = () => page.getByLabel('Password', { exact: true })
  const stored = async (email: string) => (await findCustomerByEmail(server.app, shop, email))?.acceptMail
  let shop: Provider

  async function aShop(options: Partial<Provider['options']>): Promise<{ customer: BuiltCustomer; code: string }> {
    shop = buildProvider({ options: { ...server.provider.options, ...options } })
    await saveProvider(server.app, shop)
    const { code } = await buildPictureSet(server.app, shop)
    return { customer: await buildCustomer(server, { provider: shop }), code }
  }

  it.each([
    [false, false, false],
    [false, false, true],
    [false, true, false],
    [false, true, true],
    [true, false, false],
    [true, false, true],
    [true, true, false],
    [true, true, true],
  ])('default on: %s, not at registration: %s, not at sign-in: %s', async (isOn, notRegistering, notSigningIn) => {
    const built = await aShop({
      acceptMailDefaultOn: isOn,
      disableAcceptMailOptionWhenRegisteringUser: notRegistering,
      disableAcceptMailWhenLoggingIn: notSigningIn,
    })
    const atSignIn = notSigningIn ? 'not asked' : isOn ? 'on' : 'off'
    await open('/host#/login', { provider: shop })
    await password().waitFor()
    expect(await seen()).toBe(atSignIn)
    await page.getByRole('link', { name: 'New here? Enter the code you received' }).click()
    await submit(built.code)
    await page.getByLabel('E-mail address').fill(built.customer.customer.email)
    await button('Continue').click()
    await password().waitFor()
    expect(await seen()).toBe(atSignIn)
    await button('Go back').click()
    const email = `new-${crypto.randomUUID().slice(0, 8)}@example.com`
    await page.getByLabel('E-mail address').fill(email)
    await button('Continue').click()
    await page.getByLabel('Phone number').fill('212 555 0188')
    expect(await seen()).toBe(notRegistering ? 'not asked' : isOn ? 'on' : 'off')
    await page.getByLabel('Choose a password').fill('a long password')
    await button('Create user').click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/new-picture-set')
    expect(await stored(email)).toBe(isOn && !notRegistering)
  })

  it('is given at the login and after a code by a tick, and not lost by none', async () => {
    const { customer, code } = await aShop({})
    const { email } = customer.customer
    const signIn = async () => {
      await password().fill(customer.password)
      await button('Sign in').click()
      await box().waitFor({ state: 'detached' })
    }
    await open('/host#/login', { provider: shop })
    await page.getByLabel('E-mail address').fill(email)
    await signIn()
    expect(await stored(email)).toBe(false)
    await context.close()
    await open('/host', { provider: shop })
    await submit(code)
    await page.getByLabel('E-mail address').fill(email)
    await button('Continue').click()
    await box().check()
    await signIn()
    expect(await stored(email)).toBe(true)
    await context.close()
    await open('/host#/login', { provider: shop })
    await page.getByLabel('E-mail address').fill(email)
    await signIn()
    expect(await stored(email)).toBe(true)
  })
})

describe('[AUT-14] the analytics hook', () => {
  const told = () => page.evaluate(() => (window as unknown as { told: unknown[] }).told)

  async function visit(path: string, analyticsEnabled?: boolean): Promise<{ customer: BuiltCustomer; code: string }> {
    const { analyticsEnabled: _off, ...options } = server.provider.options
    const on = analyticsEnabled === undefined ? {} : { analyticsEnabled }
    const provider = buildProvider({ options: { ...options, ...on } })
    await saveProvider(server.app, provider)
    const { code } = await buildPictureSet(server.app, provider)
    await open('about:blank', { provider })
    await page.addInitScript(() => {
      const heard: unknown[] = []
      for (const name of ['pk-login', 'pk-analytics'])
        addEventListener(name, (event) => heard.push({ name, ...(event as CustomEvent).detail }))
      Object.assign(window, { told: heard })
    })
    await page.goto(`http://localhost:${server.port}${path}`)
    return { customer: await buildCustomer(server, { provider }), code }
  }

  async function signIn({ customer, password }: BuiltCustomer): Promise<void> {
    await page.getByLabel('E-mail address').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button('Sign in').click()
    await expect.poll(() => new URL(page.url()).hash).not.toBe('#/login')
  }

  it('hears a login once, however many widgets there are', async () => {
    const { customer } = await visit('/host?tags=pk-shop pk-orders#/login', true)
    await signIn(customer)
    await expect.poll(told).toHaveLength(2)
    expect(await told()).toEqual([
      { name: 'pk-login', method: 'login' },
      { name: 'pk-analytics', event: 'login' },
    ])
  })

  it('hears a registration, and nothing of who it is', async () => {
    const { code } = await visit('/host', true)
    await submit(code)
    await page.getByLabel('E-mail address').fill(`new-${crypto.randomUUID().slice(0, 8)}@example.com`)
    await button('Continue').click()
    await page.getByLabel('Phone number').fill('212 555 0188')
    await page.getByLabel('Choose a password').fill('a long password')
    await button('Create user').click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/new-picture-set')
    expect(await told()).toEqual([
      { name: 'pk-login', method: 'registration' },
      { name: 'pk-analytics', event: 'registration' },
    ])
  })

  it.each([[undefined], [false]])('hears nothing where it is %s', async (analyticsEnabled) => {
    const { customer } = await visit('/host#/login', analyticsEnabled)
    await signIn(customer)
    await expect.poll(told).toEqual([{ name: 'pk-login', method: 'login' }])
  })
})

/** Letters as a keyboard for Chinese or Japanese types them. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
}
