import { carts } from '@portraitkit/core/cart/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { expect, it } from 'vitest'
import { expectAccessible } from '../../testing/accessibility.ts'
import { button, eventually, expectStatus, hash, items, shop, visit, withPackages } from '../../testing/buildVisit.ts'

// How a package is saved while it is edited, and when the network, the session or the window is lost.

withPackages()

it('[PKG-3] a text typed in an item without a network is found again after its page was closed meanwhile', async () => {
  const { page } = await visit()
  const context = page.context()
  await button(page, 'Edit Square card 2').click()
  await button(page, 'Edit text').click()
  await page.getByRole('button', { name: 'Text 2 of 2', exact: true }).click()
  const saved = page.waitForResponse((got) => got.request().method() === 'PUT' && got.url().includes('/user/packages/'))
  await page.getByRole('textbox').fill('At home')
  await saved
  await context.setOffline(true)
  await page.getByRole('textbox').fill('On the train')
  await button(page, 'Done').click()
  await button(page, 'Edit text').waitFor()
  const offlineNotice = page.getByText('No connection. It will be saved as soon as there is one.')
  await offlineNotice.waitFor()
  await button(page, 'Done').click()
  await button(page, 'Edit Square card 2').waitFor()
  await offlineNotice.waitFor()
  const address = page.url()
  // A crash runs no handlers of the page, as when a phone needs the memory.
  await page.goto('chrome://crash').catch(() => undefined)
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  await items(again)
    .getByRole('img', { name: /On the train/i })
    .waitFor()
  await again.getByText('Saved').waitFor()
})

it('[PKG-3] a text typed in an item is saved before Done, and discarded by Cancel', async () => {
  const { page, customer } = await visit()
  const keeping = (text: string, isIn: boolean) =>
    page.waitForResponse((got) => {
      const isSave = got.request().method() === 'PUT' && got.url().includes('/user/packages/')
      return isSave && (got.request().postData() ?? '').includes(text) === isIn
    })
  const typeInItem = async (text: string) => {
    await button(page, 'Edit Square card 2').click()
    await button(page, 'Edit text').click()
    await page.getByRole('button', { name: 'Text 2 of 2', exact: true }).click()
    const saved = keeping(text, true)
    await page.getByRole('textbox').fill(text)
    await saved
  }
  const shows = (text: RegExp) => items(page).getByRole('img', { name: text })
  await typeInItem('For granny')
  await page.reload()
  await shows(/granny/i).waitFor()

  await typeInItem('For grandpa')
  const back = keeping('grandpa', false)
  await button(page, 'Cancel').click()
  await button(page, 'Close without saving').click()
  await back
  await button(page, 'Close').click()
  await shows(/granny/i).waitFor()
  // a cancelled change is not an undo step, a finished one is
  expect(await button(page, 'Undo').count()).toBe(0)
  await typeInItem('For grandpa')
  await page.getByRole('textbox').fill('For grandma')
  await button(page, 'Done').click()
  await button(page, 'Edit text').waitFor()
  await button(page, 'Done').click()
  await shows(/grandma/i).waitFor()
  const undone = keeping('granny', true)
  await button(page, 'Undo').click()
  await shows(/granny/i).waitFor()
  expect(await button(page, 'Undo').isDisabled()).toBe(true)
  await undone

  // if another device has a different one, both are shown
  const [unfinished] = await customer.client.call(photoPackages.unfinished, {})
  const uuid = unfinished?.saved ?? ''
  const { saved } = await customer.client.call(photoPackages.getSaved, { uuid })
  const content = JSON.parse(JSON.stringify(saved?.content).replaceAll('For granny', 'Elsewhere'))
  await customer.client.call(photoPackages.save, { uuid, version: saved?.version ?? 0, content })
  await button(page, 'Redo').click()
  const question = page.getByRole('dialog', { name: 'This package was changed somewhere else too' })
  await question.getByRole('img', { name: /^Keep this one\. .*grandma/i }).waitFor()
  await question.getByRole('img', { name: /^Take the other one\. .*elsewhere/i }).waitFor()
  expect(await question.getByRole('img').count()).toBe(2)
  // too small to read on a whole print
  expect(await question.locator('q').allTextContents()).toEqual([
    expect.stringMatching(/^For grandma$/i),
    expect.stringMatching(/^Elsewhere$/i),
  ])
  await expectAccessible(page)

  // changed there again before the answer arrives: it is asked again, with the reason
  const { saved: later } = await customer.client.call(photoPackages.getSaved, { uuid })
  const newer = JSON.parse(JSON.stringify(later?.content).replaceAll('Elsewhere', 'Once more'))
  await customer.client.call(photoPackages.save, { uuid, version: later?.version ?? 0, content: newer })
  await button(page, 'Keep this one').click()
  await question.getByText('It has changed there again since you chose.').waitFor()
  // closed without an answer it decides nothing, and is asked again
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.getByText('This package was changed somewhere else too').waitFor()
  const { saved: undecided } = await customer.client.call(photoPackages.getSaved, { uuid })
  expect(JSON.stringify(undecided?.content)).toContain('Once more')
  await button(page, /^Add to cart/).click()
  await question.getByRole('img', { name: /^Take the other one\. .*once more/i }).waitFor()
  await button(page, 'Keep this one').click()
  await question.waitFor({ state: 'detached' })
  await page.getByText('Saved', { exact: true }).waitFor()
  const { saved: last } = await customer.client.call(photoPackages.getSaved, { uuid })
  expect(JSON.stringify(last?.content)).toContain('For grandma')
})

it('[PKG-3] a window that shows an older package of the cart only adds it on request', async () => {
  const { page, customer } = await visit()
  await button(page, /^Add to cart/).click()
  await eventually(() => hash(page)).toBe('#/shopping-cart')
  const line = async () => (await customer.client.call(carts.get, {})).cart.orderLines[0]
  const path = `/shopping-cart/edit/${(await line())?.uuid}`
  await page.goto(shop.address(path))
  await items(page).getByRole('img').first().waitFor()
  // another device, on which the same customer is signed in
  const there = await shop.visit(path, { customer })
  await button(there, 'Change all pictures').click()
  const dialog = there.getByRole('dialog', { name: 'Change all pictures' })
  await dialog.getByRole('button', { name: 'Picture 2 of Emma Carter' }).click()
  await dialog.getByRole('button', { name: 'Change all pictures' }).click()
  await expectStatus(there, 'products have the picture now.')
  await button(there, /^Update cart/).click()
  await eventually(() => hash(there)).toBe('#/shopping-cart')
  const updated = JSON.stringify((await line())?.package)
  // Changed and changed back, it equals the cart's.
  await there.goto(shop.address(path))
  await items(there).getByRole('img').first().waitFor()
  await button(there, 'Edit Square card 2').click()
  await button(there, 'Edit text').click()
  await there.getByRole('button', { name: 'Text 2 of 2', exact: true }).click()
  await there.getByRole('textbox').fill('Not meant')
  await button(there, 'Done').click()
  await button(there, 'Edit text').waitFor()
  await button(there, 'Done').click()
  await there.getByText('Kept for you. The cart does not have it yet.').waitFor()
  await button(there, 'Undo').click()
  await there.getByText('Saved', { exact: true }).waitFor()
  // There is nothing to lose, and so nothing to ask.
  await there.goBack()
  await eventually(() => hash(there)).toBe('#/shopping-cart')

  await button(page, /^Update cart/).click()
  const question = page.getByRole('dialog', { name: 'This package was changed somewhere else too' })
  await question
    .getByRole('img', { name: /^Take the other one/ })
    .first()
    .waitFor()
  expect(JSON.stringify((await line())?.package)).toBe(updated)
  await button(page, 'Take the other one').click()
  await question.waitFor({ state: 'detached' })
  await items(page).getByRole('img').first().waitFor()
  expect(await page.getByText('Kept for you. The cart does not have it yet.').count()).toBe(0)
})

it('[PKG-3] a change of an item without a network stays, and can be laid out again at once', async () => {
  const { page } = await visit()
  await button(page, 'Edit Square card 2').click()
  await button(page, 'Edit text').click()
  await page.getByRole('button', { name: 'Text 2 of 2', exact: true }).click()
  await page.getByRole('textbox').fill('Precious')
  await page.context().setOffline(true)
  await button(page, 'Done').click()
  await button(page, 'Edit text').waitFor()
  await button(page, 'Done').click()
  const picture = items(page).getByRole('img', { name: /precious/i })
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.click()
  await again.waitFor()
  await picture.waitFor()
  await page.context().setOffline(false)
  // automatically, as soon as the browser is online again
  await again.waitFor({ state: 'detached' })
  await picture.waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await picture.waitFor()
})

it('[PKG-3] a change of an item after the end of the session is kept until after the login', async () => {
  const { page, customer } = await visit()
  await button(page, 'Edit Square card 2').click()
  await button(page, 'Edit text').click()
  await page.getByRole('button', { name: 'Text 2 of 2', exact: true }).click()
  await page.context().clearCookies()
  await page.getByRole('textbox').fill('Precious')
  await button(page, 'Done').click()
  await button(page, 'Edit text').waitFor()
  await button(page, 'Done').click()
  const picture = items(page).getByRole('img', { name: /precious/i })
  await picture.waitFor()
  await button(page, /^Add to cart/)
    .or(button(page, 'Sign in'))
    .first()
    .click()
  await page.getByLabel('Email address').fill(customer.customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.keyboard.press('Enter')
  await eventually(async () => hash(page) === '#/shopping-cart' || (await picture.isVisible())).toBe(true)
  const [line] = (await customer.client.call(carts.get, {})).cart.orderLines
  if (line) expect(JSON.stringify(line.package)).toContain('Precious')
})
