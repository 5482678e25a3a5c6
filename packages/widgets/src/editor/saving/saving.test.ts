import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { isFine } from '../../testing/appearance.ts'
import { front, hands, only, patiently, withPerson, withWorld } from '../../testing/buildPerson.ts'
import { expectKeysInside } from '../../testing/keyboard.ts'

// What is kept of a card, what is asked before it is lost, and where one gets to.

const world = withWorld()

/** Whether the icon of a line stands before its words, and not above them. */
function isIconBeside(row: Element): boolean {
  const words = document.createRange()
  words.selectNodeContents(row.lastChild as Node)
  return (row.querySelector('svg')?.getBoundingClientRect().right ?? Infinity) <= words.getBoundingClientRect().left
}

describe.each(hands)('a card that is being made on %s, %s', (engine, _how, device) => {
  const { edit, editPicture, come, onlyOnce } = withPerson(world, engine, device)
  const once = onlyOnce(it)

  once('[EDT-17] is on another device as it was left, and can be started over', async () => {
    const mother = await world.guardian()
    const here = await come(mother)
    await here.go(world.single)
    // Nothing was made yet, so it is filled with the pictures and the name of the subject.
    await here.page.getByRole('img', { name: /Emma Carter/ }).waitFor()
    await here.write('To be continued')
    await here.page.getByText('Saved').waitFor()
    await here.closed()

    // On another device, where nobody knows which card it was.
    const there = await come(mother)
    await there.page.goto(`${world.origin}/products/cards`)
    const way = there.page.getByRole('link', { name: 'Continue your card: Square card with Emma Carter' })
    await there.page.locator('.pk-list .pk-thing').nth(1).waitFor()
    await there.press(way)
    await there.page.getByText('Here it is as you left it.').waitFor()
    await there.page.getByRole('img', { name: /To be continued/ }).waitFor()
    // what is thrown away cannot be undone, so it is asked for twice
    await there.press('Start over')
    const sure = there.page.getByRole('dialog', { name: 'Start over?' })
    await expectKeysInside(sure, 'editor/saving/SaveStatus')
    await there.press(sure.getByRole('button', { name: 'Cancel' }))
    await there.page.getByRole('img', { name: /To be continued/ }).waitFor()
    await there.press('Start over')
    await there.press(sure.getByRole('button', { name: 'Start over' }))
    await there.page.getByRole('img', { name: /Emma Carter/ }).waitFor()
    const looked = there.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/user/designs'))
    await there.press('Close')
    await looked
    await there.page.locator('.pk-list .pk-thing').nth(1).waitFor()
    expect(await way.count()).toBe(0)
    await there.closed()
  })

  once(
    'on two devices and in two windows: what both have is no question, else both are shown and either can be kept',
    async () => {
      const mother = await world.guardian()
      const [here, there] = [await come(mother), await come(mother)]
      const saved = ({ page }: typeof here) => page.getByText('Saved', { exact: true }).waitFor()
      const shows = ({ page }: typeof here, text: RegExp) => page.getByRole('img', { name: text }).waitFor()
      const question = ({ page }: typeof here) =>
        page.getByRole('dialog', { name: 'This was changed somewhere else too' })
      for (const person of [here, there]) await person.go(world.single)

      await here.write('Alike')
      await saved(here)
      await there.write('Alike')
      await saved(there)
      expect(await question(there).count()).toBe(0)

      await here.write('From here')
      await saved(here)
      await there.write('From there')
      await question(there).waitFor()
      await question(there).getByRole('img', { name: 'This one. From there' }).waitFor()
      await question(there).getByRole('img', { name: 'The other one. From here' }).waitFor()
      await question(there).getByText('Changed on another device, ').waitFor()
      // Back puts it off, and does not leave without a word what nobody has kept.
      await there.page.goBack()
      await question(there).waitFor({ state: 'detached' })
      const lost = there.page.getByRole('dialog', { name: 'Unsaved changes' })
      await there.page.goBack()
      await there.press(lost.getByRole('button', { name: 'Continue editing' }))
      await shows(there, /From there/)
      await there.press('Preview')
      await there.page.goBack()
      await there.press(question(there).getByRole('button', { name: 'The other one' }))
      await shows(there, /From here/)
      await there.write('After all')
      await saved(there)
      await here.write('Once more')
      await question(here).getByRole('img', { name: 'The other one. After all' }).waitFor()
      // Changed there once more before the answer comes: it is asked again, of the card that is there now.
      await there.press('Edit text')
      await there.page.getByRole('textbox').fill('At last')
      const kept = there.page.waitForResponse((got) => got.request().method() === 'PUT')
      await there.press('Done')
      await kept
      // Where windows move, the question is still there when it is asked again.
      await here.page.emulateMedia({ reducedMotion: 'no-preference' })
      await here.press(question(here).getByRole('button', { name: 'This one' }))
      await question(here).getByText('It has changed there once more since you chose.').waitFor()
      await question(here).getByRole('img', { name: 'The other one. At last' }).waitFor()
      await here.page.emulateMedia({ reducedMotion: 'reduce' })
      await here.press(question(here).getByRole('button', { name: 'This one' }))
      await saved(here)
      await there.page.reload()
      await shows(there, /Once more/)
      // Whoever is at work on a text is not shown another card.
      await there.press('Edit text')
      const window = await there.page.context().newPage()
      await window.goto(there.page.url())
      await window.getByRole('button', { name: /^Text: Once more/ }).tap()
      await window.getByRole('textbox').fill('Next door')
      await window.getByRole('button', { name: 'Done' }).tap()
      await window.getByText('Saved', { exact: true }).waitFor()
      await there.page.getByRole('textbox').fill('And here')
      await there.press('Done')
      await question(there).getByText('Changed in another window, ').waitFor()
      // what is written on each and not on the other, which may be too small to be read
      await patiently(() => question(there).locator('figure').allTextContents()).toEqual([
        expect.stringMatching(/^This oneAnd hereChanged here, \w+ \d/),
        expect.stringMatching(/^The other oneNext doorChanged in another window, \w+ \d/),
      ])
      await window.close()
      for (const person of [here, there]) await person.closed()
    },
  )

  once(
    'an older one that a window still shows is neither bought without a word nor takes the newer one with it',
    async () => {
      const mother = await world.guardian()
      const [here, there] = [await come(mother), await come(mother)]
      const save = async (person: typeof here, text: string) => {
        const kept = person.page.waitForResponse((got) => (got.request().postData() ?? '').includes(`"${text}"`))
        await person.write(text)
        await kept
      }
      const shows = ({ page }: typeof here, text: RegExp) => page.getByRole('img', { name: text }).waitFor()
      await here.go(world.single)
      await save(here, 'Older')
      // In another tab of the same browser it is seen at once.
      const tab = await here.page.context().newPage()
      await tab.goto(here.page.url())
      await tab.getByRole('img', { name: /Older/ }).waitFor()
      await save(here, 'Old')
      await tab.getByRole('img', { name: /Your card.*Old\b/ }).waitFor()
      await tab.close()

      await there.go(world.single)
      await shows(there, /Old/)
      // What was changed and taken back again there is nothing to decide about.
      await save(there, 'Mistaken')
      await there.press('Undo')
      await shows(there, /Old/)
      const undone = there.page.waitForResponse((got) => got.request().method() === 'PUT')
      await undone
      const asked = here.page.waitForResponse((got) => new URL(got.url()).pathname.includes('/user/designs/'))
      await here.page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await asked
      expect(await here.page.getByRole('dialog').count()).toBe(0)
      await save(there, 'Newer')
      const lines = async () => (await mother.client.call(carts.get, {})).cart.orderLines
      await here.press(/^Buy/)
      await here.press(/^Add to cart/)
      const question = here.page.getByRole('dialog', { name: 'This was changed somewhere else too' })
      await question.getByRole('img', { name: 'The other one. Newer' }).waitFor()
      await expectKeysInside(question, 'editor/saving/ConflictQuestion')
      expect(await lines()).toEqual([])
      // Closed, it decides nothing, and comes again with what is there by then.
      await here.page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await save(there, 'Newer still')
      await here.press(/^Add to cart/)
      await question.getByRole('img', { name: 'The other one. Newer still' }).waitFor()
      await here.press(question.getByRole('button', { name: 'The other one' }))
      await shows(here, /Newer/)
      await save(there, 'Newest')
      // Whoever comes back to the window after it was kept sees it.
      const comesBack = async () => {
        await here.page.evaluate(() => window.dispatchEvent(new Event('focus')))
        return here.page.getByRole('img', { name: /Newest/ }).isVisible()
      }
      await patiently(comesBack).toBe(true)
      await here.press(/^Buy/)
      await here.press(/^Add to cart/)
      await here.page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
      expect(JSON.stringify(await lines())).toContain('Newest')
      for (const person of [here, there]) await person.closed()
    },
  )

  once('of a line in the cart is not put back by a window that has an older one', async () => {
    const mother = await world.guardian()
    const [here, there] = [await come(mother), await come(mother)]
    const cart = ({ page }: typeof here) => page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    const lines = async () => JSON.stringify((await mother.client.call(carts.get, {})).cart.orderLines)
    const update = async ({ press, page }: typeof here) => {
      await press(/^Update cart/)
      await press(page.locator('.pk-tools-foot').getByRole('button', { name: /^Update cart/ }))
    }
    const question = ({ page }: typeof here) =>
      page.getByRole('dialog', { name: 'This was changed somewhere else too' })
    const aside = ({ page }: typeof here) => page.getByText('Kept for you. The cart does not have it yet.').waitFor()
    const saved = ({ page }: typeof here) => page.getByText('Saved', { exact: true }).waitFor()
    await here.go(world.single)
    await here.write('First')
    await here.press(/^Buy/)
    await here.press(/^Add to cart/)
    await cart(here)
    const [line] = (await mother.client.call(carts.get, {})).cart.orderLines
    for (const { page } of [here, there]) {
      await page.goto(`${world.origin}/shopping-cart/edit/${line?.uuid}`)
      await page.getByRole('img', { name: /First/ }).waitFor()
    }
    await there.write('Second')
    await update(there)
    await cart(there)
    // Nothing was changed in this window, which shows what the cart had.
    await update(here)
    await question(here).getByRole('img', { name: 'The other one. Second' }).waitFor()
    expect(await lines()).toContain('Second')
    await here.press(question(here).getByRole('button', { name: 'The other one' }))
    await here.page.getByRole('img', { name: /Second/ }).waitFor()
    // It is what the cart has: there is nothing to go on with and nothing to lose.
    expect(await here.page.getByText('Here it is as you left it.').count()).toBe(0)
    await here.write('Third')
    await aside(here)
    // Taken back, the cart has it.
    await here.press('Undo')
    await saved(here)
    await here.press('Redo')
    await aside(here)
    await update(here)
    await cart(here)
    expect(await lines()).toContain('Third')

    // Begun on one device, put into the cart on another: given up on the first, it is what the cart has now.
    const again = ({ page }: typeof here) => page.goto(`${world.origin}/shopping-cart/edit/${line?.uuid}`)
    await again(there)
    await there.write('Fourth')
    await aside(there)
    await again(here)
    await here.page.getByRole('img', { name: /Fourth/ }).waitFor()
    await update(here)
    await cart(here)
    // Whoever comes back to the first sees that the cart has it by now.
    await there.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await saved(there)
    await there.page.goBack()
    await there.press(there.page.getByRole('button', { name: 'Close without saving' }))
    await there.page.waitForURL(/shopping-cart$/)
    await again(there)
    await there.page.getByRole('img', { name: /Fourth/ }).waitFor()
    expect(await there.page.getByText('Here it is as you left it.').count()).toBe(0)
    for (const person of [here, there]) await person.closed()
  })

  it('[EDT-5] is left without a question as long as nothing was changed, else asks to the letter', async () => {
    const person = await editPicture()
    const { page, press } = person
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' })
    const acts = [
      () => press('Picture 2 of Emma Carter'),
      () => page.keyboard.press('e'),
      () => page.keyboard.press('r'),
      () => page.keyboard.press('+'),
    ]
    const image = page.locator('.pk-crop-window img')
    let names: (string | null)[] = []
    const look = () => image.evaluate((node: HTMLImageElement) => node.src + node.getAttribute('style'))
    await press('Cancel')
    for (const act of acts) {
      await press('Change photos')
      await page.getByRole('application').focus()
      await image.waitFor()
      const before = await look()
      await act()
      await patiently(look).not.toBe(before)
      await press('Done')
      await press('Close')
      await dialog.getByText('Do you want to abort without saving the changes?').waitFor()
      names = await dialog.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent))
      await press(dialog.getByRole('button', { name: 'Continue editing' }))
      await press('Undo')
    }
    expect(names.sort()).toEqual(['Close the question', 'Close without saving', 'Continue editing'])
    await press('Close')
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await press('Close')
    await press(dialog.getByRole('button', { name: 'Close without saving' }))
    await page.getByRole('heading', { name: 'Cards', level: 1 }).waitFor()
    await person.closed()

    const other = await edit()
    await other.press('Close')
    await other.page.getByRole('heading', { name: 'Cards', level: 1 }).waitFor()
    await other.closed()
  })

  once('the server lost: goes on, says that it will be saved, and saves when it is back', async () => {
    const person = await edit()
    const { page, write } = person
    await page.route('**/api/webshop/user/designs/*', (route) => route.abort('connectionreset'))
    await write('In the tunnel')
    const waiting = page.getByText('No connection. It will be saved as soon as there is one.')
    await waiting.waitFor()
    // on the narrowest phone it takes two lines
    await page.setViewportSize({ width: 320, height: 640 })
    await patiently(() => page.evaluate(() => innerWidth)).toBe(320)
    expect(await waiting.evaluate(isIconBeside)).toBe(true)
    await page.getByRole('img', { name: /In the tunnel/ }).waitFor()
    await page.unroute('**/api/webshop/user/designs/*')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('img', { name: /In the tunnel/ }).waitFor()
    await person.closed()
  })

  once(
    'a text that cannot be set yet is not shown as it was before: it is said, and comes by itself, as small as it must be',
    async () => {
      const mother = await world.guardian()
      const [here, there] = [await come(mother), await come(mother)]
      const { page, press } = here
      const text = 'Maximiliane-Alexandra von Hohenberg and all who love her very much'
      for (const person of [here, there]) await person.go(world.single)
      const lost = /\/template-fonts\/|\/scenes/
      await page.route(lost, (route) => route.abort('connectionreset'))
      await here.write(text)
      const said = page.getByText(
        `Your last change cannot be shown yet. It will be as soon as there is a connection. ${text}`,
      )
      await said.waitFor()
      await page.getByRole('img', { name: `Your card. ${text}` }).waitFor()
      await here.button(`Text: ${text}`).waitFor()
      await isFine(here, 'unset')
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
      const asked = page.getByRole('dialog', { name: 'This was changed somewhere else too' })
      await asked
        .getByRole('status')
        .filter({ hasText: `${text}!` })
        .waitFor()
      await page.unroute(lost)
      await asked.getByRole('img', { name: `This one. ${text}!` }).waitFor()
      await asked.getByText('Your last change cannot be shown yet.').waitFor({ state: 'detached' })
      await press(asked.getByRole('button', { name: 'This one' }))
      expect((await outline())?.length).toBeGreaterThan(1000)
      await patiently(() => page.getByText('does not fit').count()).toBe(0)
      expect(await said.count()).toBe(0)
      for (const person of [here, there]) await person.closed()
    },
  )

  once('the connection lost: the pictures come when it is back, and what failed is said no longer', async () => {
    const person = await edit()
    const { page, press } = person
    const slot = page.locator('[data-slot="front.large"]')
    const isShown = () => slot.getAttribute('data-state')
    await patiently(isShown).toBe('shown')
    await press('Change photos')
    await page.context().setOffline(true)
    await press('Picture 2 of Emma Carter')
    await press('Done')
    await press(/^Buy/)
    await press(/^Add to cart/)
    const failure = page.locator('.pk-tools .pk-notice')
    await failure.waitFor()
    await patiently(isShown).toBe('loading')
    // Longer than the first attempts last, which find no connection either.
    await page.waitForEvent('requestfailed', (request) => request.resourceType() === 'image')
    await page.context().setOffline(false)
    await failure.waitFor({ state: 'detached' })
    await patiently(isShown).toBe('shown')
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
    // No page says goodbye there, as on a phone that needs its memory for something else.
    await page.goto('chrome://crash').catch(() => undefined)
    await page.close()
    await context.setOffline(false)
    return { ...person, context, again: await context.newPage() }
  }
  const cardAddress = () =>
    `${world.origin}/products/cards/${world.single.product.uuid}/${world.single.definition.uuid}`

  once('[EDT-17] without a network and closed is there again, and saved', async () => {
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

  once('[EDT-17] without a network and closed is asked about where it was changed elsewhere meanwhile', async () => {
    const { customer, context, again } = await closedOffline()
    const elsewhere = await come(customer)
    await elsewhere.go(world.single)
    await elsewhere.write('At the desk')
    await elsewhere.page.getByText('Saved').waitFor()
    await elsewhere.closed()
    await again.goto(cardAddress())
    const asked = again.getByRole('dialog')
    await asked.getByRole('img', { name: /At the desk/ }).waitFor()
    await asked.getByRole('img', { name: /On the train/ }).waitFor()
    await context.close()
  })

  once('in two windows without a network and closed is asked about: neither is gone', async () => {
    const { page, write } = await edit()
    await write('At home')
    await page.getByText('Saved').waitFor()
    const context = page.context()
    const other = await context.newPage()
    await other.goto(cardAddress())
    await other.getByRole('img', { name: /At home/ }).waitFor()
    await context.setOffline(true)
    const isWaiting = (on: typeof page) =>
      on.getByText('No connection. It will be saved as soon as there is one.').waitFor()
    await page.bringToFront()
    await write('On the train')
    await isWaiting(page)
    await other.bringToFront()
    await other.getByRole('button', { name: 'Change photos' }).click()
    await other.getByRole('button', { name: 'Picture 2 of Emma Carter' }).click()
    await other.getByRole('button', { name: 'Done' }).click()
    await isWaiting(other)
    for (const one of [page, other]) {
      await one.goto('chrome://crash').catch(() => undefined)
      await one.close()
    }
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto(cardAddress())
    const asked = again.getByRole('dialog')
    await asked.getByRole('img', { name: /On the train/ }).waitFor()
    await asked.getByRole('img', { name: /At home/ }).waitFor()
    await asked.getByRole('button', { name: 'The other one' }).click()
    await asked.waitFor({ state: 'detached' })
    await again.getByRole('img', { name: /On the train/ }).waitFor()
    const kept = await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pk-unsent')))
    expect(kept).toEqual([])
    await context.close()
  })

  once('without a network and closed is forgotten by a browser where nobody is signed in any more', async () => {
    const { context, again } = await closedOffline()
    const cookies = await context.cookies()
    await context.clearCookies()
    await again.goto(`${world.origin}/products/cards`)
    await patiently(() => again.evaluate(() => JSON.stringify(localStorage))).not.toContain('On the train')
    await context.addCookies(cookies)
    await again.goto(cardAddress())
    await again.getByRole('img', { name: /At home/ }).waitFor()
    await context.close()
  })

  once('of a line in the cart is asked about and kept, whichever way it is left', async () => {
    const person = await edit()
    const { page, press, write } = person
    await press(/^Buy/)
    await press(/^Add to cart/)
    await press(page.getByRole('link', { name: /^Edit / }).or(page.getByRole('button', { name: /^Edit / })))
    await write('Not in the cart')
    await page.getByText('Kept for you. The cart does not have it yet.').waitFor()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await page.goBack()
    await press(question.getByRole('button', { name: 'Continue editing' }))
    await page.reload()
    await page.getByRole('img', { name: /Not in the cart/ }).waitFor()
    await page.getByText('Here it is as you left it.').waitFor()
    await page.goBack()
    await press(question.getByRole('button', { name: 'Close without saving' }))
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    expect(person.path()).toBe('/shopping-cart')
    await person.closed()
  })

  once('of a line that another device has taken out of the cart is put there anew, when that is said', async () => {
    const person = await edit()
    const { page, press, write, customer } = person
    await press(/^Buy/)
    await press(/^Add to cart/)
    await press(page.getByRole('link', { name: /^Edit / }).or(page.getByRole('button', { name: /^Edit / })))
    await write('Not gone')
    const [line] = (await customer.client.call(carts.get, {})).cart.orderLines
    await customer.client.call(carts.deleteLine, { uuid: line?.uuid ?? '', requestId: randomUUID() })
    await press(/^Update cart/)
    await press(/^Update cart/)
    await page.getByText('This product is not in your cart any more.').waitFor()
    await press(/^Add to cart/)
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    const lines = (await customer.client.call(carts.get, {})).cart.orderLines
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).toContain('Not gone')
    await person.closed()
  })

  once('[BRW-11] leads back to the list that its template is from, a line of the cart to the cart', async () => {
    for (const [type, list] of [
      ['CARDS', '/products/cards'],
      ['CALENDAR', '/products/calendars'],
      ['PHOTOGIFT', '/products/photogifts/mugs'],
    ] as const) {
      const parts = [{ ...front(), layers: only(front().layers, ['large']) }]
      const template = await buildTemplate(world.server.app, world.server.provider, {
        definition: { parts, type, categories: ['mugs'] },
      })
      const person = await edit(template)
      await person.press('Close')
      await patiently(person.path).toBe(list)
      await person.closed()
    }
    const person = await edit()
    const { page, press } = person
    await press(/^Buy/)
    await press(/^Add to cart/)
    await press(page.getByRole('link', { name: /^Edit / }).or(page.getByRole('button', { name: /^Edit / })))
    await page.locator('.pk-editor').waitFor()
    await press('Close')
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await person.closed()
  })
})

describe('somebody who is signed out', () => {
  const { come } = withPerson(world, 'preact', { viewport: { width: 390, height: 844 } })

  it('sees empty cards, and after the login goes on with what was made', async () => {
    const father = await world.guardian()
    const person = await come()
    const { page, press, write } = person
    await person.go(world.single)
    await write('Made before the login')
    await press('Sign in')
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /Made before the login/ }).waitFor()
    await person.button('Change photos').waitFor()
    await person.closed()
  })

  it('and has begun the card elsewhere is asked after the login which of the two is kept', async () => {
    const father = await world.guardian()
    const elsewhere = await come(father)
    await elsewhere.go(world.single)
    await elsewhere.write('Begun at home')
    await elsewhere.page.getByText('Saved').waitFor()
    await elsewhere.closed()
    const person = await come()
    const { page, press, write } = person
    await person.go(world.single)
    await write('Made before the login')
    await press('Sign in')
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'This was changed somewhere else too' })
    await question.getByRole('img', { name: /Begun at home/ }).waitFor()
    await question.getByRole('img', { name: /Made before the login/ }).waitFor()
    await person.closed()
  })

  it('while a line of the cart is changed goes on with it after the login', async () => {
    const father = await world.guardian()
    const person = await come(father)
    const { page, press } = person
    await person.go(world.single)
    await press(/^Buy/)
    await press(/^Add to cart/)
    await press(page.getByRole('link', { name: /^Edit / }).or(page.getByRole('button', { name: /^Edit / })))
    await press('Edit text')
    await page.context().clearCookies()
    await page.getByRole('textbox').fill('Not lost')
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /Not lost/ }).waitFor()
    await person.closed()
  })

  it('who signs in by another way than the editor finds the card among what waits', async () => {
    const father = await world.guardian()
    const person = await come()
    const { page } = person
    await person.go(world.single)
    await person.write('Before the login')
    await page.goto(`${world.origin}/login`)
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Continue your card/ }).click()
    await page.getByRole('img', { name: /Before the login/ }).waitFor()
    await page.getByText('Saved').waitFor()
    await person.closed()
  })

  it('makes two cards in one tab, and after the sign-in both are there', async () => {
    const father = await world.guardian()
    const second = await buildTemplate(world.server.app, world.server.provider, {
      definition: { parts: [{ ...front(), layers: only(front().layers, ['large', 'name']) }] },
    })
    const person = await come()
    const { page } = person
    const cards = [
      { of: world.single, text: 'The first one' },
      { of: second, text: 'The second one' },
    ]
    for (const { of, text } of cards) {
      await person.go(of)
      await person.write(text)
    }
    await page.goto(`${world.origin}/login`)
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    for (const { text } of cards.toReversed()) {
      await page.getByRole('link', { name: /^Continue your card/ }).click()
      await page.getByRole('img', { name: new RegExp(text) }).waitFor()
      await page.getByText('Saved').waitFor()
      await page.goto(`${world.origin}/products/cards`)
    }
    await person.closed()
  })

  it('at the last moment keeps the card and adds it to the cart after the login', async () => {
    const father = await world.guardian()
    const person = await come(father)
    const { page, press } = person
    await person.go(world.single)
    await press(/^Buy/)
    await page.context().clearCookies()
    await press(/^Add to cart/)
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await page.getByText('Square card').first().waitFor()
    await person.closed()
  })
})
