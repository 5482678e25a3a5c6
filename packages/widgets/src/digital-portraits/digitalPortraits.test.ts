import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DeliveredPicture } from '../../../server/src/features/jobs/picture.ts'
import { grantRights } from '../../../server/src/features/rights/collection.ts'
import { buildBackgrounds } from '../../../server/src/testing/buildBackgrounds.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../../server/src/testing/buildFiles.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { buildProvider } from '../../../server/src/testing/buildProvider.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// Pictures to download, as customers see and use them.

let shop: ShopInBrowser
/** With a sibling and a group picture; with portraits only; everything bought or archived. */
let emma: BuiltPictureSet
let one: DeliveredPicture
let two: DeliveredPicture
let noah: BuiltPictureSet
let ruby: BuiltPictureSet
const PORTRAIT_ONLY = { group: 'no group picture' }

beforeAll(async () => {
  shop = await openShopInBrowser({ provider: { options: { ...buildProvider().options, analyticsEnabled: true } } })
  const { app, provider } = shop.server
  one = await buildPicture(app, provider, { fileName: '1.jpg' })
  two = await buildPicture(app, provider, { fileName: '2.jpg' })
  const sibling = await buildPicture(app, provider, { fileName: '3.jpg', pictureType: 'MGP' })
  emma = await buildPictureSet(app, provider, {
    subject: { name: 'Emma Carter' },
    pictures: [one, two, sibling],
    job: { name: 'Maple School' },
  })
  const four = await Promise.all([1, 2, 3, 4].map((name) => buildPicture(app, provider, { fileName: `${name}.jpg` })))
  noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter' }, pictures: four })
  const { picturesOf } = await import('../../../server/src/features/jobs/collection.ts')
  await picturesOf(app, provider.key).updateOne(
    { jobUuid: noah.job.uuid, 'assignment.to': 'groups' },
    { $set: { 'assignment.groups': [PORTRAIT_ONLY.group] } },
  )
  ruby = await buildPictureSet(app, provider, { subject: { name: 'Ruby Hale' }, job: { isArchived: true } })
  await sellDigitalFiles(app, provider, { rule: { inCart: { quantity: 1 } } })
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const parent = (...sets: BuiltPictureSet[]) =>
  buildCustomer(shop.server, { subjects: sets.map(({ subject }) => subject.uuid) })
const pathOf = (page: Page) => new URL(page.url()).hash
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe.each([360, 1280])('digital portraits, %i px wide', (width) => {
  it('[DIG-1] have a card for each set with pictures to buy, with at most three that are not group pictures', async () => {
    const customer = await parent(emma, noah, ruby)
    const page = await shop.visit('/products/digital-portraits', { customer, width })
    await page.getByRole('heading', { name: 'Emma Carter' }).waitFor()
    expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual(
      expect.arrayContaining(['Emma Carter', 'Noah Carter']),
    )
    expect(await page.getByRole('article').count()).toBe(2)
    await expect
      .poll(() => page.getByRole('img', { name: 'Pictures of Noah Carter' }).locator('.pk-picture').count())
      .toBe(3)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose pictures of Emma Carter' }).click()
    await page.getByRole('heading', { name: 'Digital portraits of Emma Carter' }).waitFor()
    expect(pathOf(page)).toBe(`#/products/digital-portraits/${emma.subject.uuid}`)
  })

  it('[DIG-2, DIG-4] are in sections, the address follows the set, and only a set without group pictures is offered whole', async () => {
    const customer = await parent(emma, noah, ruby)
    const page = await shop.visit(`/products/digital-portraits/${emma.subject.uuid}`, { customer, width })
    await page.getByRole('heading', { name: 'Group pictures' }).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Portraits',
      'Siblings and friends',
      'Group pictures',
    ])
    expect(await button(page, 'Buy digital portraits').count()).toBe(0)
    const switcher = page.getByLabel('Picture set')
    const disabled = await switcher
      .getByRole('option')
      .evaluateAll((options) =>
        options.filter((option) => (option as HTMLOptionElement).disabled).map((option) => option.textContent),
      )
    expect(disabled).toEqual([expect.stringContaining('Ruby Hale')])
    await switcher.selectOption(noah.subject.uuid)
    await page.getByRole('heading', { name: 'Digital portraits of Noah Carter' }).waitFor()
    expect(pathOf(page)).toBe(`#/products/digital-portraits/${noah.subject.uuid}`)
    await page.getByText('$40.00').waitFor()
    await expectAccessible(page)

    await button(page, 'Buy digital portraits').press('Enter')
    await page.getByRole('status').filter({ hasText: 'Picture set in cart' }).waitFor()
    await expect.poll(() => page.getByText('Picture set in cart').count()).toBe(5)
    const way = page.getByRole('link', { name: 'Go to the cart' }).first()
    await expect.poll(() => way.evaluate((node) => node.matches(':focus'))).toBe(true)
    expect(await button(page, /^Buy digital picture/).count()).toBe(0)
    await button(page, 'Take out again').click()
    await button(page, 'Buy digital portraits').waitFor()
    await button(page, /^Buy digital picture ?: picture 2 /).click()
    await button(page, /^Picture in cart ?: picture 2 /).waitFor()
    // One in the cart triggers the rebate: the struck price is announced, too.
    await page.getByText('$30.00').waitFor()
    await page.getByText('Before $40.00').waitFor({ state: 'attached' })
    await expectAccessible(page)
  })
})

it('[DIG-6] report a toggle to analytics, and then the cart is fetched', async () => {
  const customer = await parent(noah)
  const page = await shop.visit(`/products/digital-portraits/${noah.subject.uuid}`, { customer })
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    for (const name of ['pk-digital-toggle', 'pk-analytics', 'pk-cart-change'])
      addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]))
  })
  await button(page, /^Buy digital picture ?: picture 1 /).click()
  await button(page, /^Picture in cart ?: picture 1 /).waitFor()
  type Heard = [name: string, detail: { event?: string }]
  const all = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
  // other analytics events are not checked here
  const heard = all.filter(([, { event = 'digital-toggle' }]) => event === 'digital-toggle')
  const toggled = { kind: 'file', inCart: true, product: 'Picture', price: 1500, currency: 'USD' }
  expect(heard).toEqual([
    ['pk-digital-toggle', toggled],
    ['pk-analytics', { event: 'digital-toggle', ...toggled }],
    ['pk-cart-change', { count: 1 }],
  ])
})

describe('[ACC-7] a picture set', () => {
  it('sells its pictures and downloads the bought ones', async () => {
    const customer = await parent(emma)
    const { app, provider } = shop.server
    // also a set with pictures of siblings and the class, which is not offered whole elsewhere
    const whole = await shop.visit(`/my-account/picture-sets/${emma.subject.uuid}`, { customer, width: 390 })
    await button(whole, 'Buy digital portraits').click()
    await whole.getByRole('status').filter({ hasText: 'Picture set in cart' }).waitFor()
    await button(whole, 'Take out again').click()
    await button(whole, 'Buy digital portraits').waitFor()
    const targets = [one.uuid, two.uuid]
    await grantRights(app, provider, { customer: customer.customer._id, targets, order: randomUUID() })
    await fileActions(customer).file(emma.pictures.group.uuid)
    const page = await shop.visit(`/my-account/picture-sets/${emma.subject.uuid}`, { customer, width: 390 })
    await button(page, /^Picture in cart ?: group picture 4 of 4B/).waitFor()
    await button(page, /^Buy digital picture ?: picture 3 of Emma Carter/).waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await button(page, 'Download: picture 1 of Emma Carter').click()
    expect((await download).suggestedFilename()).toBe('Emma Carter - Maple School - 01.jpg')
    const all = page.waitForEvent('download')
    await button(page, 'Download all').click()
    expect((await all).suggestedFilename()).toBe('Emma Carter - Maple School.zip')
  })

  it('[ACC-8] downloads a green-screen picture with the selected background', async () => {
    const { app, provider } = shop.server
    await buildBackgrounds(app, provider, { beach: '#2040c0', forest: '#802020' })
    const green = await buildPicture(app, provider, { fileName: 'green.jpg', greenscreen: true })
    const liam = await buildPictureSet(app, provider, { subject: { name: 'Liam Diaz' }, pictures: [green] })
    const customer = await parent(liam)
    await grantRights(app, provider, { customer: customer.customer._id, targets: [green.uuid], order: randomUUID() })
    const page = await shop.visit(`/my-account/picture-sets/${liam.subject.uuid}`, { customer, width: 390 })
    await button(page, 'Download: picture 1 of Liam Diaz').click()
    const dialog = page.getByRole('dialog', { name: 'Choose a background' })
    const choices = dialog.getByRole('radio')
    await expect.poll(() => choices.count()).toBe(3)
    expect(await dialog.getByRole('radio', { name: /^Default background/ }).isChecked()).toBe(true)
    // each choice shows the picture as it will be downloaded, even without a background
    const previews = dialog.locator('.pk-picture[data-state="shown"] .pk-picture-sharp')
    await expect.poll(() => previews.count()).toBe(3)
    await expectKeysInside(dialog, 'digital-portraits/BackgroundChooser')
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: /^Default background/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await dialog.getByRole('radio', { name: /^Transparent/ }).isChecked()).toBe(true)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe(`Liam Diaz - ${liam.job.name} - 01.png`)
    await expect.poll(() => dialog.count()).toBe(0)
  })
})

it.each(['/products/digital-portraits/', '/my-account/picture-sets/'])(
  'a picture that became another child’s leaves the open page %s once an action is refused, which says why',
  async (path) => {
    const { app, provider } = shop.server
    const names = ['1.jpg', '2.jpg', '3.jpg']
    const pictures = await Promise.all(names.map((fileName) => buildPicture(app, provider, { fileName })))
    const mia = await buildPictureSet(app, provider, { subject: { name: 'Mia Roth' }, pictures })
    const page = await shop.visit(`${path}${mia.subject.uuid}`, { customer: await parent(mia) })
    await button(page, /^Buy digital picture ?: picture 3 /).waitFor()
    // what a page that is opened fetches again must not find the correction
    await page.waitForLoadState('networkidle')
    const { rejectPicture } = await import('../../../server/src/features/jobs/pictures/assignPicture.ts')
    await rejectPicture(app, mia.job, pictures[0]?.uuid ?? '', { why: 'hand', by: null, at: app.clock() })
    await button(page, /^Buy digital picture ?: picture 1 /).click()
    await page.getByRole('alert').filter({ hasText: 'could not find' }).waitFor()
    await button(page, /^Buy digital picture ?: picture 3 /).waitFor({ state: 'detached' })
    await expectAccessible(page)
  },
)

it('a signed-out visitor is asked to sign in, and an unknown set shows the others', async () => {
  const stranger = await shop.visit('/products/digital-portraits')
  await stranger.getByRole('heading', { name: 'Sign in to see your digital portraits' }).waitFor()
  const page = await shop.visit(`/products/digital-portraits/${randomUUID()}`, { customer: await parent(noah) })
  await page.getByRole('heading', { name: 'These pictures are not here' }).waitFor()
  const none = await shop.visit('/products/digital-portraits', { customer: await parent(ruby) })
  await none.getByRole('heading', { name: 'No digital portraits to buy' }).waitFor()
})
