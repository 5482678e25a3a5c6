import { carts } from '@portraitkit/core/cart/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { designId } from '@portraitkit/core/editor/designId.ts'
import { aTemplate } from '@portraitkit/core/template/aTemplate.ts'
import type { Layer } from '@portraitkit/core/template/definition.ts'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/http/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/http/testServer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/picture-sets/buildPictureSet.ts'
import { saveProvider } from '../../../server/src/provider/collection.ts'
import { type BuiltTemplate, buildTemplate } from '../../../server/src/template/buildTemplate.ts'
import { buildFixture, type Engine } from '../../vite.fixture.ts'

// The editor as a person sees it: our sources in a real browser, against a real server.

let server: TestServer
let browser: Browser
let set: BuiltPictureSet
let card: BuiltTemplate
let single: BuiltTemplate

beforeAll(async () => {
  server = await startTestServer()
  browser = await launchBrowser()
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  card = await buildTemplate(server.app, server.provider, {
    definition: { parts: [front(), inside()] },
    product: { minorderpartquantity: 2 },
  })
  single = await buildTemplate(server.app, server.provider, {
    definition: { parts: [{ ...front(), layers: only(front().layers, ['large', 'name']) }] },
  })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

function front() {
  const [part] = aTemplate().parts
  if (!part) throw new Error('The template has no part')
  const names = { en: 'Portrait' }
  const layers = part.layers.map((layer): Layer => (layer.kind === 'image' ? { ...layer, names } : layer))
  const fixed: Layer = { kind: 'image', id: 'fixed', box: { x: 2, y: 2, width: 5, height: 5 }, disableEdit: true }
  return { ...part, layers: [...layers, fixed] }
}

/** A page with a slot that takes only sibling pictures, of which there are none, and no text. */
function inside() {
  const layer: Layer = {
    kind: 'image',
    id: 'siblings',
    box: { x: 20, y: 20, width: 110, height: 80 },
    rules: { pictureTypes: ['MGP'] },
  }
  return { id: 'inside', descriptions: { en: 'Inside' }, layers: [layer] }
}

const only = (layers: Layer[], ids: string[]) => layers.filter((layer) => 'id' in layer && ids.includes(layer.id))

describe.each<[Engine, string, BrowserContextOptions]>([
  ['preact', 'by touch on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['react', 'at a computer', { viewport: { width: 1280, height: 900 } }],
])('the editor on %s, %s', (engine, _how, device) => {
  const isPhone = device.hasTouch === true
  // What does not depend on size, fingers or engine is shown once.
  const once = isPhone ? it : () => undefined
  let scripts: Map<string, string>
  let page: Page
  let mother: BuiltCustomer
  let customer: BuiltCustomer
  beforeAll(async () => {
    scripts = await buildFixture('src/editor/fixtures/page.tsx', engine)
    mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  })

  /** A fresh customer's page with the card in the editor. */
  async function edit(template = single): Promise<void> {
    customer = await buildCustomer(server, { subjects: [set.subject.uuid] })
    page = await shopPage(scripts, device, customer)
    await page.goto(`${origin()}/products/cards/${template.product.uuid}/${template.definition.uuid}`)
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const press = (what: Locator) => (isPhone ? what.tap() : what.click())
  const heading = () => page.locator('h1').textContent()
  /** The crop and what else is in the slot, as the page shows it. */
  const picture = () => page.locator('.pk-crop-window img').getAttribute('style')
  const shows = (wanted: string | null) => patiently(picture).toBe(wanted)
  const open = async (template = single) => {
    await edit(template)
    await press(button('Change photos'))
    await page.getByRole('application').waitFor()
    await page.locator('.pk-crop-window img').waitFor()
  }
  const closed = async () => {
    await page.close()
    await page.context().close()
  }

  it('keeps 30 by 10 px around the card', async () => {
    await edit()
    const canvas = await boxOf(page.locator('.pk-canvas'))
    const paper = await boxOf(page.getByRole('img', { name: /^Your card/ }))
    const [left, top] = [paper.x - canvas.x, paper.y - canvas.y]
    expect(Math.min(Math.abs(left - 30), Math.abs(top - 10))).toBeLessThan(1)
    expect(left).toBeGreaterThanOrEqual(29)
    expect(top).toBeGreaterThanOrEqual(9)
    if (isPhone) expect((await boxOf(page.locator('.pk-tools'))).height).toBe(208)
    await closed()
  })

  once('[EDT-4] goes straight to the only picture or text, else to numbered ones; fixed slots are hidden', async () => {
    await edit()
    await press(button('Change photos'))
    expect(await heading()).toBe('Portrait')
    await press(button('Cancel'))
    await press(button('Edit text'))
    expect(await heading()).toBe('Text')
    await press(button('Cancel'))
    await closed()

    await edit(card)
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Front', 'Inside'])
    await press(button('Add photos'))
    expect(await heading()).toBe('Choose image')
    const numbered = page.locator('.pk-number')
    expect(await numbered.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
      'Portrait 1 of 2',
      'Portrait 2 of 2',
    ])
    await press(numbered.nth(1))
    expect(await heading()).toBe('Portrait 2 of 2')
    await press(button('Cancel'))
    await press(button('Edit text'))
    expect(await heading()).toBe('Choose text')
    await press(button('Cancel'))
    await press(page.getByRole('tab', { name: 'Inside, a picture is missing' }))
    expect(await button('Edit text').count()).toBe(0)
    await closed()
  })

  once('[EDT-19] opens a picture or a text by a touch on the card, by the name that readers hear', async () => {
    await edit()
    await press(button(/^Portrait$/))
    expect(await heading()).toBe('Portrait')
    await press(button('Cancel'))
    await press(button(/^Text: Emma Carter/))
    expect(await heading()).toBe('Text')
    await closed()
  })

  once('[EDT-7] greys pictures that the slot refuses, says why, and needs a picture for Done', async () => {
    await edit(card)
    await press(page.getByRole('tab', { name: /^Inside/ }))
    await press(button('Add photos'))
    expect(await button('Done').isDisabled()).toBe(true)
    const refused = button(/Picture 1 of Emma Carter\. Not allowed picture - /)
    await press(refused)
    const dialog = page.getByRole('dialog', { name: 'Picture not allowed' })
    await dialog.getByText("You can't use this image in this image field").waitFor()
    await press(dialog.getByRole('button', { name: 'OK' }))
    expect(await button('Done').isDisabled()).toBe(true)
    await closed()
  })

  it('[EDT-8] moves and zooms by finger, wheel, keys and slider, turns by -90 degrees, and has three effects', async () => {
    await open()
    const hint = page.getByText('Move the picture with your finger. Pinch with two fingers to zoom in/out.')
    await hint.waitFor()
    const appeared = Date.now()
    const seen = [await picture()]
    const isNew = async () => {
      await patiently(async () => seen.includes(await picture())).toBe(false)
      seen.push(await picture())
    }
    if (isPhone) {
      await touch(
        page,
        [
          [-30, 0],
          [30, 0],
        ],
        [
          [-70, 0],
          [70, 0],
        ],
      )
      await isNew()
      await touch(page, [[0, 0]], [[-30, -20]])
      await isNew()
    } else {
      const { x, y } = await middleOf(page)
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, -300)
      await isNew()
      // the wheel comes to rest
      await page.waitForTimeout(300)
      seen.push(await picture())
      await page.mouse.down()
      await page.mouse.move(x + 30, y + 20, { steps: 4 })
      await page.mouse.up()
      await isNew()
    }
    await page.getByRole('application').focus()
    for (const key of ['+', 'ArrowLeft', 'Shift+ArrowDown', '-']) {
      await page.keyboard.press(key)
      await isNew()
    }
    await press(page.getByRole('tab', { name: 'Edit image' }))
    await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    await isNew()
    const turns = [270, 180, 90, 0]
    for (let turn = 0; turn < 4; turn += 1) {
      await press(button('Rotate'))
      await page.getByText(`turned to ${turns[turn]} degrees`).waitFor({ state: 'attached' })
      if (turn < 3) await isNew()
    }
    for (const [effect, filter] of [
      ['Sepia', 'sepia'],
      ['Black and white', 'grayscale'],
      ['Original', 'none'],
    ] as const) {
      await press(button(effect))
      const image = page.locator('.pk-crop-window img')
      await patiently(() => image.evaluate((node) => getComputedStyle(node).filter)).toContain(filter)
    }
    if (isPhone) {
      await hint.waitFor({ state: 'detached' })
      expect(Date.now() - appeared).toBeGreaterThan(9000)
    }
    await press(button('Done'))
    await press(button('Change photos'))
    await page.getByRole('application').waitFor()
    expect(await hint.count()).toBe(0)
    await closed()
  })

  it('[EDT-9] asks before a crop is lost, brings back what was there, and returns 300 ms after Done', async () => {
    await open()
    const before = await picture()
    await page.getByRole('application').focus()
    for (const key of ['+', '+', 'r']) await page.keyboard.press(key)
    await page.getByText('turned to 270 degrees').waitFor({ state: 'attached' })
    await patiently(picture).not.toBe(before)
    const changed = await picture()
    await press(button('Cancel'))
    await press(
      page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Continue editing' }).last(),
    )
    await shows(changed)
    await press(button('Cancel'))
    await press(button('Close without saving'))
    await press(button('Change photos'))
    await shows(before)
    // The picture that is chosen now is loading until it has come.
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(/\/images\/.*size=(?:640|960)/, async (route) => {
      await held
      await route.continue()
    })
    await press(button('Picture 2 of Emma Carter'))
    await page.locator('.pk-crop-loading').waitFor({ state: 'attached' })
    letThrough()
    await page.locator('.pk-crop-loading').waitFor({ state: 'detached' })
    const pressed = Date.now()
    await press(button('Done'))
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(290)
    await closed()
  })

  it('takes acts back one by one and does them again, also by keys', async () => {
    await open()
    const before = await picture()
    await page.getByRole('application').focus()
    await page.keyboard.press('r')
    await patiently(picture).not.toBe(before)
    const turned = await picture()
    await page.keyboard.press('e')
    await patiently(picture).not.toBe(turned)
    await page.keyboard.press('Control+z')
    await shows(turned)
    await press(button('Undo'))
    await shows(before)
    expect(await button('Undo').getAttribute('aria-disabled')).toBe('true')
    // The focus has not been lost with the button's use.
    await page.keyboard.press('Control+Shift+z')
    await shows(turned)
    await closed()
  })

  once('[TXT-2] [TXT-5] shrinks a long text until it fits, trims what is left, and collapses white space', async () => {
    await edit()
    await press(button('Edit text'))
    const field = page.getByRole('textbox')
    await field.fill('')
    await field.blur()
    await press(button('Done'))
    await press(button('Edit text'))
    await patiently(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
    const long = 'Maximiliane-Alexandra  von \t Hohenberg and all who love her very much '
    await field.fill(`  ${long}`)
    const clean = 'Maximiliane-Alexandra von Hohenberg and all who love her very much'
    await page.getByRole('img', { name: new RegExp(`${clean.split(' ')[0]}`) }).waitFor()
    await field.blur()
    await patiently(() => field.inputValue()).toBe(clean)
    await press(button('Font size'))
    const size = Number(await page.getByRole('slider', { name: 'Font size' }).inputValue())
    expect(size).toBeLessThan(28)
    expect(size).toBeGreaterThanOrEqual(12)
    expect(await page.getByText('does not fit').count()).toBe(0)
    await press(page.locator('.pk-text-decide').getByRole('button', { name: 'Cancel' }))
    await press(button('Cancel'))
    await press(button('Close without saving'))
    await press(button('Edit text'))
    expect(await field.inputValue()).toBe('')
    await closed()
  })

  once(
    '[TXT-2] shrinks a text that does not fit when its editor opens, which is nothing that Cancel would lose',
    async () => {
      const { product, definition } = single
      const guardian = await buildCustomer(server, { subjects: [set.subject.uuid] })
      const subject = set.subject.uuid
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
      page = await shopPage(scripts, device, guardian)
      await page.goto(`${origin()}/products/cards/${product.uuid}/${definition.uuid}`)
      await page.getByText('Text does not fit.').waitFor()
      await press(button('Edit text'))
      await page.getByText('Text does not fit.').waitFor({ state: 'detached' })
      await press(button('Cancel'))
      await page.getByRole('img', { name: /^Your card/ }).waitFor()
      await closed()
    },
  )

  it('[TXT-1] [TXT-4] has fonts, alignment, sizes and colours, each with its own Cancel and Done', async () => {
    await edit()
    await press(button('Edit text'))
    const tools = page.getByRole('group', { name: 'Text tools' }).getByRole('button')
    expect(await tools.allTextContents()).toEqual(['Enter text', 'Font', 'Align text', 'Font size', 'Color'])
    const inTool = (name: string) => page.locator('.pk-text-decide').getByRole('button', { name })

    await press(button('Font'))
    const fonts = page.locator('.pk-font')
    expect(await fonts.allTextContents()).toEqual(FONTS)
    await press(button('Anton'))
    await patiently(() => button('Anton').getAttribute('aria-pressed')).toBe('true')
    // Escape leaves the tool as Cancel does, and the focus is where it was.
    await page.keyboard.press('Escape')
    await patiently(() => button('Font').evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await button('Lora').getAttribute('aria-pressed')).toBe('true')
    await press(inTool('Done'))

    for (const [way, isKept] of [
      ['Cancel', 'false'],
      ['Done', 'true'],
    ] as const) {
      await press(button('Align text'))
      await press(button('Right'))
      await press(inTool(way))
      await press(button('Align text'))
      expect(await button('Right').getAttribute('aria-pressed')).toBe(isKept)
      await press(inTool('Done'))
    }

    await press(button('Color'))
    // ten of the document, and the template's own
    expect(await page.locator('.pk-color').count()).toBe(11)
    const red = page.locator('.pk-color').nth(3)
    for (const [way, isKept] of [
      ['Cancel', 'false'],
      ['Done', 'true'],
    ] as const) {
      await press(red)
      await press(inTool(way))
      await press(button('Color'))
      expect(await red.getAttribute('aria-pressed')).toBe(isKept)
    }
    await press(inTool('Done'))
    await closed()
  })

  once(
    '[TXT-1] [TXT-3] takes sizes from 12 to 110 as far as the text fits; a font that does not fit goes back to the base size',
    async () => {
      await edit()
      await press(button('Edit text'))
      const inTool = (name: string) => page.locator('.pk-text-decide').getByRole('button', { name })
      // said once it is accepted, after the slider's rest of 200 ms
      const accepted = (size: number) =>
        page.locator('.pk-unseen', { hasText: `${size} pt` }).waitFor({ state: 'attached' })

      await press(button('Font size'))
      const slider = page.getByRole('slider', { name: 'Font size' })
      expect([await slider.getAttribute('min'), await slider.getAttribute('max')]).toEqual(['12', '110'])
      await slider.fill('20')
      await accepted(20)
      await slider.fill('110')
      await page.getByText('Larger than this the text does not fit.').first().waitFor()
      await patiently(() => slider.inputValue()).toBe('20')
      await press(inTool('Cancel'))
      await press(button('Font size'))
      expect(await slider.inputValue()).toBe('28')
      await slider.fill('36')
      await accepted(36)
      await press(inTool('Done'))
      await press(button('Font'))
      await press(button('Graduate'))
      await patiently(() => button('Graduate').getAttribute('aria-pressed')).toBe('true')
      await press(inTool('Done'))
      await press(button('Font size'))
      await patiently(() => slider.inputValue()).toBe('28')
      await closed()
    },
  )

  it('[EDT-14] shows all pages in a full screen, a grid of 2, 3 or 4 columns, and turns them', async () => {
    await edit(card)
    await press(button('Preview'))
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    const pages = dialog.locator('.pk-preview-part')
    await pages.nth(1).waitFor()
    expect(await pages.count()).toBe(2)
    const columns = async () => {
      const [whole, one] = [await boxOf(dialog.locator('.pk-preview-grid')), await boxOf(pages.first())]
      return Math.floor(whole.width / one.width)
    }
    expect(await columns()).toBe(isPhone ? 2 : 4)
    expect((await boxOf(dialog)).height).toBe(device.viewport?.height)
    if (!isPhone) {
      await page.setViewportSize({ width: 800, height: 900 })
      expect(await columns()).toBe(3)
    }
    await press(pages.first())
    expect(await button('Previous page').count()).toBe(0)
    await press(button('Next page'))
    expect(await button('Next page').count()).toBe(0)
    await press(button('Previous page'))
    await closed()
  })

  once('counts as the document says, and adds to the cart with the price in the button', async () => {
    const two = await buildTemplate(server.app, server.provider, {
      definition: { parts: [{ ...front(), layers: only(front().layers, ['large']) }] },
      product: { minorderpartquantity: 2 },
    })
    await edit(two)
    await press(button(/^Buy/))
    expect(await heading()).toBe('Select quantity')
    const field = page.getByRole('textbox', { name: 'Quantity' })
    for (const typed of ['x', '2.5', '1']) {
      await field.fill(typed)
      await field.press('Tab')
      await patiently(() => field.inputValue()).toBe('0')
      expect(await button(/^Add to cart/).isDisabled()).toBe(true)
    }
    await press(button('More'))
    await patiently(() => field.inputValue()).toBe('2')
    await press(button('Fewer'))
    await patiently(() => field.inputValue()).toBe('0')
    await field.fill('3')
    await field.press('Enter')
    await press(button(/^Add to cart\s*\$11\.97$/))
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    const { cart } = await customer.client.call(carts.get, {})
    await page.goto(`${origin()}/shopping-cart/edit/${cart.orderLines.find(({ type }) => type === 0)?.uuid}`)
    await press(button(/^Update cart/))
    await press(page.locator('.pk-tools-foot').getByRole('button', { name: /^Update cart/ }))
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await closed()
  })

  once('[EDT-16] warns once a session where the provider wishes it, and goes to the cart', async () => {
    const { options } = server.provider
    const warned = { ...server.provider, options: { ...options, addToCartWarningEnabled: true } }
    await saveProvider(server.app, warned)
    await edit()
    await saveProvider(server.app, server.provider)
    await press(button(/^Buy/))
    const warning = page.getByRole('dialog', { name: 'Is everything right?' })
    await press(warning.getByRole('button', { name: 'Look again' }))
    await press(button(/^Buy/))
    expect(await warning.count()).toBe(0)
    await press(button(/^Add to cart/))
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await closed()
  })

  once('shows what the server would print where it differs, and adds that at the second press', async () => {
    await edit()
    // A browser that has painted something else.
    await page.route('**/api/webshop/cart/lines*', async (route) => {
      const sent = JSON.parse(route.request().postData() ?? '{}')
      for (const line of sent.lines) line.sceneHash = '0'.repeat(64)
      await route.continue({ postData: JSON.stringify(sent) })
    })
    await press(button(/^Buy/))
    await press(button(/^Add to cart/))
    await page.getByText('The preview has been refreshed.').waitFor()
    expect((await customer.client.call(carts.get, {})).cart.orderLines.filter(({ type }) => type === 0)).toEqual([])
    await page.unroute('**/api/webshop/cart/lines*')
    await press(button(/^Add to cart/))
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await closed()
  })

  once('has no crop, zoom, turn or effects where the provider has switched the image toolbox off', async () => {
    const { options } = server.provider
    await saveProvider(server.app, { ...server.provider, options: { ...options, disableImageToolbox: true } })
    await open()
    await saveProvider(server.app, server.provider)
    const before = await picture()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Image inbox'])
    await page.getByRole('application').focus()
    for (const key of ['+', 'r', 'e', 'ArrowLeft']) await page.keyboard.press(key)
    await touch(page, [[0, 0]], [[40, 40]])
    expect(await picture()).toBe(before)
    expect(await button('Undo').getAttribute('aria-disabled')).toBe('true')
    await closed()
  })

  once('keeps an unfinished card: on another device it is as it was left, and can be started over', async () => {
    const address = `${origin()}/products/cards/${single.product.uuid}/${single.definition.uuid}`
    page = await shopPage(scripts, device, mother)
    await page.goto(address)
    await press(button('Edit text'))
    await page.getByRole('textbox').fill('To be continued')
    await press(button('Done'))
    await page.getByText('Saved').waitFor()
    await closed()

    page = await shopPage(scripts, device, mother)
    await page.goto(address)
    await page.getByText('Here is your card as you left it.').waitFor()
    await page.getByRole('img', { name: /To be continued/ }).waitFor()
    await press(button('Start over'))
    await page.getByRole('img', { name: /Emma Carter/ }).waitFor()
    await closed()
  })

  once('asks before the whole card is lost', async () => {
    await edit()
    await press(button('Close'))
    await page.getByRole('heading', { name: 'Cards', level: 1 }).waitFor()
    await closed()

    await open()
    await page.getByRole('application').focus()
    await page.keyboard.press('r')
    await press(button('Done'))
    await press(button('Close'))
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' })
    await dialog.getByText('Do you want to abort without saving the changes?').waitFor()
    await press(dialog.getByRole('button', { name: 'Continue editing' }).last())
    await press(button('Close'))
    await press(dialog.getByRole('button', { name: 'Close without saving' }))
    await page.getByRole('heading', { name: 'Cards', level: 1 }).waitFor()
    await closed()
  })

  it('[BRW-5] lists the cards in 2, 3 or 4 columns at 400:290 and 80 %, ten skeletons until they come', async () => {
    page = await shopPage(scripts, device, mother)
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/api/webshop/templates/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${origin()}/products/cards`)
    const waiting = page.getByRole('status', { name: 'Loading the cards' })
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
    await closed()
  })
})

describe('somebody who is signed out', () => {
  it('sees empty cards, and after the login goes on with what was made', async () => {
    const scripts = await buildFixture('src/editor/fixtures/page.tsx', 'preact')
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const page = await shopPage(scripts, { viewport: { width: 390, height: 844 } })
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    await page.goto(`${origin()}/products/cards/${single.product.uuid}/${single.definition.uuid}`)
    await button('Edit text').click()
    await page.getByRole('textbox').fill('Made before the login')
    await button('Done').click()
    await button('Sign in').click()
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /Made before the login/ }).waitFor()
    await button('Change photos').waitFor()
    await page.context().close()
  })

  it('at the last moment keeps the card and adds it to the cart after the login', async () => {
    const scripts = await buildFixture('src/editor/fixtures/page.tsx', 'preact')
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const page = await shopPage(scripts, { viewport: { width: 390, height: 844 } }, father)
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    await page.goto(`${origin()}/products/cards/${single.product.uuid}/${single.definition.uuid}`)
    await button(/^Buy/).click()
    await page.context().clearCookies()
    await button(/^Add to cart/).click()
    await page.getByLabel('E-mail address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await page.getByText('Square card').first().waitFor()
    await page.context().close()
  })
})

// 001 §9
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

/** Screens answer when they can, and the machine may be busy. */
const patiently = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 10_000, interval: 40 })

const origin = () => `http://${server.provider.hosts[0]}:${server.port}`

/**
 * A page of the server's own shop with scripts built from our sources: the real server answers everything but the page and
 * its scripts.
 */
async function shopPage(
  scripts: ReadonlyMap<string, string>,
  device: BrowserContextOptions,
  customer?: BuiltCustomer,
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...device })
  const cookies = [...(customer?.client.cookies ?? [])]
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin() })))
  await context.route(
    (url) =>
      url.origin === origin() &&
      (scripts.has(url.pathname) || /^\/(?:products|shopping-cart|login)/.test(url.pathname)),
    (route) => {
      const script = scripts.get(new URL(route.request().url()).pathname)
      const html = `<!doctype html><meta name="viewport" content="width=device-width"><title>Shop</title><style>body{margin:0}</style>
        <div id="shop" data-provider="${server.provider.key}"></div><script type="module" src="/page.js"></script>`
      return script === undefined
        ? route.fulfill({ contentType: 'text/html', body: html })
        : route.fulfill({ contentType: 'text/javascript', body: script })
    },
  )
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

async function boxOf(what: Locator) {
  const box = await what.boundingBox()
  if (!box) throw new Error('It is not there')
  return box
}

async function middleOf(page: Page) {
  const { x, y, width, height } = await boxOf(page.getByRole('application'))
  return { x: x + width / 2, y: y + height / 2 }
}

/** Fingers on the picture, each from a place to a place around its middle. */
async function touch(page: Page, from: [number, number][], to: [number, number][]): Promise<void> {
  const middle = await middleOf(page)
  const fingers = await page.context().newCDPSession(page)
  const steps = 6
  const at = (share: number) =>
    from.map(([x, y], id) => {
      const [goalX, goalY] = to[id] ?? [x, y]
      return { x: middle.x + x + (goalX - x) * share, y: middle.y + y + (goalY - y) * share, id }
    })
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step += 1) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await fingers.detach()
}
