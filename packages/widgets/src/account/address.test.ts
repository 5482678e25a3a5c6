import { describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  button,
  failing,
  heading,
  mailsTo,
  page,
  server,
  set,
  shop,
  text,
  visit,
  withPasswords,
} from '../testing/buildPasswords.ts'

// What a customer whose address is not confirmed sees in the account.

withPasswords()

const TITLE = 'Confirm your address'
const SEND = 'Send the email again'
const title = () => text(TITLE)

const queuedMails = (to: string) => server.app.db.collection('mails').countDocuments({ to })

/** Opens the link of the newest email in another browser, and presses the button there. */
async function followLink(email: string, count: number): Promise<void> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBe(count)
  const [mail] = await mailsTo(email)
  const path = mail?.text?.match(/\/confirm-address\/[\w-]+/)?.[0] ?? ''
  const context = await page.context().browser()?.newContext()
  const other = await context?.newPage()
  if (!other) throw new Error('There is no other browser')
  try {
    await other.goto(`${shop.origin}${path}?provider=${server.provider.key}`)
    await other.getByRole('button', { name: 'Confirm this address' }).click()
    await other.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    expect(await other.getByRole('link', { name: 'To your account' }).getAttribute('href')).toContain('/my-account')
  } finally {
    await context?.close()
  }
}

/** Switches to another tab, and back. */
async function returnToPage(): Promise<void> {
  const other = await page.context().newPage()
  await other.bringToFront()
  await other.close()
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

describe('the account of a customer whose address is not confirmed', () => {
  it('names the address and sends the email again, until the link was used', async () => {
    const mine = await buildCustomer(server)
    const { email } = mine.customer
    await visit('/my-account', { customer: mine })
    await title().waitFor()
    await page.getByText(`Please follow the link in our email to ${email}`).waitFor()
    await expectAccessible(page)
    await button(SEND).click()
    await page.getByText(`A new email is on its way to ${email}.`).waitFor()
    await expectAccessible(page)
    await followLink(email, 1)
    await returnToPage()
    await text('Your address is confirmed.').waitFor()
    expect(await title().count()).toBe(0)
    await page.reload()
    await page.getByRole('navigation', { name: 'My account' }).getByRole('link').first().waitFor()
    expect(await text('Your address is confirmed.').count()).toBe(0)
  })

  it('reports that the email could not be sent, or that enough were sent', async () => {
    const customer = await buildCustomer(server)
    await visit('/my-account', { customer })
    await title().waitFor()
    await failing('/api/webshop/user/address-link')
    await button(SEND).click()
    await page.getByRole('alert').getByText('The email could not be sent. Please try again.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/webshop/user/address-link**')
    for (let sent = 0; sent < 5; sent++) {
      await button(SEND).click()
      await expect.poll(() => queuedMails(customer.customer.email)).toBe(sent + 1)
      await expect.poll(() => page.locator('[data-busy]').count()).toBe(0)
    }
    await page.getByText('A new email is on its way').waitFor()
    await button(SEND).click()
    await page.getByText('Several emails have been sent already.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await expectAccessible(page)
  })

  it('opens no dialog, shows nothing outside the account, and links to the contact page', async () => {
    await visit('/my-account', { customer: await buildCustomer(server) })
    await title().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('link', { name: 'Not your address? Contact us' }).click()
    await heading('Contact us').waitFor()
    for (const path of ['/products/cards', '/shopping-cart', '/']) {
      await page.goto(shop.address(path))
      await page.getByRole('main').waitFor()
      expect(await title().count()).toBe(0)
    }
  })
})

it('sharing asks for the confirmation before anything else, and continues once the link was used', async () => {
  const mine = await buildCustomer(server, { subjects: [set.subject.uuid] })
  await visit('/', { customer: mine, tags: ['pk-share'] })
  await page
    .getByText(`Before you can share pictures, please follow the link in our email to ${mine.customer.email}`)
    .waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await expectAccessible(page)
  await button(SEND).click()
  await followLink(mine.customer.email, 1)
  await returnToPage()
  await page.getByRole('checkbox', { name: set.subject.name }).waitFor()
  await text('Your address is confirmed.').waitFor()
  expect(await title().count()).toBe(0)
})

it('the account of a customer whose address is confirmed shows no notice', async () => {
  await visit('/my-account', { customer: await buildCustomer(server, { isAddressProved: true }) })
  await page.getByRole('navigation', { name: 'My account' }).getByRole('link').first().waitFor()
  expect(await title().count()).toBe(0)
})
