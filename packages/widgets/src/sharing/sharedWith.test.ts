import { access } from '@portraitkit/core/access/contract.ts'
import { dayIn, sharing } from '@portraitkit/core/sharing/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { buildShare } from '../../../server/src/testing/buildShare.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// What a customer shares, as a list under the form; and the link of a share, as its recipient opens it.

let shop: ShopInBrowser
let emma: BuiltPictureSet
let noah: BuiltPictureSet
beforeAll(async () => {
  shop = await openShopInBrowser()
  const { app, provider } = shop.server
  emma = await buildPictureSet(app, provider, { subject: { name: 'Emma Carter' } })
  noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter' } })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

let mother: BuiltCustomer
let page: Page
beforeEach(async () => {
  const subjects = [emma.subject.uuid, noah.subject.uuid]
  mother = await buildCustomer(shop.server, { subjects, name: 'Jordan Carter', isAddressProved: true })
})

const heading = () => page.getByRole('heading', { name: 'Shared with' })
const section = () => page.getByRole('region', { name: 'Shared with' })
const endOf = (recipient: string) => page.getByRole('button', { name: `End sharing with ${recipient}` })
async function visitShare(width = 390): Promise<void> {
  page = await shop.visit('/', { customer: mother, tags: ['pk-share'], width })
  await heading().waitFor()
}
const isScrolledSideways = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe('the list of what is shared', () => {
  it('is there before a child can be chosen: what arrives below moves a dialog, and somebody else would be under the thumb', async () => {
    await buildShare(shop.server, mother, [emma.subject.uuid], { recipient: 'grandmother@example.com' })
    const list = Promise.withResolvers<void>()
    page = await shop.visit('/', {
      customer: mother,
      tags: ['pk-share'],
      width: 390,
      before: (opened) => opened.route('**/api/webshop/shares*', (route) => list.promise.then(() => route.continue())),
    })
    await heading().waitFor()
    // the sets are there
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /picture-?sets/i.test(name)),
    )
    await page.waitForTimeout(500)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    list.resolve()
    await page.getByRole('checkbox').first().waitFor()
    expect(await endOf('grandmother@example.com').count()).toBe(1)
  })

  it.each([360, 390, 1280])(
    'names whom, whose pictures and until when, and ends a share by one tap, at %i px',
    async (width) => {
      const long = `grandmother-with-a-very-long-name-${'x'.repeat(40)}-${width}@example.com`
      const first = await buildShare(shop.server, mother, [emma.subject.uuid, noah.subject.uuid], { recipient: long })
      const uncle = `uncle-${width}@example.com`
      const opened = await buildShare(shop.server, mother, [emma.subject.uuid], { recipient: uncle })
      const friend = await buildCustomer(shop.server)
      await friend.client.call(access.addPictureSetByCode, { code: opened.token })
      await visitShare(width)
      await section().getByText('Emma Carter and Noah Carter').waitFor()
      await section().getByText('Not opened yet').waitFor()
      await section()
        .getByText(/^Opened, last on /)
        .waitFor()
      expect(
        await section()
          .getByText(/^Since .+, until .+/)
          .count(),
      ).toBe(2)
      expect(await isScrolledSideways()).toBe(false)
      const target = await endOf(first.recipient).boundingBox()
      expect(target?.height).toBeGreaterThanOrEqual(44)
      await expectAccessible(page)
      await endOf(first.recipient).click()
      await page
        .getByRole('status')
        .filter({ hasText: `Your link to ${long} no longer works.` })
        .filter({ hasText: 'Nobody had opened it.' })
        .waitFor()
      expect([await endOf(long).count(), await endOf(uncle).count()]).toEqual([0, 1])
      expect(await isScrolledSideways()).toBe(false)
      await expectAccessible(page)
    },
  )

  it('says of a share that it ends by how many people it was opened, also since the list was shown', async () => {
    const { recipient, token } = await buildShare(shop.server, mother, [emma.subject.uuid])
    await visitShare()
    await section().getByText('Not opened yet').waitFor()
    for (const friend of [await buildCustomer(shop.server), await buildCustomer(shop.server)])
      await friend.client.call(access.addPictureSetByCode, { code: token })
    await endOf(recipient).click()
    await page.getByRole('status').filter({ hasText: 'Opened by 2 people, last on' }).waitFor()
  })

  it('is operated by keys, and the focus stays at the list when its last entry is gone', async () => {
    const { recipient } = await buildShare(shop.server, mother, [emma.subject.uuid])
    await visitShare(1280)
    await endOf(recipient).focus()
    await page.keyboard.press('Enter')
    await section().getByText('Nobody at the moment.').waitFor()
    await expect.poll(() => heading().evaluate((node) => node.matches(':focus'))).toBe(true)
  })

  it('says that it is empty, and shows what was just shared until the chosen day', async () => {
    await visitShare()
    await section().getByText('Nobody at the moment.').waitFor()
    await page.getByText('Emma Carter').first().click()
    await page.getByRole('button', { name: 'Continue with 1 picture set' }).click()
    await page.getByLabel('Email address').fill('aunt@example.com')
    const until = page.getByLabel('Until')
    expect(await until.inputValue()).toBe(dayIn(90, shop.server.app.clock()))
    expect(await section().count()).toBe(0)
    const day = dayIn(14, shop.server.app.clock())
    await until.fill(day)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Share with 1 person' }).click()
    await page.getByRole('heading', { name: 'Shared!' }).waitFor()
    const written = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
    await section().getByText(`until ${written}`).waitFor()
    await expectAccessible(page)
  })

  it('says why a day cannot be the last one', async () => {
    await visitShare()
    await page.getByText('Emma Carter').first().click()
    await page.getByRole('button', { name: 'Continue with 1 picture set' }).click()
    await page.getByLabel('Email address').fill('aunt@example.com')
    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByRole('button', { name: 'Share with 1 person' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: 'Please choose a last day between today and a year from now.' })
      .waitFor()
  })

  it('reports that it could not be loaded, or a share not be ended, and tries again', async () => {
    const { recipient } = await buildShare(shop.server, mother, [emma.subject.uuid])
    const refuse = (route: { fulfill: (answer: object) => Promise<void> }) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong here.', reason: 'server.error' } })
    const paths = '**/api/webshop/shares*'
    page = await shop.visit('/', {
      customer: mother,
      tags: ['pk-share'],
      width: 390,
      before: (opened) => opened.route(paths, refuse),
    })
    await page
      .getByRole('alert')
      .filter({ hasText: 'What you share could not be loaded.' })
      .waitFor({ timeout: 30_000 })
    await expectAccessible(page)
    await page.unroute(paths)
    await section().getByRole('button', { name: 'Try again' }).click()
    await endOf(recipient).waitFor()
    await page.route(`${paths}*/**`, refuse)
    await endOf(recipient).click()
    await page.getByRole('alert').filter({ hasText: 'Something went wrong here.' }).waitFor({ timeout: 30_000 })
    expect(await endOf(recipient).count()).toBe(1)
  })

  it('has the shape of its entries while it loads', async () => {
    const answer = Promise.withResolvers<void>()
    page = await shop.visit('/', {
      customer: mother,
      tags: ['pk-share'],
      before: (opened) =>
        opened.route('**/api/webshop/shares*', async (route) => {
          await answer.promise
          await route.continue()
        }),
    })
    await section().locator('.pk-skeleton').first().waitFor()
    answer.resolve()
    await section().getByText('Nobody at the moment.').waitFor()
  })
})

describe('the link of a share', () => {
  const link = (token: string) => `/enter-code?code=${token}`

  it('is opened without a code to type, by a visitor who then continues with an email address', async () => {
    const { token } = await buildShare(shop.server, mother, [emma.subject.uuid])
    page = await shop.visit(link(token), { width: 360 })
    await page.getByRole('heading', { name: 'Pictures have been shared with you' }).waitFor()
    expect(await page.getByText(token).count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await isScrolledSideways()).toBe(false)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Email').waitFor()
  })

  it('adds the pictures to the account of a customer, without the button that shares them', async () => {
    const { token } = await buildShare(shop.server, mother, [emma.subject.uuid])
    const friend = await buildCustomer(shop.server, { name: 'Robin Berg', isAddressProved: true })
    page = await shop.visit(link(token), { customer: friend, width: 390 })
    await page.getByText('They are added to the picture sets of Robin Berg.').waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Add pictures' }).click()
    await page
      .getByRole('img', { name: /of Emma Carter/ })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Share with somebody' }).count()).toBe(0)
  })

  it('of an ended share says so, and whom to ask', async () => {
    const { token, uuid } = await buildShare(shop.server, mother, [emma.subject.uuid])
    await mother.client.call(sharing.end, { uuid })
    page = await shop.visit(link(token), { width: 390 })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').filter({ hasText: 'This link does not work any more.' }).waitFor()
    await expectAccessible(page)
  })
})
