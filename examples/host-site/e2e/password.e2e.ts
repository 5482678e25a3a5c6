import type { Request } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { forgetRegistrations } from './forgetRegistrations.ts'
import { mailTo } from './mailbox.ts'
import { newAddress, type Person, withCalmPhone, withComputer } from './person.ts'
import { inTurn, type World } from './world.ts'

const house = inject('house')
const worlds = inTurn(house.worlds)
const FIRST = 'the first password'
const SECOND = 'a-second-password'
let parent: Person
beforeEach(async () => {
  parent = await withCalmPhone()
})
afterEach(() => parent.leave())

async function register(world: World, email: string): Promise<void> {
  const { page, sees, press, write } = parent
  await forgetRegistrations()
  await page.goto(`${world.shop}/c/${world.code}`)
  await press(sees('button', 'Continue'))
  await write('Email address', email)
  await press(sees('button', 'Continue'))
  await write('Phone number', world.phone)
  await write('Choose a password', FIRST)
  await press(sees('button', 'Create user'))
  await page
    .getByRole('img', { name: new RegExp(`of ${world.subject}`) })
    .first()
    .waitFor()
}

describe('a forgotten password', () => {
  it.each(worlds())(
    '[AUT-2, AUT-3, AUT-8, AUT-9] is reset by the link in the email, and every other device is signed out, in $title',
    async (world) => {
      const email = newAddress()
      await register(world, email)
      const phone = parent
      parent = await withComputer()
      try {
        const { page, sees, press, write } = parent
        await page.goto(world.shop)
        await write('Code', world.code)
        await press(sees('button', 'Continue'))
        await write('Email address', email)
        await press(sees('button', 'Continue'))
        await sees('heading', 'Welcome back').waitFor()
        await press(sees('button', 'Forgot your password?'))
        const dialog = page.getByRole('dialog', { name: 'Forgot your password?' })
        expect(await dialog.getByLabel('Email address').inputValue()).toBe(email)
        await press(dialog.getByRole('button', { name: 'Send instructions' }))
        await dialog.getByText('If this address has an account here').waitFor()

        const link = (await mailTo(house, email, /^A new password for /)).links[0] ?? ''
        const key = new URL(link).searchParams.get('resetcode') ?? ''
        expect(key).not.toBe('')
        const referrers: string[] = []
        page.on('request', (request: Request) => referrers.push(request.headers().referer ?? ''))
        await page.goto(link)
        await write('New password', SECOND)
        await write('Retype password', SECOND)
        expect(page.url()).toBe(`${world.shop}/reset-password`)
        await press(sees('button', 'Reset password'))
        await page.getByRole('dialog', { name: 'The password was succesfully updated.' }).waitFor()
        await press(sees('button', 'To the front page'))
        expect(referrers.filter((referrer) => referrer.includes(key))).toEqual([])
        await mailTo(house, email, /^Your password at .* was changed$/)

        await phone.page.goto(`${world.shop}/my-account/change-password`)
        await phone.sees('heading', 'Sign in').waitFor()
        await phone.write('Email address', email)
        await phone.write('Password', FIRST)
        await phone.press(phone.sees('button', 'Sign in'))
        await phone.page.getByText('The email address and the password do not belong together.').waitFor()
        await phone.write('Password', SECOND)
        await phone.press(phone.sees('button', 'Sign in'))
        await phone.sees('heading', 'Change password').waitFor()

        // The code entered here is still valid: the entry continues where it stopped.
        await press(sees('button', 'Continue'))
        await sees('heading', 'Welcome back').waitFor()
        await write('Password', SECOND)
        await press(sees('button', 'Sign in'))
        await page
          .getByRole('img', { name: new RegExp(`of ${world.subject}`) })
          .first()
          .waitFor()

        await page.goto(link)
        await page.getByText('Sorry, no account connected to this key').first().waitFor()
      } finally {
        await phone.leave()
      }
    },
  )
})

describe('in the account area', () => {
  it.each(worlds())('[ACC-1, ACC-3] a new password is set, and then used to sign in, in $title', async (world) => {
    const { page, sees, press, write } = parent
    const email = newAddress()
    await register(world, email)
    await page.goto(`${world.shop}/my-account`)
    await press(sees('link', 'Change password'))
    await write('New password', SECOND)
    await write('Retype password', SECOND)
    await press(sees('button', 'Change password'))
    await page.getByText('Your password was changed.').first().waitFor()
    await mailTo(house, email, /^Your password at .* was changed$/)
    await press(sees('button', 'Menu'))
    await press(sees('button', 'Log out'))
    await page.goto(`${world.shop}/login`)
    await write('Email address', email)
    await write('Password', SECOND)
    await press(sees('button', 'Sign in'))
    await sees('heading', 'Products').waitFor()
  })
})
