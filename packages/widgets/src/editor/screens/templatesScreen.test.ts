import { editor } from '@portraitkit/core/editor/contract.ts'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { eventually, front, inside, only, testedDevices, withPerson, withWorld } from '../../testing/buildPerson.ts'

// Switching to another design of the same product, with the content carried over.

const world = withWorld()

/** A product with two designs: one with a picture and two texts, one with two pictures and a greeting. */
async function twoDesigns() {
  const { app, provider } = world.server
  const one = await buildTemplate(app, provider, {
    definition: {
      names: { en: 'Archway' },
      parts: [{ ...front(), layers: only(front().layers, ['large', 'name', 'greeting']) }],
    },
  })
  const other = await buildTemplate(app, provider, {
    definition: {
      names: { en: 'Two moments' },
      product: one.product.uuid,
      parts: [
        { ...front(), layers: only(front().layers, ['large', 'small', 'greeting']) },
        { ...inside(), layers: only(front().layers, ['large']) },
      ],
    },
    product: one.product,
  })
  return { one, other }
}

describe.each(testedDevices)('other designs on %s, %s', (engine, _how, device) => {
  const { edit, come, onlyOnce } = withPerson(world, engine, device)
  const once = onlyOnce(it)

  it('[EDT-12] show six skeletons, then thumbnails of this product; the work is carried over in one step', async () => {
    const { one, other } = await twoDesigns()
    const person = await edit(one)
    const { page, press } = person
    await press('Change photos')
    await press('Picture 2 of Emma Carter')
    await person.announces('picture changed')
    await press('Done')
    await press('Edit text')
    await press(page.locator('.pk-number').nth(1))
    await page.getByRole('textbox').fill('For Grandma')
    await press('Done')
    await page.getByRole('img', { name: /For Grandma/i }).waitFor()

    let letThrough = () => {}
    const released = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/api/webshop/templates/cards*', async (route) => {
      await released
      await route.continue()
    })
    await press('Designs')
    const waiting = page.getByRole('status', { name: 'Loading the designs' })
    await waiting.waitFor()
    expect(await waiting.locator('li').count()).toBe(6)
    letThrough()
    const thumbnails = page.locator('.pk-template')
    await thumbnails.nth(1).waitFor()
    const names = () => thumbnails.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
    expect(await names()).toEqual(['Archway', 'Two moments'])
    expect(await thumbnails.first().getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('img', { name: 'Preview of Two moments' }).waitFor()

    const images = () =>
      page
        .locator('.pk-canvas [data-slot] image')
        .evaluateAll((all) => all.map((node) => /images\/([^?]*)/.exec(node.getAttribute('href') ?? '')?.[1]))
    const { first, favourite } = world.set.pictures
    await press('Two moments')
    await person.announces('Design changed to Two moments')
    await eventually(images).toEqual([first.uuid, favourite.uuid])
    await press('Undo')
    await eventually(images).toEqual([first.uuid])
    await press('Redo')
    await eventually(images).toEqual([first.uuid, favourite.uuid])
    await press('Done')
    await eventually(() => page.getByRole('tab').count()).toBe(2)
    await page.getByRole('img', { name: /For Grandma/i }).waitFor()

    // The product is unchanged, and the work is found where it was started, even right afterwards.
    await page.reload()
    await page.getByText('Here it is as you left it.').waitFor()
    expect(await person.heading()).toBe('Two moments')
    const saved = await person.customer.client.call(editor.ownTemplates, { productUuid: one.product.uuid })
    expect(saved).toMatchObject([{ template: { uuid: other.definition.uuid } }])
    await person.closed()
  })

  it('[EDT-12] are left by Cancel after a question, and the first one returns', async () => {
    const { one } = await twoDesigns()
    const person = await edit(one)
    const { page, press, heading } = person
    await press('Designs')
    await press('Two moments')
    await person.announces('Design changed to Two moments')
    await press('Cancel')
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' })
    await press(dialog.getByRole('button', { name: 'Close without saving' }))
    await eventually(heading).toBe('Archway')
    expect(await page.getByRole('tab').count()).toBe(0)
    await press('Designs')
    await press('Cancel')
    await eventually(heading).toBe('Archway')
    await person.closed()
  })

  once('report why a design cannot be loaded, and keep the current one', async () => {
    const { one, other } = await twoDesigns()
    const person = await edit(one)
    const { page, press } = person
    await press('Designs')
    await page.locator('.pk-template').nth(1).waitFor()
    await page.route(`**/by-uuid/${other.definition.uuid}*`, (route) => route.abort('connectionreset'))
    await press('Two moments')
    await page.locator('.pk-tools').getByRole('alert').waitFor()
    expect(await page.locator('.pk-template').first().getAttribute('aria-pressed')).toBe('true')
    await page.unroute(`**/by-uuid/${other.definition.uuid}*`)
    await press('Two moments')
    await person.announces('Design changed to Two moments')
    await person.closed()
  })

  once(
    '[EDT-22] are only available if the page allows it: in the shop, and in a standalone editor on request',
    async () => {
      const person = await come(await world.guardian())
      for (const [options, count] of [
        [undefined, 1],
        [{}, 0],
        [{ allowTemplateChange: true }, 1],
      ] as const) {
        await person.go(world.single, options)
        expect(await person.button('Designs').count()).toBe(count)
      }
      await person.closed()
    },
  )
})
