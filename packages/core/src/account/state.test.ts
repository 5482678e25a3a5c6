import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { access } from '../access/contract.ts'
import { loseAnswerOnce } from '../testing/aShop.ts'
import { aVisitor } from '../testing/aVisitor.ts'
import { account } from './contract.ts'
import { createLogin } from './state.ts'

let server: TestServer
let set: BuiltPictureSet
beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider)
})
afterAll(() => server.close())

/** The login page, with a customer who can sign in. */
async function at() {
  const { customer, password } = await buildCustomer(server)
  const client = server.client()
  const visitor = await aVisitor(client.send, server.provider.key)
  return { client, visitor, ...visitor, login: createLogin(visitor.shop), email: customer.email, password }
}

describe('signing in', () => {
  it('[AUT-7] navigates to the packages, or once to the stored path', async () => {
    const { login, shop, email, password } = await at()
    expect(await login.signIn(` ${email} `, password)).toEqual({ name: 'products.list', params: {} })
    await shop.session.signOut()
    shop.memory.write({ referrer: '/my-account/orders' })
    expect(await login.signIn(email, password)).toMatchObject({ name: 'myaccount.orders' })
    await shop.session.signOut()
    expect(await login.signIn(email, password)).toMatchObject({ name: 'products.list' })
  })

  it('[AUT-7] navigates to the packages if the stored path is not one of the shop’s', async () => {
    const { login, shop, email, password } = await at()
    shop.memory.write({ referrer: 'https://elsewhere.example/' })
    expect(await login.signIn(email, password)).toEqual({ name: 'products.list', params: {} })
  })

  it('[ENT-12] navigates to the new pictures after a code', async () => {
    const { client, login, shop, email, password } = await at()
    const { data } = await client.call(access.verifySubjectCode, { code: set.code })
    client.flow = data?.flow
    shop.memory.write({ flow: { token: data?.flow ?? '', code: set.code, subjects: data?.subjects ?? [] } })
    const added: string[][] = []
    shop.events.on('pk-code-added', ({ subjects }) => added.push(subjects))
    // Signing in ends the entry flow.
    expect(await login.signIn(email, password)).toEqual({ name: 'newpictureset', params: {} })
    expect(added).toEqual([[set.subject.uuid]])
    expect(shop.memory.read()).toMatchObject({ added: [set.subject.uuid], subject: set.subject.uuid })
  })

  it('[AUT-1] shows the server’s reason for a refusal, and can be tried again', async () => {
    const { login, email, password, shop } = await at()
    expect(await login.signIn(email, 'not it')).toBeUndefined()
    const error = 'The email address and the password do not belong together.'
    expect([login.state, shop.session.state.status]).toEqual([{ status: 'idle', error }, 'signed-out'])
    await login.signIn(email, password)
    expect([login.state, shop.session.state.status]).toEqual([{ status: 'idle', error: null }, 'signed-in'])
  })

  it('is sent once on a double click', async () => {
    const { login, sent, email, password } = await at()
    const [first, second] = await Promise.all([login.signIn(email, password), login.signIn(email, password)])
    expect([first?.name, second]).toEqual(['products.list', undefined])
    expect(sent).toEqual([account.signIn.name])
  })

  it('reports a lost connection, and continues when the visitor tries again', async () => {
    const { login, visitor, email, password } = await at()
    loseAnswerOnce(visitor, account.signIn.name)
    expect(await login.signIn(email, password)).toBeUndefined()
    expect(login.state).toEqual({ status: 'idle', error: 'No connection' })
    expect(await login.signIn(email, password)).toMatchObject({ name: 'products.list' })
  })
})
