import type { Locator } from 'playwright-core'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { enterAndRegister } from './enterAndRegister.ts'
import { drag, type Person, pinchOut, pressByKeys, tabTo, typeByKeys, withComputer, withPhone } from './person.ts'
import { likeness, printFirstPage, storedOrders } from './printFirstPage.ts'
import { inTurn, type World } from './world.ts'

const house = inject('house')
const worlds = inTurn(house.worlds)
let person: Person | undefined
afterEach(async () => {
  await person?.leave()
  person = undefined
})

/** The result of a journey: the order's reference and the card as last seen. */
type PurchaseRecord = { reference: string; seen: Buffer; before: Buffer }

/** The order is stored once, and its print file, made by another process, shows the chosen crop and text. */
async function expectSoldAndPrinted(world: World, { reference, seen, before }: PurchaseRecord): Promise<void> {
  expect(await storedOrders(house, world, reference)).toBe(1)
  const file = await printFirstPage(house, world, reference)
  const asChosen = await likeness(seen, file)
  const asOffered = await likeness(before, file)
  // The screen shows a zoomed picture with fewer pixels than the print, so it is softer; another crop or text would differ far
  // more.
  expect(asChosen.worst, 'the worst tile of the card as it was last seen').toBeGreaterThan(0.7)
  expect(asChosen.mean, 'the card as it was last seen').toBeGreaterThan(0.93)
  expect(asOffered.mean, 'the card as it was first offered').toBeLessThan(asChosen.mean - 0.05)
  expect(asOffered.worst, 'the worst tile of the card as it was first offered').toBeLessThan(0.6)
}

const cardOn = ({ page }: Person) => page.getByRole('img', { name: /^Your card/ }).first()
const greeting = 'Hugs from us all'

/** Chooses a card and personalises it: another crop, another text. */
async function makeCard(parent: Person, world: World): Promise<Omit<PurchaseRecord, 'reference'>> {
  const { page, sees, press } = parent
  await press(sees('link', /^Cards A picture/))
  await press(sees('link', new RegExp(world.card)))
  await settledPicture(cardOn(parent))
  const before = await cardOn(parent).screenshot()
  await press(sees('button', 'Change photos'))
  const picture = page.getByRole('application').first()
  await picture.waitFor()
  await pinchOut(parent, picture, 1.8)
  await drag(parent, picture, { x: 24, y: -18 })
  await press(sees('button', 'Done'))
  await press(sees('button', 'Edit text'))
  await press(sees('button', /Name/))
  await page.getByRole('textbox').first().fill(greeting)
  await press(sees('button', 'Done'))
  await page
    .getByRole('img', { name: new RegExp(greeting) })
    .first()
    .waitFor()
  await settledPicture(cardOn(parent))
  const seen = await cardOn(parent).screenshot()
  await press(sees('button', /^Buy/))
  await press(sees('button', /Add to cart/))
  await sees('heading', 'Shopping cart').waitFor()
  await cancelRemoval(parent)
  return { before, seen }
}

/** CRT-4: nothing is removed from the cart without a question, and Cancel keeps it. */
async function cancelRemoval({ page, sees, press }: Person): Promise<void> {
  await press(sees('button', /^Delete/))
  const question = page.getByRole('dialog', { name: 'Delete product?' })
  await question.getByText('Are you sure you want to delete the product from the shopping cart?').waitFor()
  await press(question.getByRole('button', { name: 'Cancel' }))
  await question.waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(1)
}

/** A picture that has loaded and stopped moving, so that two screenshots of it are equal. */
async function settledPicture(what: Locator): Promise<void> {
  await what.waitFor()
  let last = await what.screenshot()
  for (let look = 0; look < 40; look++) {
    await new Promise((wait) => setTimeout(wait, 250))
    const now = await what.screenshot()
    if (now.equals(last) && look > 2) return
    last = now
  }
  throw new Error('The card does not stop changing')
}

/** From the cart to the receipt, paid by card at the test gateway. */
async function checkOut(parent: Person, world: World): Promise<string> {
  const { page, sees, press, write } = parent
  const { address } = world
  await press(sees('button', /Checkout/))
  await sees('heading', 'Finish order').waitFor()
  await leaveOffers(parent, world, press)
  await press(page.getByRole('radio', { name: /By post/ }).first())
  await write('Full name', address.name)
  await write(/^Address/, address.street)
  await write(/ZIP code|Postal code/, address.postalCode)
  await write('City', address.city)
  if (address.state) await page.getByLabel('State').selectOption({ label: address.state })
  await press(sees('button', 'Next'))
  await press(page.getByRole('radio', { name: /Card/ }).first())
  await press(sees('button', 'Next'))
  expect(await sees('button', /Buy now/).isDisabled()).toBe(true)
  await press(page.getByRole('checkbox', { name: /terms of purchase/ }))
  await press(sees('button', /Buy now/))
  await press(sees('button', /^Pay/))
  await sees('heading', 'Thank you for your order!').waitFor()
  return referenceOn(parent)
}

/** UPS-1: declines every offer on the way with one press. */
async function leaveOffers({ page }: Person, { offered = [] }: World, press: Person['press']): Promise<void> {
  for (const name of offered) {
    const dialog = page.getByRole('dialog', { name })
    await press(dialog.getByRole('button', { name: 'No thanks' }))
    await dialog.waitFor({ state: 'hidden' })
  }
}

async function referenceOn({ page }: Person): Promise<string> {
  const text = await page
    .getByText(/Order #[0-9a-f]{8}/)
    .first()
    .textContent()
  return /#[0-9a-f]{8}/.exec(text ?? '')?.[0] ?? ''
}

describe('the first sale', () => {
  it.each(worlds())(
    '[ENT-6, AUT-4, AUT-16, CRT-2, CRT-4, CHK-2, CHK-14, CHK-15, CHK-21, RCP-1, EMB-5] a new customer types the code and buys a card, by touch on a phone, in $title',
    async (world) => {
      person = await withPhone()
      await person.page.goto(world.shop)
      await enterAndRegister(person, world)
      await person.press(person.sees('button', 'See the products'))
      const card = await makeCard(person, world)
      const reference = await checkOut(person, world)
      expect(new URL(person.page.url()).pathname).toMatch(
        /^\/shopping-cart\/checkout\/payment\/receipt\/[0-9a-f-]{36}$/,
      )
      expect(person.troubles).toEqual([])
      await expectSoldAndPrinted(world, { ...card, reference })
    },
  )

  it.each(worlds())(
    '[AUT-1, EDT-18, ORD-1] a returning customer buys a card by keyboard alone, on a computer, in $title',
    async (world) => {
      person = await withComputer()
      const { page, sees } = person
      const { keyboard } = page
      await page.goto(world.shop)
      await pressByKeys(person, sees('link', 'Already have an account? Sign in'))
      await typeByKeys(person, 'Email address', world.customer.email)
      await typeByKeys(person, 'Password', world.customer.password)
      await keyboard.press('Enter')
      await pressByKeys(person, sees('link', /^Cards A picture/))
      await pressByKeys(person, sees('link', new RegExp(`^${world.card}`)))
      await settledPicture(cardOn(person))
      const before = await cardOn(person).screenshot()

      await pressByKeys(person, sees('button', 'Change photos'))
      await tabTo(person, page.getByRole('application').first())
      for (const key of ['+', '+', '+', '+', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await keyboard.press(key)
      await pressByKeys(person, sees('button', 'Done'))
      await pressByKeys(person, sees('button', 'Edit text'))
      await pressByKeys(person, sees('button', /Name/))
      await tabTo(person, page.getByRole('textbox').first())
      await keyboard.press('Control+A')
      await keyboard.type(greeting)
      await pressByKeys(person, sees('button', 'Done'))
      await page
        .getByRole('img', { name: new RegExp(greeting) })
        .first()
        .waitFor()
      await settledPicture(cardOn(person))
      const seen = await cardOn(person).screenshot()
      await pressByKeys(person, sees('button', /^Buy/))
      await pressByKeys(person, sees('button', /Add to cart/))

      await sees('heading', 'Shopping cart').waitFor()
      await pressByKeys(person, sees('button', /Checkout/))
      await leaveOffers(person, world, (what) => pressByKeys(person as Person, what))
      const byPost = page.getByRole('radio', { name: /By post/ }).first()
      // Of several methods none is selected.
      if (!(await byPost.isChecked())) {
        await tabTo(person, page.getByRole('radio').first())
        await keyboard.press('Space')
        while (!(await byPost.isChecked())) await keyboard.press('ArrowDown')
      }
      await typeByKeys(person, 'Full name', world.address.name)
      await typeByKeys(person, /^Address/, world.address.street)
      // In the order in which the country writes an address.
      const town: Array<[RegExp, string]> = [
        [/ZIP code|Postal code/, world.address.postalCode],
        [/City/, world.address.city],
      ]
      for (const [label, text] of town) await typeByKeys(person, label, text)
      if (world.address.state) {
        await tabTo(person, page.getByLabel('State'))
        await keyboard.type(world.address.state)
      }
      await pressByKeys(person, sees('button', 'Next'))
      await tabTo(person, page.getByRole('radio').first())
      await keyboard.press('Space')
      while (!(await page.getByRole('radio', { name: /Card/ }).first().isChecked())) await keyboard.press('ArrowDown')
      await pressByKeys(person, sees('button', 'Next'))
      await tabTo(person, page.getByRole('checkbox', { name: /terms of purchase/, disabled: false }))
      await keyboard.press('Space')
      await pressByKeys(person, sees('button', /Buy now/))
      await pressByKeys(person, sees('button', /^Pay/))
      await sees('heading', 'Thank you for your order!').waitFor()
      const reference = await referenceOn(person)

      await pressByKeys(person, sees('link', 'My orders'))
      await page.getByText(reference).first().waitFor()
      await pressByKeys(person, page.locator('summary').filter({ hasText: reference }))
      await page
        .getByRole('img', { name: /as it will be printed/ })
        .first()
        .waitFor()
      await expectSoldAndPrinted(world, { before, seen, reference })
    },
  )

  it.each(worlds())(
    '[EMB-2, EMB-3] the same purchase in one tag on the photographer’s own site, where the shop’s cookie is not sent, in $title',
    async (world) => {
      person = await withPhone()
      const { page } = person
      await page.goto(world.shop)
      await expectCookieStaysHome(person, world)
      await page.goto(world.studio)
      await enterAndRegister(person, world)
      await person.press(person.sees('button', 'See the products'))
      const card = await makeCard(person, world)
      const reference = await checkOut(person, world)
      expect(new URL(page.url()).origin).toBe(world.studio)
      await expectSoldAndPrinted(world, { ...card, reference })
      // The session survives a reload: it is bound to the browser's key, no cookie was set.
      await page.reload()
      await person.sees('heading', 'Thank you for your order!').waitFor()
    },
  )
})

/**
 * Signed in on the shop's own site, the photographer's page on another site is still signed out: the cookie is not sent there.
 */
async function expectCookieStaysHome(parent: Person, world: World): Promise<void> {
  const { page, sees, press, write, context } = parent
  await press(sees('link', 'Already have an account? Sign in'))
  await write('Email address', world.customer.email)
  await write('Password', world.customer.password)
  await press(sees('button', 'Sign in'))
  await sees('heading', 'Products').waitFor()
  expect((await context.cookies(world.shop)).map(({ name }) => name)).toContain(`pk-session-${world.provider}`)
  const sessionRequest = page.waitForRequest((request) => request.url().includes('/api/webshop/session'))
  await page.goto(world.studio)
  const sent = await (await sessionRequest).allHeaders()
  expect(sent.cookie).toBeUndefined()
  await sees('heading', 'Hi! Did you receive a code from us?').waitFor()
}
