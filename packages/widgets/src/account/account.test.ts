import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { simulationLink } from '../../../server/src/account/simulation.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/http/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/http/testServer.ts'
import { buildFixture } from '../../vite.fixture.ts'

// The account area as a person sees it: our sources in a real browser, against a real server.

let server: TestServer
let browser: Browser
let scripts: Map<string, string>
let context: BrowserContext

beforeAll(async () => {
  const [started, files, shop] = await Promise.all([
    launchBrowser(),
    buildFixture('src/register.ts', 'preact'),
    startTestServer(),
  ])
  browser = started
  scripts = files
  server = shop
})
afterEach(async () => await context?.close())
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const origin = () => `http://localhost:${server.port}`

/** A browser in which the customer is signed in. */
async function browserOf({ client }: Pick<BuiltCustomer, 'client'>, width = 390): Promise<void> {
  context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'en-US', acceptDownloads: true })
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: origin(), httpOnly: true })))
  await context.route(
    (url) => scripts.has(url.pathname) || url.pathname === '/host' || url.pathname === '/my-account',
    (route) => {
      const url = new URL(route.request().url())
      const script = scripts.get(url.pathname)
      if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
      const tags = (url.searchParams.get('tags') ?? 'pk-shop').split(' ')
      const body = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
        <style>body{margin:0}</style>${tags.map((tag) => `<${tag} provider="${server.provider.key}"></${tag}>`).join('')}
        <script type="module">import { register } from '/page.js'; for (const tag of ${JSON.stringify(tags)}) register(tag)</script>`
      return route.fulfill({ contentType: 'text/html', body })
    },
  )
}

async function open(path: string): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(`${origin()}${path}`)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe('the account area', () => {
  it('[ACC-1] lists what there is, and picture packages only where some can be cancelled', async () => {
    await browserOf(await buildCustomer(server))
    const page = await open('/host#/my-account')
    const menu = page.getByRole('navigation', { name: 'My account' })
    await menu.getByRole('link').first().waitFor()
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Change password',
      'Update contact information',
      'My picture sets',
      'Order history',
      'Communication',
      'Where you are signed in',
      'My data',
    ])
    await menu.getByRole('link', { name: 'Update contact information' }).click()
    await page.getByRole('heading', { name: 'Update contact information' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/my-account/contact-info')
  })

  it('[ACC-2] contact information: what is wrong stands at its field, what is right is kept', async () => {
    const customer = await buildCustomer(server)
    await browserOf(customer)
    const page = await open('/host#/my-account/contact-info')
    const save = button(page, 'Save')
    await save.waitFor()
    expect(await save.isDisabled()).toBe(true)
    await page.getByLabel('Full name').fill('Anna')
    await page.getByLabel('Address', { exact: true }).fill('12 Maple Street')
    await page.getByLabel('Postal code').fill('10001')
    await page.getByLabel('City').fill('New York')
    await page.getByText('Please enter first and last name').waitFor()
    await page.getByLabel('Full name').fill('Anna Carter')
    await page.getByLabel('Mobile phone').fill('+1 212 555')
    await save.click()
    await page.getByText('This phone number does not look right.').waitFor()
    await page.getByLabel('Mobile phone').fill('(212) 555-0188')
    await save.click()
    await page.getByText('Your contact information was updated.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Anna Carter')
    expect(await page.getByLabel('Mobile phone').inputValue()).toBe('+12125550188')
    expect(await page.getByLabel('Apartment, floor, c/o').count()).toBe(0)
  })

  it('a device is signed out from another one', async () => {
    const customer = await buildCustomer(server)
    await browserOf(customer)
    const phone = server.client()
    const { account } = await import('@portraitkit/core/account/contract.ts')
    const signIn = { email: customer.customer.email, password: customer.password }
    await phone.call(account.signIn, signIn, { headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' } })
    const page = await open('/host#/my-account/devices')
    await page.getByText('This device').waitFor()
    await button(page, 'Sign out Safari, iPhone').click()
    await expect.poll(() => page.getByText('Safari, iPhone').count()).toBe(0)
    expect((await phone.call(account.session, {})).user).toBeNull()
  })

  it('the data comes as a file, for the password', async () => {
    const customer = await buildCustomer(server)
    await browserOf(customer)
    const page = await open('/host#/my-account/data')
    const password = page.getByLabel('Password', { exact: true }).first()
    await password.fill('not the one')
    await button(page, 'Download my data').click()
    const refusal = page.getByText('This is not your password.')
    await refusal.waitFor()
    await password.fill(customer.password)
    await page.getByLabel('Password', { exact: true }).last().fill('not the one')
    await button(page, 'Delete account').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
    // each password is told of at its own field
    await expect.poll(() => refusal.count()).toBe(2)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download my data').click()])
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(download.suggestedFilename()).toBe(`${server.provider.key}-my-data.json`)
    expect(file.data.customers[0].email).toBe(customer.customer.email)
    expect(await refusal.count()).toBe(1)
  })

  it('the account is deleted after a question, and its receipt stays to be read', async () => {
    const customer = await buildCustomer(server)
    await browserOf(customer)
    const page = await open('/host#/my-account/data')
    await page.getByLabel('Password', { exact: true }).last().fill(customer.password)
    await button(page, 'Delete account').click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button(page, 'Delete account').click()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.getByText('Your account has been deleted').waitFor()
    await page.getByText(/Its number is [0-9a-f-]{36}\./).waitFor()
    await page.getByRole('link', { name: 'To the front page' }).click()
    await page.getByRole('heading', { name: 'Hi! Did you receive a code from us?' }).waitFor()
  })

  it('[AUT-15] signed out, its data opens the login and is come back to', async () => {
    await browserOf({ client: server.client() })
    const page = await open('/host#/my-account/data')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/login')
    const kept = await page.evaluate(() => Object.values(sessionStorage).map((entry) => JSON.parse(entry).referrer))
    expect(kept).toEqual(['/my-account/data'])
  })
})

describe('[AUT-11] an operator who acts as a customer', () => {
  it('is told so on every view and over every single widget, in red', async () => {
    const { customer } = await buildCustomer(server, { name: 'Anna Carter' })
    const link = new URL((await simulationLink(server.app, server.provider, customer.email, 'Kari')) ?? '')
    await browserOf({ client: server.client() })
    const page = await open(`${link.pathname}?provider=${server.provider.key}`)
    const band = page.getByText('You are acting as Anna Carter.')
    for (const hash of ['#/', '#/products/cards', '#/my-account', '#/my-account/contact-info', '#/my-account/data']) {
      await page.goto(`${origin()}/host${hash}`)
      await band.waitFor()
      const { width } = (await band.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(370)
    }
    await page.getByText('Only the customer can do this').waitFor()
    const widgets = await open('/host?tags=pk-orders pk-my-account')
    await expect.poll(() => widgets.getByText('You are acting as Anna Carter.').count()).toBe(2)
    const red = await widgets
      .locator('.pk-operator')
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor)
    const frame = await widgets
      .locator('.pk-frame')
      .first()
      .evaluate((node) => getComputedStyle(node).borderLeft)
    expect(frame).toBe(`4px solid ${red}`)
  })

  it('the customer’s own session shows nothing of it', async () => {
    await browserOf(await buildCustomer(server, { name: 'Anna Carter' }))
    const page = await open('/host#/my-account')
    await page.getByRole('link', { name: 'My data' }).waitFor()
    expect(await page.locator('.pk-operator').count()).toBe(0)
  })
})

describe('[AUT-13] signing out', () => {
  it('ends the session on the server, in another tab and in another widget', async () => {
    const customer = await buildCustomer(server)
    await browserOf(customer, 1280)
    const tab = await open('/host?tags=pk-devices pk-my-account')
    await tab.getByText('This device').waitFor()
    await tab.getByRole('link', { name: 'My data' }).waitFor()
    const page = await open('/host?tags=pk-shop pk-my-account#/my-account/contact-info')
    await button(page, 'Save').waitFor()
    await button(page, 'Log out').click()
    const signIn = (where: Page) => where.getByText('Sign in to see your account')
    await signIn(page).waitFor()
    await expect.poll(() => signIn(tab).count()).toBe(2)
    const { account } = await import('@portraitkit/core/account/contract.ts')
    expect((await customer.client.call(account.session, {})).user).toBeNull()
  })
})
