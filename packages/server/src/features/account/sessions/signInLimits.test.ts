import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { makeResetKey } from '../password/resetKeys.ts'

let folder: string
/** Two servers of one shop that share only the database. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-sign-in-'))
  const env = { TRUST_PROXY: '1', SECRET: randomBytes(32).toString('hex') }
  server = await startTestServer({ folder, env })
  const { mongodbUrl } = server.app.env
  second = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
})
afterAll(async () => {
  await second.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const HOME = '198.51.100.7'
let count = 0
/** Each attempt has its own address, like those of an attacker with many addresses. */
const fromAnyAddress = () => `10.2.${Math.floor(++count / 250)}.${count % 250}`
const signIn = (email: string, password: string, ip = fromAnyAddress(), at = server) =>
  at.client(server.provider).send(account.signIn, { email, password }, { headers: { 'x-forwarded-for': ip } })

type Counter = { _id: string; count: number; failed: number }
/** Adds this number of failures, if there is at least one already. */
async function failMore(kind: string, more: number): Promise<void> {
  const counters = server.app.db.collection<Counter>('throttles')
  const all = (await counters.find({}).toArray()).filter(({ _id }) => _id.startsWith(`${kind} `))
  await counters.updateMany({ _id: { $in: all.map(({ _id }) => _id) } }, { $inc: { count: more, failed: more } })
}

describe('an account', () => {
  it('cannot be guessed from many addresses: at most a hundred wrong passwords an hour on all servers, and the link in an email opens it', async () => {
    const { customer, password } = await buildCustomer(server)
    const { email } = customer
    const wrong = Array.from({ length: 108 }, (_each, index) =>
      signIn(email, `wrong ${index}`, undefined, index % 2 ? second : server),
    )
    const statuses = (await Promise.all(wrong)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(8)
    const waiting = await signIn(email, password, HOME)
    expect([waiting.status, waiting.body]).toEqual([
      429,
      expect.objectContaining({ reason: 'throttle.wait', data: { seconds: expect.any(Number) } }),
    ])

    const key = await makeResetKey(server.app, server.provider, customer._id)
    await server
      .client()
      .call(passwords.reset, { key, password: 'another one' }, { headers: { 'x-forwarded-for': HOME } })
    expect((await signIn(email, 'wrong')).status).toBe(401)
    // further guesses do not lock the family out again
    await failMore('sign-in-account', 100)
    expect((await signIn(email, 'another one')).status).toBe(429)
    expect((await signIn(email, 'another one', HOME)).status).toBe(200)
    server.wait(60 * 60_000)
    expect((await signIn(email, 'another one')).status).toBe(200)
  })

  it('that does not exist gets the same answers', async () => {
    const email = 'nobody-here@example.com'
    expect((await signIn(email, 'wrong one')).status).toBe(401)
    await failMore('sign-in-account', 99)
    expect((await signIn(email, 'wrong one')).status).toBe(429)
  })
})

it('wrong passwords across a shop slow the answers down, and block no correct one', async () => {
  const { customer, password } = await buildCustomer(server)
  await signIn(customer.email, 'wrong one')
  const timed = async () => {
    const started = performance.now()
    expect((await signIn(customer.email, password)).status).toBe(200)
    return performance.now() - started
  }
  await failMore('sign-in-provider', 2000)
  expect(await timed()).toBeGreaterThan(1000)
})
