import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { textOfPdf } from '../../../packages/server/src/testing/textOfPdf.ts'
import { byKeys } from './browsers/byKeys.ts'
import { firefoxPath, openFirefox } from './browsers/firefox.ts'
import { createVisitor, type Driver, type Visitor } from './browsers/visitor.ts'
import { openWebKit, webKitPath } from './browsers/webkit.ts'
import { forgetRegistrations } from './forgetRegistrations.ts'
import { newAddress } from './person.ts'
import { storedOrders } from './printFirstPage.ts'
import { inTurn, type World } from './world.ts'

// The main journeys in the other two engines, where their programs are installed: `npm run proofs` installs them.

type Engine = { name: string; path: string | undefined; open(path: string, size: typeof DESK): Promise<Driver> }

const DESK = { width: 1280, height: 900 }
const ENGINES: readonly Engine[] = [
  { name: 'Firefox', path: firefoxPath(), open: openFirefox },
  { name: 'WebKit', path: webKitPath(), open: openWebKit },
]
const installed = ENGINES.filter(({ path }) => path)

const house = inject('house')
const worlds = inTurn(house.worlds)
let visitor: Visitor | undefined
afterEach(async () => {
  await visitor?.quit()
  visitor = undefined
})

async function visit({ open, path }: Engine): Promise<Visitor> {
  visitor = await createVisitor(await open(path as string, DESK))
  return visitor
}

it('the guide says which browsers the shop is proved in', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guide/embedding.md'), 'utf8')
  const [, section = ''] = /^## Browsers$([\s\S]*?)^## /m.exec(guide) ?? []
  for (const { name } of ENGINES) expect(section).toContain(name)
})

/** From the letter's code to the pictures: a new customer. */
async function register(
  person: Visitor,
  letter: Pick<World, 'code' | 'subject' | 'phone'>,
): Promise<World['customer']> {
  const account = { email: newAddress(), password: 'a long password' }
  await forgetRegistrations()
  await person.waitFor('heading', 'Hi! Did you receive a code from us?')
  await person.write('Code', letter.code.toLowerCase())
  await person.press('button', 'Continue')
  await person.waitFor('heading', `The pictures of ${letter.subject}`)
  await person.write('Email address', account.email)
  await person.press('button', 'Continue')
  await person.waitFor('heading', 'Create a free user account')
  await person.write('Phone number', letter.phone)
  await person.write('Choose a password', account.password)
  await person.press('button', 'Create user')
  await person.waitFor('img', `Picture 1 of ${letter.subject}`)
  return account
}

/** A card with another crop and another text, in the cart. */
async function makeCard(person: Visitor, world: World): Promise<void> {
  await person.press('button', 'See the products')
  await person.press('link', /^Cards A picture/)
  await person.press('link', world.card)
  await person.waitFor('img', /^Your card/)
  await person.press('button', 'Change photos')
  await person.waitFor('application', '')
  const before = await person.screenshot()
  await person.dragBy('application', '', { x: 60, y: -40 })
  await expect.poll(async () => (await person.screenshot()).equals(before), { timeout: 60_000 }).toBe(false)
  await expectPinchZooms(person)
  await person.press('button', 'Done')
  await person.press('button', 'Edit text')
  await person.press('button', /Name/)
  await person.writeInto('textbox', '', 'Hugs from us all')
  await person.press('button', 'Done')
  await person.waitFor('img', 'Hugs from us all')
  await person.press('button', /^Buy/)
  await person.press('button', 'Add to cart')
  await person.waitFor('heading', 'Shopping cart')
}

/** EDT-8: two fingers zoom the picture as far as they move apart. */
async function expectPinchZooms(person: Visitor): Promise<void> {
  if (!person.pinchOut) return
  const before = await person.imageWidth('application', '')
  await person.pinchOut('application', '', 1.5)
  await expect
    .poll(async () => (await person.imageWidth('application', '')) / before, { timeout: 60_000 })
    .toBeCloseTo(1.5, 1)
}

/** CRT-4: the question has the focus, Tab stays in it, Escape ends it, and the focus returns to what asked it. */
async function expectQuestionHoldsFocus(person: Visitor): Promise<void> {
  const asking = await person.nameOf('button', /^Delete/)
  await person.press('button', /^Delete/)
  await person.waitFor('dialog', 'Delete product?')
  const inside = new Set<string>()
  for (let step = 0; step < 6; step++) {
    inside.add(`${(await person.focused())?.name}`)
    await person.key('Tab')
  }
  expect([...inside].filter((name) => !/^(?:Cancel|Delete|Close|Delete product\?)$/.test(name))).toEqual([])
  await person.key('Escape')
  await person.waitUntilGone('dialog', 'Delete product?')
  expect((await person.focused())?.name).toBe(asking)
}

async function checkOut(person: Visitor, { address, offered = [] }: World): Promise<string> {
  await person.press('button', 'Checkout')
  await person.waitFor('heading', 'Finish order')
  for (const name of offered) {
    await person.waitFor('dialog', name)
    await person.press('button', 'No thanks')
    await person.waitUntilGone('dialog', name)
  }
  await person.press('radio', 'By post')
  await person.write('Full name', address.name)
  await person.write(/^Address/, address.street)
  await person.write(/ZIP code|Postal code/, address.postalCode)
  await person.write('City', address.city)
  if (address.state) {
    await person.tabTo('combobox', 'State')
    await person.keys(...address.state.slice(0, 4))
  }
  await person.press('button', 'Next')
  await person.press('radio', /Card/)
  await person.press('button', 'Next')
  await person.press('checkbox', 'terms of purchase')
  await person.press('button', 'Buy now')
  await person.press('button', /^Pay/)
  return receipt(person)
}

async function receipt(person: Visitor): Promise<string> {
  await person.waitFor('heading', 'Thank you for your order!')
  let reference: string | undefined
  const look = async () => {
    reference ??= /#[0-9a-f]{8}/.exec(await person.text())?.[0]
    return reference
  }
  await expect.poll(look, { timeout: 60_000 }).toBeDefined()
  return reference ?? ''
}

/** Another tab is signed in by the same session; signing out there ends it here, too. */
async function expectOneSession(person: Visitor, address: string): Promise<void> {
  await person.openTab()
  await person.goto(address)
  await person.press('button', 'Log out')
  await person.waitFor('heading', 'Hi! Did you receive a code from us?')
  await person.closeTab()
  await person.waitFor('heading', 'Sign in')
}

describe.each(installed)('in $name', (engine) => {
  it.each(worlds())(
    '[EMB-1, ENT-6, AUT-4, EDT-8, CRT-4, CHK-2, RCP-1] a new customer buys a card with another crop and text, in $title',
    async (world) => {
      const person = await visit(engine)
      await person.goto(world.shop)
      await register(person, world)
      await makeCard(person, world)
      await expectQuestionHoldsFocus(person)
      const reference = await checkOut(person, world)
      expect(await storedOrders(house, world, reference)).toBe(1)
      await person.reload()
      expect(await receipt(person)).toBe(reference)
      expect(person.troubles).toEqual([])
    },
  )

  it.each(worlds())(
    '[EMB-2, EMB-3] the same by keyboard alone, in one tag on the photographer’s own site, with the session of another tab, in $title',
    async (world) => {
      const mouse = await visit(engine)
      const person = byKeys(mouse)
      await person.goto(world.studio)
      await register(person, world)
      await person.press('button', 'See the products')
      await person.press('link', /^Cards A picture/)
      await person.press('link', world.card)
      await person.waitFor('img', /^Your card/)
      await person.press('button', /^Buy/)
      await person.press('button', 'Add to cart')
      await person.waitFor('heading', 'Shopping cart')
      const reference = await checkOut(person, world)
      expect(await storedOrders(house, world, reference)).toBe(1)
      await person.reload()
      expect(await receipt(person)).toBe(reference)
      await expectOneSession(mouse, world.studio)
    },
  )

  const digitalWorlds = house.worlds.flatMap(({ digital, ...world }) => (digital ? [{ ...world, digital }] : []))

  it.each(digitalWorlds)(
    '[DIG-4, DIG-5, RCP-3] a child’s files are bought, downloaded and the receipt is printed, and the shop works after Back from another site, in $title',
    async (world) => {
      const person = await visit(engine)
      const { subject, photographs } = world.digital
      await person.goto(world.shop)
      await register(person, { ...world.digital, phone: world.phone })
      await person.goto(`${world.shop}/my-account/picture-sets`)
      await person.press('link', /^View/)
      await person.press('button', 'Buy digital portraits')
      await person.press('link', 'Go to the cart')
      await person.waitFor('heading', 'Shopping cart')
      await person.goto(world.studio)
      await person.waitFor('heading', 'Hi! Did you receive a code from us?')
      await person.back()
      await person.press('button', /^Checkout/)
      await person.write('Full name', world.address.name)
      await person.press('button', 'Next')
      await person.press('radio', /Card/)
      await person.press('button', 'Next')
      await person.press('checkbox', 'terms of purchase')
      await person.press('checkbox', 'right of withdrawal')
      await person.press('button', 'Buy now')
      await person.press('button', /^Pay/)
      const reference = await receipt(person)
      if (person.print) expect(await textOfPdf(await person.print())).toContain(reference)
      await person.press('link', `To the pictures of ${subject}`)
      const { name, bytes } = await person.download(() => person.press('button', `Download: picture 2 of ${subject}`))
      expect(name).toMatch(new RegExp(`^${subject} - Job .* - 02\\.jpg$`))
      expect(bytes.equals(await readFile(photographs[1] as string))).toBe(true)
    },
  )
})
