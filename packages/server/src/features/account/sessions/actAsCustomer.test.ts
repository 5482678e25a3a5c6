import { randomUUID } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { simulateCommand } from '../command.ts'
import { SIMULATION_LINK_MS } from './actAsCustomer.ts'
import { operatorActsOf } from './operatorActs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const run = (...argv: string[]) => runInTerminal(simulateCommand, argv, server.app)
const linkFor = async (email: string, operator = 'Kari Nordmann') =>
  (await run(email, '--provider', server.provider.key, '--operator', operator)).out
/** The path of the link, opened at the neutral host. */
const pathOf = (link: string, provider = server.provider.key) => `${new URL(link).pathname}?provider=${provider}`
const actsOf = (customer: string) =>
  operatorActsOf(server.app, server.provider.key).find({ customer }).sort({ time: 1 }).toArray()

/** An operator's browser that acts as a customer. */
async function actAsCustomer() {
  const built = await buildCustomer(server)
  const client = server.client()
  await client.fetch(pathOf(await linkFor(built.customer.email)))
  return { ...built, operator: client }
}

describe('./portraitkit simulate', () => {
  it('[AUT-11] prints a link that starts a session as the customer, marked as such', async () => {
    const { customer } = await buildCustomer(server)
    const { code, out } = await run(customer.email, '--provider', server.provider.key, '--operator', 'Kari Nordmann')
    expect([code, new URL(out).hostname]).toEqual([0, server.provider.hosts[0]])
    const client = server.client()
    const got = await client.fetch(pathOf(out))
    expect([got.status, got.headers.location]).toEqual([302, `/my-account?provider=${server.provider.key}`])
    const { user } = await client.call(account.session, {})
    expect(user).toMatchObject({ uuid: customer._id, isSimulated: true })
  })

  it('[AUT-11] its link works once, for ten minutes, and in its own shop', async () => {
    const { customer } = await buildCustomer(server)
    const link = await linkFor(customer.email)
    expect((await server.client().fetch(pathOf(link, server.other.key))).status).toBe(404)
    expect((await server.client().fetch(pathOf(link))).status).toBe(302)
    const second = server.client()
    expect((await second.fetch(pathOf(link))).status).toBe(404)
    expect(second.cookies.size).toBe(0)
    const late = await linkFor(customer.email)
    server.wait(SIMULATION_LINK_MS)
    expect((await server.client().fetch(pathOf(late))).status).toBe(404)
  })

  it('stores nothing that could be opened', async () => {
    const { customer } = await buildCustomer(server)
    const ticket = new URL(await linkFor(customer.email)).pathname.split('/').at(-1) ?? ''
    expect(JSON.stringify(await server.app.db.collection('tickets').find({}).toArray())).not.toContain(ticket)
  })

  it.each([
    ['no customer of this name', () => ['nobody@example.com', '--provider', server.provider.key, '--operator', 'K'], 1],
    ['no shop of this name', () => ['a@example.com', '--provider', 'nowhere', '--operator', 'K'], 1],
    ['no operator’s name', () => ['a@example.com', '--provider', server.provider.key], 2],
    ['no shop', () => ['a@example.com', '--operator', 'K'], 2],
    ['an unknown option', () => ['--colour'], 2],
  ])('says what is wrong: %s', async (_name, argv, code) => {
    const result = await run(...argv())
    expect(result).toMatchObject({ code, out: '' })
    expect(result.problem).not.toBe('')
  })

  it('[LOC-3] does not find a customer of another shop', async () => {
    const { customer } = await buildCustomer(server, { provider: server.other })
    expect(await run(customer.email, '--provider', server.provider.key, '--operator', 'K')).toMatchObject({ code: 1 })
  })
})

describe('[AUT-11] a session of an operator', () => {
  it('leaves a record of each change by name and time, without the submitted data', async () => {
    const { customer, operator } = await actAsCustomer()
    await operator.call(account.patch, { acceptMail: true })
    await operator.call(account.session, {})
    const acts = await actsOf(customer._id)
    expect(acts.map(({ operator: who, call }) => [who, call])).toEqual([
      ['Kari Nordmann', 'account.simulate'],
      ['Kari Nordmann', 'account.patch'],
    ])
    expect(Object.keys(acts[1] ?? {}).sort()).toEqual(['_id', 'call', 'customer', 'operator', 'provider', 'time'])
  })

  it('leaves no record of what the customer does', async () => {
    const { client, customer } = await buildCustomer(server)
    await client.call(account.patch, { acceptMail: true })
    expect(await actsOf(customer._id)).toEqual([])
  })

  it.each([
    ['export', profile.export],
    ['delete', profile.delete],
  ])('cannot %s, even with the password', async (_name, endpoint) => {
    const { customer, password, operator, client } = await actAsCustomer()
    expect(await operator.fail(endpoint, { password })).toMatchObject({ status: 403, reason: 'session.simulated' })
    expect((await client.call(account.session, {})).user?.uuid).toBe(customer._id)
  })

  it('ends after four hours, whatever is done in it', async () => {
    const { operator } = await actAsCustomer()
    server.wait(3.9 * 60 * 60_000)
    expect((await operator.call(account.session, {})).user).not.toBeNull()
    server.wait(0.2 * 60 * 60_000)
    expect((await operator.call(account.session, {})).user).toBeNull()
  })

  it('is listed among the customer’s devices under the operator’s name', async () => {
    const { client } = await actAsCustomer()
    const { sessions } = await client.call(profile.devices, {})
    expect(sessions.map(({ operator }) => operator)).toEqual([null, 'Kari Nordmann'])
  })

  it('reveals nothing about an unknown link', async () => {
    const got = await server.client().fetch(`/simulate/${randomUUID()}?provider=${server.provider.key}`)
    expect([got.status, got.headers['set-cookie']]).toEqual([404, undefined])
  })
})
