import { account } from '@portraitkit/core/account/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import type { TestClient, TestResponse } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { cookieName } from './sessionCookie.ts'
import { SESSION_MS } from './sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => server.close())

const https = { headers: { 'x-forwarded-proto': 'https' } }
const plainName = () => cookieName(server.provider)
const hostName = () => cookieName(server.provider, true)
const cookiesOf = ({ headers }: Pick<TestResponse, 'headers'>) => [headers['set-cookie'] ?? []].flat()

async function signIn(client: TestClient, change?: typeof https) {
  const { customer, password } = await buildCustomer(server)
  const answer = await client.send(account.signIn, { email: customer.email, password }, change)
  return { customer, cookies: cookiesOf(answer) }
}
const userOf = async (client: TestClient) => (await client.call(account.session, {}, https)).user

/** The cookie of an earlier version: a session under the plain name, over https. */
async function signInByFormerVersion(): Promise<{ client: TestClient; token: string }> {
  const client = server.client()
  await signIn(client)
  const token = client.cookies.get(plainName()) ?? ''
  expect(token).toHaveLength(43)
  return { client, token }
}

describe('the cookie of a session', () => {
  it('is tied to the host and to https if the shop is on https', async () => {
    const client = server.client()
    const { cookies } = await signIn(client, https)
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(
      /^__Host-pk-session-[\w-]+=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(await userOf(client)).not.toBeNull()
  })

  it('is refused if a neighbouring subdomain set it under the plain name', async () => {
    const attacker = server.client()
    await signIn(attacker, https)
    const victim = server.client()
    victim.cookies.set(plainName(), attacker.cookies.get(hostName()) ?? '')
    expect(await userOf(victim)).toBeNull()
  })

  it('is not overridden by one under the plain name', async () => {
    const own = server.client()
    const { customer } = await signIn(own, https)
    const { token } = await signInByFormerVersion()
    own.cookies.set(plainName(), token)
    expect((await userOf(own))?.emailAddress).toBe(customer.email)
  })

  it('of an earlier version is accepted until its session ends, and renamed when the session is extended', async () => {
    const { client } = await signInByFormerVersion()
    expect(await userOf(client)).not.toBeNull()
    expect([...client.cookies.keys()]).toEqual([plainName()])
    server.wait(SESSION_MS / 2)
    expect(await userOf(client)).not.toBeNull()
    expect([...client.cookies.keys()]).toEqual([hostName()])
    expect(await userOf(client)).not.toBeNull()
  })

  it('is cleared under either name by the sign-out', async () => {
    const { client } = await signInByFormerVersion()
    await client.call(account.signOut, {}, https)
    expect(client.cookies.size).toBe(0)
    await signIn(client, https)
    await client.call(account.signOut, {}, https)
    expect(client.cookies.size).toBe(0)
  })
})
