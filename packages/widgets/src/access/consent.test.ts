import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findCustomerByEmail } from '../../../server/src/features/account/collection.ts'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import type { Provider } from '../../../server/src/platform/provider/document.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { buildProvider } from '../../../server/src/testing/buildProvider.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// The effect of a shop's options on visitors who sign in or register.

const isLong = process.env.PROOFS === 'long'

let shop: ShopInBrowser
let page: Page

beforeAll(async () => {
  // emails stay in the queue
  shop = await openShopInBrowser({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

async function open(path: string, visit: Visit = {}): Promise<void> {
  page = await shop.visit(path, { width: 390, ...visit })
}

const code = () => page.getByLabel('Code', { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
async function submit(typed: string): Promise<void> {
  await code().fill(typed)
  await button('Continue').click()
}

describe('[AUT-6] the consent to mail', () => {
  const box = () => page.getByRole('checkbox', { name: 'Send me offers and news by email' })
  /** Whether the box exists, and whether it is ticked. */
  const seen = async () => ((await box().count()) === 0 ? 'not asked' : (await box().isChecked()) ? 'on' : 'off')
  const password = () => page.getByLabel('Password', { exact: true })
  const stored = async (email: string) => (await findCustomerByEmail(shop.server.app, provider, email))?.acceptMail
  let provider: Provider

  async function aShop(options: Partial<Provider['options']>): Promise<{ customer: BuiltCustomer; code: string }> {
    provider = buildProvider({ options: { ...shop.server.provider.options, ...options } })
    await saveProvider(shop.server.app, provider)
    const { code } = await buildPictureSet(shop.server.app, provider)
    return { customer: await buildCustomer(shop.server, { provider }), code }
  }

  const everyChoice = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [bits > 3, (bits & 2) > 0, (bits & 1) > 0] as const)
  // each box on, off and not shown
  const shortly = [
    [false, false, false],
    [true, true, false],
    [true, false, true],
  ] as const
  it.each(isLong ? everyChoice : shortly)(
    'default on: %s, not at registration: %s, not at sign-in: %s',
    async (isOn, notRegistering, notSigningIn) => {
      const built = await aShop({
        acceptMailDefaultOn: isOn,
        disableAcceptMailOptionWhenRegisteringUser: notRegistering,
        disableAcceptMailWhenLoggingIn: notSigningIn,
      })
      const atSignIn = notSigningIn ? 'not asked' : isOn ? 'on' : 'off'
      await open('/login', { provider })
      await password().waitFor()
      expect(await seen()).toBe(atSignIn)
      await page.getByRole('link', { name: 'New here? Enter the code you received' }).click()
      await submit(built.code)
      await page.getByLabel('Email address').fill(built.customer.customer.email)
      await button('Continue').click()
      await password().waitFor()
      expect(await seen()).toBe(atSignIn)
      await button('Go back').click()
      const email = `new-${crypto.randomUUID().slice(0, 8)}@example.com`
      await page.getByLabel('Email address').fill(email)
      await button('Continue').click()
      await page.getByLabel('Phone number').fill('212 555 0188')
      expect(await seen()).toBe(notRegistering ? 'not asked' : isOn ? 'on' : 'off')
      await page.getByLabel('Choose a password').fill('a long password')
      await button('Create user').click()
      await expect.poll(() => new URL(page.url()).hash).toBe('#/new-picture-set')
      expect(await stored(email)).toBe(isOn && !notRegistering)
    },
  )

  it('is given by ticking the box after a code, and not withdrawn by a later sign-in without a tick', async () => {
    const { customer, code } = await aShop({})
    const { email } = customer.customer
    const signIn = async () => {
      await password().fill(customer.password)
      await button('Sign in').click()
      await box().waitFor({ state: 'detached' })
    }
    await open('/login', { provider })
    await page.getByLabel('Email address').fill(email)
    await signIn()
    expect(await stored(email)).toBe(false)
    await open('/', { provider })
    await submit(code)
    await page.getByLabel('Email address').fill(email)
    await button('Continue').click()
    await box().check()
    await signIn()
    expect(await stored(email)).toBe(true)
    await open('/login', { provider })
    await page.getByLabel('Email address').fill(email)
    await signIn()
    expect(await stored(email)).toBe(true)
  })
})

describe('[AUT-14] the analytics hook', () => {
  const analyticsEvents = () => page.evaluate(() => (window as unknown as { told: unknown[] }).told)

  async function visit(path: string, analyticsEnabled?: boolean, tags = ['pk-shop']) {
    const { analyticsEnabled: _off, ...options } = shop.server.provider.options
    const on = analyticsEnabled === undefined ? {} : { analyticsEnabled }
    const provider = buildProvider({ options: { ...options, ...on } })
    await saveProvider(shop.server.app, provider)
    const { code } = await buildPictureSet(shop.server.app, provider)
    const listen = () => {
      const heard: unknown[] = []
      for (const name of ['pk-login', 'pk-analytics'])
        addEventListener(name, (event) => heard.push({ name, ...(event as CustomEvent).detail }))
      Object.assign(window, { told: heard })
    }
    await open(path, { provider, tags, before: (page) => page.addInitScript(listen) })
    return { customer: await buildCustomer(shop.server, { provider }), code }
  }

  async function signIn({ customer, password }: BuiltCustomer): Promise<void> {
    await page.getByLabel('Email address').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button('Sign in').click()
    await expect.poll(() => new URL(page.url()).hash).not.toBe('#/login')
  }

  it('reports a login once, however many widgets there are', async () => {
    const { customer } = await visit('/login', true, ['pk-shop', 'pk-orders'])
    await signIn(customer)
    await expect.poll(analyticsEvents).toHaveLength(2)
    expect(await analyticsEvents()).toEqual([
      { name: 'pk-login', method: 'login' },
      { name: 'pk-analytics', event: 'login' },
    ])
  })

  it('reports a registration without anything about the person', async () => {
    const { code } = await visit('/', true)
    await submit(code)
    await page.getByLabel('Email address').fill(`new-${crypto.randomUUID().slice(0, 8)}@example.com`)
    await button('Continue').click()
    await page.getByLabel('Phone number').fill('212 555 0188')
    await page.getByLabel('Choose a password').fill('a long password')
    await button('Create user').click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/new-picture-set')
    expect(await analyticsEvents()).toEqual([
      { name: 'pk-login', method: 'registration' },
      { name: 'pk-analytics', event: 'registration' },
    ])
  })

  it.each(isLong ? [undefined, false] : [undefined])('reports nothing if it is %s', async (analyticsEnabled) => {
    const { customer } = await visit('/login', analyticsEnabled)
    await signIn(customer)
    await expect.poll(analyticsEvents).toEqual([{ name: 'pk-login', method: 'login' }])
  })
})
