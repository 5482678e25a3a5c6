import { describe, expect, it } from 'vitest'
import { bothHands, boxOf, withPerson, withWorld } from './buildPerson.ts'

// The list of cards, from which the editor is opened.

const world = withWorld()

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
    await person.closed()
  })
})
