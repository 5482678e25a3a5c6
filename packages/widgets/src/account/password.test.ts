import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/passwordContract.ts'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeResetKey } from '../../../server/src/features/account/resetKeys.ts'
import { simulationLink } from '../../../server/src/features/account/simulation.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildMailServer, mailsIn } from '../../../server/src/testing/buildMailServer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// Forgotten and changed passwords as a person meets them: our sources in a real browser, a real server, a real mail server.

let shop: ShopInBrowser
let server: TestServer
let mailServer: Awaited<ReturnType<typeof buildMailServer>>
let mailbox: string
let set: BuiltPictureSet
let page: Page

beforeAll(async () => {
  mailbox = await mkdtemp(join(tmpdir(), 'pk-mailbox-'))
  mailServer = await buildMailServer(mailbox)
  shop = await openShopInBrowser({ env: { SMTP_URL: mailServer.url } })
  server = shop.server
  set = await buildPictureSet(server.app, server.provider)
})
afterEach(() => shop.leave())
afterAll(async () => {
  await shop?.close()
  await mailServer?.close()
  await rm(mailbox, { recursive: true })
})

const NEW = 'something-new'

async function visit(path: string, visit: Visit = {}): Promise<void> {
  page = await shop.visit(path, { width: 390, ...visit })
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const text = (words: string) => page.getByText(words, { exact: true })
const dialog = () => page.getByRole('dialog')
const address = () => page.evaluate(() => location.href)
/** What stands at a field as wrong with it, as a screen reader says it. */
const errorAt = (name: string) =>
  field(name).evaluate((node: HTMLInputElement) => {
    const root = node.getRootNode() as ShadowRoot
    const ids = node.getAttribute('aria-describedby')?.split(' ') ?? []
    return node.getAttribute('aria-invalid') === 'true' ? root.getElementById(ids[0] ?? '')?.textContent : null
  })
const focused = (name: string) =>
  field(name).evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node)

const keyFor = ({ customer }: BuiltCustomer) => makeResetKey(server.app, server.provider, customer._id)
const opens = async (email: string, password: string) =>
  (await server.client().send(account.signIn, { email, password })).status === 200
const mailsTo = async (email: string) =>
  (await mailsIn(mailbox)).filter(({ to }) => to?.some((one) => one.address === email))
/** The link in the latest mail, as far as a page of another host follows it. */
async function linkIn(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBeGreaterThan(0)
  const [mail] = await mailsTo(email)
  const [, code = ''] = mail?.text?.match(/reset-password\?resetcode=([\w-]+)/) ?? []
  return shop.address(`/reset-password?resetcode=${code}`)
}
const failing = (path: string) => page.route(`**${path}**`, (route: Route) => route.abort())

describe('[AUT-3] who has forgotten the password', () => {
  it('gives the address and gets a mail whose link leads to a new one', async () => {
    const { customer } = await buildCustomer(server)
    await visit('/login')
    await field('E-mail address').fill('anna@')
    await button('Forgot your password?').click()
    const asked = dialog().getByLabel('E-mail address')
    expect(await asked.inputValue()).toBe('anna@')
    expect(await asked.getAttribute('autocomplete')).toBe('username')
    await dialog().getByRole('button', { name: 'Send instructions' }).click()
    await dialog().getByText('Invalid email').waitFor()
    await expectAccessible(page)
    await asked.fill('')
    await dialog().getByText('This is required!').waitFor()
    await asked.fill(` ${customer.email} `)
    await dialog().getByRole('button', { name: 'Send instructions' }).click()
    await dialog().getByText('If this address has an account here').waitFor()
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await dialog().waitFor({ state: 'detached' })
    await page.goto(await linkIn(customer.email))
    await field('New password').fill(NEW)
    await field('Retype password').fill(NEW)
    await button('Reset password').click()
    await dialog().getByText('The password was succesfully updated.').waitFor()
    expect(await opens(customer.email, NEW)).toBe(true)
  })

  it('and has typed the code already is not asked for the address again', async () => {
    const { customer } = await buildCustomer(server)
    await visit('/')
    await field('Code').fill(set.code)
    await button('Continue').click()
    await field('E-mail address').fill(customer.email)
    await button('Continue').click()
    await heading('Welcome back!').waitFor()
    await button('Forgot your password?').click()
    expect(await dialog().getByLabel('E-mail address').inputValue()).toBe(customer.email)
    await dialog().getByRole('button', { name: 'Send instructions' }).press('Enter')
    await dialog().getByText('If this address has an account here').waitFor()
    // and the sign-in behind the dialog was not sent
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('is told when nothing could be sent, by the server’s words where it has some', async () => {
    await visit('/login')
    await button('Forgot your password?').click()
    await dialog().getByLabel('E-mail address').fill('anna@example.com')
    await failing('/send_password_reminder.php')
    await dialog().getByRole('button', { name: 'Send instructions' }).click()
    await dialog().getByText('Error sending password reset instructions.').waitFor()
    await page.unroute('**/send_password_reminder.php**')
    const words = 'Too many attempts. Please try again in 7 minutes.'
    await page.route('**/send_password_reminder.php**', (route) =>
      route.fulfill({ status: 429, json: { error: words, reason: 'throttle.wait' } }),
    )
    await dialog().getByRole('button', { name: 'Send instructions' }).click()
    await dialog().getByText(words).waitFor()
  })

  it('reads it in German where the shop is read in German', async () => {
    await visit('/login', { locale: 'de-DE' })
    await button('Passwort vergessen?').click()
    await dialog().getByLabel('E-Mail-Adresse').fill('anna@example.com')
    await button('Anleitung senden').click()
    await dialog().getByText('Wenn es zu dieser Adresse ein Konto gibt').waitFor()
  })
})

describe('[AUT-8] the link of the mail', () => {
  it('is checked, and its key leaves the address, the history and every referrer at once', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    await visit('/')
    const told: string[] = []
    page.on('request', (request) => told.push(`${request.headers().referer ?? ''} ${request.url()}`))
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/webshop/reset-password/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${shop.origin}/host?n=1#/reset-password?resetcode=${key}`)
    await page.getByRole('status').getByText('Validating reset request').waitFor()
    expect(await address()).toBe(`${shop.origin}/host?n=1#/reset-password`)
    await expectAccessible(page)
    answer()
    await field('New password').waitFor()
    await expectAccessible(page)
    for (const name of ['New password', 'Retype password'])
      expect(await field(name).getAttribute('autocomplete')).toBe('new-password')
    const entries = await page.evaluate(() => navigation.entries().map(({ url }) => url ?? ''))
    expect(entries.filter((url) => url.includes(key))).toEqual([])
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    expect(stored).not.toContain(key)
    // Once the page itself had it, nobody was told but the call that checks it.
    expect(told.filter((one) => one.includes(key)).map((one) => one.replace(key, '…'))).toEqual([
      expect.stringContaining('/api/webshop/reset-password/…'),
    ])
  })

  it('on a page of its own with the key in its query', async () => {
    const key = await keyFor(await buildCustomer(server))
    await visit(`${shop.origin}/host?tags=pk-reset-password&resetcode=${key}`, { width: 1280 })
    await field('New password').waitFor()
    expect(await address()).toBe(`${shop.origin}/host?tags=pk-reset-password`)
  })

  it('that is used, over or made up says so, and another can be sent', async () => {
    const { customer } = await buildCustomer(server)
    await visit('/reset-password?resetcode=made-up')
    await text('Sorry, no account connected to this key').waitFor()
    expect(await field('New password').count()).toBe(0)
    await expectAccessible(page)
    await field('E-mail address').fill(customer.email)
    await button('Send instructions').click()
    await page.getByText('If this address has an account here').waitFor()
    await page.goto(await linkIn(customer.email))
    await field('New password').waitFor()
  })

  it('that could not be checked can be tried again', async () => {
    const key = await keyFor(await buildCustomer(server))
    await visit('/')
    await failing('/api/webshop/reset-password/')
    await page.goto(`${shop.origin}/host?n=1#/reset-password?resetcode=${key}`)
    await text('The shop cannot be reached just now.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/webshop/reset-password/**')
    await button('Try again').click()
    await field('New password').waitFor()
  })

  it('is asked for where there is none', async () => {
    await visit('/reset-password')
    await heading('Reset password').waitFor()
    await field('E-mail address').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await expectAccessible(page)
  })
})

describe('[AUT-9] the new password', () => {
  it('[AUT-12] is looked at before it is sent, and trimmed as it is typed', async () => {
    const mine = await buildCustomer(server)
    await visit(`/reset-password?resetcode=${await keyFor(mine)}`)
    await button('Reset password').click()
    expect([await errorAt('New password'), await errorAt('Retype password')]).toEqual([
      'This is required!',
      'This is required!',
    ])
    expect(await focused('New password')).toBe(true)
    await field('New password').pressSequentially(' 12 34 56 ')
    expect(await field('New password').inputValue()).toBe('123456')
    expect(await errorAt('New password')).toBe("That's too short!")
    await field('New password').pressSequentially('7')
    expect(await errorAt('New password')).toBeNull()
    await field('Retype password').fill('1234568')
    expect(await errorAt('Retype password')).toBe("The two passwords doesn't match!")
    await button('Reset password').click()
    expect(await focused('Retype password')).toBe(true)
    await expectAccessible(page)
    expect(await opens(mine.customer.email, mine.password)).toBe(true)
    await field('Retype password').fill(' 1234567 ')
    await button('Reset password').click()
    await dialog().getByText('The password was succesfully updated.').waitFor()
    await expectAccessible(page)
    await button('To the front page').click()
    await heading('Hi! Did you receive a code from us?').waitFor()
    expect(await opens(mine.customer.email, '1234567')).toBe(true)
  })

  it('is still asked for after a reload, and no more once the form was left', async () => {
    const key = await keyFor(await buildCustomer(server))
    await visit(`/reset-password?resetcode=${key}`)
    await field('New password').waitFor()
    await page.reload()
    await field('New password').waitFor()
    expect(await address()).not.toContain(key)
    await page.evaluate(() => {
      location.hash = '#/login'
    })
    await button('Sign in').waitFor()
    await page.goBack()
    await page.reload()
    await field('E-mail address').waitFor()
    expect(await field('New password').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]))).not.toContain(key)
  })

  it('can be seen while it is typed', async () => {
    await visit(`/reset-password?resetcode=${await keyFor(await buildCustomer(server))}`)
    await field('New password').fill(NEW)
    expect(await field('New password').getAttribute('type')).toBe('password')
    await button('Show the password').first().click()
    expect(await field('New password').getAttribute('type')).toBe('text')
  })

  it('signs this browser out with all the others', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    await visit('/', { tags: ['pk-shop', 'pk-my-account'], customer: mine })
    await page.getByRole('link', { name: 'My data' }).waitFor()
    await page.evaluate((code) => {
      location.hash = `#/reset-password?resetcode=${code}`
    }, key)
    await field('New password').fill(NEW)
    await field('Retype password').fill(NEW)
    await field('Retype password').press('Enter')
    await dialog().waitFor()
    await expectKeysInside(dialog(), 'account/ResetPassword')
    await page.getByText('Sign in to see your account').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await heading('Hi! Did you receive a code from us?').waitFor()
  })

  it('leaves somebody else who is signed in here alone', async () => {
    const mine = await buildCustomer(server)
    const other = await buildCustomer(server)
    await visit(`/reset-password?resetcode=${await keyFor(mine)}`, { customer: other })
    await field('New password').fill(NEW)
    await field('Retype password').fill(NEW)
    await button('Reset password').click()
    await button('To the front page').click()
    await text('Logged in').waitFor()
    expect((await other.client.call(account.session, {})).user?.uuid).toBe(other.customer._id)
  })

  it('that was not set says why: the server’s words, the network, a key that was used meanwhile', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    await visit(`/reset-password?resetcode=${key}`)
    await field('New password').fill(NEW)
    await field('Retype password').fill(NEW)
    await failing('/api/webshop/reset-password/')
    await button('Reset password').click()
    await text('Error setting new password').waitFor()
    await page.unroute('**/api/webshop/reset-password/**')
    const words = 'That does not do'
    await page.route('**/api/webshop/reset-password/**', (route) =>
      route.fulfill({
        status: 400,
        json: { error: 'Wrong', reason: 'input.invalid', data: ['password'], fields: { password: words } },
      }),
    )
    await button('Reset password').click()
    await text(words).waitFor()
    await page.unroute('**/api/webshop/reset-password/**')
    await server.client().call(passwords.reset, { key, password: 'done elsewhere' })
    await button('Reset password').click()
    await text('Sorry, no account connected to this key').waitFor()
    expect(await opens(mine.customer.email, 'done elsewhere')).toBe(true)
  })
})

describe('[ACC-3] changing the password', () => {
  it('is found in the menu, says what is wrong, and ends the other sessions', async () => {
    const mine = await buildCustomer(server)
    const phone = server.client()
    await phone.call(account.signIn, { email: mine.customer.email, password: mine.password })
    await visit('/my-account', { customer: mine })
    await page.getByRole('link', { name: 'Change password' }).click()
    await heading('Change password').waitFor()
    expect(new URL(page.url()).hash).toBe('#/my-account/change-password')
    await field('New password').fill('1234')
    await field('Retype password').fill('12345')
    await button('Change password').click()
    expect(await errorAt('New password')).toBe('The password is not long enough')
    expect(await errorAt('Retype password')).toBe('The passwords must match')
    expect(await focused('New password')).toBe(true)
    await expectAccessible(page)
    await field('New password').fill('12 45')
    await field('Retype password').fill('12 45')
    await button('Change password').click()
    await text('Your password was changed.').waitFor()
    await expectAccessible(page)
    expect([await opens(mine.customer.email, mine.password), await opens(mine.customer.email, '12 45')]).toEqual([
      false,
      true,
    ])
    expect((await phone.call(account.session, {})).user).toBeNull()
    expect((await mine.client.call(account.session, {})).user?.uuid).toBe(mine.customer._id)
    await page.getByRole('link', { name: 'My account' }).first().click()
    await page.getByRole('link', { name: 'Change password' }).click()
    await field('New password').waitFor()
  })

  it('tells a password manager whose it is, and that a new one is chosen', async () => {
    const mine = await buildCustomer(server)
    await visit('/', { tags: ['pk-change-password'], customer: mine, width: 1280 })
    expect(await field('New password').getAttribute('autocomplete')).toBe('new-password')
    expect(await field('Retype password').getAttribute('autocomplete')).toBe('new-password')
    expect(await page.locator('input[autocomplete=username]').inputValue()).toBe(mine.customer.email)
  })

  it('that failed leaves what was typed', async () => {
    const mine = await buildCustomer(server)
    await visit('/my-account/change-password', { customer: mine })
    await field('New password').fill(NEW)
    await field('Retype password').fill(NEW)
    await failing('/ajax/user/update_password.php')
    await button('Change password').click()
    await text('The password could not be changed. Please try again.').waitFor()
    expect(await field('New password').inputValue()).toBe(NEW)
    await page.unroute('**/ajax/user/update_password.php**')
    await button('Change password').click()
    await text('Your password was changed.').waitFor()
  })

  it('[AUT-15] needs somebody who is signed in, and is come back to', async () => {
    const mine = await buildCustomer(server)
    await visit('/my-account/change-password')
    await heading('Sign in').waitFor()
    await field('E-mail address').fill(mine.customer.email)
    await field('Password').fill(mine.password)
    await button('Sign in').click()
    await heading('Change password').waitFor()
    await visit('/', { tags: ['pk-change-password'] })
    await text('Sign in to see your account').waitFor()
  })

  it('[AUT-11] is nothing for an operator who acts as the customer', async () => {
    const { customer } = await buildCustomer(server)
    const link = new URL((await simulationLink(server.app, server.provider, customer.email, 'Kari')) ?? '')
    await visit(`${shop.origin}${link.pathname}?provider=${server.provider.key}`)
    await page.goto(shop.address('/my-account/change-password'))
    await page.getByText('Only the customer can do this').waitFor()
    expect(await field('New password').count()).toBe(0)
  })
})
