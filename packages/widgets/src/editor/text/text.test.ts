import { editor } from '@portraitkit/core/editor/contract.ts'
import { designId } from '@portraitkit/core/template/designId.ts'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { boxOf, eventually, front, only, testedDevices, withPerson, withWorld } from '../../testing/buildPerson.ts'

// A text in its slot: its content and its style.

const world = withWorld()

describe.each(testedDevices)('a text on %s, %s', (engine, _how, device) => {
  const { edit, come, onlyOnce } = withPerson(world, engine, device)
  const once = onlyOnce(it)

  once('[TXT-2] [TXT-5] shrinks a long text until it fits, trims what is left, and collapses white space', async () => {
    const person = await edit()
    const { page, press } = person
    await press('Edit text')
    const field = page.getByRole('textbox')
    await field.fill('')
    await field.blur()
    await press('Done')
    await press('Edit text')
    await eventually(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
    const long = 'Maximiliane-Alexandra  von \t Hohenberg and all who love her very much '
    await field.fill(`  ${long}`)
    const clean = 'Maximiliane-Alexandra von Hohenberg and all who love her very much'
    await page.getByRole('img', { name: new RegExp(`${clean.split(' ')[0]}`) }).waitFor()
    await field.blur()
    await eventually(() => field.inputValue()).toBe(clean)
    await press('Font size')
    const size = Number(await page.getByRole('slider', { name: 'Font size' }).inputValue())
    expect(size).toBeLessThan(28)
    expect(size).toBeGreaterThanOrEqual(12)
    expect(await page.getByText('does not fit').count()).toBe(0)
    await press(page.locator('.pk-text-decide').getByRole('button', { name: 'Cancel' }))
    await press('Cancel')
    await press('Close without saving')
    await press('Edit text')
    expect(await field.inputValue()).toBe('')
    await person.closed()
  })

  once(
    '[TXT-2] shrinks a text that does not fit when its editor opens, which does not count as a change for Cancel',
    async () => {
      const { product, definition } = world.single
      const guardian = await world.guardian()
      const subject = world.set.subject.uuid
      const uuid = await designId({
        customer: guardian.customer._id,
        product: product.uuid,
        template: definition.uuid,
        subject,
      })
      const text = 'Emma and everybody who came to the last day of school'
      const content = {
        template: { uuid: definition.uuid, version: 1 },
        subject,
        resources: [{ fullId: 'front.name', type: 'STRING' as const, text, overrideSize: 60 }],
      }
      await guardian.client.call(editor.saveDesign, { uuid, version: 0, product: product.uuid, content })
      const person = await come(guardian)
      const { page, press } = person
      await person.go(world.single)
      await page.getByText('Text does not fit.').waitFor()
      await press('Edit text')
      await page.getByText('Text does not fit.').waitFor({ state: 'detached' })
      await press('Cancel')
      await page.getByRole('img', { name: /^Your card/ }).waitFor()
      await person.closed()
    },
  )

  once('[TXT-3] switches between the template’s size under 12 and 12', async () => {
    const small = only(front().layers, ['large', 'name']).map((layer) =>
      layer.kind === 'text' ? { ...layer, size: 8 } : layer,
    )
    const template = await buildTemplate(world.server.app, world.server.provider, {
      definition: { parts: [{ ...front(), layers: small }] },
    })
    const person = await edit(template)
    const { page, press } = person
    await press('Edit text')
    await press('Font size')
    const slider = page.getByRole('slider', { name: 'Font size' })
    const stands = () => slider.evaluate((node: HTMLInputElement) => [node.min, node.value, node.ariaValueText])
    expect(await stands()).toEqual(['8', '8', '8 pt'])
    for (const [key, size] of [
      ['ArrowRight', '12'],
      ['ArrowLeft', '8'],
    ] as const) {
      await slider.press(key)
      await person.announces(`${size} pt`)
      await eventually(stands).toEqual(['8', size, `${size} pt`])
    }
    expect(await page.getByText('does not fit if it is larger').count()).toBe(0)
    await person.closed()
  })

  once('[TXT-1] [TXT-3] does not use a size that was tried and undone for the next text', async () => {
    const person = await edit()
    const { page, press } = person
    await press('Edit text')
    await press('Font size')
    const slider = page.getByRole('slider', { name: 'Font size' })
    const before = await slider.inputValue()
    expect(Number(before)).toBeGreaterThan(12)
    await slider.press('Home')
    await person.announces('12 pt')
    await press(page.locator('.pk-text-decide').getByRole('button', { name: 'Cancel' }))
    await press('Enter text')
    await page.getByRole('textbox').fill('Short')
    await page.getByRole('img', { name: /Short/ }).first().waitFor()
    await press('Font size')
    expect(await slider.inputValue()).toBe(before)
    await person.closed()
  })

  it('[TXT-1] [TXT-4] has fonts, alignment, sizes and colours, each with its own Cancel and Done', async () => {
    const person = await edit()
    const { page, press, button } = person
    await press('Edit text')
    const tools = page.getByRole('group', { name: 'Text tools' }).getByRole('button')
    expect(await tools.allTextContents()).toEqual(['Enter text', 'Font', 'Align text', 'Font size', 'Color'])
    const inTool = (name: string) => page.locator('.pk-text-decide').getByRole('button', { name })

    // With a tool open, there is one Cancel and one Done: the tool's.
    const pairs = () =>
      Promise.all(['Cancel', 'Done'].map((name) => page.getByRole('button', { name, exact: true }).count()))
    expect(await pairs()).toEqual([1, 1])
    await press('Font')
    await eventually(pairs).toEqual([1, 1])
    const fonts = page.locator('.pk-font')
    expect(await fonts.allTextContents()).toEqual(FONTS)
    // However many there are, Cancel and Done are visible on a computer too.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('.pk-editor[data-layout="desktop"]').waitFor()
    const done = await boxOf(inTool('Done'))
    expect(done.y + done.height).toBeLessThanOrEqual(800)
    if (device.viewport) await page.setViewportSize(device.viewport)
    await press('Anton')
    await eventually(() => button('Anton').getAttribute('aria-pressed')).toBe('true')
    await person.announces('Anton')
    // Escape leaves the tool like Cancel, and the focus returns.
    await page.keyboard.press('Escape')
    await eventually(() => button('Font').evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await button('Lora').getAttribute('aria-pressed')).toBe('true')
    await press(inTool('Done'))

    for (const [way, isKept] of [
      ['Cancel', 'false'],
      ['Done', 'true'],
    ] as const) {
      await press('Align text')
      await press('Right')
      await press(inTool(way))
      await press('Align text')
      expect(await button('Right').getAttribute('aria-pressed')).toBe(isKept)
      await press(inTool('Done'))
    }

    await press('Color')
    // ten of the specification, and the template's own
    const colors = await page
      .locator('.pk-color')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(colors).toEqual(['The color of the design', ...COLORS])
    const red = page.locator('.pk-color').nth(3)
    for (const [way, isKept] of [
      ['Cancel', 'false'],
      ['Done', 'true'],
    ] as const) {
      await press(red)
      await press(inTool(way))
      await press('Color')
      expect(await red.getAttribute('aria-pressed')).toBe(isKept)
    }
    await press(inTool('Done'))
    await person.closed()
  })

  once(
    '[TXT-1] [TXT-3] accepts sizes from 12 to 110 as far as the text fits; a font that does not fit gets the base size',
    async () => {
      const person = await edit()
      const { page, press, button } = person
      await press('Edit text')
      const inTool = (name: string) => page.locator('.pk-text-decide').getByRole('button', { name })
      // announced once it is accepted, after the slider has rested for 200 ms
      const accepted = (size: number) =>
        page.locator('.pk-unseen', { hasText: `${size} pt` }).waitFor({ state: 'attached' })

      await press('Font size')
      const slider = page.getByRole('slider', { name: 'Font size' })
      expect([await slider.getAttribute('min'), await slider.getAttribute('max')]).toEqual(['12', '110'])
      await slider.fill('20')
      await accepted(20)
      await slider.fill('110')
      await page.getByText('The text does not fit if it is larger.').first().waitFor()
      await eventually(() => slider.inputValue()).toBe('20')
      // A further change within 200 ms postpones it.
      const announcements = () => page.locator('.pk-unseen').allTextContents()
      await page.clock.install()
      await page.clock.pauseAt(new Date(Date.now() + 60_000))
      for (const size of ['22', '24']) {
        await slider.fill(size)
        await page.clock.runFor(150)
        expect((await announcements()).join()).not.toMatch(/2[24] pt/)
      }
      await page.clock.runFor(100)
      await page.clock.resume()
      await accepted(24)
      await press(inTool('Cancel'))
      await press('Font size')
      expect(await slider.inputValue()).toBe('28')
      await slider.fill('36')
      await accepted(36)
      await press(inTool('Done'))
      await press('Font')
      await press('Graduate')
      await eventually(() => button('Graduate').getAttribute('aria-pressed')).toBe('true')
      await press(inTool('Done'))
      await press('Font size')
      await eventually(() => slider.inputValue()).toBe('28')
      await person.closed()
    },
  )
})

// 001 §9
const COLORS = ['Black', 'White', 'Red', 'Blue', 'Yellow', 'Purple', 'Green', 'Light yellow', 'Pink', 'Violet-blue']
const FONTS = [
  'Anton',
  'Bebas Neue',
  'Comfortaa',
  'Dancing Script',
  'Graduate',
  'Lobster',
  'Lora',
  'Montserrat',
  'Oswald',
  'Pacifico',
  'Playfair Display',
  'Racing Sans One',
  'Roboto',
  'Sacramento',
  'Tourney',
]
