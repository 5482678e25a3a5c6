import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { findViolations } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// Runs axe on every surface of the entry flow, in every state.

let shop: ShopInBrowser
let set: BuiltPictureSet
let page: Page

beforeAll(async () => {
  // emails stay in the queue
  shop = await openShopInBrowser({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const { app, provider } = shop.server
  set = await buildPictureSet(app, provider, { subject: { name: 'Emma Carter' } })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

async function open(path: string, visit: Visit = {}): Promise<void> {
  page = await shop.visit(path, { width: 390, ...visit })
}

const code = () => page.getByLabel('Code', { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const WRONG = 'The code is not valid'

async function submit(typed: string): Promise<void> {
  await code().fill(typed)
  await button('Continue').click()
}

describe('axe reports nothing', () => {
  /** The violations that axe reports once this element has stopped moving. */
  async function findings(awaited: Locator): Promise<string[][]> {
    await awaited.waitFor()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))))
    return findViolations(page)
  }
  const alert = (text: string | RegExp) => page.getByRole('alert').getByText(text)
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })
  const dialog = (name: string) => page.getByRole('dialog', { name })

  it('from the code to a new account', async () => {
    await open('/')
    expect(await findings(code())).toEqual([])
    await submit('QQQQWW')
    expect(await findings(alert(WRONG))).toEqual([])
    await button('Not received a code?').click()
    expect(await findings(dialog('Not received a code?').getByText(/^Codes are sent/))).toEqual([])
    await button('Send the code again').click()
    expect(await findings(alert('This is required!'))).toEqual([])
    await dialog('Not received a code?').getByLabel('Email address').fill('somebody@example.com')
    await button('Send the code again').click()
    expect(await findings(page.getByText('Please look at your mail'))).toEqual([])
    await page.keyboard.press('Escape')
    await submit(set.code)
    expect(await findings(heading('The pictures of Emma Carter are ready'))).toEqual([])
    await button('Continue').click()
    expect(await findings(alert('This is required!'))).toEqual([])
    await page.getByLabel('Email address').fill(`new-${crypto.randomUUID().slice(0, 8)}@example.com`)
    await button('Continue').click()
    expect(await findings(heading('Create a free user account'))).toEqual([])
    await page.getByLabel('Phone number').fill('1')
    await page.getByLabel('Choose a password').fill('a')
    await page.getByLabel('Choose a password').blur()
    expect(await findings(alert("That's too short!"))).toEqual([])
    await button('Terms of service').click()
    expect(await findings(dialog('Terms of service').getByText('Terms of service').first())).toEqual([])
  })

  it('for a returning customer, in dark mode', async () => {
    const customer = await buildCustomer(shop.server)
    await open('/', { device: { colorScheme: 'dark' } })
    await submit(set.code)
    await page.getByLabel('Email address').fill(customer.customer.email)
    await button('Continue').click()
    expect(await findings(heading('Welcome back!'))).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('not the one')
    await button('Sign in').click()
    expect(await findings(alert(/do not belong together/))).toEqual([])
    await page.goto(shop.address('/login'))
    expect(await findings(heading('Sign in'))).toEqual([])
    await page.getByLabel('Email address').fill('nobody')
    await button('Sign in').click()
    expect(await findings(alert('Invalid email'))).toEqual([])
  })

  it('for a signed-in customer who adds a code', async () => {
    await open('/', { customer: await buildCustomer(shop.server, { subjects: [set.subject.uuid] }) })
    expect(await findings(heading('Would you like to add another picture set?'))).toEqual([])
    await code().fill(set.code)
    await button('Add pictures').click()
    expect(await findings(dialog('Add pictures').getByText(/^Are you sure/))).toEqual([])
    await dialog('Add pictures').getByRole('button', { name: 'Add pictures' }).click()
    expect(await findings(dialog('You have these pictures already').getByText(/Emma Carter/))).toEqual([])
  })

  it('in each widget on a page of a signed-out visitor without a code', async () => {
    await open('/', { tags: ['pk-add-picture-set', 'pk-email-check', 'pk-registration'] })
    for (const [tag, title] of [
      ['pk-add-picture-set', 'Sign in to add a picture set'],
      ['pk-email-check', 'Begin with your code'],
      ['pk-registration', 'Begin with your code'],
    ] as const) {
      expect(await findings(page.locator(tag).getByText(title))).toEqual([])
    }
  })

  it('on the page that adds a code, with an error', async () => {
    await open('/', { tags: ['pk-add-picture-set'], customer: await buildCustomer(shop.server) })
    await code().fill('QQQQWW')
    await button('Add pictures').click()
    expect(await findings(alert(WRONG))).toEqual([])
  })
})
