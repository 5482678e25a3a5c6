import { carts } from '@portraitkit/core/cart/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { replacePackages } from '../../../../server/src/features/photo-packages/collection.ts'
import { buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { buildPackage, packageInputOf } from '../../../../server/src/testing/buildPackage.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import {
  button,
  club,
  emma,
  eventually,
  expectStatus,
  hash,
  items,
  noah,
  options,
  shop,
  visit,
  withPackages,
} from '../../testing/buildVisit.ts'
import { expectKeysInside } from '../../testing/keyboard.ts'

// The package page, as customers use it.

withPackages()

const warning = 'Changing pictures in this package will replace all pictures with the selected picture.'

it('[PKG-3] [PKG-4] [PKG-5] [PKG-6] [CRT-3] [CRT-9] [CRT-13] a package is filled by touch: one picture for all, undone, a text in place, added to the cart and changed there', async () => {
  await options({ addToCartWarningEnabled: true })
  const { page, uuid } = await visit()
  const names = items(page).getByRole('heading')
  await eventually(() => names.allTextContents()).toEqual(['Square card 1', 'Square card 2', 'Year book', 'Whole set'])
  expect(
    await items(page)
      .getByRole('img', { name: /^Preview of Square card 1\. .*Emma Carter/ })
      .count(),
  ).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page)

  await button(page, 'Change all pictures').click()
  const dialog = page.getByRole('dialog', { name: 'Change all pictures' })
  await dialog.getByText(warning).waitFor()
  expect(await dialog.getByRole('button', { name: 'Change all pictures' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Picture 1 of Emma Carter' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change all pictures' }).click()
  await expectStatus(page, '2 products have the picture now.')
  await page.getByText('Saved', { exact: true }).waitFor()
  await button(page, 'Undo').click()
  await expectStatus(page, 'Undone')
  await button(page, 'Redo').click()
  await expectStatus(page, 'Done again')

  // the template editor inside the page: Back leaves the editor, but not the page
  await button(page, 'Edit Square card 2').click()
  await button(page, 'Edit text').waitFor()
  expect(await button(page, 'Designs').count()).toBe(1)
  await page.goBack()
  await button(page, 'Edit Square card 2').click()
  await button(page, 'Edit text').click()
  await page.getByRole('button', { name: 'Text 2 of 2', exact: true }).click()
  await page.getByRole('textbox').fill('For granny')
  const saved = page.waitForResponse((got) => got.request().method() === 'PUT' && got.url().includes('/user/packages/'))
  await button(page, 'Done').click()
  await button(page, 'Edit text').waitFor()
  // closing the tab now would lose nothing
  await saved
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(page.url())
  await items(elsewhere)
    .getByRole('img', { name: /granny/i })
    .waitFor()
  await elsewhere.close()
  await button(page, 'Done').click()
  await expectStatus(page, 'Square card is changed.')
  await eventually(() =>
    items(page)
      .getByRole('img', { name: /granny/i })
      .count(),
  ).toBe(1)
  await eventually(() => button(page, 'Edit Square card 2').evaluate((node) => node.matches(':focus'))).toBe(true)

  // with another picture, mode 4 asks about all of them
  await button(page, 'Edit Square card 1').click()
  await button(page, 'Change photos').waitFor()
  // its design is fixed
  expect(await button(page, 'Designs').count()).toBe(0)
  await button(page, 'Change photos').click()
  await page.getByRole('list').getByRole('button', { name: 'Picture 1 of 2' }).click()
  await page.getByRole('button', { name: /Picture 2 of Emma Carter/ }).click()
  await button(page, 'Done').click()
  await button(page, 'Change photos').waitFor()
  await button(page, 'Done').click()
  await page.getByRole('dialog', { name: 'Change all pictures' }).getByText(warning).waitFor()
  await expectKeysInside(page.getByRole('dialog', { name: 'Change all pictures' }), 'photo-packages/page/PackageEditor')
  await button(page, 'Ok').click()
  await expectStatus(page, 'the picture now.')

  await button(page, /^Add to cart/).click()
  const summary = page.getByRole('dialog', { name: 'Is everything right?' })
  await expectKeysInside(summary, 'photo-packages/page/PackageSummary')
  await button(page, 'Everything is right').click()
  await eventually(() => hash(page)).toBe('#/shopping-cart')
  const line = page.getByRole('listitem').filter({ hasText: 'Family package' }).first()
  await eventually(() =>
    line.getByRole('list', { name: 'In the package' }).getByRole('listitem').allTextContents(),
  ).toEqual(['2 × Square card', 'Year book', 'Whole set'])
  await expectAccessible(page)

  await line.getByRole('link', { name: /^Edit/ }).click()
  await button(page, /^Update cart/).waitFor()
  await eventually(() =>
    items(page)
      .getByRole('img', { name: /granny/i })
      .count(),
  ).toBe(1)
  await button(page, 'Change all pictures').click()
  await dialog.getByRole('button', { name: 'Picture 1 of Emma Carter' }).click()
  await dialog.getByRole('button', { name: 'Change all pictures' }).click()
  await expectStatus(page, '2 products have the picture now.')
  // the cart does not have it yet; a reload loses nothing
  await page.getByText('Kept for you. The cart does not have it yet.').waitFor()
  await page.reload()
  await page.getByText('Kept for you. The cart does not have it yet.').waitFor()
  await button(page, 'Start over').click()
  await expectKeysInside(page.getByRole('dialog', { name: 'Start over?' }), 'photo-packages/page/PackageSaveStatus')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to the cart' }).click()
  const leave = page.getByText('Are you sure you want to leave the page with unsaved changes?')
  await leave.waitFor()
  await expectKeysInside(page.getByRole('dialog', { name: 'Unsaved changes' }), 'photo-packages/page/PackageEditor')
  await button(page, 'Stay here').click()
  await page.goBack()
  await leave.waitFor()
  await button(page, 'Stay here').click()
  await button(page, /^Update cart/).click()
  await eventually(() => hash(page)).toBe('#/shopping-cart')

  // the line's current state does not count as something to continue
  await line.getByRole('link', { name: /^Edit/ }).click()
  await items(page).getByRole('img').first().waitFor()
  expect(await page.getByText('Kept for you. The cart does not have it yet.').count()).toBe(0)
  await page.goto(shop.address(`/products/packages/${uuid}`))
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, /^Add to cart/).click()
  const why = 'The digital pictures of this set are in your cart already.'
  const toast = page.getByRole('status').filter({ hasText: why })
  await toast.waitFor()
  // the notice does not cover the button to be pressed again
  const box = async (of: Locator) => (await of.boundingBox()) ?? { y: Number.NaN, height: 0 }
  const [notice, bar] = [await box(toast), await box(button(page, /^Add to cart/))]
  expect(notice.y + notice.height).toBeLessThanOrEqual(bar.y)
  await toast.getByRole('button', { name: 'Close' }).click()
  await eventually(() => toast.count()).toBe(0)
  // next to the button it stays until the next press
  await page.getByRole('complementary', { name: 'Your package' }).getByText(why).waitFor()
  await expectAccessible(page)
})

it('[PKG-3] if none of a customer’s pictures are shown, the page says so instead of asking for a login', async () => {
  const { document } = await buildPackage(shop.server.app, shop.server.provider, [emma.job.uuid], {})
  const customer = await buildCustomer(shop.server, { subjects: [] })
  const page = await shop.visit(`/products/packages/${document.uuid}`, { width: 390, customer })
  await page.getByText('None of your pictures can be chosen just now.').waitFor()
  expect(await page.getByText('Sign in').count()).toBe(0)
  await expectAccessible(page)
})

it('[CRT-3] a package in the cart that cannot be opened returns to the cart', async () => {
  const { app, provider } = shop.server
  const { page, customer, uuid } = await visit()
  const opened = await customer.client.call(photoPackages.open, { packageUuid: uuid })
  const content = { package: { uuid }, subject: opened.subject?.uuid ?? null, packageItems: packageInputOf(opened) }
  const { cart } = await customer.client.call(carts.addPackage, { ...content, requestId: crypto.randomUUID() })
  await replacePackages(app, provider.key, [])
  await page.goto(shop.address(`/shopping-cart/edit/${cart.orderLines[0]?.uuid}`))
  await page.reload()
  await page.getByText('This package is no longer available.').waitFor()
  await page.getByRole('link', { name: 'Back to the cart' }).click()
  await eventually(() => hash(page)).toBe('#/shopping-cart')
})

it('[PKG-5] sets that the mode excludes are disabled, those of another photographer are not listed if mixing is forbidden', async () => {
  await options({ whiteLabelDisableMixPhotographers: true })
  const { page } = await visit({ sets: [club, noah], allowSubjectChange: 1, width: 1280 })
  const select = page.getByRole('combobox', { name: 'Pictures of, for Square card 1' })
  const listed = () =>
    select
      .locator('option')
      .evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLOptionElement).disabled]))
  await eventually(listed).toEqual([
    ['Emma Carter · 4B · 2026', false],
    ['Noah Carter · 4B · 2026', true],
  ])
  // the price stays visible next to the last item
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const price = page.getByRole('complementary', { name: 'Your package' }).getByText(/^Price per package/)
  await eventually(async () => ((await price.boundingBox())?.y ?? 0) > 0).toBe(true)
  await expectAccessible(page)
  await options({})
  await page.reload()
  await eventually(async () => (await listed()).map(([, isDisabled]) => isDisabled)).toEqual([false, true, true])
})

it('[PKG-3] [PKG-5] an item is filled for another child; a visitor signs in and continues; unavailable items say why', async () => {
  const { page } = await visit({ sets: [noah], allowSubjectChange: 2, width: 1280 })
  const another = await page.context().newPage()
  await another.goto(page.url())
  const seenOf = (window: Page, name: RegExp) => items(window).getByRole('img', { name }).waitFor()
  await seenOf(another, /^Preview of Square card 2\. .*Emma Carter/)
  await page.getByRole('combobox', { name: 'Pictures of, for Square card 2' }).selectOption(noah.subject.uuid)
  await seenOf(page, /^Preview of Square card 2\. .*Noah Carter/)
  // another window with the same package shows it
  await seenOf(another, /^Preview of Square card 2\. .*Noah Carter/)
  await another.close()
  await button(page, 'Undo').focus()
  await page.keyboard.press('Enter')
  await seenOf(page, /^Preview of Square card 2\. .*Emma Carter/)

  // one picture of another child for all prints replaces the child's name, too
  await button(page, 'Change all pictures').click()
  const dialog = page.getByRole('dialog', { name: 'Change all pictures' })
  await dialog.getByRole('combobox', { name: 'Pictures of' }).selectOption(noah.subject.uuid)
  await dialog.getByRole('button', { name: 'Picture 1 of Noah Carter' }).click()
  await dialog.getByRole('button', { name: 'Change all pictures' }).click()
  for (const card of [1, 2]) await seenOf(page, new RegExp(`^Preview of Square card ${card}\\. .*Noah Carter`))
  await button(page, 'Undo').click()
  for (const card of [1, 2]) await seenOf(page, new RegExp(`^Preview of Square card ${card}\\. .*Emma Carter`))

  // an unfinished package is offered again
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'All packages' }).click()
  await page.getByRole('link', { name: 'Continue your package: Family package with Emma Carter' }).click()
  await page.getByText('This is the package that you started.').waitFor()

  const { uuid } = await visit({ disabled: { en: 'Back in spring' } })
  const visitor = await shop.visit(`/products/packages/${uuid}`, { width: 390 })
  await visitor.getByText('Back in spring').waitFor()
  await visitor.getByText('Sign in, or enter your code, and the package is filled with your own pictures.').waitFor()
  await expectAccessible(visitor)
  await visitor.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await eventually(() => hash(visitor)).toBe('#/login')
  const unknown = await shop.visit(`/products/packages/${emma.subject.uuid}`, { width: 390 })
  await unknown.getByText('This package is no longer available.').waitFor()
  await expectAccessible(unknown)
})
