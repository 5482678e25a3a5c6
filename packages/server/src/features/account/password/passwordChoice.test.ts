import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const canSignIn = async (email: string, password: string) =>
  (await server.client().send(account.signIn, { email, password })).status === 200
const setPassword = async (password: string) => {
  const { client, customer } = await buildCustomer(server)
  const answer = await client.send(passwords.changePassword, { password, reTypePassword: password })
  return { status: answer.status, email: customer.email }
}

it.each([
  ['64 letters', 'correct horse battery staple '.repeat(3).slice(0, 64)],
  ['200 letters', 'x'.repeat(199).concat('y')],
  ['only digits', '8264019375'],
  ['only lower case', 'giraffesonbicycles'],
  ['signs and other scripts', '¡ключ! 密码 🔑 "$ne"'],
])('a password of %s is accepted and counts to its last character', async (_what, password) => {
  const { status, email } = await setPassword(password)
  expect(status).toBe(200)
  expect(await canSignIn(email, password)).toBe(true)
  expect(await canSignIn(email, password.slice(0, -1))).toBe(false)
  expect(await canSignIn(email, `${password.slice(0, -1)}z`)).toBe(false)
})

it('capitals count in a password', async () => {
  const { email } = await setPassword('Giraffes On Bicycles')
  expect(await canSignIn(email, 'giraffes on bicycles')).toBe(false)
})

it('a password of more than 200 characters is refused rather than cut off', async () => {
  const { status, email } = await setPassword('x'.repeat(201))
  expect(status).toBe(400)
  expect(await canSignIn(email, 'x'.repeat(200))).toBe(false)
})

it('a password stays valid for years', async () => {
  const mine = await startTestServer()
  try {
    const { customer, password } = await buildCustomer(mine)
    mine.wait(5 * 365 * 24 * 60 * 60_000)
    await mine.client().call(account.signIn, { email: customer.email, password })
  } finally {
    await mine.close()
  }
})

it('a new server has no customers, and so no default account', async () => {
  const mine = await startTestServer()
  try {
    expect(await mine.app.db.collection('customers').countDocuments()).toBe(0)
  } finally {
    await mine.close()
  }
})
