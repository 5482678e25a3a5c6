import { account } from '@portraitkit/core/account/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveProvider } from '../../../platform/provider/collection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { buildPictureSet } from '../../../testing/buildPictureSet.ts'
import { buildProvider } from '../../../testing/buildProvider.ts'
import { flowOf } from '../../../testing/flowOf.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { createCustomer } from '../collection.ts'

// The stored consent to emails after each form, for every setting of the shop.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A shop with these settings of the checkbox. */
async function aShop(isDefaultOn: boolean, isOff: boolean): Promise<Provider> {
  const { options } = server.provider
  const provider = buildProvider({
    options: {
      ...options,
      acceptMailDefaultOn: isDefaultOn,
      disableAcceptMailOptionWhenRegisteringUser: isOff,
      disableAcceptMailWhenLoggingIn: isOff,
    },
  })
  await saveProvider(server.app, provider)
  return provider
}

let number = 0
const anAddress = () => `customer-${++number}@example.com`

describe('[AUT-6] at registration', () => {
  it.each([
    { isDefaultOn: false, isOff: false, ticked: true, accepts: true },
    { isDefaultOn: false, isOff: false, ticked: false, accepts: false },
    { isDefaultOn: true, isOff: false, ticked: true, accepts: true },
    { isDefaultOn: true, isOff: false, ticked: false, accepts: false },
    // a customer who was not asked has not consented, whatever the page sends
    { isDefaultOn: true, isOff: true, ticked: true, accepts: false },
    { isDefaultOn: false, isOff: true, ticked: true, accepts: false },
  ])('default on $isDefaultOn, box off $isOff, ticked $ticked: $accepts', async (given) => {
    const provider = await aShop(given.isDefaultOn, given.isOff)
    const set = await buildPictureSet(server.app, provider)
    const client = server.client(provider)
    client.flow = await flowOf(server.app, provider, set.code)
    const { user } = await client.call(account.create, {
      email: anAddress(),
      code: set.code,
      acceptmail: given.ticked,
      confirm_password: 'a long password',
      password: 'a long password',
      termsofservice: true,
      mobile: '2125550123',
    })
    expect(user.acceptMail).toBe(given.accepts)
    expect((await client.call(account.session, {})).user?.acceptMail).toBe(given.accepts)
  })
})

type ConsentBefore = 'consented' | 'declined' | 'not asked'

describe('[AUT-6] at sign-in', () => {
  it.each<{
    isDefaultOn: boolean
    isOff: boolean
    ticked: boolean | undefined
    before: ConsentBefore
    accepts: boolean
  }>([
    // left unticked as it was: no consent is lost or given
    { isDefaultOn: false, isOff: false, ticked: false, before: 'consented', accepts: true },
    { isDefaultOn: false, isOff: false, ticked: false, before: 'declined', accepts: false },
    { isDefaultOn: false, isOff: false, ticked: false, before: 'not asked', accepts: false },
    // ticked by the customer
    { isDefaultOn: false, isOff: false, ticked: true, before: 'declined', accepts: true },
    { isDefaultOn: false, isOff: false, ticked: true, before: 'not asked', accepts: true },
    // left ticked as it was: it does not override an earlier refusal
    { isDefaultOn: true, isOff: false, ticked: true, before: 'not asked', accepts: true },
    { isDefaultOn: true, isOff: false, ticked: true, before: 'declined', accepts: false },
    { isDefaultOn: true, isOff: false, ticked: true, before: 'consented', accepts: true },
    // unticked by the customer
    { isDefaultOn: true, isOff: false, ticked: false, before: 'consented', accepts: false },
    // no checkbox
    { isDefaultOn: true, isOff: true, ticked: undefined, before: 'consented', accepts: true },
    { isDefaultOn: true, isOff: true, ticked: undefined, before: 'not asked', accepts: false },
    { isDefaultOn: false, isOff: true, ticked: true, before: 'not asked', accepts: false },
    { isDefaultOn: true, isOff: true, ticked: false, before: 'consented', accepts: true },
    { isDefaultOn: true, isOff: false, ticked: undefined, before: 'not asked', accepts: false },
  ])('default on $isDefaultOn, box off $isOff, ticked $ticked, $before before: $accepts', async (given) => {
    const provider = await aShop(given.isDefaultOn, given.isOff)
    const email = anAddress()
    const customer = { email, password: 'a long password', mobile: '', language: 'en' }
    await createCustomer(server.app, provider, {
      ...customer,
      acceptMail: given.before === 'consented',
      declinedMail: given.before === 'declined',
    })
    const client = server.client(provider)
    const { user } = await client.call(account.signIn, {
      email,
      password: customer.password,
      ...(given.ticked !== undefined && { acceptmail: given.ticked }),
    })
    expect(user.acceptMail).toBe(given.accepts)
    expect((await client.call(account.session, {})).user?.acceptMail).toBe(given.accepts)
  })

  it('a consent withdrawn in the account stays withdrawn while the box is ticked by default', async () => {
    const provider = await aShop(true, false)
    const signIn = { email: anAddress(), password: 'a long password', acceptmail: true }
    await createCustomer(server.app, provider, { ...signIn, mobile: '', language: 'en', acceptMail: true })
    const client = server.client(provider)
    await client.call(account.signIn, signIn)
    expect((await client.call(account.patch, { acceptMail: false })).user.acceptMail).toBe(false)
    expect((await client.call(account.signIn, signIn)).user.acceptMail).toBe(false)
    expect((await client.call(account.patch, { acceptMail: true })).user.acceptMail).toBe(true)
  })

  it('a wrong password changes nothing', async () => {
    const provider = await aShop(false, false)
    const signIn = { email: anAddress(), password: 'a long password' }
    await createCustomer(server.app, provider, { ...signIn, mobile: '', language: 'en', acceptMail: false })
    const client = server.client(provider)
    await client.fail(account.signIn, { ...signIn, password: 'another one', acceptmail: true })
    expect((await client.call(account.signIn, signIn)).user.acceptMail).toBe(false)
  })
})
