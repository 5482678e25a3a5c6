import { account } from '@portraitkit/core/account/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../testing/buildCustomer.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { sessionsCommand } from './sessionsCommand.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const run = (...argv: string[]) => runInTerminal(sessionsCommand, argv, server.app)
const isSignedIn = async (client: TestClient) => (await client.call(account.session, {})).user !== null
async function onAnotherDevice({ customer, password }: BuiltCustomer): Promise<TestClient> {
  const client = server.client()
  await client.call(account.signIn, { email: customer.email, password })
  return client
}

describe('./portraitkit sessions end', () => {
  it('signs a customer out on every device, and nobody else', async () => {
    const mine = await buildCustomer(server)
    const phone = await onAnotherDevice(mine)
    const other = await buildCustomer(server)
    const { code, out } = await run('end', mine.customer.email, '--provider', server.provider.key)
    expect([code, out]).toEqual([0, '2 sessions were ended.'])
    expect([await isSignedIn(mine.client), await isSignedIn(phone)]).toEqual([false, false])
    expect(await isSignedIn(other.client)).toBe(true)
    expect(await isSignedIn(await onAnotherDevice(mine))).toBe(true)
  })

  it('signs all customers of a shop out, and none of another', async () => {
    const [one, two] = [await buildCustomer(server), await buildCustomer(server)]
    const elsewhere = await buildCustomer(server, { provider: server.other })
    expect((await run('end', '--all', '--provider', server.provider.key)).code).toBe(0)
    expect([await isSignedIn(one.client), await isSignedIn(two.client)]).toEqual([false, false])
    expect(await isSignedIn(elsewhere.client)).toBe(true)
    const { out } = await run('end', '--all', '--provider', server.provider.key)
    expect(out).toBe('0 sessions were ended.')
  })

  it.each<[string[], number, string]>([
    [['list'], 2, 'sessions end'],
    [['end', '--provider', 'x'], 2, '--all'],
    [['end', 'a@example.com', '--all', '--provider', 'x'], 2, '--all'],
    [['end', 'a@example.com', 'b@example.com', '--provider', 'x'], 2, 'b@example.com'],
    [['end', 'a@example.com'], 2, '--provider'],
    [['end', 'a@example.com', '--provider', 'none'], 1, 'none'],
  ])('%j ends nothing, and says why', async (argv, code, text) => {
    const mine = await buildCustomer(server)
    expect(await run(...argv)).toMatchObject({ code, problem: expect.stringContaining(text) })
    expect(await isSignedIn(mine.client)).toBe(true)
  })

  it('does not find a customer of another shop', async () => {
    const elsewhere = await buildCustomer(server, { provider: server.other })
    const { code, problem } = await run('end', elsewhere.customer.email, '--provider', server.provider.key)
    expect([code, problem]).toEqual([1, expect.stringContaining('no customer with this email address')])
    expect(await isSignedIn(elsewhere.client)).toBe(true)
  })
})
