import { text } from 'node:stream/consumers'
import { account } from '@portraitkit/core/account/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { simulationLink } from '../../../server/src/features/account/sessions/actAsCustomer.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// The account area as customers see it: the sources in a real browser, against a real server.

let shop: ShopInBrowser
let server: TestServer

beforeAll(async () => {
  shop = await openShopInBrowser()
  server = shop.server
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const open = (path: string, visit: Visit = {}) => shop.visit(path, { width: 390, ...visit })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe('the account area', () => {
  it('[ACC-1] lists its pages, and picture packages only if some can be cancelled', async () => {
    const page = await open('/my-account', { customer: await buildCustomer(server) })
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
    await page.goto(shop.address('/my-account/orders'))
    await page.getByRole('heading', { name: 'No orders yet', level: 1 }).waitFor()
  })

  it('[ACC-2] contact information: errors are shown at their fields, valid data is saved', async () => {
    const customer = await buildCustomer(server)
    const page = await open('/my-account/contact-info', { customer })
    const save = button(page, 'Save')
    await save.waitFor()
    expect(await save.isDisabled()).toBe(true)
    // in the order in which the country writes an address
    expect((await page.getByRole('main').locator('label').allTextContents()).slice(2, 4)).toEqual([
      'City',
      'Postal code',
    ])
    await page.getByLabel('Mobile phone').fill('12')
    await page.getByLabel('Full name').fill('Anna')
    await page.getByText('Please give a phone number, such as +1 212 555 0142.').waitFor()
    await page.getByLabel('Address', { exact: true }).fill('12 Maple Street')
    await page.getByLabel('Postal code').fill('10001')
    await page.getByLabel('City').fill('123')
    await page.getByText('Please enter first and last name').waitFor()
    await page.getByLabel('Mobile phone').focus()
    await page.getByText('Please check this again.').waitFor()
    await page.getByLabel('City').fill('New York')
    // a town name of ordinary length fits on a narrow phone
    await page.setViewportSize({ width: 360, height: 740 })
    const city = page.getByLabel('City')
    await city.fill('Cambridge')
    expect(await city.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    await city.fill('New York')
    await page.setViewportSize({ width: 390, height: 740 })
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

  it('signs a device out from another one', async () => {
    const customer = await buildCustomer(server)
    const phone = server.client()
    const signIn = { email: customer.customer.email, password: customer.password }
    await phone.call(account.signIn, signIn, { headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' } })
    const page = await open('/my-account/devices', { customer })
    await page.getByText(/^This device · in use now · signed in \w+ \d+, 20\d\d, \d+:\d\d/).waitFor()
    await page.getByText(/^Last used \w+ \d+, 20\d\d, \d+:\d\d/).waitFor()
    await button(page, 'Sign out Safari, iPhone').click()
    await expect.poll(() => page.getByText('Safari, iPhone').count()).toBe(0)
    expect((await phone.call(account.session, {})).user).toBeNull()
  })

  it('exports the data as a file', async () => {
    const customer = await buildCustomer(server)
    const page = await open('/my-account/data', { customer })
    await button(page, 'Download my data').waitFor()
    await page.context().setOffline(true)
    await button(page, 'Download my data').click()
    await page
      .getByRole('alert')
      .getByText('The shop cannot be reached. Please check your connection and try again.')
      .waitFor()
    await page.context().setOffline(false)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download my data').click()])
    const file = JSON.parse(await text(await download.createReadStream()))
    expect(download.suggestedFilename()).toBe(`${server.provider.key}-my-data.json`)
    expect(file.data.customers[0].email).toBe(customer.customer.email)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('deletes the account after a question, and its receipt remains readable', async () => {
    const customer = await buildCustomer(server)
    const page = await open('/my-account/data', { customer })
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

  it('[AUT-15] opens the login for its data when signed out, and returns there', async () => {
    const page = await open('/my-account/data')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/login')
    const referrers = await page.evaluate(() =>
      Object.values(sessionStorage).map((entry) => JSON.parse(entry).referrer),
    )
    expect(referrers).toEqual(['/my-account/data'])
  })
})

describe('[AUT-11] an operator who acts as a customer', () => {
  it('is marked in red on every view and over every single widget', async () => {
    const { customer } = await buildCustomer(server, { name: 'Anna Carter' })
    const link = new URL((await simulationLink(server.app, server.provider, customer.email, 'Kari')) ?? '')
    const page = await open(`${shop.origin}${link.pathname}?provider=${server.provider.key}`)
    const band = page.getByText('You are acting as Anna Carter.')
    for (const path of ['/', '/products/cards', '/my-account', '/my-account/contact-info', '/my-account/data']) {
      await page.goto(shop.address(path))
      await band.waitFor()
      const { width } = (await band.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(370)
    }
    await page.getByText('Only the customer can do this').waitFor()
    await page.goto(shop.address('/', ['pk-orders', 'pk-my-account']))
    await expect.poll(() => page.getByText('You are acting as Anna Carter.').count()).toBe(2)
    const red = await page
      .locator('.pk-operator')
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor)
    const frame = await page
      .locator('.pk-frame')
      .first()
      .evaluate((node) => getComputedStyle(node).borderLeft)
    expect(frame).toBe(`4px solid ${red}`)
  })

  it('is not shown in the customer’s own session', async () => {
    const page = await open('/my-account', { customer: await buildCustomer(server, { name: 'Anna Carter' }) })
    await page.getByRole('link', { name: 'My data' }).waitFor()
    expect(await page.locator('.pk-operator').count()).toBe(0)
  })
})

describe('[AUT-13] signing out', () => {
  it('is possible in the account area too, for a page without the shop’s header, and reports a failure', async () => {
    const customer = await buildCustomer(server)
    const page = await open('/', { customer, tags: ['pk-my-account'] })
    await button(page, 'Log out').waitFor()
    await page.context().setOffline(true)
    await button(page, 'Log out').click()
    await page.getByRole('alert').getByText('The shop cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await button(page, 'Log out').click()
    await page.getByText('Sign in to see your account').waitFor()
    expect((await customer.client.call(account.session, {})).user).toBeNull()
  })

  it.each(['change-password', 'data'])(
    'on %s opens the front page, and a later sign-in does not return',
    async (view) => {
      const built = await buildCustomer(server)
      const page = await open(`/my-account/${view}`, { customer: built, width: 1280 })
      await page
        .getByRole('heading', { name: /Change password|My data/ })
        .first()
        .waitFor()
      await button(page, 'Log out').click()
      await page.getByLabel('Code', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Log in', exact: true }).click()
      await page.getByLabel('Email address').fill(built.customer.email)
      await page.getByLabel('Password', { exact: true }).fill(built.password)
      await button(page, 'Sign in').click()
      await page.getByRole('heading', { name: 'Products' }).first().waitFor()
    },
  )

  it('ends the session on the server, in another tab and in another widget', async () => {
    const customer = await buildCustomer(server)
    const tab = await open('/', { customer, width: 1280, tags: ['pk-devices', 'pk-my-account'] })
    await tab.getByText('This device').waitFor()
    await tab.getByRole('link', { name: 'My data' }).waitFor()
    const page = await tab.context().newPage()
    await page.goto(shop.address('/my-account/contact-info', ['pk-shop', 'pk-my-account']))
    await button(page, 'Save').waitFor()
    await page.locator('pk-shop').getByRole('button', { name: 'Log out' }).click()
    const signIn = (where: Page) => where.getByText('Sign in to see your account')
    await signIn(page).waitFor()
    await expect.poll(() => signIn(tab).count()).toBe(2)
    expect((await customer.client.call(account.session, {})).user).toBeNull()
  })
})

it('a content page without a name is shown as missing, and is not requested', async () => {
  const requests: string[] = []
  const page = await open('/', {
    tags: ['pk-page'],
    before: async (opened) => void opened.on('request', (request) => requests.push(new URL(request.url()).pathname)),
  })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(requests.filter((path) => path.includes('page') && path.startsWith('/api'))).toEqual([])
})
