import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { revokeSubject } from '../../../server/src/features/access/grants.ts'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { LANGUAGES, translateTo } from '../../../server/src/platform/texts.ts'
import { buildBackgrounds } from '../../../server/src/testing/buildBackgrounds.ts'
import { buildPicture, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { expectAccessibleLayout } from '../testing/appearance.ts'
import {
  bothDevices,
  boxOf,
  eventually,
  front,
  middleOf,
  only,
  touch,
  withLayers,
  withPerson,
  withWorld,
} from '../testing/buildPerson.ts'
import { expectKeysInside } from '../testing/keyboard.ts'
import { messages } from './messages.ts'

// The picture in a slot: its choice, its crop and its look.

const world = withWorld()

/** A set whose favourite picture has a green screen and whose other picture does not. */
async function greenSet() {
  const { app, provider } = world.server
  const green = await buildPicture(app, provider, { greenscreen: true, keywords: ['favorite'] })
  const pictures = [green, await buildPicture(app, provider)]
  return await buildPictureSet(app, provider, { subject: { name: 'Mia Diaz', group: 'alone' }, pictures })
}

/** The tabs of a picture that do not fit on a narrow phone, in any language. */
async function cutTabs(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 700 })
  const named = page.getByRole('tablist').filter({ has: page.getByRole('tab', { name: 'Backgrounds' }) })
  const before = await named.getByRole('tab').allTextContents()
  // by its name it is not found while it has other labels
  const list = await named.evaluateHandle((element) => element)
  const cut: string[] = []
  for (const language of LANGUAGES) {
    const t = translateTo(language)
    const labels = [messages.inbox, messages.editImage, messages.backgrounds].map((label) => t(label))
    cut.push(...(await list.evaluate(cutLabels, labels)))
  }
  await list.evaluate(cutLabels, before)
  return cut
}

/** Those of these labels that are cut in a list of tabs. */
function cutLabels(list: Element, labels: readonly string[]): string[] {
  const tabs = [...list.querySelectorAll('[role="tab"]')]
  for (const [at, tab] of tabs.entries()) tab.textContent = labels[at] ?? ''
  const { right } = list.getBoundingClientRect()
  return tabs
    .filter((tab) => tab.scrollWidth > tab.clientWidth || tab.getBoundingClientRect().right > right + 0.5)
    .map((tab) => tab.textContent)
}

describe.each(bothDevices)('a picture on %s, %s', (engine, _how, device) => {
  const { isPhone, come, edit, editPicture, onlyOnce, alike } = withPerson(world, engine, device)
  const once = onlyOnce(it)
  const either = alike(it)

  once('[EDT-7] greys out refused pictures, says why, and requires a picture for Done', async () => {
    const person = await edit(world.card)
    const { page, press, button } = person
    await press(page.getByRole('tab', { name: /^Inside/ }))
    await press('Add photos')
    expect(await button('Done').isDisabled()).toBe(true)
    const refused = button(/Picture 1 of Emma Carter\. Not allowed picture - /)
    await press(refused)
    const dialog = page.getByRole('dialog', { name: 'Picture not allowed' })
    await dialog.getByText("You can't use this image in this image field").waitFor()
    await expectKeysInside(dialog, 'editor/inbox/usePictureChoice')
    await press(dialog.getByRole('button', { name: 'OK' }))
    expect(await button('Done').isDisabled()).toBe(true)
    await person.closed()
  })

  once('shows a message at once and no endless spinner, if its set is withdrawn while it is cropped', async () => {
    const { page, press, customer, closed } = await editPicture()
    const { app, provider } = world.server
    await revokeSubject(app, provider, customer.customer._id, world.set.subject.uuid)
    // also what the browser has cached
    await page.route(/size=/, (route) => route.fulfill({ status: 404 }))
    await press('Picture 2 of Emma Carter')
    await page.getByRole('alert').getByText('We could not find this picture set among yours.').waitFor()
    await eventually(() => page.locator('.pk-crop-loading').count()).toBe(0)
    await closed()
  })

  it('[EDT-8] moves and zooms by touch, wheel, keys and slider, turns by -90 degrees, and has three effects', async () => {
    const person = await edit()
    const { page, press, button, picture } = person
    await page.clock.install()
    await press('Change photos')
    const now = () => page.evaluate(() => Date.now())
    const hint = page.getByText('Move the picture with your finger. Pinch with two fingers to zoom in/out.')
    await hint.waitFor()
    const appeared = await now()
    await page.locator('.pk-crop-window img').waitFor()
    // The hint is next to the picture, never over it.
    const [beside, stage] = [await boxOf(page.locator('.pk-editor-hint')), await boxOf(page.getByRole('application'))]
    expect(beside.y + beside.height).toBeLessThanOrEqual(stage.y + 1)
    const seen = [await picture()]
    const expectNewPicture = async () => {
      await eventually(async () => seen.includes(await picture())).toBe(false)
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
      await expectNewPicture()
      await touch(page, [[0, 0]], [[-30, -20]])
      await expectNewPicture()
    } else {
      const { x, y } = await middleOf(page)
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, -300)
      await expectNewPicture()
      // waits until the wheel has come to rest
      await page.waitForTimeout(300)
      seen.push(await picture())
      await page.mouse.down()
      await page.mouse.move(x + 30, y + 20, { steps: 4 })
      await page.mouse.up()
      await expectNewPicture()
    }
    await page.getByRole('application').focus()
    for (const key of ['+', 'ArrowLeft', 'Shift+ArrowDown', '-']) {
      await page.keyboard.press(key)
      await expectNewPicture()
    }
    await press(page.getByRole('tab', { name: 'Edit image' }))
    await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    await expectNewPicture()
    const turns = [270, 180, 90, 0]
    for (let turn = 0; turn < 4; turn += 1) {
      await press('Rotate')
      await page.getByText(`turned to ${turns[turn]} degrees`).waitFor({ state: 'attached' })
      if (turn < 3) await expectNewPicture()
    }
    for (const [effect, filter] of [
      ['Sepia', 'sepia'],
      ['Black and white', 'grayscale'],
      ['Original', 'none'],
    ] as const) {
      await press(button(effect))
      const image = page.locator('.pk-crop-window img')
      await eventually(() => image.evaluate((node) => getComputedStyle(node).filter)).toContain(filter)
    }
    if (isPhone) {
      while (await hint.isVisible()) await page.clock.fastForward(1000)
      expect((await now()) - appeared).toBeGreaterThan(9000)
    }
    await press('Done')
    await press('Change photos')
    await page.getByRole('application').waitFor()
    expect(await hint.count()).toBe(0)
    await person.closed()
  })

  either('[EDT-9] asks before a crop is lost, restores it, and returns 300 ms after Done', async () => {
    const person = await editPicture()
    const { page, press, picture } = person
    const before = await picture()
    await page.getByRole('application').focus()
    for (const key of ['+', '+', 'r']) await page.keyboard.press(key)
    await page.getByText('turned to 270 degrees').waitFor({ state: 'attached' })
    await eventually(picture).not.toBe(before)
    const changed = await picture()
    await press('Cancel')
    await press(page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Continue editing' }))
    await eventually(picture).toBe(changed)
    await press('Cancel')
    await press('Close without saving')
    await press('Change photos')
    await eventually(picture).toBe(before)
    // The newly selected picture is loading until it has arrived.
    let letThrough = () => {}
    const released = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(/\/images\/.*size=(?:640|960)/, async (route) => {
      await released
      await route.continue()
    })
    await press('Picture 2 of Emma Carter')
    await page.locator('.pk-crop-loading').waitFor({ state: 'attached' })
    letThrough()
    await page.locator('.pk-crop-loading').waitFor({ state: 'detached' })
    const pressed = Date.now()
    await press('Done')
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(290)
    await person.closed()
  })

  either('undoes and redoes actions one by one, also by keys', async () => {
    const person = await editPicture()
    const { page, press, button, picture } = person
    const before = await picture()
    await page.getByRole('application').focus()
    await page.keyboard.press('r')
    await eventually(picture).not.toBe(before)
    const turned = await picture()
    await page.keyboard.press('e')
    await eventually(picture).not.toBe(turned)
    await page.keyboard.press('Control+z')
    await eventually(picture).toBe(turned)
    await press('Undo')
    await eventually(picture).toBe(before)
    expect(await button('Undo').getAttribute('aria-disabled')).toBe('true')
    // The focus was not lost when the button became unusable.
    await page.keyboard.press('Control+Shift+z')
    await eventually(picture).toBe(turned)
    await person.closed()
  })

  either('[EDT-5] [EDT-6] [EDT-17] with a green screen has the selected background, by touch and by keys', async () => {
    const { app, provider } = world.server
    const backgrounds = await buildBackgrounds(app, provider, { sand: '#d8c8a8', slate: '#5a6470', night: '#20283a' })
    const addressOf = (key: string) => `background=${backgrounds[key]?.uuid}`
    const set = await greenSet()
    const customer = await world.guardian([set.subject.uuid])
    const person = await come(customer)
    const { page, press, button } = person
    await person.go(world.single)
    await person.knowHint()
    // the background of the filled card precedes the default one
    await page.locator(`[data-slot="front.large"] image[href*="${addressOf('sand')}"]`).waitFor()
    await press('Change photos')
    const background = (key: string) => page.locator(`.pk-crop-window img[src*="${addressOf(key)}"]`).waitFor()
    const pressedState = (name: string) => button(`Background The ${name}`).getAttribute('aria-pressed')
    await background('sand')
    await page.route('**/get_image_backgrounds.php*', (route) => route.fulfill({ status: 503, body: 'no' }), {
      times: 1,
    })
    await press(page.getByRole('tab', { name: 'Backgrounds' }))
    await page.getByRole('alert').getByText('The backgrounds could not be loaded.').waitFor()
    await press('Try again')
    await eventually(() => pressedState('sand')).toBe('true')
    expect(await page.getByRole('button', { name: /^Background / }).count()).toBe(3)
    await expectAccessibleLayout(person, 'backgrounds')
    if (isPhone) expect(await cutTabs(page)).toEqual([])

    await press('Background The slate')
    await background('slate')
    await person.announces('background changed')
    expect([await pressedState('sand'), await pressedState('slate')]).toEqual(['false', 'true'])
    await page.keyboard.press('Control+z')
    await background('sand')
    await page.keyboard.press('Control+Shift+z')
    await background('slate')

    await press('Cancel')
    await press('Close without saving')
    await press('Change photos')
    await background('sand')
    await page.getByRole('tab', { name: 'Image inbox' }).focus()
    await page.keyboard.press('End')
    await button('Background The sand').waitFor()
    // past each of the backgrounds
    for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await background('night')
    await press('Done')
    await page.locator(`[data-slot="front.large"] image[href*="${addressOf('night')}"]`).waitFor()
    const designs = app.db.collection<{ content: DesignContent }>('designs')
    await eventually(async () => {
      const saved = await designs.findOne({ customer: customer.customer._id })
      return saved?.content.resources.flatMap((each) => (each.type === 'IMAGE' ? [each.image?.background] : []))
    }).toEqual([backgrounds.night?.uuid])

    // another picture has its own background, or none
    await press('Change photos')
    await press('Picture 2 of Mia Diaz')
    await page.locator('.pk-crop-window img:not([src*="background="])').waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Image inbox', 'Edit image'])
    await person.closed()
  })

  once(
    '[EDT-20] has no crop, zoom, rotation or effects if the provider has switched the image toolbox off',
    async () => {
      const { options } = world.server.provider
      await saveProvider(world.server.app, {
        ...world.server.provider,
        options: { ...options, disableImageToolbox: true },
      })
      const person = await editPicture()
      const { page, button, picture } = person
      await saveProvider(world.server.app, world.server.provider)
      const before = await picture()
      expect(await page.getByRole('tab').allTextContents()).toEqual(['Image inbox'])
      await page.getByRole('application').focus()
      for (const key of ['+', 'r', 'e', 'ArrowLeft']) await page.keyboard.press(key)
      await touch(page, [[0, 0]], [[40, 40]])
      expect(await picture()).toBe(before)
      expect(await button('Undo').getAttribute('aria-disabled')).toBe('true')
      await person.closed()
    },
  )

  once('[EDT-20] has no crop and no zoom in a slot with a fixed frame, but rotation and effects', async () => {
    const template = await withLayers(
      world,
      only(front().layers, ['large']).map((layer) => ({ ...layer, disableZoom: true })),
    )
    const person = await editPicture(template)
    const { page, press, picture } = person
    const before = await picture()
    await page.getByRole('application').focus()
    for (const key of ['+', 'ArrowLeft']) await page.keyboard.press(key)
    await touch(page, [[0, 0]], [[40, 40]])
    expect(await picture()).toBe(before)
    await press(page.getByRole('tab', { name: 'Edit image' }))
    expect(await page.getByRole('slider', { name: 'Zoom' }).count()).toBe(0)
    expect(await page.getByText('Pinch with two fingers').count()).toBe(0)
    await press('Rotate')
    await person.announces('turned to 270 degrees')
    await person.closed()
  })
})
