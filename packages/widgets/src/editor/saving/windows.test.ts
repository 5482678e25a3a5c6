import { carts } from '@portraitkit/core/cart/contract.ts'
import { describe, expect, it } from 'vitest'
import { eventually, phone, withPerson, withWorld } from '../../testing/buildPerson.ts'
import { expectKeysInside } from '../../testing/keyboard.ts'

// One card on two devices and in two windows: equal versions cause no question, and nothing is lost.

const world = withWorld()

describe('a card in several windows', () => {
  const { come } = withPerson(world, 'preact', phone)

  it('causes no question if both versions are equal, otherwise shows both and either can be kept', async () => {
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
    // Back postpones the question, and does not leave unsaved work without asking.
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
    // Changed there again before the answer arrives: the question is asked again, about the newest card.
    await there.press('Edit text')
    await there.page.getByRole('textbox').fill('At last')
    const saveResponse = there.page.waitForResponse((got) => got.request().method() === 'PUT')
    await there.press('Done')
    await saveResponse
    // With motion enabled, the question is still there when it is asked again.
    await here.page.emulateMedia({ reducedMotion: 'no-preference' })
    await here.press(question(here).getByRole('button', { name: 'This one' }))
    await question(here).getByText('It has changed there again since you chose.').waitFor()
    await question(here).getByRole('img', { name: 'The other one. At last' }).waitFor()
    await here.page.emulateMedia({ reducedMotion: 'reduce' })
    await here.press(question(here).getByRole('button', { name: 'This one' }))
    await saved(here)
    await there.page.reload()
    await shows(there, /Once more/)
    // The card is not replaced while a text is being edited.
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
    // the texts that only one of the two has, which may be too small to read
    await eventually(() => question(there).locator('figure').allTextContents()).toEqual([
      expect.stringMatching(/^This oneAnd hereChanged here, \w+ \d/),
      expect.stringMatching(/^The other oneNext doorChanged in another window, \w+ \d/),
    ])
    await window.close()
    for (const person of [here, there]) await person.closed()
  })

  it('is neither bought in an older version without asking nor overwritten by one', async () => {
    const mother = await world.guardian()
    const [here, there] = [await come(mother), await come(mother)]
    const save = async (person: typeof here, text: string) => {
      const saved = person.page.waitForResponse((got) => (got.request().postData() ?? '').includes(`"${text}"`))
      await person.write(text)
      await saved
    }
    const shows = ({ page }: typeof here, text: RegExp) => page.getByRole('img', { name: text }).waitFor()
    await here.go(world.single)
    await save(here, 'Older')
    // Another tab of the same browser shows it at once.
    const tab = await here.page.context().newPage()
    await tab.goto(here.page.url())
    await tab.getByRole('img', { name: /Older/ }).waitFor()
    await save(here, 'Old')
    await tab.getByRole('img', { name: /Your card.*Old\b/ }).waitFor()
    await tab.close()

    await there.go(world.single)
    await shows(there, /Old/)
    // A change that was undone again needs no decision.
    await save(there, 'Mistaken')
    await there.press('Undo')
    await shows(there, /Old/)
    const undone = there.page.waitForResponse((got) => got.request().method() === 'PUT')
    await undone
    const check = here.page.waitForResponse((got) => new URL(got.url()).pathname.includes('/user/designs/'))
    await here.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await check
    expect(await here.page.getByRole('dialog').count()).toBe(0)
    await save(there, 'Newer')
    const lines = async () => (await mother.client.call(carts.get, {})).cart.orderLines
    await here.press(/^Buy/)
    await here.press(/^Add to cart/)
    const question = here.page.getByRole('dialog', { name: 'This was changed somewhere else too' })
    await question.getByRole('img', { name: 'The other one. Newer' }).waitFor()
    await expectKeysInside(question, 'editor/saving/ConflictQuestion')
    expect(await lines()).toEqual([])
    // Closed, it decides nothing, and returns with the newest version.
    await here.page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await save(there, 'Newer still')
    await here.press(/^Add to cart/)
    await question.getByRole('img', { name: 'The other one. Newer still' }).waitFor()
    await here.press(question.getByRole('button', { name: 'The other one' }))
    await shows(here, /Newer/)
    await save(there, 'Newest')
    // Returning to the window after the save shows the new version.
    const comesBack = async () => {
      await here.page.evaluate(() => window.dispatchEvent(new Event('focus')))
      return here.page.getByRole('img', { name: /Newest/ }).isVisible()
    }
    await eventually(comesBack).toBe(true)
    await here.press(/^Buy/)
    await here.press(/^Add to cart/)
    await here.page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    expect(JSON.stringify(await lines())).toContain('Newest')
    for (const person of [here, there]) await person.closed()
  })

  it('is not reset by a window with an older version if it is on a line in the cart', async () => {
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
    // This window has no changes and shows the cart's version.
    await update(here)
    await question(here).getByRole('img', { name: 'The other one. Second' }).waitFor()
    expect(await lines()).toContain('Second')
    await here.press(question(here).getByRole('button', { name: 'The other one' }))
    await here.page.getByRole('img', { name: /Second/ }).waitFor()
    // It equals the cart's version: there is nothing to continue and nothing to lose.
    expect(await here.page.getByText('Here it is as you left it.').count()).toBe(0)
    await here.write('Third')
    await aside(here)
    // After undo, it equals the cart's version.
    await here.press('Undo')
    await saved(here)
    await here.press('Redo')
    await aside(here)
    await update(here)
    await cart(here)
    expect(await lines()).toContain('Third')

    // Started on one device, put into the cart on another: when discarded on the first, it is what the cart has now.
    const again = ({ page }: typeof here) => page.goto(`${world.origin}/shopping-cart/edit/${line?.uuid}`)
    await again(there)
    await there.write('Fourth')
    await aside(there)
    await again(here)
    await here.page.getByRole('img', { name: /Fourth/ }).waitFor()
    await update(here)
    await cart(here)
    // Returning to the first window shows that the cart has it by now.
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
})
