import { account } from '@portraitkit/core/account/contract.ts'
import { reminders } from '@portraitkit/core/reminders/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { publishJob } from '../../../server/src/features/jobs/publishing/publishJob.ts'
import { reminderRun } from '../../../server/src/features/reminders/sendReminders.ts'
import type { StoredMail } from '../../../server/src/platform/mail/queue.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { buildJob } from '../../../server/src/testing/buildJob.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openShopInBrowser, type ShopInBrowser, type Visit } from '../testing/shopInBrowser.ts'

// Consents and reminders as customers see them: the sources in a real browser, against a real server.

let shop: ShopInBrowser
let server: TestServer
let page: Page

beforeAll(async () => {
  shop = await openShopInBrowser()
  server = shop.server
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

/** Opens the page in a browser in which the customer is signed in. */
async function visit(customer: Visit['customer'], visit: Visit = {}): Promise<void> {
  page = await shop.visit('/my-account/communication', { width: 360, ...visit, customer })
}

/** A parent of these children, whose pictures were just published. */
async function aParent(...names: string[]) {
  const { job, subjects } = await buildJob(
    server.app,
    server.provider,
    names.map((name) => ({ name })),
  )
  const built = await buildCustomer(server, { subjects: subjects.map(({ uuid }) => uuid), name: 'Anna Carter' })
  await publishJob(server.app, server.provider, job.uuid)
  return built
}

const toggle = (name: string) => page.getByRole('switch', { name, exact: true })
const saved = () => page.getByText('Your choice was saved.')
const enabledOf = async ({ client }: BuiltCustomer) =>
  (await client.call(reminders.list, {})).subjects.map(({ remindersEnabled }) => remindersEnabled)

describe('[ACC-4] consents and reminders', () => {
  it('can be opened from the account’s menu and switched for each child: no email is sent for a switched-off one', async () => {
    const parent = await aParent('Emma Carter', 'Noah Carter')
    await visit(parent)
    await page.goto(shop.address('/my-account'))
    await page.getByRole('link', { name: 'Communication' }).click()
    await toggle('Emma Carter').waitFor()
    expect(await toggle('All').isChecked()).toBe(true)
    await expectAccessible(page)
    await toggle('Emma Carter').focus()
    await page.keyboard.press('Space')
    await saved().waitFor()
    expect(await toggle('Emma Carter').isChecked()).toBe(false)
    expect(await toggle('All').isChecked()).toBe(false)
    expect(await toggle('Noah Carter').isChecked()).toBe(true)
    server.wait(3.1 * 24 * 60 * 60_000)
    await reminderRun.run(server.app)
    const subjects = async () =>
      (await server.app.db.collection<StoredMail>('mails').find({ to: parent.customer.email }).toArray()).map(
        ({ subject }) => subject,
      )
    await expect.poll(subjects).toContain('Have you seen the pictures of Noah Carter?')
    await page.reload()
    await toggle('Emma Carter').waitFor()
    expect(await toggle('Emma Carter').isChecked()).toBe(false)
  })

  it('can be switched off and on for all children at once', async () => {
    const parent = await aParent('Emma Carter', 'Noah Carter', 'Mia Carter')
    await visit(parent, { width: 1280 })
    await toggle('All').click()
    await expect.poll(() => enabledOf(parent)).toEqual([false, false, false])
    await toggle('Noah Carter').click()
    await expect.poll(async () => (await enabledOf(parent)).filter(Boolean)).toHaveLength(1)
    await toggle('All').click()
    await expect.poll(() => enabledOf(parent)).toEqual([true, true, true])
    await saved().waitFor()
    for (const name of ['All', 'Emma Carter', 'Noah Carter', 'Mia Carter'])
      expect(await toggle(name).isChecked()).toBe(true)
  })

  it('include the account’s consent to offers', async () => {
    const parent = await aParent('Emma Carter')
    await visit(parent)
    const consent = page.getByRole('checkbox', { name: 'Send me offers and news by email' })
    await consent.click()
    await saved().waitFor()
    expect(await consent.isChecked()).toBe(true)
    expect((await parent.client.call(account.session, {})).user?.acceptMail).toBe(true)
    // a single child needs no switch for all
    await toggle('Emma Carter').waitFor()
    expect(await toggle('All').count()).toBe(0)
  })

  it('are reset, with a message, if saving fails', async () => {
    const parent = await aParent('Emma Carter')
    await visit(parent, {
      before: (page) => page.route('**/set_reminders_disabled_status.php', (route) => route.abort()),
    })
    await toggle('Emma Carter').click()
    await page.getByRole('status').getByText('Your choice could not be saved. Please try again.').waitFor()
    expect(await toggle('Emma Carter').isChecked()).toBe(true)
    await expectAccessible(page)
  })

  it('can be loaded again after a failure', async () => {
    const parent = await aParent('Emma Carter')
    const address = '**/get_subjects_with_reminders_enabled.php*'
    await visit(parent, { before: (page) => page.route(address, (route) => route.abort()) })
    await page.getByText('This could not be loaded.').waitFor()
    await expectAccessible(page)
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await toggle('Emma Carter').waitFor()
  })

  it('show how to add a picture set if there is none yet', async () => {
    await visit(await buildCustomer(server, { name: 'Anna Carter' }))
    await page.getByRole('heading', { name: 'No picture sets yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Add a picture set' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/my-account/add-picture-set')
  })

  it('distinguish a child with the same name in two years', async () => {
    const parent = await aParent('Emma Carter', 'Emma Carter')
    await visit(parent)
    await expect.poll(() => page.getByText(/^2026, Job /).count(), { timeout: 30_000 }).toBe(2)
  })

  it('[AUT-15] open the login for a signed-out visitor', async () => {
    await visit(undefined)
    await expect.poll(() => new URL(page.url()).hash).toBe('#/login')
  })
})
