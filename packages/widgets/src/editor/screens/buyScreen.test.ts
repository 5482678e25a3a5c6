import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { describe, expect, it } from 'vitest'
import { saveProvider } from '../../../../server/src/platform/provider/collection.ts'
import type { BuiltCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { bothDevices, boxOf, eventually, front, only, withPerson, withWorld } from '../../testing/buildPerson.ts'
import { expectKeysInside } from '../../testing/keyboard.ts'

// Previewing all pages, the quantity, and adding to the cart.

const world = withWorld()

describe.each(bothDevices)('buying on %s, %s', (engine, _how, device) => {
  const { isPhone, edit, onlyOnce, alike } = withPerson(world, engine, device)
  const once = onlyOnce(it)
  const either = alike(it)

  it('[EDT-14] shows all pages full-screen, in a grid of 2, 3 or 4 columns, and pages through them', async () => {
    const person = await edit(world.card)
    const { page, press, button } = person
    await press('Preview')
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
    await press('Next page')
    expect(await button('Next page').count()).toBe(0)
    await page
      .getByRole('status')
      .filter({ hasText: /^Page \d of \d: / })
      .waitFor()
    await expect.poll(() => button('All pages').evaluate((node) => node.matches(':focus'))).toBe(true)
    await press('Previous page')
    await press('All pages')
    await pages.nth(1).waitFor()
    expect(await pages.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Page 1 of 2: Front',
      'Page 2 of 2: Inside',
    ])
    // Back and Escape go one step back, to the page that was viewed.
    for (const back of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await press(pages.nth(1))
      await button('Previous page').waitFor()
      await back()
      await eventually(() => pages.nth(1).evaluate((node) => node.matches(':focus'))).toBe(true)
    }
    await press(pages.nth(1))
    await press(dialog.getByRole('button', { name: 'Close' }))
    await dialog.waitFor({ state: 'detached' })
    const entries = () => page.evaluate(() => [history.state?.pkEditorScreen, history.state?.pkPreviewPage])
    await eventually(entries).toEqual([undefined, undefined])
    await person.closed()
  })

  either('[EDT-15] counts as specified, and adds to the cart with the price in the button', async () => {
    const two = await buildTemplate(world.server.app, world.server.provider, {
      definition: { parts: [{ ...front(), layers: only(front().layers, ['large']) }] },
      product: { minorderpartquantity: 2 },
    })
    const person = await edit(two)
    const { page, press, button, heading, customer } = person
    await press(/^Buy/)
    expect(await heading()).toBe('Select quantity')
    const field = page.getByRole('textbox', { name: 'Quantity' })
    for (const typed of ['x', '2.5', '1']) {
      await field.fill(typed)
      await field.press('Tab')
      await eventually(() => field.inputValue()).toBe('0')
      expect(await button(/^Add to cart/).isDisabled()).toBe(true)
    }
    await press('More')
    await eventually(() => field.inputValue()).toBe('2')
    await press('Fewer')
    await eventually(() => field.inputValue()).toBe('0')
    await field.fill('3')
    await field.press('Enter')
    await press(/^Add to cart\s*\$11\.97$/)
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    expect(await linesOf(customer)).toMatchObject([{ quantity: 3 }])
    await person.closed()
  })

  once('[EDT-15] names what cannot be printed as it was typed, and asks before buying', async () => {
    const person = await edit()
    const { page, press, customer } = person
    const write = async (text: string) => {
      await press('Edit text')
      await page.getByRole('textbox').fill(text)
      await look()
      await press('Done')
      await press(/^Buy/)
    }
    // Beside the field, and above an on-screen keyboard too, it covers neither the typed text nor the card.
    const expectBeside = async (size: { width: number; height: number }) => {
      await page.setViewportSize(size)
      const notice = page.getByText('Text has characters that cannot be printed')
      const apart = async () => {
        const [{ y, height }, field, card] = (await Promise.all(
          [notice, page.getByRole('textbox'), page.locator('.pk-canvas')].map((one) => boxOf(one)),
        )) as [Box, Box, Box]
        return y >= field.y + field.height && y >= card.y + card.height && y + height <= size.height
      }
      await eventually(apart).toBe(true)
    }
    let look = async () => {
      await expectBeside({ width: 360, height: 400 })
      await expectBeside({ width: 390, height: 844 })
    }
    await write('Emma \u674e')
    look = async () => undefined
    await page.locator('.pk-tools').getByText('Text has characters that cannot be printed: \u674e').waitFor()
    // Shown once, and not on the card.
    expect(await page.getByText('Text has characters that cannot be printed').count()).toBe(1)
    await press('Cancel')
    await write('\u0625\u064a\u0645\u0627')
    const nothing = 'Nothing of Text can be printed'
    await page.locator('.pk-tools').getByText(nothing).waitFor()
    const question = page.getByRole('dialog', { name: 'Print it like this?' })
    await press(/^Add to cart/)
    await question.getByText(nothing).waitFor()
    await expectKeysInside(question, 'editor/screens/BuyScreen')
    await press(question.getByRole('button', { name: 'Look again' }))
    expect(await linesOf(customer)).toEqual([])
    await press(/^Add to cart/)
    await press(question.getByRole('button', { name: 'Print it like this' }))
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()

    // Emptied texts are mentioned, but do not block anything.
    await person.go(world.single)
    await write('')
    await page.locator('.pk-tools').getByText('Text is empty.').waitFor()
    await press(/^Add to cart/)
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    expect(await linesOf(customer)).toHaveLength(2)
    await person.closed()
  })

  once('[EDT-15] is not possible as long as a picture is missing', async () => {
    const person = await edit(world.card)
    expect(await person.button(/^Buy/).count()).toBe(0)
    await person.press('Add the missing picture')
    expect(await person.heading()).toBe('Picture')
    await person.closed()
  })

  either(
    "[EDT-15] [EDT-21] [PRC-3] says 'Update cart' for a line, and updates its pictures, texts, year, design and extras",
    async () => {
      const year = new Date().getUTCFullYear()
      const definition = { parts: [{ ...front(), layers: only(front().layers, ['large', 'name']) }] }
      const dated = { ...definition, supportedYears: [year, year + 1] }
      const { app, provider } = world.server
      const extra = (name: string, extraprice: number) => ({ uuid: randomUUID(), names: { en: name }, extraprice })
      const subproducts = [extra('Envelope', 40), extra('Gift box', 300)]
      const one = await buildTemplate(app, provider, { definition: dated, product: { subproducts } })
      const other = await buildTemplate(app, provider, {
        definition: { ...dated, names: { en: 'The other one' }, product: one.product.uuid },
        product: one.product,
      })
      const person = await edit(one)
      const { page, press, customer } = person
      await press(/^Buy/)
      const box = (name: string) => page.getByRole('checkbox', { name })
      expect(await box('Gift box + $3.00 each').isChecked()).toBe(false)
      await press(box('Envelope + $0.40 each'))
      await press(/^Add to cart\s*\$4\.39$/)
      await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
      await page.getByText('With Envelope', { exact: true }).waitFor()
      const [line] = await linesOf(customer)
      expect(line).toMatchObject({ linePrice: 439, subProductUuids: [subproducts[0]?.uuid] })
      await page.goto(`${world.origin}/shopping-cart/edit/${line?.uuid}`)

      await press('Change photos')
      await press('Picture 2 of Emma Carter')
      await person.announces('picture changed')
      await press('Done')
      await person.write('For Grandma')
      await press('Designs')
      await press('The other one')
      await person.announces('Design changed to The other one')
      await press('Done')
      await press(/^Year/)
      await press('Next year')
      await person.announces(`Year ${year + 1}`)
      await press('Done')
      await page.getByRole('img', { name: /For Grandma/ }).waitFor()
      await press(/^Update cart/)
      expect(await page.getByRole('textbox', { name: 'Quantity' }).count()).toBe(0)
      await eventually(person.heading).toBe('Update cart')
      expect(await box('Envelope').isChecked()).toBe(true)
      await press(box('Envelope'))
      await press(box('Gift box'))
      await press(page.locator('.pk-tools-foot').getByRole('button', { name: /Update cart\s*\$6\.99/ }))
      await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()

      const [updated, ...more] = await linesOf(customer)
      expect(more).toEqual([])
      expect(updated).toMatchObject({
        uuid: line?.uuid,
        product: { uuid: one.product.uuid },
        linePrice: 699,
        subProductUuids: [subproducts[1]?.uuid],
        template: { uuid: other.definition.uuid, data: { year: year + 1 } },
      })
      expect(updated?.template?.data.userResources).toMatchObject([
        { fullId: 'front.large', image: { uuid: world.set.pictures.first.uuid } },
        { fullId: 'front.name', text: 'For Grandma' },
      ])

      // Extras that were changed elsewhere are kept if none were selected here.
      await page.goto(`${world.origin}/shopping-cart/edit/${line?.uuid}`)
      await page.getByRole('img', { name: /For Grandma/ }).waitFor()
      const change = { uuid: line?.uuid ?? '', requestId: randomUUID(), subProductUuids: [subproducts[0]?.uuid ?? ''] }
      await customer.client.call(carts.updateLine, change)
      await press(/^Update cart/)
      await press(page.locator('.pk-tools-foot').getByRole('button', { name: /^Update cart/ }))
      await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
      expect((await linesOf(customer))[0]).toMatchObject({ subProductUuids: [subproducts[0]?.uuid] })
      await person.closed()
    },
  )

  once('reports that the server is unreachable, keeps the card, and adds it once when the server is back', async () => {
    const person = await edit()
    const { page, press, customer } = person
    await press(/^Buy/)
    // The request arrives, its answer does not.
    await page.route('**/api/webshop/cart/lines*', async (route) => {
      await customer.client.send(carts.addLines, route.request().postDataJSON())
      await route.abort('connectionreset')
    })
    await press(/^Add to cart/)
    await page.locator('.pk-tools .pk-notice').first().waitFor()
    await page.unroute('**/api/webshop/cart/lines*')
    await press(/^Add to cart/)
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    expect(await linesOf(customer)).toHaveLength(1)
    await person.closed()
  })

  once('[EDT-16] warns once a session if the provider wants it, and goes to the cart', async () => {
    const { options } = world.server.provider
    const warned = { ...world.server.provider, options: { ...options, addToCartWarningEnabled: true } }
    await saveProvider(world.server.app, warned)
    const person = await edit()
    const { page, press } = person
    await saveProvider(world.server.app, world.server.provider)
    await press(/^Buy/)
    const warning = page.getByRole('dialog', { name: 'Is everything right?' })
    await expectKeysInside(warning, 'editor/screens/BuyButton')
    await press(warning.getByRole('button', { name: 'Look again' }))
    await press(/^Buy/)
    expect(await warning.count()).toBe(0)
    await press(/^Add to cart/)
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await person.closed()
  })

  once('shows what the server would print if it differs, and adds that at the second press', async () => {
    const person = await edit()
    const { page, press, customer } = person
    // Simulates a browser that has painted something else.
    await page.route('**/api/webshop/cart/lines*', async (route) => {
      const sent = JSON.parse(route.request().postData() ?? '{}')
      for (const line of sent.lines) line.sceneHash = '0'.repeat(64)
      await route.continue({ postData: JSON.stringify(sent) })
    })
    await press(/^Buy/)
    await press(/^Add to cart/)
    await page.getByText('The preview has been refreshed.').waitFor()
    expect(await linesOf(customer)).toEqual([])
    await page.unroute('**/api/webshop/cart/lines*')
    await press(/^Add to cart/)
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await person.closed()
  })
})

type Box = Awaited<ReturnType<typeof boxOf>>

async function linesOf({ client }: BuiltCustomer) {
  const { cart } = await client.call(carts.get, {})
  return cart.orderLines.filter(({ type }) => type === 0)
}
