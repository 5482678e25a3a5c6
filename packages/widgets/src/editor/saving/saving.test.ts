import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { eventually, front, only, testedDevices, withPerson, withWorld } from '../../testing/buildPerson.ts'
import { expectKeysInside } from '../../testing/keyboard.ts'

// How a card is saved, what is asked before changes are lost, and where leaving navigates.

const world = withWorld()

describe.each(testedDevices)('a card being edited and saved on %s, %s', (engine, _how, device) => {
  const { edit, editPicture, come, onlyOnce } = withPerson(world, engine, device)
  const once = onlyOnce(it)

  once('[EDT-17] is the same on another device, and can be started over', async () => {
    const mother = await world.guardian()
    const here = await come(mother)
    await here.go(world.single)
    // A new card is filled with the subject's pictures and name.
    await here.page.getByRole('img', { name: /Emma Carter/ }).waitFor()
    await here.write('To be continued')
    await here.page.getByText('Saved').waitFor()
    await here.closed()

    // On another device, which does not know which card it was.
    const there = await come(mother)
    await there.page.goto(`${world.origin}/products/cards`)
    const way = there.page.getByRole('link', { name: 'Continue your card: Square card with Emma Carter' })
    await there.page.locator('.pk-list .pk-thing').nth(1).waitFor()
    await there.press(way)
    await there.page.getByText('Here it is as you left it.').waitFor()
    await there.page.getByRole('img', { name: /To be continued/ }).waitFor()
    // starting over cannot be undone, so it asks for confirmation
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

  it('[EDT-5] is left without a question if nothing was changed, otherwise with the specified one', async () => {
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
      await eventually(look).not.toBe(before)
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

  once('asks about the changes of a line in the cart and saves them, however it is left', async () => {
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

  once('is added to the cart again if another device has removed its line, with a notice', async () => {
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

  once('[BRW-11] leads back to the list of its template, or to the cart for a line', async () => {
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
      await eventually(person.path).toBe(list)
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
