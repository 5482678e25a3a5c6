import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Person, withCalmPhone } from './person.ts'
import { inTurn, type World } from './world.ts'

const house = inject('house')
const worlds = inTurn(house.worlds)
let parent: Person
beforeEach(async () => {
  parent = await withCalmPhone()
})
afterEach(() => parent.leave())

const text = (words: string | RegExp) => parent.page.getByText(words).first()
const field = (label: string | RegExp) => parent.page.getByLabel(label).first()
/** Whether a button can be pressed, once it exists. */
const pressable = async (name: string | RegExp) => {
  const button = parent.sees('button', name)
  await button.waitFor()
  return button.isEnabled()
}

async function typeCode(world: World, code = world.code): Promise<void> {
  await parent.page.goto(world.shop)
  await parent.write('Code', code)
  await parent.press(parent.sees('button', 'Continue'))
}

async function signIn(world: World): Promise<void> {
  await parent.page.goto(`${world.shop}/login`)
  await parent.write('Email address', world.customer.email)
  await parent.write('Password', world.customer.password)
  await parent.press(parent.sees('button', 'Sign in'))
  await parent.sees('heading', 'Products').waitFor()
}

describe('entering a code', () => {
  it.each(worlds())(
    '[ENT-1, ENT-2, ENT-3, AUT-10] the front page asks for the code and explains where it is, in $title',
    async (world) => {
      const { page, sees, press } = parent
      await page.goto(world.shop)
      await sees('heading', 'Hi! Did you receive a code from us?').waitFor()
      await sees('button', 'Continue').waitFor()
      await press(sees('button', 'Not received a code?'))
      const dialog = page.getByRole('dialog', { name: 'Not received a code?' })
      await dialog
        .getByText(/letter/)
        .first()
        .waitFor()
      await press(dialog.getByRole('button', { name: 'Close' }))
      await dialog.waitFor({ state: 'hidden' })
    },
  )

  it.each(worlds())(
    '[ENT-8, AUT-12] a code needs six characters to be submitted, and four to be valid at all, in $title',
    async (world) => {
      const { page, sees } = parent
      await page.goto(world.shop)
      await parent.write('Code', 'ABC')
      await field('Code').blur()
      await text("That's too short!").waitFor()
      await parent.write('Code', '')
      await field('Code').blur()
      await text('This is required!').waitFor()
      await parent.write('Code', 'AB-CD E')
      expect(await pressable('Continue')).toBe(false)
      await parent.write('Code', 'AB-CD EF')
      expect(await sees('button', 'Continue').isEnabled()).toBe(true)
    },
  )

  it.each(worlds())(
    '[ENT-9] an unknown code is reported under the field; a lost connection only ends the loading, in $title',
    async (world) => {
      await typeCode(world, 'QQQQWW')
      await text(/code/i).waitFor()
      const alert = parent.page.getByRole('alert')
      await alert.first().waitFor()
      expect(await alert.first().textContent()).toMatch(/code/i)
      expect(await pressable('Continue')).toBe(true)
      await parent.context.setOffline(true)
      await parent.write('Code', world.code)
      await parent.press(parent.sees('button', 'Continue'))
      await expect
        .poll(() => parent.sees('button', 'Continue').getAttribute('data-busy'), { timeout: 60_000 })
        .toBe(null)
      expect(await alert.count()).toBe(0)
      await parent.context.setOffline(false)
      await parent.press(parent.sees('button', 'Continue'))
      await field('Email address').waitFor()
    },
  )

  it.each(worlds())(
    '[ENT-6, ENT-11, ENT-13, AUT-12] the email address is requested, checked, looked up, and can be returned to, in $title',
    async (world) => {
      const { sees, press } = parent
      await typeCode(world)
      await sees('heading', new RegExp(world.subject)).waitFor()
      await press(sees('button', 'Continue'))
      await text('This is required!').waitFor()
      await parent.write('Email address', 'nobody@nowhere')
      await press(sees('button', 'Continue'))
      await text('Invalid email').waitFor()
      await parent.context.setOffline(true)
      await parent.write('Email address', `  ${world.customer.email}  `)
      await press(sees('button', 'Continue'))
      await parent.page
        .getByRole('alert')
        .filter({ hasText: 'The shop cannot be reached' })
        .waitFor({ timeout: 60_000 })
      await parent.context.setOffline(false)
      await press(sees('button', 'Continue'))
      await sees('heading', 'Welcome back!').waitFor()
      await press(sees('button', 'Go back'))
      await parent.write('Email address', `new-${crypto.randomUUID().slice(0, 8)}@example.com`)
      await press(sees('button', 'Continue'))
      await sees('heading', 'Create a free user account').waitFor()
      expect(await pressable('Create user')).toBe(false)
      await press(sees('button', 'Go back'))
      await field('Email address').waitFor()
    },
  )

  it.each(worlds())(
    '[ENT-4] the login is opened by its link, and by the hash, which is then cleared, in $title',
    async (world) => {
      const { page, sees, press } = parent
      await page.goto(world.shop)
      await press(sees('link', 'Already have an account? Sign in'))
      await sees('heading', 'Sign in').waitFor()
      await page.goto(`${world.shop}/#login`)
      await sees('heading', 'Sign in').waitFor()
      expect(new URL(page.url()).hash).toBe('')
    },
  )

  it.each(worlds())(
    '[AUT-1] a wrong password is reported under the password, and a short one before it is sent, in $title',
    async (world) => {
      await parent.page.goto(`${world.shop}/login`)
      await parent.write('Email address', `  ${world.customer.email}  `)
      await parent.write('Password', 'ab')
      await parent.press(parent.sees('button', 'Sign in'))
      await text("That's too short!").waitFor()
      await parent.write('Password', 'not the password')
      await parent.press(parent.sees('button', 'Sign in'))
      await text('The email address and the password do not belong together.').waitFor()
    },
  )

  it.each(worlds())(
    '[ENT-1, ENT-2, ENT-5, ENT-10, ENT-12] a customer adds another child and lands on the new pictures, in $title',
    async (world) => {
      const { page, sees, press } = parent
      await signIn(world)
      await page.goto(world.shop)
      await sees('heading', 'Would you like to add another picture set?').waitFor()
      await text('Logged in').waitFor()
      await sees('link', 'My picture sets').waitFor()
      await parent.write('Code', world.family?.code ?? world.code)
      await press(sees('button', 'Add pictures'))
      const question = page.getByRole('dialog')
      await question.getByText(/^Are you sure you want to add the code .* to user .*\?$/).waitFor()
      await press(question.getByRole('button', { name: 'Add pictures' }))
      const names = world.family?.subjects ?? [world.subject]
      for (const name of names)
        await page
          .getByRole('img', { name: new RegExp(`of ${name}`) })
          .first()
          .waitFor()
      expect(new URL(page.url()).pathname).toBe('/new-picture-set')
      // The same code again: the customer has these pictures already.
      await page.goto(world.shop)
      await parent.write('Code', world.family?.code ?? world.code)
      await press(sees('button', 'Add pictures'))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Add pictures' }))
      await page.getByRole('dialog', { name: 'You have these pictures already' }).waitFor()
    },
  )

  it.each(worlds())(
    '[AUT-2] a visitor with a known address is only asked for the password, in $title',
    async (world) => {
      const { page, sees, press } = parent
      await typeCode(world)
      await parent.write('Email address', world.customer.email)
      await press(sees('button', 'Continue'))
      await sees('heading', 'Welcome back').waitFor()
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(1)
      await parent.write('Password', world.customer.password)
      await press(sees('button', 'Sign in'))
      await page
        .getByRole('img', { name: new RegExp(`of ${world.subject}`) })
        .first()
        .waitFor()
      expect(new URL(page.url()).pathname).toBe('/new-picture-set')
    },
  )

  it.each(worlds())('[AUT-7] a visitor who came to sign in continues to the offers, in $title', async (world) => {
    await signIn(world)
    expect(new URL(parent.page.url()).pathname).toMatch(/^\/products\/packages\/?$/)
  })

  it.each(worlds())(
    '[AUT-15, CRT-1, CHK-1] views that need a customer open the login and return; an empty cart goes to the products, in $title',
    async (world) => {
      const { page, sees, press } = parent
      await page.goto(`${world.shop}/my-account/orders`)
      await sees('heading', 'Sign in').waitFor()
      await parent.write('Email address', world.customer.email)
      await parent.write('Password', world.customer.password)
      await press(sees('button', 'Sign in'))
      await page.getByRole('heading', { name: /^(Orders|No orders yet)$/ }).waitFor()
      for (const path of ['/shopping-cart', '/shopping-cart/checkout']) {
        await page.goto(`${world.shop}${path}`)
        await sees('heading', 'Products').waitFor()
      }
    },
  )
})

describe.each(house.worlds.filter(({ family }) => family))('a code for several children in $title', (world) => {
  it('[ENT-14] opens all of their picture sets', async () => {
    const { page, sees, press } = parent
    await typeCode(world, world.family?.code)
    await parent.write('Email address', `new-${crypto.randomUUID().slice(0, 8)}@example.com`)
    await press(sees('button', 'Continue'))
    await parent.write('Phone number', world.phone)
    await parent.write('Choose a password', 'a long password')
    await press(sees('button', 'Create user'))
    await sees('heading', 'Your new picture sets').waitFor()
    for (const name of world.family?.subjects ?? []) await sees('heading', name).waitFor()
    expect(page.url()).toContain('/new-picture-set')
  })
})
