import { access } from '@portraitkit/core/access/contract.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../server/src/http/buildCustomer.ts'
import type { StoredMail } from '../../../server/src/mail/store.ts'
import { buildPictureSet } from '../../../server/src/picture-sets/buildPictureSet.ts'
import { type EntryInBrowser, openEntryInBrowser, type Visit } from './fixtures/testEntry.ts'

// Entering a code as a person does it.

let entry: EntryInBrowser
let page: Page
let context: BrowserContext
let ip: string

beforeAll(async () => {
  entry = await openEntryInBrowser()
})
afterAll(() => entry?.close())

async function open(path: string, visit: Visit = {}): Promise<void> {
  ;({ page, context, ip } = await entry.open(path, visit))
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
    await submit(around(entry.set.code.toUpperCase()))
    await page.getByRole('heading', { name: 'The pictures of Emma Carter are ready' }).waitFor()
  })

  it('[ENT-9] says that a code is wrong, and what to check in it', async () => {
    await open('/host')
    await submit('QQQQWW')
    await page.getByRole('alert').getByText(WRONG, { exact: true }).waitFor()
    await page.getByText(CHECK).waitFor()
    const described = await code().getAttribute('aria-describedby')
    expect(described?.split(' ')).toHaveLength(2)
    await submit(entry.set.code)
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
    const headers = { 'x-forwarded-for': ip }
    for (let count = 0; count < 10; count++) {
      await entry.server.client().call(access.verifySubjectCode, { code: `GUESS${count}` }, { headers })
    }
    await submit(entry.set.code)
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
    await submit(entry.set.code)
    await expect.poll(() => button('Continue').getAttribute('data-busy'), { timeout: 30_000 }).toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.setOffline(false)
    await button('Continue').click()
    await page.getByLabel('E-mail address').waitFor()
  })

  it('does not show what went wrong on the page that adds a code, nor that one what went wrong here', async () => {
    await open('/host?tags=pk-code-entry pk-add-picture-set', { customer: await buildCustomer(entry.server) })
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

describe('going back', () => {
  it('[ENT-6] from an e-mail address that is still looked up stays gone back', async () => {
    await open('/host')
    await submit(entry.set.code)
    let answer = () => {}
    const held = new Promise<void>((go) => {
      answer = go
    })
    await context.route('**/user_exists_by_email.php*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('E-mail address').fill('somebody@example.com')
    const [request] = await Promise.all([
      page.waitForRequest('**/user_exists_by_email.php*'),
      button('Continue').click(),
    ])
    await button('Go back').click()
    await code().waitFor()
    answer()
    await (await request.response())?.finished()
    await submit(entry.set.code)
    await page.getByLabel('E-mail address').waitFor()
  })
})

describe('a code that did not come', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Not received a code?' })
  const address = () => dialog().getByLabel('E-mail address')
  const send = () => dialog().getByRole('button', { name: 'Send the code again' })

  it('[ENT-3] is explained, and sent again to the contact on file', async () => {
    const to = entry.set.subject.contact.email ?? ''
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
    const mails = await entry.server.app.db.collection<StoredMail>('mails').find({ to }).toArray()
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`/c/${entry.set.code.toUpperCase()}`)])
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
    const sister = await buildPictureSet(entry.server.app, entry.server.provider, { subject: { name: 'Mia Carter' } })
    const customer = await buildCustomer(entry.server)
    await open('/host')
    await submit(entry.set.code)
    await page.getByLabel('E-mail address').fill(customer.customer.email)
    await button('Continue').click()
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
    await button('Go back').click()
    await page.getByLabel('E-mail address').waitFor()
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
    await open('/host', { customer: await buildCustomer(entry.server) })
    await code().fill(entry.set.code)
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
    const customer = await buildCustomer(entry.server)
    await open('/host')
    await submit(entry.set.code)
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

/** Letters as a keyboard for Chinese or Japanese types them. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
}
