import { describe, it } from 'vitest'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { front, only, withPerson, withWorld } from '../../testing/buildPerson.ts'

// Work of visitors who are signed out, or whose session ended meanwhile.

const world = withWorld()

describe('a signed-out visitor', () => {
  const { come } = withPerson(world, 'preact', { viewport: { width: 390, height: 844 } })

  it('sees empty cards, and continues the work after the login', async () => {
    const father = await world.guardian()
    const person = await come()
    const { page, press, write } = person
    await person.go(world.single)
    await write('Made before the login')
    await press('Sign in')
    await page.getByLabel('Email address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /Made before the login/ }).waitFor()
    await person.button('Change photos').waitFor()
    await person.closed()
  })

  it('is asked after the login which version to keep if the account has another one of the card', async () => {
    const father = await world.guardian()
    const elsewhere = await come(father)
    await elsewhere.go(world.single)
    await elsewhere.write('Begun at home')
    await elsewhere.page.getByText('Saved').waitFor()
    await elsewhere.closed()
    const person = await come()
    const { page, press, write } = person
    await person.go(world.single)
    await write('Made before the login')
    await press('Sign in')
    await page.getByLabel('Email address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'This was changed somewhere else too' })
    await question.getByRole('img', { name: /Begun at home/ }).waitFor()
    await question.getByRole('img', { name: /Made before the login/ }).waitFor()
    await person.closed()
  })

  it('continues to change a line of the cart after the login', async () => {
    const father = await world.guardian()
    const person = await come(father)
    const { page, press } = person
    await person.go(world.single)
    await press(/^Buy/)
    await press(/^Add to cart/)
    await press(page.getByRole('link', { name: /^Edit / }).or(page.getByRole('button', { name: /^Edit / })))
    await press('Edit text')
    await page.context().clearCookies()
    await page.getByRole('textbox').fill('Not lost')
    await page.getByLabel('Email address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /Not lost/ }).waitFor()
    await person.closed()
  })

  it('finds the card among the unfinished ones after signing in elsewhere', async () => {
    const father = await world.guardian()
    const person = await come()
    const { page } = person
    await person.go(world.single)
    await person.write('Before the login')
    await person.leftScreen()
    await page.goto(`${world.origin}/login`)
    await page.getByLabel('Email address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Continue your card/ }).click()
    await page.getByRole('img', { name: /Before the login/ }).waitFor()
    await page.getByText('Saved').waitFor()
    await person.closed()
  })

  it('keeps two cards of one tab after the login', async () => {
    const father = await world.guardian()
    const second = await buildTemplate(world.server.app, world.server.provider, {
      definition: { parts: [{ ...front(), layers: only(front().layers, ['large', 'name']) }] },
    })
    const person = await come()
    const { page } = person
    const cards = [
      { of: world.single, text: 'The first one' },
      { of: second, text: 'The second one' },
    ]
    for (const { of, text } of cards) {
      await person.go(of)
      await person.write(text)
      await person.leftScreen()
    }
    await page.goto(`${world.origin}/login`)
    await page.getByLabel('Email address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    for (const { text } of cards.toReversed()) {
      await page.getByRole('link', { name: /^Continue your card/ }).click()
      await page.getByRole('img', { name: new RegExp(text) }).waitFor()
      await page.getByText('Saved').waitFor()
      await page.goto(`${world.origin}/products/cards`)
    }
    await person.closed()
  })

  it('keeps the card and adds it to the cart after the login, even when the session ends at the last moment', async () => {
    const father = await world.guardian()
    const person = await come(father)
    const { page, press } = person
    await person.go(world.single)
    await press(/^Buy/)
    await page.context().clearCookies()
    await press(/^Add to cart/)
    await page.getByLabel('Email address').fill(father.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(father.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Shopping cart' }).waitFor()
    await page.getByText('Square card').first().waitFor()
    await person.closed()
  })
})
