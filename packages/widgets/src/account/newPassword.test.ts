import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { describe, expect, it } from 'vitest'
import { simulationLink } from '../../../server/src/features/account/sessions/actAsCustomer.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  address,
  button,
  dialog,
  errorAt,
  failing,
  field,
  focused,
  heading,
  keyFor,
  NEW,
  opens,
  page,
  server,
  shop,
  text,
  visit,
  withPasswords,
} from '../testing/buildPasswords.ts'
import { expectKeysInside } from '../testing/keyboard.ts'

// Setting a new password, by a link or in the account area, as customers do it.

withPasswords()

describe('[AUT-9] the new password', () => {
  it('[AUT-12] is checked before it is sent, and trimmed while typing', async () => {
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

  it('is still requested after a reload, but not after the form was left', async () => {
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
    await field('Email address').waitFor()
    expect(await field('New password').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]))).not.toContain(key)
  })

  it('can be shown while typing', async () => {
    await visit(`/reset-password?resetcode=${await keyFor(await buildCustomer(server))}`)
    await field('New password').fill(NEW)
    expect(await field('New password').getAttribute('type')).toBe('password')
    await button('Show the password').first().click()
    expect(await field('New password').getAttribute('type')).toBe('text')
  })

  it('signs out this browser with all others', async () => {
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
    await expectKeysInside(dialog(), 'account/password/ResetPassword')
    await page.getByText('Sign in to see your account').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await heading('Hi! Did you receive a code from us?').waitFor()
  })

  it('does not affect another customer who is signed in here', async () => {
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

  it('reports why it could not be set: the server’s text, a lost connection, a key that was used meanwhile', async () => {
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
  it('is found in the menu, reports errors, and ends the other sessions', async () => {
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

  it('informs a password manager of the account, and that the password is new', async () => {
    const mine = await buildCustomer(server)
    await visit('/', { tags: ['pk-change-password'], customer: mine, width: 1280 })
    expect(await field('New password').getAttribute('autocomplete')).toBe('new-password')
    expect(await field('Retype password').getAttribute('autocomplete')).toBe('new-password')
    expect(await page.locator('input[autocomplete=username]').inputValue()).toBe(mine.customer.email)
  })

  it('keeps the inputs after a failure', async () => {
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

  it('[AUT-15] needs a signed-in customer, and is returned to after the login', async () => {
    const mine = await buildCustomer(server)
    await visit('/my-account/change-password')
    await heading('Sign in').waitFor()
    await field('Email address').fill(mine.customer.email)
    await field('Password').fill(mine.password)
    await button('Sign in').click()
    await heading('Change password').waitFor()
    await visit('/', { tags: ['pk-change-password'] })
    await text('Sign in to see your account').waitFor()
  })

  it('[AUT-11] is not available to an operator who acts as the customer', async () => {
    const { customer } = await buildCustomer(server)
    const link = new URL((await simulationLink(server.app, server.provider, customer.email, 'Kari')) ?? '')
    await visit(`${shop.origin}${link.pathname}?provider=${server.provider.key}`)
    await page.goto(shop.address('/my-account/change-password'))
    await page.getByText('Only the customer can do this').waitFor()
    expect(await field('New password').count()).toBe(0)
  })
})
