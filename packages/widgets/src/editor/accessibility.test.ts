import type { Layer } from '@portraitkit/core/template/definition.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { forgetDeliveredJobs, picturesOf } from '../../../server/src/features/jobs/collection.ts'
import { type BuiltTemplate, buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { expectAccessibleLayout } from '../testing/appearance.ts'
import {
  bothDevices,
  boxOf,
  computer,
  eventually,
  front,
  inside,
  isLong,
  only,
  smallPhone,
  touch,
  withPerson,
  withWorld,
} from '../testing/buildPerson.ts'

// The editor on the smallest phone, with a screen reader, by keyboard alone, and its print warnings.

const world = withWorld()
const year = new Date().getUTCFullYear()

/** Two pages, a year, and a second design: every screen of the editor can be reached. */
let whole: BuiltTemplate
/** A picture that fills the page, with a text at its edge. */
let tight: BuiltTemplate
let twoPages: BuiltTemplate
/** Two lines of text, one close below the other. */
let lines: BuiltTemplate
beforeAll(async () => {
  const { app, provider } = world.server
  whole = await buildTemplate(app, provider, {
    definition: { parts: [front(), inside()], supportedYears: [year, year + 1] },
  })
  await buildTemplate(app, provider, {
    definition: { names: { en: 'The other one' }, product: whole.product.uuid },
    product: whole.product,
  })
  const bleeding: Layer = {
    kind: 'image',
    id: 'whole',
    names: { en: 'Portrait' },
    box: { x: -3, y: -3, width: 156, height: 156 },
  }
  const [name] = only(front().layers, ['name'])
  const atEdge = { ...name, box: { x: 3, y: 4, width: 100, height: 30 }, horizontalAlign: 'left' } as Layer
  const line = (id: string, names: { en: string }, y: number) =>
    ({ ...name, id, names, size: 14, box: { x: 20, y, width: 100, height: 9 } }) as Layer
  const close = [line('first', { en: 'First line' }, 50), line('second', { en: 'Second line' }, 60)]
  lines = await buildTemplate(app, provider, { definition: { parts: [{ ...front(), layers: close }] } })
  const narrow = { ...front(), layers: [bleeding, atEdge] }
  tight = await buildTemplate(app, provider, { definition: { parts: [narrow] } })
  twoPages = await buildTemplate(app, provider, {
    definition: { parts: [narrow, { ...inside(), layers: [close[0] as Layer] }] },
  })
})

const sizes = [
  ['preact', '360 px', smallPhone],
  ['react', '1280 px', computer],
] as const

describe.each(isLong ? sizes : sizes.slice(0, 1))('every screen on %s at %s', (engine, size, device) => {
  const hand = withPerson(world, engine, device)

  it('fits, and axe reports nothing', async () => {
    const person = await hand.edit(whole)
    const { page, press } = person
    const fine = (name: string) => expectAccessibleLayout(person, `${size} ${name}`)
    const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' })
    await fine('main')
    await press('Add photos')
    await fine('select-image')
    await press(page.locator('.pk-number').first())
    await page.locator('.pk-crop-window img').waitFor()
    await fine('image inbox')
    await press(page.getByRole('tab', { name: 'Edit image' }))
    await press('Rotate')
    await fine('edit image')
    await press('Cancel')
    await unsaved.waitFor()
    await fine('unsaved')
    await press('Close without saving')
    await press('Edit text')
    await fine('select-text')
    await press(page.locator('.pk-number').first())
    await page.getByRole('textbox').waitFor()
    await fine('text')
    for (const tool of ['Font', 'Align text', 'Font size', 'Color']) {
      await press(tool)
      await page.locator('.pk-text-decide').waitFor()
      await fine(tool)
      await press(page.locator('.pk-text-decide').getByRole('button', { name: 'Cancel' }))
    }
    await press('Cancel')
    await press('Year')
    await fine('year')
    await press('Cancel')
    await press('Designs')
    await page.locator('.pk-template .pk-thing').nth(1).waitFor()
    await fine('templates')
    await press('Cancel')
    await press('Preview')
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.locator('.pk-preview-part').nth(1).waitFor()
    await fine('preview')
    await press(preview.locator('.pk-preview-part').first())
    await preview.getByRole('button', { name: 'Next page' }).waitFor()
    await fine('preview of a page')
    await press(preview.getByRole('button', { name: 'Close' }))
    await press(page.getByRole('tab', { name: /^Inside/ }))
    await press('Add photos')
    await press(/Picture 1 of Emma Carter\. Not allowed/)
    await page.getByRole('dialog', { name: 'Picture not allowed' }).waitFor()
    await fine('not allowed')
    await person.closed()

    const buyer = await hand.edit()
    await buyer.press(/^Buy/)
    await expectAccessibleLayout(buyer, `${size} buy`)
    await buyer.closed()
  })
})

describe('a visitor using a thumb', () => {
  const hand = withPerson(world, 'preact', smallPhone)

  it('opens the touched line of text, and the nearer one of two close lines', async () => {
    const person = await hand.edit(lines)
    const { page, press } = person
    const title = (text: string) => eventually(person.heading).toBe(text)
    for (const [name, from] of [
      ['First line', 'its middle'],
      ['Second line', 'its middle'],
      ['Second line', 'below it'],
    ] as const) {
      await title('Square card')
      const { x, y, width, height } = await boxOf(page.getByRole('button', { name: new RegExp(`^${name}`) }))
      expect(height).toBeLessThan(24)
      await page.touchscreen.tap(x + width / 2, y + (from === 'its middle' ? height / 2 : height + 6))
      await title(name)
      await press('Cancel')
    }
    await person.closed()
  })
})

describe('a visitor using a screen reader', () => {
  const hand = withPerson(world, 'preact', smallPhone)

  it('[EDT-18] reaches nothing of the page under the editor on a phone, and everything if the editor does not cover it', async () => {
    const person = await hand.come(await world.guardian())
    const { page } = person
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.body.insertAdjacentHTML('afterbegin', '<header><a href="/">Home of the host</a></header>')
        document.body.insertAdjacentHTML('beforeend', '<footer><a href="/">Imprint of the host</a></footer>')
      })
    })
    await person.go(whole)
    const links = page.locator('body a:not([inert] a)').filter({ hasText: 'of the host' })
    const focused = (selector: string) => page.locator(`${selector}:focus-within`).count()
    expect(await links.count()).toBe(0)
    expect(await page.locator('.pk-frame nav:not([inert] nav)').count()).toBe(0)
    expect(await focused('[data-title]')).toBe(1)
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab')
      expect(await focused(':is(header, footer, nav):not(.pk-editor-top)')).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await eventually(() => links.count()).toBe(2)
    await page.setViewportSize({ width: 390, height: 844 })
    await eventually(() => links.count()).toBe(0)
    await person.press('Close')
    await eventually(() => links.count()).toBe(2)
    await person.closed()
  })

  it('hears every slot by its name and number, its content, and every change', async () => {
    const person = await hand.edit(whole)
    const { page, press, announces } = person
    const slots = () =>
      page.locator('[data-slot-button]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(await slots()).toEqual([
      'Portrait 1 of 2',
      'Portrait 2 of 2',
      'Text 1 of 2: Emma Carter',
      'Text 2 of 2: FIRST DAY OF SCHOOL',
    ])
    await press(page.getByRole('tab', { name: 'Inside, a picture is missing' }))
    await eventually(slots).toEqual(['Picture, empty'])
    await press(page.getByRole('tab', { name: 'Front, complete' }))
    await press(/^Portrait 2 of 2/)
    await page.getByRole('application', { name: 'Crop of Portrait 2 of 2.' }).focus()
    for (const [key, heard] of [
      ['+', 'Portrait 2 of 2: zoom 110 percent'],
      ['ArrowLeft', 'Portrait 2 of 2: picture moved'],
      ['r', 'Portrait 2 of 2: turned to 270 degrees'],
      ['e', 'Portrait 2 of 2: Black and white'],
      ['Control+z', 'Undone. Portrait 2 of 2: Original'],
      ['Control+Shift+z', 'Done again. Portrait 2 of 2: Black and white'],
    ] as const) {
      await page.keyboard.press(key)
      await announces(heard)
    }
    // A slider keeps its own keys, but undo reaches the editor.
    await press(page.getByRole('tab', { name: 'Edit image' }))
    await page.getByRole('slider').focus()
    await page.keyboard.press('Control+z')
    await announces('Undone. Portrait 2 of 2: Original')
    await page.keyboard.press('Control+Shift+z')
    await announces('Done again. Portrait 2 of 2: Black and white')
    await touch(page, [[0, 0]], [[9, 0]])
    await announces('Portrait 2 of 2: picture moved')
    await press('Done')
    await press(/^Text 2 of 2/)
    // The announcement about the picture is gone, and an unchanged text is not announced.
    const status = () => page.locator('.pk-editor > .pk-unseen').textContent()
    await eventually(status).toBe('')
    await press('Font')
    await press(page.locator('.pk-text-decide').getByRole('button', { name: 'Cancel' }))
    await person.button('Align text').waitFor()
    expect(await status()).toBe('')
    await press('Align text')
    await press('Right')
    await announces('Text 2 of 2: text changed')
    await person.closed()
  })
})

describe.each(bothDevices.slice(1))('a visitor using only the keyboard, on %s, %s', (engine, _how, device) => {
  const hand = withPerson(world, engine, device)

  it('[EDT-18] creates a card, previews it and adds it to the cart', async () => {
    const person = await hand.edit()
    const { page, announces } = person
    const at = () =>
      page.evaluate(() => {
        const { activeElement: at } = document
        return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
      })
    /** Presses Tab until an element with this name has the focus. */
    const reach = async (name: RegExp) => {
      const passed: string[] = []
      for (let steps = 0; steps < 60; steps++) {
        await page.keyboard.press('Tab')
        passed.push(await at())
        if (name.test(passed.at(-1) ?? '')) return
      }
      throw new Error(`No ${name} among ${passed.join(' | ')}`)
    }
    const use = async (name: RegExp) => {
      await reach(name)
      await page.keyboard.press('Enter')
    }
    const title = (text: string) => eventually(person.heading).toBe(text)

    await use(/^Portrait$/)
    await title('Portrait')
    await use(/^Picture 1 of Emma Carter/)
    await announces('picture changed')
    await reach(/^Crop of Portrait/)
    await page.keyboard.press('+')
    await announces('zoom 110 percent')
    await use(/^Done$/)
    await title('Square card')
    // The focus is back on the picture's slot; the text is the next one.
    await eventually(at).toBe('Portrait')
    await use(/^Text: Emma Carter/)
    await title('Text')
    await reach(/^Enter text: Text/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Made by keys')
    await use(/^Done$/)
    await title('Square card')
    await page.getByRole('img', { name: /Made by keys/ }).waitFor()
    await use(/^Preview$/)
    await page.getByRole('dialog', { name: 'Preview' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await use(/^Buy/)
    await title('Select quantity')
    await use(/^Add to cart/)
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await person.closed()
  })
})

describe('print warnings', () => {
  const hand = withPerson(world, 'preact', smallPhone)

  it('report too few pixels with their number, and a face and letters that may be cut, until they are corrected', async () => {
    const { app, provider } = world.server
    const { subject } = world.set
    // A face at the left edge of both portraits, which no crop of the whole picture moves away from the edge.
    const face = { x: 0.02, y: 0.3, width: 0.2, height: 0.25 }
    const setFaces = async (faces: object[]) => {
      await picturesOf(app, provider.key).updateMany(
        { 'assignment.subjects.uuid': subject.uuid },
        { $set: { faces } as object },
      )
      forgetDeliveredJobs(app)
    }
    await setFaces([face])
    const person = await hand.edit(tight)
    await setFaces([])
    const { page, press } = person
    const warnings = () => page.locator('.pk-canvas-warnings > p').allTextContents()
    // The summary counts all warnings of the card in one line.
    await page.locator('.pk-canvas-warnings summary', { hasText: '2 things to look at' }).click()
    await page.getByText('Portrait: the face is so close to the edge').waitFor()
    await expectAccessibleLayout(person, 'warnings')
    await press(/^Text: Emma Carter/)
    await eventually(warnings).toEqual(['Text is so close to the edge that it may be cut. Make it shorter or smaller.'])
    await press('Align text')
    await press('Center')
    await eventually(warnings).toEqual([])
    await press(page.locator('.pk-text-decide').getByRole('button', { name: 'Done' }))
    await press('Done')

    await press(/^Portrait/)
    const cut = 'Portrait: the face is so close to the edge that it may be cut. Move the picture a little.'
    await page.getByRole('application').focus()
    // Zoomed out as far as possible, so the face is at the edge of the page.
    for (let steps = 0; steps < 12; steps++) await page.keyboard.press('-')
    await eventually(warnings).toContain(cut)
    for (let steps = 0; steps < 6; steps++) await page.keyboard.press('+')
    const soft = /^Portrait prints at (\d+) dpi and may look soft\. Zoom out a little, or choose another picture\.$/
    const figures = async () => (await warnings()).flatMap((text) => soft.exec(text)?.slice(1).map(Number) ?? [])
    // 1040 pixels on 156 mm, 1.1 times closer with each key
    await eventually(figures).toEqual([Math.round((1040 / 156) * 25.4 * 1.1 ** -6)])
    // A face that is not visible cannot be cut off.
    await eventually(warnings).not.toContain(cut)
    await person.closed()
  })

  it('cover every page before buying, whichever is visible', async () => {
    const person = await hand.edit(twoPages)
    const { page, press } = person
    await page.getByText('Text is so close to the edge').waitFor()
    await press(page.getByRole('tab', { name: /^Inside/ }))
    await page.getByText('Text is so close to the edge').waitFor({ state: 'detached' })
    await press(/^Buy/)
    await page.getByText('Front, Text is so close to the edge that it may be cut.').waitFor()
    await person.closed()
  })
})
