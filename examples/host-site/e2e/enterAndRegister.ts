import { forgetRegistrations } from './forgetRegistrations.ts'
import { newAddress, type Person } from './person.ts'
import type { World } from './world.ts'

/** The data of a parent without an account: a code, its subject, a phone. */
type Letter = Pick<World, 'code' | 'subject' | 'phone'>

/** From the code to the pictures: email address, phone number, password. Returns the data for signing in again. */
export async function enterAndRegister(parent: Person, { code, subject, phone }: Letter): Promise<World['customer']> {
  const { page, sees, press, write } = parent
  const account = { email: newAddress(), password: 'a long password' }
  await forgetRegistrations()
  await sees('heading', 'Hi! Did you receive a code from us?').waitFor()
  await write('Code', code.toLowerCase())
  await press(sees('button', 'Continue'))
  await sees('heading', new RegExp(`The pictures of ${subject}`)).waitFor()
  await write('Email address', account.email)
  await press(sees('button', 'Continue'))
  await sees('heading', 'Create a free user account').waitFor()
  await write('Phone number', phone)
  await write('Choose a password', account.password)
  await press(sees('button', 'Create user'))
  await sees('heading', `The pictures of ${subject}`).waitFor()
  await page.getByRole('img', { name: new RegExp(`Picture 1 of ${subject}`) }).waitFor()
  return account
}
