import { access } from '@portraitkit/core/access/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../../server/src/platform/mail/queue.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// Entering a code, as a visitor does.

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
const CHECK = /^Please compare it with the letter: it has letters and digits, at least 6\./

async function submit(typed: string): Promise<void> {
  await code().fill(typed)
  await button('Continue').click()
}

describe('the code field', () => {
  it('extracts the code from pasted text, typed with other spacing, and in other letters', async () => {
    const code = set.code.toUpperCase()
    await open('/')
    for (const pasted of [
      `https://shop.example.com/c/${code}?provider=somebody`,
      `If the link does not open, enter the code ${code}.`,
      // a line copied from a letter, with a non-breaking space
      `Code:\u00a0${code.toLowerCase()}`,
      // dashes and full-width letters of another keyboard
      `${code.slice(0, 4)}\u2212${wide(code.slice(4))}`,
    ]) {
      await submit(pasted)
      await page.getByRole('heading', { name: 'The pictures of Emma Carter are ready' }).waitFor()
      await button('Go back').click()
    }
  })

  it('[ENT-9] reports a wrong code, and what to check in it', async () => {
    await open('/', { before: (opened) => opened.clock.install() })
    // focusing and leaving the field is not an error; emptying it is
    await code().focus()
    await page.keyboard.press('Tab')
    await page.clock.runFor(1000)
    expect(await page.getByText('This is required!').count()).toBe(0)
    await code().fill('ABC')
    await code().blur()
    await page.getByText("That's too short!").waitFor()
    await code().fill('')
    await page.getByText('This is required!').waitFor()
    await submit('QQQQWW')
    await page.getByRole('alert').getByText(WRONG, { exact: true }).waitFor()
    await page.getByText(CHECK).waitFor()
    const described = await code().getAttribute('aria-describedby')
    expect(described?.split(' ')).toHaveLength(2)
    await submit(set.code)
    await page.getByLabel('Email address').waitFor()
    await button('Go back').click()
    await code().waitFor()
    expect(await page.getByText(CHECK).count()).toBe(0)
  })

  it('[LOC-2] explains what to check in the customer’s language, and shows nothing in the previous one', async () => {
    await open('/', { locale: 'de-DE', width: 1000 })
    await code().fill('QQQQWW')
    await button('Weiter').click()
    await page.getByText('Der Code ist nicht gültig').waitFor()
    await page.getByText(/^Vergleichen Sie ihn bitte mit dem Brief/).waitFor()
    await page.getByLabel('Sprache').selectOption('en')
    await page.getByRole('heading', { name: 'Hi! Did you receive a code from us?' }).waitFor()
    expect(await page.getByText('Der Code ist nicht gültig').count()).toBe(0)
    await button('Continue').click()
    await page.getByText(WRONG).waitFor()
  })

  it('[ENT-9] reports too many attempts, and not a wrong code', async () => {
    const ip = '203.0.113.7'
    await open('/', { ip })
    const headers = { 'x-forwarded-for': ip }
    for (let count = 0; count < 10; count++) {
      await shop.server.client().call(access.verifySubjectCode, { code: `GUESS${count}` }, { headers })
    }
    await submit(set.code)
    await page
      .getByRole('alert')
      .getByText(/^Too many attempts/)
      .waitFor()
    expect(await page.getByText(CHECK).count()).toBe(0)
  })

  it('[ENT-9] only stops loading without a network, and the next attempt succeeds', async () => {
    await open('/')
    await code().waitFor()
    await page.context().setOffline(true)
    await submit(set.code)
    await expect.poll(() => button('Continue').getAttribute('data-busy'), { timeout: 30_000 }).toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.context().setOffline(false)
    await button('Continue').click()
    await page.getByLabel('Email address').waitFor()
  })

  it('does not show its error on the page that adds a code, nor that page’s error here', async () => {
    const tags = ['pk-code-entry', 'pk-add-picture-set']
    await open('/', { tags, customer: await buildCustomer(shop.server) })
    const here = page.locator('pk-code-entry')
    const there = page.locator('pk-add-picture-set')
    await there.getByLabel('Code', { exact: true }).fill('QQQQWW')
    await there.getByRole('button', { name: 'Add pictures' }).click()
    await there.getByText(WRONG).waitFor()
    await there.getByText(CHECK).waitFor()
    await here.getByLabel('Code', { exact: true }).waitFor()
    expect(await here.getByText(WRONG).count()).toBe(0)
  })

  it('has forgotten its error when the visitor returns to it', async () => {
    await open('/')
    await submit('QQQQWW')
    await page.getByText(WRONG).waitFor()
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await code().waitFor()
    expect(await page.getByText(WRONG).count()).toBe(0)
  })
})

describe('a second tab', () => {
  it('[AUT-13] continues from the registration as for a customer once the first tab has signed in', async () => {
    await open('/')
    await submit(set.code)
    await page.getByLabel('Email address').fill('two.tabs@example.com')
    await button('Continue').click()
    await page.getByRole('heading', { name: 'Create a free user account' }).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(shop.address('/'))
    await tab.getByLabel('Code', { exact: true }).fill(set.code)
    await tab.getByRole('button', { name: 'Continue' }).click()
    await tab.getByLabel('Email address').fill('two.tabs@example.com')
    await tab.getByRole('button', { name: 'Continue' }).click()
    await tab.getByLabel('Phone number').fill('212 555 0188')
    await tab.getByLabel('Choose a password').fill('oak-and-ash')
    await tab.getByRole('button', { name: 'Create user' }).click()
    await tab.getByRole('heading', { name: 'The pictures of Emma Carter' }).waitFor()
    await page
      .getByRole('dialog')
      .getByText(`Are you sure you want to add the code ${set.code.toUpperCase()} to user two.tabs@example.com?`)
      .waitFor()
    expect(await button('Create user').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Add pictures' }).click()
    await page.getByText('You have these pictures already').waitFor()
  })
})

describe('going back', () => {
  it("goes one step back by the browser's Back key, without being disturbed by Forward or the page's own state", async () => {
    await open('/')
    await code().waitFor()
    await page.evaluate(`history.replaceState({ own: 'state' }, '')`)
    const address = page.url()
    await submit(set.code)
    await page.getByLabel('Email address').fill('new-here@example.com')
    await button('Continue').click()
    await page.getByLabel('Choose a password').waitFor()
    expect(await page.evaluate('history.state.own')).toBe('state')
    const isAtEmail = () => page.getByLabel('Email address').isEditable()
    await page.goBack()
    await expect.poll(isAtEmail, { timeout: 30_000 }).toBe(true)
    await page.goForward()
    await button('Continue').click()
    await page.getByLabel('Choose a password').waitFor()
    await button('Go back').click()
    await expect.poll(isAtEmail, { timeout: 30_000 }).toBe(true)
    await page.goBack()
    await code().waitFor()
    expect(page.url()).toBe(address)
    expect(await page.evaluate('history.state.own')).toBe('state')
  })

  it('[ENT-6] during the look-up of an email address stays on the previous step', async () => {
    await open('/')
    await submit(set.code)
    let answer = () => {}
    const released = new Promise<void>((go) => {
      answer = go
    })
    await page.route('**/user_exists_by_email.php*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByLabel('Email address').fill('somebody@example.com')
    const [request] = await Promise.all([
      page.waitForRequest('**/user_exists_by_email.php*'),
      button('Continue').click(),
    ])
    await button('Go back').click()
    await code().waitFor()
    answer()
    await (await request.response())?.finished()
    await submit(set.code)
    await page.getByLabel('Email address').waitFor()
  })
})

describe('a code that did not arrive', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Not received a code?' })
  const address = () => dialog().getByLabel('Email address')
  const send = () => dialog().getByRole('button', { name: 'Send the code again' })

  it('[ENT-3] is explained, and sent again to the contact on file', async () => {
    const to = set.subject.contact.email ?? ''
    await open('/')
    await button('Not received a code?').click()
    await dialog()
      .getByText(/^Codes are sent a few days after the photo shoot/)
      .waitFor()
    await send().click()
    await dialog().getByText('This is required!').waitFor()
    await address().fill('nobody')
    await send().click()
    await dialog().getByText('Invalid email').waitFor()
    await page.context().setOffline(true)
    await address().fill(to)
    await send().click()
    await dialog().getByRole('alert').getByText('The shop cannot be reached').waitFor({ timeout: 30_000 })
    await page.context().setOffline(false)
    await send().click()
    await dialog()
      .getByRole('status')
      .getByText(/^If the photographer has this address on file/)
      .waitFor()
    const mails = await shop.server.app.db.collection<StoredMail>('mails').find({ to }).toArray()
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`/c/${set.code.toUpperCase()}`)])
    await dialog().getByRole('button', { name: 'Try another address' }).click()
    await address().waitFor()
  })

  it('shows the same to a stranger, and starts again when it is opened again', async () => {
    await open('/')
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
  it('starts its own entry when its link is followed, even if the steps of the first code were not finished', async () => {
    const { app, provider } = shop.server
    const sister = await buildPictureSet(app, provider, { subject: { name: 'Ida Carter' } })
    await open(`/enter-code?code=${set.code}`)
    await button('Continue').click()
    await page.getByRole('heading', { name: /^The pictures of Emma Carter/ }).waitFor()
    // following the link again, or a reload, continues at the same step
    await page.reload()
    await page.getByRole('heading', { name: /^The pictures of Emma Carter/ }).waitFor()
    await page.goto(page.url().replace(set.code, sister.code))
    await expect.poll(() => code().inputValue()).toBe(sister.code)
    await button('Continue').click()
    await page.getByRole('heading', { name: /^The pictures of Ida Carter/ }).waitFor()
  })

  it('requires its own code, but not the address again', async () => {
    const sister = await buildPictureSet(shop.server.app, shop.server.provider, { subject: { name: 'Mia Carter' } })
    const customer = await buildCustomer(shop.server)
    await open('/')
    await submit(set.code)
    await page.getByLabel('Email address').fill(customer.customer.email)
    await button('Continue').click()
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
    await button('Go back').click()
    await page.getByLabel('Email address').waitFor()
    await button('Go back').click()
    await submit(sister.code)
    await page.getByRole('heading', { name: 'The pictures of Mia Carter are ready' }).waitFor()
    expect(await page.getByLabel('Email address').inputValue()).toBe(customer.customer.email)
    await button('Continue').click()
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await button('Sign in').click()
    await page
      .getByRole('img', { name: /of Mia Carter/ })
      .first()
      .waitFor()
  })

  it('[ENT-7, ENT-12] needs only its code if the customer is signed in', async () => {
    await open('/', { customer: await buildCustomer(shop.server) })
    await code().fill(set.code)
    await button('Add pictures').click()
    const question = page.getByRole('dialog', { name: 'Add pictures' })
    await question.getByText(/^Are you sure you want to add the code/).waitFor()
    await question.getByRole('button', { name: 'Add pictures' }).click()
    await page
      .getByRole('img', { name: /of Emma Carter/ })
      .first()
      .waitFor()
    expect(new URL(page.url()).hash).toBe('#/new-picture-set')
  })

  it('[AUT-7] a visitor who has entered a code and signs in at the login gets its pictures, too', async () => {
    const customer = await buildCustomer(shop.server)
    await open('/')
    await submit(set.code)
    await page.getByLabel('Email address').waitFor()
    await page.goto(shop.address('/login'))
    await page.getByLabel('Email address').fill(customer.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await button('Sign in').click()
    await page
      .getByRole('img', { name: /of Emma Carter/ })
      .first()
      .waitFor()
    await page.goto(shop.address('/'))
    await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
  })
})

/** Letters as a Chinese or Japanese keyboard types them. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
}
