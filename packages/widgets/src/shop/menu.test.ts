import { access } from '@portraitkit/core/access/contract.ts'
import type { MenuItem } from '@portraitkit/core/provider/contract.ts'
import type { ConsoleMessage, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetDeliveredJobs } from '../../../server/src/features/jobs/collection.ts'
import { buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { sentMails } from '../../../server/src/testing/sentMails.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// The menu and its targets as visitors see them: the sources in a real browser, against a real server.

const menu: MenuItem[] = [
  { title: { en: 'Cards', de: 'Karten' }, type: 'internal', target: 'products.cards', visibility: 0 },
  { title: 'Only inside', type: 'internal', target: 'myaccount.picturesets', visibility: 1 },
  { title: 'Only outside', type: 'internal', target: 'frontpage', visibility: 2 },
  { title: 'No such view', type: 'internal', target: 'products.books', visibility: 0 },
  {
    title: 'More',
    type: 'internal',
    target: '',
    visibility: 0,
    children: [
      { title: 'Studio', type: 'external', target: 'https://studio.example/about', visibility: 0 },
      { title: 'Share pictures', type: 'modal', target: 'share-picture-sets', visibility: 1 },
    ],
  },
]

let shop: ShopInBrowser
let server: TestServer
let emma: BuiltPictureSet
let archived: BuiltPictureSet
let page: Page

beforeAll(async () => {
  shop = await openShopInBrowser(
    { provider: { menu }, other: { menu: [], privacyPolicy: { en: 'We keep little.' } } },
    // the shop and a second widget on one page
    { page: 'src/testing/pages/twoWidgets.tsx', engine: 'react', body: '<div id="widget"></div>' },
  )
  server = shop.server
  emma = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  archived = await buildPictureSet(server.app, server.provider, {
    subject: { name: 'Ruby Sullivan' },
    job: { isArchived: true },
  })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

async function visit(path: string, visit: Visit = {}): Promise<void> {
  page = await shop.visit(path, visit)
}

const drawer = () => page.getByRole('dialog', { name: /^(Menu|Menü)$/ })
async function openMenu(): Promise<void> {
  await page.getByRole('button', { name: /^(Menu|Menü)$/ }).click()
  await drawer().waitFor()
}
const names = (role: 'link' | 'button') =>
  drawer()
    .getByRole(role)
    .allTextContents()
    .then((all) => all.filter(Boolean))
const path = () => new URL(page.url()).pathname
const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 30_000 })

describe('the menu', () => {
  it('[MNU-1] [MNU-2] [MNU-3] has the provider’s items and the shop’s own for a signed-out visitor', async () => {
    const warnings: string[] = []
    await visit('/', { width: 390 })
    page.on('console', (message: ConsoleMessage) => message.type() === 'warning' && warnings.push(message.text()))
    await openMenu()
    expect(await names('link')).toEqual(['Cards', 'Only outside', 'Contact us', 'Log in'])
    expect(await names('button')).toEqual(['More', 'Desktop version'])
    const more = drawer().getByRole('button', { name: 'More' })
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await more.click()
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    const studio = drawer().getByRole('link', { name: /^Studio/ })
    expect(await studio.getAttribute('href')).toBe('https://studio.example/about')
    expect(await drawer().getByText('Share pictures').count()).toBe(0)
    await drawer().getByLabel('Language').waitFor()
    await expectAccessible(page)
    // [MNU-6] an unknown target is left out, with one warning
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    await openMenu()
    expect(warnings.filter((text) => text.includes('products.books'))).toHaveLength(1)
  })

  it('[MNU-2] [MNU-3] changes with the login, and signs out', async () => {
    const customer = await buildCustomer(server, { subjects: [emma.subject.uuid] })
    await visit('/', { customer })
    await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
    await openMenu()
    const links = ['Cards', 'Only inside', 'Contact us', 'My account', 'My picture sets', 'Orders']
    expect(await names('link')).toEqual(links)
    await drawer().getByRole('link', { name: 'My picture sets' }).click()
    await drawer().waitFor({ state: 'hidden' })
    await eventually(path).toBe('/my-account/picture-sets')
    await openMenu()
    expect(await drawer().locator('[aria-current=page]').allTextContents()).toEqual(['Only inside', 'My picture sets'])
    await drawer().getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Hi! Did you receive a code from us?' }).waitFor()
    await openMenu()
    expect(await names('link')).toContain('Log in')
  })

  it('[MNU-3] lists the privacy policy only if the provider has one', async () => {
    await visit('/', { provider: server.other })
    await openMenu()
    expect(await names('link')).toEqual(['Contact us', 'Privacy policy', 'Log in'])
  })

  it('is usable by keyboard alone, and restores the focus', async () => {
    await visit('/')
    const button = page.getByRole('button', { name: 'Menu' })
    await button.waitFor()
    await button.focus()
    await page.keyboard.press('Enter')
    await drawer().waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await eventually(focused).toBe('Cards')
    for (const name of ['Only outside', 'More']) {
      await page.keyboard.press('Tab')
      expect(await focused()).toBe(name)
    }
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/^Studio/)
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    await eventually(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  })

  it('opens by a press that began before it was known who is here', async () => {
    let answer = () => {}
    const isAwaited = new Promise<void>((resolve) => {
      answer = resolve
    })
    await visit('/', {
      before: (page) =>
        page.route(/\/api\/webshop\/session(\?|$)/, async (route) => {
          await isAwaited
          await route.continue()
        }),
    })
    const button = page.getByRole('button', { name: 'Menu' })
    await button.focus()
    const box = await button.boundingBox()
    if (!box) throw new Error('The button has no room')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    answer()
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
    await page.mouse.up()
    await drawer().waitFor()
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    await eventually(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  })

  it('[MNU-3] has a desktop version that lays out for a large screen and is remembered', async () => {
    await visit('/', { width: 390 })
    const language = page.getByRole('banner').getByLabel('Language')
    await page.getByRole('button', { name: 'Menu' }).waitFor()
    expect(await language.isVisible()).toBe(false)
    await openMenu()
    const choice = drawer().getByRole('button', { name: 'Desktop version' })
    await choice.click()
    await eventually(() => choice.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await eventually(() => language.isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // on a page that contains only the shop it fills the window
    await page.evaluate(() => document.documentElement.style.setProperty('--pk-shop-height', '100dvh'))
    const { y, height } = (await page.getByRole('contentinfo').boundingBox()) ?? { y: 0, height: 0 }
    expect(Math.round(y + height)).toBeGreaterThanOrEqual(843)
    await openMenu()
    await drawer().getByRole('button', { name: 'Desktop version' }).click()
    await eventually(() => language.isVisible()).toBe(false)
  })
})

it('[MNU-5] the cart’s badge shows the count, and is animated for a second when it changes', async () => {
  const buyer = await buildBuyer(server)
  await buyer.add({ quantity: 2 })
  await visit('/', { customer: buyer, device: { reducedMotion: 'no-preference' } })
  await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
  const badge = page.locator('[data-count]')
  const running = () =>
    badge.evaluate((node) =>
      node.getAnimations({ subtree: true }).map((one) => one.effect?.getComputedTiming().duration),
    )
  await eventually(running).toEqual([])
  await buyer.add({ name: 'Noah', quantity: 1 })
  // the visitor returns to the page after buying on another device
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor()
  expect(await running()).toEqual([1000])
  expect(await badge.getAttribute('data-count')).toBe('3')
})

describe('the language picker', () => {
  it('[LOC-2] changes every text and number in two widgets at once without a reload, and is remembered', async () => {
    const customer = await buildCustomer(server, { subjects: [emma.subject.uuid] })
    await visit('/', { customer })
    await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
    const figures = page.locator('#widget output')
    await eventually(() => figures.textContent()).toBe('$1,234.50 · December 24, 2026')
    await page.evaluate(() => Object.assign(window, { still: true }))
    await openMenu()
    await drawer().getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { name: 'Möchten Sie ein weiteres Fotoset hinzufügen?' }).waitFor()
    await eventually(() => figures.textContent().then((text) => text?.replaceAll('\u00a0', ' '))).toBe(
      '1.234,50 $ · 24. Dezember 2026',
    )
    await drawer().getByRole('link', { name: 'Karten' }).waitFor()
    expect(await page.locator('#widget [lang]').first().getAttribute('lang')).toBe('de')
    expect(await page.evaluate(() => 'still' in window)).toBe(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Möchten Sie ein weiteres Fotoset hinzufügen?' }).waitFor()
    await shop.leave()
    // the customer's next browser uses it too
    await visit('/', { customer })
    await page.getByRole('heading', { name: 'Möchten Sie ein weiteres Fotoset hinzufügen?' }).waitFor()
  })
})

describe('sharing from the menu', () => {
  it('[MNU-4] [SHR-1] [SHR-2] continues from the sets to the recipients and the receipt, back, and to more recipients', async () => {
    const customer = await buildCustomer(server, {
      subjects: [emma.subject.uuid, archived.subject.uuid],
      isAddressProved: true,
    })
    await visit('/', { customer, width: 390 })
    await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
    await openMenu()
    await drawer().getByRole('button', { name: 'More' }).click()
    await drawer().getByRole('button', { name: 'Share pictures' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share picture sets' })
    const button = (name: string) => dialog.getByRole('button', { name, exact: true })
    await dialog.getByRole('checkbox', { name: /Emma Carter/ }).waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(1)
    await expectAccessible(page)
    expect(await button('Select picture set(s)').isDisabled()).toBe(true)
    await dialog.getByText('Emma Carter').click()
    await button('Continue with 1 picture set').click()
    await dialog.getByRole('heading', { name: 'Who may see them?' }).waitFor()
    expect(await button('Please add recipients').isDisabled()).toBe(true)
    const field = dialog.getByLabel('Email address')
    await field.fill('nobody@nowhere')
    await field.blur()
    await dialog.getByText('Invalid email').waitFor()
    await expectAccessible(page)
    expect(await button('Please add recipients').isDisabled()).toBe(true)
    await button('Back').click()
    expect(await dialog.getByRole('checkbox', { name: /Emma Carter/ }).isChecked()).toBe(true)
    await button('Continue with 1 picture set').click()
    const friend = `friend-${crypto.randomUUID().slice(0, 8)}@example.com`
    await field.fill(`nobody@nowhere, ${friend}`)
    await button('Add another address').click()
    const second = dialog.getByLabel('Email address 2')
    await eventually(() => second.evaluate((node) => node === document.activeElement)).toBe(true)
    await button('Remove address 2').click()
    await page.context().setOffline(true)
    await button('Share with 1 person').click()
    await dialog
      .getByRole('alert')
      .filter({ hasText: 'Error sharing picture sets, please try again' })
      .waitFor({ timeout: 20_000 })
    await page.context().setOffline(false)
    await button('Share with 1 person').click()
    await dialog.getByText(friend).first().waitFor()
    await expectAccessible(page)
    const [mail, ...more] = await sentMails(server, friend)
    expect([mail?.text?.match(/\/c\/(\w+)/)?.[1]?.length, more]).toEqual([36, []])
    await button('Invite more').click()
    await dialog.getByRole('checkbox', { name: /Emma Carter/ }).waitFor()
    expect(await dialog.getByRole('checkbox', { name: /Emma Carter/ }).isChecked()).toBe(false)
  })

  it('[SHR-2] has a text for a customer without sets to share, and shows an error of the answer', async () => {
    const none = await buildCustomer(server, { subjects: [archived.subject.uuid] })
    await visit('/', { customer: none })
    await share()
    await page
      .getByRole('dialog', { name: 'Share picture sets' })
      .getByText("You currently don't have any picture sets available for sharing")
      .waitFor()
    await shop.leave()
    const other = await buildPictureSet(server.app, server.provider, { subject: { name: 'Noah Carter' } })
    const customer = await buildCustomer(server, { subjects: [other.subject.uuid], isAddressProved: true })
    await visit('/', { customer })
    await share()
    const dialog = page.getByRole('dialog', { name: 'Share picture sets' })
    await dialog.getByText('Noah Carter').click()
    await dialog.getByRole('button', { name: /^Continue with/ }).click()
    await dialog.getByLabel('Email address').fill('friend@example.com')
    // archived in the meantime
    await server.app.db.collection('jobs').updateOne({ uuid: other.job.uuid }, { $set: { isArchived: true } })
    forgetDeliveredJobs(server.app)
    await dialog.getByRole('button', { name: /^Share with/ }).click()
    await dialog.getByRole('alert').filter({ hasText: 'These picture sets cannot be shared.' }).waitFor()
  })

  async function share(): Promise<void> {
    await page.getByRole('heading', { name: 'Would you like to add another picture set?' }).waitFor()
    await openMenu()
    await drawer().getByRole('button', { name: 'More' }).click()
    await drawer().getByRole('button', { name: 'Share pictures' }).click()
  }
})

describe('adding a set', () => {
  const field = () => page.getByRole('textbox', { name: 'Code' })
  const add = () => page.getByRole('main').getByRole('button', { name: 'Add pictures' })

  it('[ACC-9] in the account area requires five characters, reports an invalid code, and shows the new set', async () => {
    const customer = await buildCustomer(server)
    await visit('/my-account/add-picture-set', { customer })
    await field().fill('AB-CD')
    expect(await add().isDisabled()).toBe(true)
    await field().fill('AB-CDE')
    await add().click()
    await page.getByText('The code is not valid').waitFor()
    await expectAccessible(page)
    await field().fill(emma.code)
    await add().click()
    await page
      .getByRole('img', { name: /of Emma Carter/ })
      .first()
      .waitFor()
    expect(path()).toBe('/my-account/new-set')
    await page.goto(page.url().replace('/new-set', '/add-picture-set'))
    await field().fill(emma.code)
    await add().click()
    const dialog = page.getByRole('dialog', { name: 'You have these pictures already' })
    await dialog.getByText('The pictures of Emma Carter are among your picture sets.').waitFor()
    expect(path()).toBe('/my-account/add-picture-set')
  })

  it('[ACC-9] [ENT-10] navigates to the address in the answer', async () => {
    const customer = await buildCustomer(server)
    await visit('/my-account/add-picture-set', { customer })
    await page.route('**/add_picture_set_by_code.php?*', (route) =>
      route.fulfill({ json: { valid: true, redirect: '/elsewhere?from=code' } }),
    )
    await field().fill(emma.code)
    await add().click()
    await eventually(() => new URL(page.url()).search).toBe('?from=code')
  })

  it('[ENT-7] on the front page asks first, and adds nothing if the answer is no', async () => {
    const customer = await buildCustomer(server)
    await visit('/', { customer })
    await field().fill(emma.code)
    await add().click()
    const dialog = page.getByRole('dialog', { name: 'Add pictures' })
    // as it is printed on the letter, however it was typed
    const code = emma.code.toUpperCase()
    const question = `Are you sure you want to add the code ${code} to user ${customer.customer.email}?`
    await dialog.getByText(question, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await customer.client.call(access.addPictureSetByCode, { code: emma.code })).not.toHaveProperty('warning')
    // [ENT-10] now the customer has the subject
    await add().click()
    await dialog.getByRole('button', { name: 'Add pictures' }).click()
    await page.getByRole('dialog', { name: 'You have these pictures already' }).waitFor()
  })
})
