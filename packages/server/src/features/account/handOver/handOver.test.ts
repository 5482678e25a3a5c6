import { account } from '@portraitkit/core/account/contract.ts'
import { handOvers } from '@portraitkit/core/account/handOver/handOverContract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../testing/buildCustomer.ts'
import {
  buildPageCustomer,
  followLink,
  neutralAddress,
  pageHeaders,
  shopPage,
} from '../../../testing/buildPageCustomer.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { simulationLink } from '../sessions/actAsCustomer.ts'
import { CONFIRMED_MS, endSessions, sessionsOf } from '../sessions/sessions.ts'
import { HAND_OVER_MS } from './handOver.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const userOf = async (client: TestClient) => (await client.call(account.session, {})).user
const targetOf = (path = '/shoppingcart') => neutralAddress(server, path)
const linkFrom = ({ client }: { client: TestClient }) => followLink(server, client)

describe('a link from a page of another site, on which a customer is signed in', () => {
  it('opens the shop with the same customer signed in, once', async () => {
    const parent = await buildPageCustomer(server)
    const link = await linkFrom(parent)
    const page = shopPage(server)
    const { user, question } = await page.call(handOvers.acceptHandOver, link)
    expect([user?.uuid, question]).toEqual([parent.customer._id, null])
    expect((await userOf(page))?.uuid).toBe(parent.customer._id)
    const thief = shopPage(server)
    expect(await thief.fail(handOvers.acceptHandOver, link)).toMatchObject({ status: 410 })
    expect([thief.cookies.size, await userOf(thief)]).toEqual([0, null])
  })

  const faults: Record<
    string,
    (link: Awaited<ReturnType<typeof linkFrom>>, page: TestClient) => Record<string, unknown>
  > = {
    'half a minute later': (link) => {
      server.wait(HAND_OVER_MS)
      return link
    },
    'at another address': (link) => ({ ...link, target: targetOf('/my-account') }),
    'from a page of somebody else, such as an email or a stranger’s site': (link) => ({
      ...link,
      referrer: 'https://evil.example',
    }),
    'from a page that hides where it is': (link) => ({ ...link, referrer: '' }),
    'in another shop': (link, page) => {
      page.headers = { ...page.headers, 'x-provider': server.other.key }
      return link
    },
    'with a guessed code': (link) => ({ ...link, code: 'x'.repeat(32) }),
    'with a code for the question': (link) => ({ ...link, agreed: true }),
    'on a page of another site': (link, page) => {
      page.headers = { ...page.headers, ...pageHeaders(server) }
      return link
    },
    'at another host of the server': (link, page) => {
      page.headers = { ...page.headers, host: server.provider.hosts[0] ?? '' }
      return link
    },
  }
  it.each(Object.entries(faults))('opens nothing %s', async (_name, spoil) => {
    const link = await linkFrom(await buildPageCustomer(server))
    const page = shopPage(server)
    expect((await page.fail(handOvers.acceptHandOver, spoil(link, page))).status).toBeGreaterThanOrEqual(400)
    expect([page.cookies.size, await userOf(shopPage(server))]).toEqual([0, null])
  })

  it('opens nothing after the customer has signed out there', async () => {
    const parent = await buildPageCustomer(server)
    const link = await linkFrom(parent)
    await parent.client.call(account.signOut, {})
    expect((await shopPage(server).fail(handOvers.acceptHandOver, link)).reason).toBe('account.hand_over_ended')
  })

  it.each([
    ['a page of another site', () => 'https://evil.example/'],
    ['another shop', () => targetOf().replace(server.provider.key, server.other.key)],
    ['no shop', () => new URL('/shoppingcart', server.app.env.publicUrl).href],
    ['another port', () => targetOf().replace(/:\d+\//, ':1/')],
    ['an address with a name', () => targetOf().replace('://', '://parent@')],
    ['no address', () => 'shoppingcart'],
    ['a script', () => 'javascript:alert(1)'],
  ])('has no code if it leads to %s', async (_name, target) => {
    const { client } = await buildPageCustomer(server)
    expect((await client.fail(handOvers.createHandOver, { target: target() })).reason).toBe('account.no_hand_over')
  })

  it.each([
    ['signs out there', (parent: BuiltCustomer) => parent.client.call(account.signOut, {})],
    ['gets a new password', ({ customer }: BuiltCustomer) => endSessions(server.app, server.provider, customer._id)],
  ])('opens nothing if the customer %s while it is being opened', async (_what, end) => {
    const parent = await buildPageCustomer(server)
    const link = await linkFrom(parent)
    const sessions = server.app.db.collection('sessions')
    const { insertOne } = Object.getPrototypeOf(sessions) as typeof sessions
    const spy = vi.spyOn(Object.getPrototypeOf(sessions), 'insertOne').mockImplementation(async function (
      this: typeof sessions,
      ...given: unknown[]
    ) {
      spy.mockRestore()
      await end(parent)
      return insertOne.apply(this, given as Parameters<typeof insertOne>)
    })
    const page = shopPage(server)
    expect((await page.fail(handOvers.acceptHandOver, link)).reason).toBe('account.hand_over_ended')
    expect(await userOf(page)).toBeNull()
    expect(
      await sessionsOf(server.app, server.provider).count({
        'customer.uuid': parent.customer._id,
        parent: { $exists: true },
      }),
    ).toBe(0)
  })

  it('has no code on a page of the shop itself, or without a sign-in', async () => {
    const { client } = await buildCustomer(server)
    expect((await client.fail(handOvers.createHandOver, { target: targetOf() })).reason).toBe('account.no_hand_over')
    expect((await server.client().fail(handOvers.createHandOver, { target: targetOf() })).reason).toBe(
      'session.required',
    )
  })

  it('leaves nothing in the database with which it could be opened', async () => {
    const { code } = await linkFrom(await buildPageCustomer(server))
    expect(JSON.stringify(await server.app.db.collection('tickets').find({}).toArray())).not.toContain(code)
  })
})

describe('a session that was handed over', () => {
  async function handedOver() {
    const parent = await buildPageCustomer(server)
    const page = shopPage(server)
    await page.call(handOvers.acceptHandOver, await linkFrom(parent))
    return { parent, page }
  }

  it.each(['the shop', 'the page of the other site'])(
    'ends in both places when the customer signs out in %s',
    async (where) => {
      const { parent, page } = await handedOver()
      const second = shopPage(server)
      await second.call(handOvers.acceptHandOver, await linkFrom(parent))
      await (where === 'the shop' ? page : parent.client).call(account.signOut, {})
      expect(await Promise.all([page, parent.client, second].map(userOf))).toEqual([null, null, null])
    },
  )

  it('is one device with the session that it comes from, which is signed out as one', async () => {
    const { parent, page } = await handedOver()
    const elsewhere = server.client()
    await elsewhere.call(account.signIn, { email: parent.customer.email, password: parent.password })
    const { sessions } = await elsewhere.call(profile.devices, {})
    // The other two are this device and that of `buildCustomer`.
    expect(sessions.map(({ current }) => current)).toEqual([true, false, false])
    const here = (await page.call(profile.devices, {})).sessions.find(({ current }) => current)
    await elsewhere.call(profile.endDevice, { id: here?.id ?? '' })
    expect(await Promise.all([page, parent.client].map(userOf))).toEqual([null, null])
    expect(await userOf(elsewhere)).not.toBeNull()
  })

  it('counts as confirmed as long as the sign-in does, and not longer', async () => {
    const parent = await buildPageCustomer(server)
    server.wait(CONFIRMED_MS / 2)
    const page = shopPage(server)
    await page.call(handOvers.acceptHandOver, await linkFrom(parent))
    server.wait(CONFIRMED_MS / 2 + 1000)
    const change = { password: 'another secret', reTypePassword: 'another secret' }
    expect((await page.fail(passwords.changePassword, change)).reason).toBe('account.confirm')
  })

  it('ends together with one that was open before', async () => {
    const parent = await buildPageCustomer(server)
    const page = shopPage(server)
    await page.call(account.signIn, { email: parent.customer.email, password: parent.password })
    const before = new Map(page.cookies)
    await page.call(handOvers.acceptHandOver, await linkFrom(parent))
    expect(page.cookies).toEqual(before)
    await page.call(account.signOut, {})
    expect(await userOf(parent.client)).toBeNull()
  })
})

describe('a visitor who arrives where somebody else is signed in', () => {
  async function arriveAtSomebodyElse() {
    const [parent, other] = [await buildPageCustomer(server), await buildCustomer(server)]
    other.client.headers = shopPage(server).headers
    const link = await linkFrom(parent)
    const { user, question } = await other.client.call(handOvers.acceptHandOver, link)
    return { parent, other, link, user, question }
  }

  it('is asked first, and stays as they were if they do not agree', async () => {
    const { parent, other, user, question } = await arriveAtSomebodyElse()
    expect([user, question?.emailAddress]).toEqual([null, parent.customer.email])
    expect((await userOf(other.client))?.uuid).toBe(other.customer._id)
  })

  it('replaces the other session, which ends, by agreeing, once and within ten minutes', async () => {
    const { parent, other, link, question } = await arriveAtSomebodyElse()
    const former = new Map(other.client.cookies)
    server.wait(9 * 60_000)
    const answer = { ...link, code: question?.code ?? '', agreed: true }
    await other.client.call(handOvers.acceptHandOver, answer)
    expect((await userOf(other.client))?.uuid).toBe(parent.customer._id)
    const late = shopPage(server)
    for (const [name, value] of former) late.cookies.set(name, value)
    expect(await userOf(late)).toBeNull()
    expect((await shopPage(server).fail(handOvers.acceptHandOver, answer)).status).toBe(410)
  })

  it('is asked if an operator acts as the same customer there', async () => {
    const parent = await buildPageCustomer(server)
    const operator = shopPage(server)
    const link = new URL((await simulationLink(server.app, server.provider, parent.customer.email, 'Kari')) ?? '')
    await operator.fetch(`${link.pathname}?provider=${server.provider.key}`)
    const { user } = await operator.call(handOvers.acceptHandOver, await linkFrom(parent))
    expect([user, (await userOf(operator))?.isSimulated]).toEqual([null, true])
  })
})
