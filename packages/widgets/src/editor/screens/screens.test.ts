import type { Layer } from '@portraitkit/core/template/definition.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltTemplate, buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { eventually, front, only, testedDevices, withPerson, withWorld } from '../../testing/buildPerson.ts'

// The editor's screens: where each one leads, and how to leave it.

const world = withWorld()
const year = new Date().getUTCFullYear()

/** A card that shows its year. */
let dated: BuiltTemplate
beforeAll(async () => {
  dated = await buildTemplate(world.server.app, world.server.provider, {
    definition: { parts: [datedFront()], supportedYears: [year - 1, year, year + 1, year + 2] },
  })
})

function datedFront() {
  const written: Layer = {
    kind: 'text',
    id: 'year',
    box: { x: 10, y: 2, width: 40, height: 8 },
    texts: { en: '' },
    fill: 'year',
    family: 'Lora',
    size: 12,
    color: '#000000',
    horizontalAlign: 'left',
    verticalAlign: 'top',
    disableEdit: true,
  }
  return { ...front(), layers: [...only(front().layers, ['large', 'name']), written] }
}

describe.each(testedDevices)('the screens on %s, %s', (engine, _how, device) => {
  const { edit, come, onlyOnce, alike } = withPerson(world, engine, device)
  const once = onlyOnce(it)
  const either = alike(it)

  either('[EDT-1] each return to the main screen on Done or Cancel, with no slot selected', async () => {
    const person = await edit(world.card)
    const { page, press, heading } = person
    const ways: [string, string[], string, string][] = [
      // how to open it, the screen, how to leave it
      ['select-image', ['Add photos'], 'Choose image', 'Cancel'],
      ['image', ['Add photos', 'Portrait 2 of 2'], 'Portrait 2 of 2', 'Cancel'],
      ['image', ['Add photos', 'Portrait 1 of 2'], 'Portrait 1 of 2', 'Done'],
      ['select-text', ['Edit text'], 'Choose text', 'Cancel'],
      ['text', ['Edit text', 'Text 2 of 2'], 'Text 2 of 2', 'Cancel'],
      ['text', ['Edit text', 'Text 1 of 2'], 'Text 1 of 2', 'Done'],
      ['templates', ['Designs'], 'Designs', 'Cancel'],
      ['templates', ['Designs'], 'Designs', 'Done'],
      ['preview', ['Preview'], 'Preview', 'Close'],
    ]
    const menu = () => page.locator('.pk-editor').getAttribute('data-menu')
    for (const [screen, there, title, back] of ways) {
      for (const [index, name] of there.entries()) {
        await press(
          index === 0
            ? name
            : page.locator('.pk-number', { has: page.locator('span') }).and(page.getByLabel(name, { exact: true })),
        )
      }
      await eventually(menu).toBe(screen)
      if (screen === 'preview') await page.getByRole('dialog', { name: title }).waitFor()
      else expect(await heading()).toBe(title)
      await press(screen === 'preview' ? page.getByRole('dialog').getByRole('button', { name: back }) : back)
      await eventually(menu).toBe('main')
      // No slot is selected: all of them can be touched again, and the whole card is visible.
      await page.locator('[data-slot-button="front.large"]').waitFor()
      expect(await heading()).toBe('Square card')
      // The focus is on the button that opened it.
      await eventually(() => person.button(there[0] ?? '').evaluate((node) => node === document.activeElement)).toBe(
        true,
      )
    }
    await person.closed()
  })

  once('[EDT-1] [BRW-11] go back to the main screen, and from there out; the address follows the design', async () => {
    const { app, provider } = world.server
    const other = await buildTemplate(app, provider, {
      definition: { parts: [datedFront()], names: { en: 'The other one' }, product: dated.product.uuid },
      product: dated.product,
    })
    const person = await come(await world.guardian())
    const { page, press } = person
    await page.goto(`${world.origin}/products/cards`)
    await page.locator('.pk-list .pk-thing').nth(1).waitFor()
    await person.go(dated)
    const menu = () => page.locator('.pk-editor').getAttribute('data-menu')
    const length = () => page.evaluate(() => history.length)
    const startLength = await length()
    const address = page.url()
    const ways = [
      ['Change photos'],
      ['Edit text'],
      ['Edit text', 'Font'],
      [/^Year/],
      ['Designs'],
      ['Preview'],
      [/^Buy/],
    ] as const
    for (const way of ways) {
      for (const step of way) await press(step)
      await eventually(menu).not.toBe('main')
      await page.goBack()
      await eventually(menu).toBe('main')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(page.url()).toBe(address)
    }
    // It asks the same question as Cancel, and stays until the question is answered.
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    const isHere = () => page.evaluate(() => history.state?.pkEditorScreen === true)
    await press(/^Year/)
    await press('Next year')
    await page.goBack()
    await press(question.getByRole('button', { name: 'Continue editing' }))
    expect(await menu()).toBe('year')
    await page.goBack()
    await press(question.getByRole('button', { name: 'Close without saving' }))
    await eventually(menu).toBe('main')

    await press('Designs')
    await press('The other one')
    await person.announces('Design changed to The other one')
    await press('Done')
    await eventually(person.path).toBe(`/products/cards/${dated.product.uuid}/${other.definition.uuid}`)
    await eventually(isHere).toBe(false)
    expect(await length()).toBeLessThanOrEqual(startLength + 1)
    await press('Undo')
    await eventually(person.path).toBe(new URL(address).pathname)
    await press('Redo')
    await eventually(person.path).toContain(other.definition.uuid)
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
    await eventually(person.heading).toBe('The other one')
    await page.goBack()
    await eventually(person.path).toBe('/products/cards')

    // Alone on a host's page, it leaves the host's own history entries unchanged.
    await person.go(dated, {})
    await page.evaluate(() => history.replaceState({ host: 7 }, ''))
    await press('Preview')
    await eventually(isHere).toBe(true)
    expect(await page.evaluate(() => history.state.host)).toBe(7)
    await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
    await eventually(() => page.evaluate(() => history.state)).toEqual({ host: 7 })
    await page.goBack()
    await eventually(person.path).toBe('/products/cards')
    await person.closed()
  })

  either('[EDT-1] [EDT-13] include the year and the quantity, and a second touch opens the slot again', async () => {
    const person = await edit(dated)
    const { page, press, heading } = person
    for (const [way, title, back] of [
      ['Year', 'Year', 'Cancel'],
      ['Year', 'Year', 'Done'],
      ['Buy', 'Select quantity', 'Cancel'],
    ] as const) {
      await press(new RegExp(`^${way}`))
      await eventually(heading).toBe(title)
      await press(back)
      await page.locator('[data-slot-button="front.large"]').waitFor()
      // The focus is back where it was.
      const opener = person.button(new RegExp(`^${way}`))
      await eventually(() => opener.evaluate((node) => node === document.activeElement)).toBe(true)
    }
    await person.closed()
  })

  once('[EDT-2] have a disabled year button if the template supports only one year that is left', async () => {
    const fixed = await buildTemplate(world.server.app, world.server.provider, {
      definition: { parts: [datedFront()], supportedYears: [year - 1, year] },
    })
    const person = await edit(fixed)
    expect(await person.button('Year').isDisabled()).toBe(true)
    await person.closed()
  })

  either('[EDT-13] set the year by minus, plus and typing, never a past one, and undo it', async () => {
    const person = await edit(dated)
    const { page, press, button } = person
    const showsYear = (text: number) => page.getByRole('img', { name: new RegExp(`${text}`) }).waitFor()
    await showsYear(year)
    await press('Year')
    const field = page.getByRole('textbox', { name: 'Year' })
    expect(await button('Previous year').isDisabled()).toBe(true)
    await press('Next year')
    await person.announces(`Year ${year + 1}`)
    await showsYear(year + 1)
    await press('Next year')
    await eventually(() => button('Next year').isDisabled()).toBe(true)
    await press('Previous year')
    await eventually(() => field.inputValue()).toBe(String(year + 1))
    for (const typed of ['soon', String(year - 1), '12']) {
      await field.fill(String(year + 1))
      await field.press('Enter')
      await person.announces(`Year ${year + 1}`)
      await field.fill(typed)
      await field.press('Tab')
      await eventually(() => field.inputValue()).toBe(String(year))
    }
    await field.fill(String(year + 2))
    await field.press('Enter')
    await press('Done')
    await showsYear(year + 2)
    await press('Undo')
    await showsYear(year)
    await press('Redo')
    await showsYear(year + 2)
    await person.closed()
  })

  once('[EDT-13] ask on Cancel before a selected year is lost, and restore the old one', async () => {
    const person = await edit(dated)
    const { page, press } = person
    await press('Year')
    await press('Next year')
    await press('Cancel')
    await press(
      page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Close without saving' }),
    )
    await page.getByRole('img', { name: new RegExp(`${year}`) }).waitFor()
    await press(/^Year/)
    expect(await page.getByRole('textbox', { name: 'Year' }).inputValue()).toBe(String(year))
    await person.closed()
  })
})
