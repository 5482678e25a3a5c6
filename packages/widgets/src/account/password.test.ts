import { describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  address,
  button,
  dialog,
  failing,
  field,
  heading,
  keyFor,
  linkIn,
  NEW,
  opens,
  page,
  server,
  set,
  shop,
  text,
  visit,
  withPasswords,
} from '../testing/buildPasswords.ts'

// A forgotten password, and the link in the email, as customers use them.

withPasswords()

describe('[AUT-3] a forgotten password', () => {
  it('asks for the address and sends an email whose link leads to a new one', async () => {
    const { customer } = await buildCustomer(server)
    await visit('/login')
    await field('Email address').fill('anna@')
    await button('Forgot your password?').click()
    const emailField = dialog().getByLabel('Email address')
    expect(await emailField.inputValue()).toBe('anna@')
    expect(await emailField.getAttribute('autocomplete')).toBe('username')
    await dialog().getByRole('button', { name: 'Send instructions' }).click()
    await dialog().getByText('Invalid email').waitFor()
    await expectAccessible(page)
    await emailField.fill('')
    await dialog().getByText('This is required!').waitFor()
    await emailField.fill(` ${customer.email} `)
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

  it('opens for a slow press, too, during which the error of the address above does not move it away', async () => {
    await visit('/login')
    await field('Email address').fill('anna@')
    const box = await button('Forgot your password?').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.waitForTimeout(700)
    expect(await text('Invalid email').count()).toBe(0)
    await page.mouse.up()
    await dialog().getByLabel('Email address').waitFor()
    await text('Invalid email').waitFor({ state: 'attached' })
  })

  it('does not ask for the address again if a code was typed already', async () => {
    const { customer } = await buildCustomer(server)
    await visit('/')
    await field('Code').fill(set.code)
    await button('Continue').click()
    await field('Email address').fill(customer.email)
    await button('Continue').click()
    await heading('Welcome back!').waitFor()
    await button('Forgot your password?').click()
    expect(await dialog().getByLabel('Email address').inputValue()).toBe(customer.email)
    await dialog().getByRole('button', { name: 'Send instructions' }).press('Enter')
    await dialog().getByText('If this address has an account here').waitFor()
    // and the sign-in form behind the dialog was not submitted
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('reports that nothing could be sent, with the server’s text if there is one', async () => {
    await visit('/login')
    await button('Forgot your password?').click()
    await dialog().getByLabel('Email address').fill('anna@example.com')
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

  it('is requested in German if the shop is in German', async () => {
    await visit('/login', { locale: 'de-DE' })
    await button('Passwort vergessen?').click()
    await dialog().getByLabel('E-Mail-Adresse').fill('anna@example.com')
    await button('Anleitung senden').click()
    await dialog().getByText('Wenn es zu dieser Adresse ein Konto gibt').waitFor()
  })
})

describe('[AUT-8] the link in the email', () => {
  it('is checked, and its key leaves the address, the history and every referrer at once', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    await visit('/')
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.headers().referer ?? ''} ${request.url()}`))
    const { promise: released, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/webshop/reset-password/**', async (route) => {
      await released
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
    // After the page has read the key, it is sent only to the call that checks it.
    expect(requests.filter((one) => one.includes(key)).map((one) => one.replace(key, '…'))).toEqual([
      expect.stringContaining('/api/webshop/reset-password/…'),
    ])
  })

  it('works on a page of its own with the key in its query', async () => {
    const key = await keyFor(await buildCustomer(server))
    await visit(`${shop.origin}/host?tags=pk-reset-password&resetcode=${key}`, { width: 1280 })
    await field('New password').waitFor()
    expect(await address()).toBe(`${shop.origin}/host?tags=pk-reset-password`)
  })

  it('is reported when used, expired or invalid, and another can be sent', async () => {
    const { customer } = await buildCustomer(server)
    await visit('/reset-password?resetcode=made-up')
    await text('Sorry, no account connected to this key').waitFor()
    expect(await field('New password').count()).toBe(0)
    await expectAccessible(page)
    await field('Email address').fill(customer.email)
    await button('Send instructions').click()
    await page.getByText('If this address has an account here').waitFor()
    await page.goto(await linkIn(customer.email))
    await field('New password').waitFor()
  })

  it('can be tried again if it could not be checked', async () => {
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

  it('is requested if there is none', async () => {
    await visit('/reset-password')
    await heading('Reset password').waitFor()
    await field('Email address').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await expectAccessible(page)
  })
})
