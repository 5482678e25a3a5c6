import { describe, expect, it } from 'vitest'
import { expectAccessibleLayout } from '../../testing/appearance.ts'
import { eventually, phone, withPerson, withWorld } from '../../testing/buildPerson.ts'

// Editing a card without the server or without a network: it continues with a notice, and is saved on reconnection.

const world = withWorld()

/** Whether the icon of a text is next to it and not above it. */
function isIconBeside(text: Element): boolean {
  const icon = text.parentElement?.querySelector('svg')
  return (icon?.getBoundingClientRect().right ?? Infinity) <= text.getBoundingClientRect().left
}

describe('a card being edited offline', () => {
  const { edit, come } = withPerson(world, 'preact', phone)

  it('continues without the server, shows that it will be saved, and is saved when the server is back', async () => {
    const person = await edit()
    const { page, write } = person
    await page.route('**/api/webshop/user/designs/*', (route) => route.abort('connectionreset'))
    await write('In the tunnel')
    const waiting = page.getByText('No connection. It will be saved as soon as there is one.')
    await waiting.waitFor()
    // on the narrowest phone it takes two lines
    await page.setViewportSize({ width: 320, height: 640 })
    await eventually(() => page.evaluate(() => innerWidth)).toBe(320)
    await eventually(() => waiting.evaluate(isIconBeside)).toBe(true)
    await page.getByRole('img', { name: /In the tunnel/ }).waitFor()
    await page.unroute('**/api/webshop/user/designs/*')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('img', { name: /In the tunnel/ }).waitFor()
    await person.closed()
  })

  it('does not show the old version of a text that cannot be set yet: it shows a notice, and the fitted text later', async () => {
    const mother = await world.guardian()
    const [here, there] = [await come(mother), await come(mother)]
    const { page, press } = here
    const text = 'Maximiliane-Alexandra von Hohenberg and all who love her very much'
    for (const person of [here, there]) await person.go(world.single)
    const lost = /\/template-fonts\/|\/scenes/
    await page.route(lost, (route) => route.abort('connectionreset'))
    await here.write(text)
    const notice = page.getByText(
      `Your last change cannot be shown yet. It will be as soon as there is a connection. ${text}`,
    )
    await notice.waitFor()
    await page.getByRole('img', { name: `Your card. ${text}` }).waitFor()
    await here.button(`Text: ${text}`).waitFor()
    await expectAccessibleLayout(here, 'unset')
    const outline = () => page.locator('[data-text="front.name"]').last().getAttribute('d')
    expect(await outline()).toBe('')
    await press('Preview')
    await page.getByRole('dialog').getByRole('status').filter({ hasText: text }).waitFor()
    await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
    await page.getByText('Saved', { exact: true }).waitFor()

    await there.write('From there')
    const question = there.page.getByRole('dialog', { name: 'This was changed somewhere else too' })
    await there.press(question.getByRole('button', { name: 'This one' }))
    await there.page.getByText('Saved', { exact: true }).waitFor()
    await here.write(`${text}!`)
    const ownQuestion = page.getByRole('dialog', { name: 'This was changed somewhere else too' })
    await ownQuestion
      .getByRole('status')
      .filter({ hasText: `${text}!` })
      .waitFor()
    await page.unroute(lost)
    await ownQuestion.getByRole('img', { name: `This one. ${text}!` }).waitFor()
    await ownQuestion.getByText('Your last change cannot be shown yet.').waitFor({ state: 'detached' })
    await press(ownQuestion.getByRole('button', { name: 'This one' }))
    expect((await outline())?.length).toBeGreaterThan(1000)
    await eventually(() => page.getByText('does not fit').count()).toBe(0)
    expect(await notice.count()).toBe(0)
    for (const person of [here, there]) await person.closed()
  })

  it('fetches pictures when the connection is back, and removes the errors', async () => {
    const person = await edit()
    const { page, press } = person
    const slot = page.locator('[data-slot="front.large"]')
    const slotState = () => slot.getAttribute('data-state')
    await eventually(slotState).toBe('shown')
    await press('Change photos')
    await page.context().setOffline(true)
    await press('Picture 2 of Emma Carter')
    await press('Done')
    await press(/^Buy/)
    await press(/^Add to cart/)
    const failure = page.locator('.pk-tools .pk-notice')
    await failure.waitFor()
    await eventually(slotState).toBe('loading')
    // Longer than the first attempts last, which find no connection either.
    await page.waitForEvent('requestfailed', (request) => request.resourceType() === 'image')
    await page.context().setOffline(false)
    await failure.waitFor({ state: 'detached' })
    await eventually(slotState).toBe('shown')
    await person.closed()
  })

  /** A card that was saved, changed without a network, and closed. */
  const closedOffline = async () => {
    const person = await edit()
    const { page, write } = person
    await write('At home')
    await page.getByText('Saved').waitFor()
    const context = page.context()
    await context.setOffline(true)
    await write('On the train')
    await page.getByText('No connection. It will be saved as soon as there is one.').waitFor()
    // A crash runs no handlers of the page, as when a phone needs the memory.
    await page.goto('chrome://crash').catch(() => undefined)
    await page.close()
    await context.setOffline(false)
    return { ...person, context, again: await context.newPage() }
  }
  const cardAddress = () =>
    `${world.origin}/products/cards/${world.single.product.uuid}/${world.single.definition.uuid}`

  it('[EDT-17] is found again, and saved, after it was closed without a network', async () => {
    const { customer, context, again } = await closedOffline()
    await again.goto(cardAddress())
    await again.getByRole('img', { name: /On the train/ }).waitFor()
    await again.getByText('Saved').waitFor()
    const elsewhere = await come(customer)
    await elsewhere.go(world.single)
    await elsewhere.page.getByRole('img', { name: /On the train/ }).waitFor()
    await elsewhere.closed()
    await context.close()
  })

  it('[EDT-17] leads to a question after it was closed without a network, if it was changed elsewhere meanwhile', async () => {
    const { customer, context, again } = await closedOffline()
    const elsewhere = await come(customer)
    await elsewhere.go(world.single)
    await elsewhere.write('At the desk')
    await elsewhere.page.getByText('Saved').waitFor()
    await elsewhere.closed()
    await again.goto(cardAddress())
    const question = again.getByRole('dialog')
    await question.getByRole('img', { name: /At the desk/ }).waitFor()
    await question.getByRole('img', { name: /On the train/ }).waitFor()
    await context.close()
  })

  it('leads to a question if it was closed in two windows without a network, so that neither version is lost', async () => {
    const { page, write } = await edit()
    await write('At home')
    await page.getByText('Saved').waitFor()
    const context = page.context()
    const other = await context.newPage()
    await other.goto(cardAddress())
    await other.getByRole('img', { name: /At home/ }).waitFor()
    await context.setOffline(true)
    const waitForNotice = (on: typeof page) =>
      on.getByText('No connection. It will be saved as soon as there is one.').waitFor()
    await page.bringToFront()
    await write('On the train')
    await waitForNotice(page)
    await other.bringToFront()
    await other.getByRole('button', { name: 'Change photos' }).click()
    await other.getByRole('button', { name: 'Picture 2 of Emma Carter' }).click()
    await other.getByRole('button', { name: 'Done' }).click()
    await waitForNotice(other)
    for (const one of [page, other]) {
      await one.goto('chrome://crash').catch(() => undefined)
      await one.close()
    }
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto(cardAddress())
    const question = again.getByRole('dialog')
    await question.getByRole('img', { name: /On the train/ }).waitFor()
    await question.getByRole('img', { name: /At home/ }).waitFor()
    await question.getByRole('button', { name: 'The other one' }).click()
    await question.waitFor({ state: 'detached' })
    await again.getByRole('img', { name: /On the train/ }).waitFor()
    const unsent = await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pk-unsent')))
    expect(unsent).toEqual([])
    await context.close()
  })

  it('is deleted from a browser without a signed-in customer, if it was closed without a network', async () => {
    const { context, again } = await closedOffline()
    const cookies = await context.cookies()
    await context.clearCookies()
    await again.goto(`${world.origin}/products/cards`)
    await eventually(() => again.evaluate(() => JSON.stringify(localStorage))).not.toContain('On the train')
    await context.addCookies(cookies)
    await again.goto(cardAddress())
    await again.getByRole('img', { name: /At home/ }).waitFor()
    await context.close()
  })
})
