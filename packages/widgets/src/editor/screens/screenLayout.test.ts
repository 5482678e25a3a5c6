import type { Layer } from '@portraitkit/core/template/definition.ts'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { bothDevices, boxOf, eventually, front, only, withPerson, withWorld } from '../../testing/buildPerson.ts'

// The editor's screens and the lists before it: their content and layout.

const world = withWorld()

describe.each(bothDevices)('the screens on %s, %s', (engine, _how, device) => {
  const { isPhone, edit, onlyOnce, alike } = withPerson(world, engine, device)
  const once = onlyOnce(it)
  const either = alike(it)

  once('show a tilted picture in its frame, and crop it upright', async () => {
    const [slot, name] = only(front().layers, ['large', 'name']) as [Layer, Layer]
    const tilted = { ...front(), layers: [{ ...slot, rotation: 12 } as Layer, name] }
    const template = await buildTemplate(world.server.app, world.server.provider, { definition: { parts: [tilted] } })
    const person = await edit(template)
    const { page, press } = person
    const angle = (selector: string) => page.locator(selector).evaluate((node) => getComputedStyle(node).rotate)
    await eventually(() => angle('[data-slot-button="front.large"]')).toBe('12deg')
    await press('Change photos')
    await page.locator('.pk-crop-window').waitFor()
    // The page with its edges is tilted, and the picture on it upright.
    expect([await angle('.pk-crop-trim'), await angle('.pk-crop-window')]).toEqual(['-12deg', '12deg'])
    // The bleed of the picture, as of everything else, is invisible.
    const trim = page.locator('.pk-crop-trim', { has: page.locator('.pk-crop-window') })
    expect(await trim.evaluate((node) => getComputedStyle(node).overflow)).toBe('clip')
    await person.closed()
  })

  once(
    '[EDT-4] go directly to the only picture or text, otherwise to numbered ones; fixed slots are hidden',
    async () => {
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
    },
  )

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
      await eventually(isBelow).toBe(true)
      await press(/^Buy/)
      await page.getByRole('heading', { name: 'Select quantity' }).waitFor()
      await eventually(isBelow).toBe(true)
      await press('Cancel')
    }
    await person.closed()
  })

  once('[EDT-19] open a picture or a text by a touch on the card, by the name that screen readers read', async () => {
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

  it('[EDT-2] have on main the bar, the card, the pages with their state, and a toolbar of 208 px on a phone', async () => {
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
    // a circle with a check mark, and an empty one
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

  either('[EDT-3] keep 30 by 10 px around the card, and 60 by 30 while a small text is edited', async () => {
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
    /** The margins of the page before it is enlarged. */
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
    await eventually(tight(30, 10)).toBe(true)
    await press('Edit text')
    await eventually(tight(60, 30)).toBe(true)
    await press('Cancel')
    await eventually(tight(30, 10)).toBe(true)
    await person.closed()
  })

  once('[EDT-18] keep the card visible on a low screen, and every label in its tile', async () => {
    const person = await edit()
    const { page, press } = person
    const look = async (name: string) => {
      const shots = process.env.PK_SHOTS
      if (shots) await page.screenshot({ path: `${shots}/low-${name}.png` })
    }
    // Text at twice the size, and a phone in landscape.
    for (const size of [
      { width: 640, height: 400 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size)
      await page.locator('.pk-editor[data-beside]').waitFor()
      await look(`main-${size.width}`)
      await press('Change photos')
      await eventually(async () => (await boxOf(page.getByRole('application'))).height).toBeGreaterThan(200)
      expect((await boxOf(person.button('Picture 2 of Emma Carter'))).width).toBeGreaterThan(44)
      await look(`image-${size.width}`)
      await press('Cancel')
    }
    // Above a keyboard: the typed text is readable.
    await page.setViewportSize({ width: 360, height: 330 })
    await press('Edit text')
    const perMillimetre = async () => (await boxOf(page.locator('.pk-canvas-page'))).width / 150
    await eventually(perMillimetre).toBeGreaterThan(2.5)
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
describe.each(bothDevices)('the cards on %s, %s', (engine, _how, device) => {
  const { isPhone, come } = withPerson(world, engine, device)

  it('[BRW-5] are listed in 2, 3 or 4 columns at 400:290 and 80 %, with ten skeletons until they are loaded', async () => {
    const person = await come(await world.guardian())
    const { page } = person
    let letThrough = () => {}
    const released = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/api/webshop/templates/**', async (route) => {
      await released
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
