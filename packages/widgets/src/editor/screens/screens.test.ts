import type { Layer } from '@portraitkit/core/template/definition.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltTemplate, buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { bothHands, boxOf, front, only, patiently, withPerson, withWorld } from '../../testing/buildPerson.ts'

// The sub-screens of the editor: what stands on each, where it leads, and how it is left.

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

describe.each(bothHands)('the screens on %s, %s', (engine, _how, device) => {
  const { isPhone, edit, come, onlyOnce, alike } = withPerson(world, engine, device)
  const once = onlyOnce(it)
  const either = alike(it)

  either('[EDT-1] each lead back to the main screen on Done or Cancel, with no slot selected', async () => {
    const person = await edit(world.card)
    const { page, press, heading } = person
    const ways: [string, string[], string, string][] = [
      // the way there, the screen, the way back
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
      await patiently(menu).toBe(screen)
      if (screen === 'preview') await page.getByRole('dialog', { name: title }).waitFor()
      else expect(await heading()).toBe(title)
      await press(screen === 'preview' ? page.getByRole('dialog').getByRole('button', { name: back }) : back)
      await patiently(menu).toBe('main')
      // No slot is selected: all of them can be touched again, the card is seen as a whole.
      await page.locator('[data-slot-button="front.large"]').waitFor()
      expect(await heading()).toBe('Square card')
      // Keys go on at the button that opened it.
      await patiently(() => person.button(there[0] ?? '').evaluate((node) => node === document.activeElement)).toBe(
        true,
      )
    }
    await person.closed()
  })

  once(
    '[EDT-1] [BRW-11] Back leads to the main screen, and from there out; the address follows the design',
    async () => {
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
      const begun = await length()
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
        await patiently(menu).not.toBe('main')
        await page.goBack()
        await patiently(menu).toBe('main')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        expect(page.url()).toBe(address)
      }
      // It asks where Cancel does, and stays until it is answered.
      const question = page.getByRole('dialog', { name: 'Unsaved changes' })
      const isHere = () => page.evaluate(() => history.state?.pkEditorScreen === true)
      await press(/^Year/)
      await press('Next year')
      await page.goBack()
      await press(question.getByRole('button', { name: 'Continue editing' }))
      expect(await menu()).toBe('year')
      await page.goBack()
      await press(question.getByRole('button', { name: 'Close without saving' }))
      await patiently(menu).toBe('main')

      await press('Designs')
      await press('The other one')
      await person.said('Design changed to The other one')
      await press('Done')
      await patiently(person.path).toBe(`/products/cards/${dated.product.uuid}/${other.definition.uuid}`)
      await patiently(isHere).toBe(false)
      expect(await length()).toBeLessThanOrEqual(begun + 1)
      await press('Undo')
      await patiently(person.path).toBe(new URL(address).pathname)
      await press('Redo')
      await patiently(person.path).toContain(other.definition.uuid)
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.reload()
      await page.getByRole('img', { name: /^Your card/ }).waitFor()
      await patiently(person.heading).toBe('The other one')
      await page.goBack()
      await patiently(person.path).toBe('/products/cards')

      // Alone on a host's page it leaves the host's own entries as they were.
      await person.go(dated, {})
      await page.evaluate(() => history.replaceState({ host: 7 }, ''))
      await press('Preview')
      await patiently(isHere).toBe(true)
      expect(await page.evaluate(() => history.state.host)).toBe(7)
      await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
      await patiently(() => page.evaluate(() => history.state)).toEqual({ host: 7 })
      await page.goBack()
      await patiently(person.path).toBe('/products/cards')
      await person.closed()
    },
  )

  once('a tilted picture has its frame on it, and is cropped upright', async () => {
    const [slot, name] = only(front().layers, ['large', 'name']) as [Layer, Layer]
    const tilted = { ...front(), layers: [{ ...slot, rotation: 12 } as Layer, name] }
    const template = await buildTemplate(world.server.app, world.server.provider, { definition: { parts: [tilted] } })
    const person = await edit(template)
    const { page, press } = person
    const angle = (selector: string) => page.locator(selector).evaluate((node) => getComputedStyle(node).rotate)
    await patiently(() => angle('[data-slot-button="front.large"]')).toBe('12deg')
    await press('Change photos')
    await page.locator('.pk-crop-window').waitFor()
    // The page with its edges lies crooked, and the picture on it upright.
    expect([await angle('.pk-crop-trim'), await angle('.pk-crop-window')]).toEqual(['-12deg', '12deg'])
    // What is printed beyond the trim, of the picture as of all else, is not to be seen.
    const trim = page.locator('.pk-crop-trim', { has: page.locator('.pk-crop-window') })
    expect(await trim.evaluate((node) => getComputedStyle(node).overflow)).toBe('clip')
    await person.closed()
  })

  either('[EDT-1] [EDT-13] the year and the quantity too, and a second touch opens the slot afresh', async () => {
    const person = await edit(dated)
    const { page, press, heading } = person
    for (const [way, title, back] of [
      ['Year', 'Year', 'Cancel'],
      ['Year', 'Year', 'Done'],
      ['Buy', 'Select quantity', 'Cancel'],
    ] as const) {
      await press(new RegExp(`^${way}`))
      await patiently(heading).toBe(title)
      await press(back)
      await page.locator('[data-slot-button="front.large"]').waitFor()
      // Keys go on where they were.
      const opener = person.button(new RegExp(`^${way}`))
      await patiently(() => opener.evaluate((node) => node === document.activeElement)).toBe(true)
    }
    await person.closed()
  })

  once('[EDT-4] goes straight to the only picture or text, else to numbered ones; fixed slots are hidden', async () => {
    const person = await edit()
    const { page, press, button, heading } = person
    await press('Change photos')
    expect(await heading()).toBe('Portrait')
    await press('Cancel')
    await press('Edit text')
    expect(await heading()).toBe('Text')
    await press('Cancel')
    await press('Close')
    await person.go(world.card)
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Front', 'Inside'])
    await press('Add photos')
    expect(await heading()).toBe('Choose image')
    const numbered = page.locator('.pk-number')
    expect(await numbered.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
      'Portrait 1 of 2',
      'Portrait 2 of 2',
    ])
    await press(numbered.nth(1))
    expect(await heading()).toBe('Portrait 2 of 2')
    await press('Cancel')
    await press('Edit text')
    expect(await heading()).toBe('Choose text')
    await press('Cancel')
    await press(page.getByRole('tab', { name: 'Inside, a picture is missing' }))
    expect(await button('Edit text').count()).toBe(0)
    await person.closed()
  })

  once('of a folded card have the switch between its sides below it, however low they are', async () => {
    const { app, provider } = world.server
    const folded = await buildTemplate(app, provider, { definition: { parts: [front()], foldAt: 75 } })
    const person = await edit(folded)
    const { page, press } = person
    const isBelow = async () => {
      const [card, sides] = [await boxOf(page.locator('.pk-canvas-page')), await boxOf(page.locator('.pk-sides'))]
      return sides.y >= card.y + card.height
    }
    for (const size of [
      { width: 390, height: 844 },
      { width: 360, height: 640 },
    ]) {
      await page.setViewportSize(size)
      await patiently(isBelow).toBe(true)
      await press(/^Buy/)
      await page.getByRole('heading', { name: 'Select quantity' }).waitFor()
      await patiently(isBelow).toBe(true)
      await press('Cancel')
    }
    await person.closed()
  })

  once('[EDT-19] opens a picture or a text by a touch on the card, by the name that readers hear', async () => {
    const person = await edit()
    const { page, press, heading } = person
    await press(/^Portrait$/)
    expect(await heading()).toBe('Portrait')
    await page.getByRole('application', { name: /^Crop of Portrait/ }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await press('Cancel')
    await press(/^Text: Emma Carter/)
    expect(await heading()).toBe('Text')
    await page.getByRole('textbox', { name: 'Enter text: Text' }).waitFor()
    expect(await page.getByRole('application').count()).toBe(0)
    await person.closed()
  })

  it('[EDT-2] main has bar, card, pages with their state, and a toolbar of 208 px on a phone', async () => {
    const person = await edit(world.card)
    const { page, press, button } = person
    const [top, canvas, tabs, tools] = await Promise.all(
      ['.pk-editor-top', '.pk-canvas', '.pk-parts', '.pk-tools'].map((one) => boxOf(page.locator(one))),
    )
    if (!top || !canvas || !tabs || !tools) throw new Error('Something is missing')
    expect(canvas.y).toBeGreaterThanOrEqual(top.y + top.height - 1)
    if (isPhone) {
      expect(tools.height).toBe(208)
      expect(tabs.y).toBeGreaterThanOrEqual(canvas.y + canvas.height - 1)
      expect(tools.y).toBeGreaterThanOrEqual(tabs.y + tabs.height - 1)
    } else expect(tools.x).toBeGreaterThanOrEqual(canvas.x + canvas.width - 1)
    const icons = () =>
      page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.querySelectorAll('svg path').length))
    // a circle with a check in it, and an empty one
    expect(await icons()).toEqual([1, 0])
    expect(await button('Edit text').count()).toBe(1)
    await press(page.getByRole('tab', { name: 'Inside, a picture is missing' }))
    expect(await button('Edit text').count()).toBe(0)
    expect(await button('Year').count()).toBe(0)
    await person.closed()

    const one = await edit(world.single)
    expect(await one.page.getByRole('tab').count()).toBe(0)
    await one.closed()
  })

  once('[EDT-2] the year cannot be chosen where the template supports only one that is left', async () => {
    const fixed = await buildTemplate(world.server.app, world.server.provider, {
      definition: { parts: [datedFront()], supportedYears: [year - 1, year] },
    })
    const person = await edit(fixed)
    expect(await person.button('Year').isDisabled()).toBe(true)
    await person.closed()
  })

  either('[EDT-3] keeps 30 by 10 px around the card, and 60 by 30 while a small text is edited', async () => {
    const small: Layer = {
      kind: 'text',
      id: 'small',
      box: { x: 60, y: 60, width: 14, height: 6 },
      texts: { en: 'Hi' },
      family: 'Lora',
      size: 8,
      color: '#000000',
      horizontalAlign: 'left',
      verticalAlign: 'top',
    }
    const template = await buildTemplate(world.server.app, world.server.provider, {
      definition: { parts: [{ ...front(), layers: [...only(front().layers, ['large']), small] }] },
    })
    const person = await edit(template)
    const { page, press } = person
    /** The margins that the page was given, before it comes near. */
    const margins = async () => {
      const canvas = await boxOf(page.locator('.pk-canvas'))
      const { width, height } = await page.locator('.pk-canvas-page').evaluate((node: HTMLElement) => ({
        width: node.offsetWidth,
        height: node.offsetHeight,
      }))
      return { x: (canvas.width - width) / 2, y: (canvas.height - height) / 2 }
    }
    const tight = (x: number, y: number) => async () => {
      const found = await margins()
      return Math.min(Math.abs(found.x - x), Math.abs(found.y - y)) < 1 && found.x > x - 1 && found.y > y - 1
    }
    await patiently(tight(30, 10)).toBe(true)
    await press('Edit text')
    await patiently(tight(60, 30)).toBe(true)
    await press('Cancel')
    await patiently(tight(30, 10)).toBe(true)
    await person.closed()
  })

  either('[EDT-13] sets the year by minus, plus and typing, never one that is over, and undoes it', async () => {
    const person = await edit(dated)
    const { page, press, button } = person
    const shown = (text: number) => page.getByRole('img', { name: new RegExp(`${text}`) }).waitFor()
    await shown(year)
    await press('Year')
    const field = page.getByRole('textbox', { name: 'Year' })
    expect(await button('Previous year').isDisabled()).toBe(true)
    await press('Next year')
    await person.said(`Year ${year + 1}`)
    await shown(year + 1)
    await press('Next year')
    await patiently(() => button('Next year').isDisabled()).toBe(true)
    await press('Previous year')
    await patiently(() => field.inputValue()).toBe(String(year + 1))
    for (const typed of ['soon', String(year - 1), '12']) {
      await field.fill(String(year + 1))
      await field.press('Enter')
      await person.said(`Year ${year + 1}`)
      await field.fill(typed)
      await field.press('Tab')
      await patiently(() => field.inputValue()).toBe(String(year))
    }
    await field.fill(String(year + 2))
    await field.press('Enter')
    await press('Done')
    await shown(year + 2)
    await press('Undo')
    await shown(year)
    await press('Redo')
    await shown(year + 2)
    await person.closed()
  })

  once('[EDT-13] Cancel asks before a chosen year is lost, and brings the old one back', async () => {
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

  once('[EDT-18] keep the card in sight on a low screen, and every word in its tile', async () => {
    const person = await edit()
    const { page, press } = person
    const look = async (name: string) => {
      const shots = process.env.PK_SHOTS
      if (shots) await page.screenshot({ path: `${shots}/low-${name}.png` })
    }
    // Letters twice as large, and a phone that lies.
    for (const size of [
      { width: 640, height: 400 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size)
      await page.locator('.pk-editor[data-beside]').waitFor()
      await look(`main-${size.width}`)
      await press('Change photos')
      await patiently(async () => (await boxOf(page.getByRole('application'))).height).toBeGreaterThan(200)
      expect((await boxOf(person.button('Picture 2 of Emma Carter'))).width).toBeGreaterThan(44)
      await look(`image-${size.width}`)
      await press('Cancel')
    }
    // Above a keyboard: what is typed can be read.
    await page.setViewportSize({ width: 360, height: 330 })
    await press('Edit text')
    const perMillimetre = async () => (await boxOf(page.locator('.pk-canvas-page'))).width / 150
    await patiently(perMillimetre).toBeGreaterThan(2.5)
    expect((await boxOf(page.locator('.pk-canvas'))).height).toBeGreaterThan(120)
    await look('text')
    await page.setViewportSize({ width: 360, height: 640 })
    await press('Enter text')
    for (const words of [
      ['Text eingeben', 'Schriftart', 'Text ausrichten', 'Schriftgröße', 'Farbe'],
      ['Skriv inn tekst', 'Skrifttype', 'Juster tekst', 'Skriftstørrelse', 'Farge'],
    ]) {
      const gaps = await page.locator('.pk-tools .pk-tool > span').evaluateAll((spans, texts) => {
        spans.forEach((span, index) => {
          span.textContent = texts[index] ?? ''
        })
        return spans.map((span) => {
          const [word, tile] = [span.getBoundingClientRect(), (span.parentElement as Element).getBoundingClientRect()]
          return Math.min(word.left - tile.left, tile.right - word.right, innerWidth - tile.right)
        })
      }, words)
      expect(Math.min(...gaps), words.join()).toBeGreaterThanOrEqual(0)
      await look(words[4] ?? '')
    }
    await person.closed()
  })
})

// The list of cards, from which the editor is opened.
describe.each(bothHands)('the cards on %s, %s', (engine, _how, device) => {
  const { isPhone, come } = withPerson(world, engine, device)

  it('[BRW-5] lists the cards in 2, 3 or 4 columns at 400:290 and 80 %, ten skeletons until they come', async () => {
    const person = await come(await world.guardian())
    const { page } = person
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/api/webshop/templates/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${world.origin}/products/cards`)
    const waiting = page.getByRole('status', { name: 'Loading the products' })
    await waiting.waitFor()
    expect(await waiting.locator('li').count()).toBe(10)
    letThrough()
    const things = page.locator('.pk-list .pk-thing')
    await things.nth(1).waitFor()
    const columns = async () =>
      Math.floor((await boxOf(page.locator('.pk-list'))).width / (await boxOf(things.first())).width)
    expect(await columns()).toBe(isPhone ? 2 : 4)
    const [thing, face] = [await boxOf(things.first()), await boxOf(page.locator('.pk-list .pk-thing-face').first())]
    expect(thing.width / thing.height).toBeCloseTo(400 / 290, 1)
    expect(Math.max(face.width / thing.width, face.height / thing.height)).toBeCloseTo(0.8, 1)
    if (!isPhone) {
      await page.setViewportSize({ width: 800, height: 900 })
      expect(await columns()).toBe(3)
    }
    await person.closed()
  })
})
