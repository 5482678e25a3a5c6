import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  button,
  dialog,
  errorAt,
  failing,
  field,
  focused,
  mailsTo,
  NEW,
  opens,
  page,
  server,
  text,
  visit,
  withPasswords,
} from '../testing/buildPasswords.ts'
import { expectKeysInside } from '../testing/keyboard.ts'

// The page of a customer whose sign-in was too long ago for the next action.

withPasswords()

const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const TITLE = 'Please confirm that it is you'

/** A page of a customer that was left open. */
async function visitLater(path: string): Promise<BuiltCustomer> {
  const mine = await buildCustomer(server)
  await visit(path, { customer: mine })
  server.wait(16 * 60_000)
  return mine
}

async function typeNewPassword(): Promise<void> {
  await field('New password').fill(NEW)
  await field('Retype password').fill(NEW)
  await button('Change password').click()
  await dialog().getByRole('heading', { name: TITLE }).waitFor()
}

/** The code in the latest email, once this many have arrived. */
async function codeOf({ customer }: BuiltCustomer, count: number): Promise<string> {
  await expect.poll(async () => (await mailsTo(customer.email)).length, { timeout: 30_000 }).toBe(count)
  const [mail] = await mailsTo(customer.email)
  return /\b\d{3} \d{3}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('[ACC-3] changing the password a while after the sign-in', () => {
  it('asks for the current password first, and then continues with what was typed', async () => {
    const mine = await visitLater('/my-account/change-password')
    await typeNewPassword()
    expect(await focused('Your current password')).toBe(true)
    await expectKeysInside(dialog(), 'account/confirmation/ConfirmIdentity')
    await expectAccessible(page)
    await inDialog('Confirm').click()
    expect(await errorAt('Your current password')).toBe('This is required!')
    await field('Your current password').fill('not the one')
    await page.keyboard.press('Enter')
    await expect.poll(() => errorAt('Your current password')).toBe('This is not your password.')
    expect(await opens(mine.customer.email, NEW)).toBe(false)
    await failing('/api/webshop/confirmation')
    await field('Your current password').fill(mine.password)
    await inDialog('Confirm').click()
    await dialog().getByRole('alert').getByText('The shop cannot be reached just now. Please try again.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/webshop/confirmation**')
    await inDialog('Confirm').click()
    await text('Your password was changed.').waitFor()
    expect(await dialog().count()).toBe(0)
    expect(await opens(mine.customer.email, NEW)).toBe(true)
  })

  it('keeps what was typed when the dialog is closed, and changes nothing', async () => {
    const mine = await visitLater('/my-account/change-password')
    await typeNewPassword()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    expect(await field('New password').inputValue()).toBe(NEW)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await opens(mine.customer.email, NEW)).toBe(false)
    await button('Change password').click()
    await field('Your current password').fill(mine.password)
    await inDialog('Confirm').click()
    await text('Your password was changed.').waitFor()
  })

  it('accepts a code by email instead, and sends another one', async () => {
    const mine = await visitLater('/my-account/change-password')
    await typeNewPassword()
    await failing('/api/webshop/confirmation/code')
    await inDialog('Send me a code instead').click()
    await dialog().getByRole('alert').getByText('The email could not be sent. Please try again.').waitFor()
    await page.unroute('**/api/webshop/confirmation/code**')
    await inDialog('Send me a code instead').click()
    await dialog().getByText(`We have sent a code to ${mine.customer.email}. It works for ten minutes.`).waitFor()
    await expect.poll(() => focused('Code from the email')).toBe(true)
    expect(await field('Code from the email').getAttribute('autocomplete')).toBe('one-time-code')
    await expectAccessible(page)
    const first = await codeOf(mine, 1)
    await inDialog('Confirm').click()
    expect(await errorAt('Code from the email')).toBe('This is required!')
    await inDialog('Send a new code').click()
    await dialog().getByText('A new code is on its way.').waitFor()
    const second = await codeOf(mine, 2)
    if (first !== second) {
      await field('Code from the email').fill(first)
      await inDialog('Confirm').click()
      await expect.poll(() => errorAt('Code from the email')).toBe('This code is wrong.')
    }
    await field('Code from the email').fill(second)
    await inDialog('Confirm').click()
    await text('Your password was changed.').waitFor()
    expect(await opens(mine.customer.email, NEW)).toBe(true)
  })

  it('lets the customer return from the code to the password', async () => {
    const mine = await visitLater('/my-account/change-password')
    await typeNewPassword()
    await inDialog('Send me a code instead').click()
    await inDialog('Use the password instead').click()
    await field('Your current password').fill(mine.password)
    await inDialog('Confirm').click()
    await text('Your password was changed.').waitFor()
  })
})

describe('the customer’s data a while after the sign-in', () => {
  it('is downloaded once it is confirmed', async () => {
    const mine = await visitLater('/my-account/data')
    await button('Download my data').click()
    await field('Your current password').fill(mine.password)
    const [download] = await Promise.all([page.waitForEvent('download'), inDialog('Confirm').click()])
    expect(download.suggestedFilename()).toBe(`${server.provider.key}-my-data.json`)
    await text('The file was downloaded.').waitFor()
  })

  it('is deleted after the question and the confirmation, and not before', async () => {
    const mine = await visitLater('/my-account/data')
    await button('Delete account').click()
    await page
      .getByRole('dialog', { name: 'Delete your account?' })
      .getByRole('button', { name: 'Delete account' })
      .click()
    const asking = page.getByRole('dialog', { name: TITLE })
    await asking.waitFor()
    await mine.client.call(profile.devices, {})
    await field('Your current password').fill(mine.password)
    await asking.getByRole('button', { name: 'Confirm' }).click()
    await text('Your account has been deleted').waitFor()
    expect(await opens(mine.customer.email, mine.password)).toBe(false)
  })
})
