import { once } from 'node:events'
import { connect } from 'node:net'
import { account } from '@portraitkit/core/account/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let direct: TestServer
let behindProxy: TestServer
beforeAll(async () => {
  direct = await startTestServer()
  behindProxy = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => Promise.all([direct.close(), behindProxy.close()]))

/** Sends bytes as they are and returns everything that comes back until the server hangs up. */
async function exchange(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  const ended = once(socket, 'close')
  socket.end(sent)
  await ended
  return heard
}

const post = (headers: string[], body: string) =>
  ['POST /api/webshop/session HTTP/1.1', 'Host: localhost', ...headers, '', body].join('\r\n')
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('a request with an ambiguous length', () => {
  it.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 48'], HIDDEN],
    ['a length that is none', ['Content-Length: +5'], `12345${HIDDEN}`],
    ['an unknown encoding', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${HIDDEN}`],
    ['a chunk whose size is none', ['Transfer-Encoding: chunked'], `0x0\r\n\r\n${HIDDEN}`],
    ['a header with a space before its colon', ['Content-Length : 48'], HIDDEN],
  ])('is refused, and no request hidden in it is answered: %s', async (_what, headers, body) => {
    const heard = await exchange(direct.port, post(headers, body))
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard).not.toContain('"status":"ok"')
  })
})

it('an address that is too long is refused in the form of every failure', async () => {
  const answer = await exchange(
    direct.port,
    `GET /api/webshop/session?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  )
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 431 .*\r\nContent-Type: application\/json/)
  expect(JSON.parse(body)).toEqual({ error: 'This is too much data for one request.', reason: 'input.too_large' })
})

it('TRACE is refused, and nothing of the request is returned', async () => {
  const heard = await exchange(
    direct.port,
    'TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: a=TOPSECRET\r\nConnection: close\r\n\r\n',
  )
  expect(heard).toMatch(/^HTTP\/1\.1 40[45] /)
  expect(heard).not.toContain('TOPSECRET')
})

describe('forwarded headers of a caller', () => {
  const guess = (at: TestServer, email: string, ip: string) =>
    at.client().send(account.signIn, { email, password: 'wrong one' }, { headers: { 'x-forwarded-for': ip } })

  it('are ignored without a proxy', async () => {
    const { customer } = await buildCustomer(direct)
    for (let tried = 0; tried < 10; tried++) await guess(direct, customer.email, `203.0.113.${tried}`)
    expect((await guess(direct, customer.email, '203.0.113.99')).status).toBe(429)
    const { headers } = await direct.client().fetch({ path: '/healthz', headers: { 'x-forwarded-proto': 'https' } })
    expect(headers['strict-transport-security']).toBeUndefined()
    const foreign = { path: '/api/openapi.json', headers: { 'x-forwarded-host': 'stranger.example' } }
    expect((await direct.client().fetch(foreign)).status).toBe(200)
  })

  it('are ignored before the address that the proxy adds', async () => {
    const { customer } = await buildCustomer(behindProxy)
    for (let tried = 0; tried < 10; tried++) {
      await guess(behindProxy, customer.email, `198.51.100.${tried}, 203.0.113.7`)
    }
    expect((await guess(behindProxy, customer.email, '198.51.100.99, 203.0.113.7')).status).toBe(429)
    expect((await guess(behindProxy, customer.email, '203.0.113.7, 198.51.100.99')).status).toBe(401)
  })
})

it('fields such as __proto__ change no other object', async () => {
  const { client } = await buildCustomer(direct)
  const body = '{"lang":"de","__proto__":{"polluted":1,"isSimulated":true},"constructor":{"prototype":{"polluted":1}}}'
  const sent = {
    method: 'PATCH',
    path: '/api/webshop/user?__proto__[polluted]=1',
    headers: { 'x-provider': direct.provider.key, 'content-type': 'application/json' },
    body,
  }
  const got = await client.fetch(sent)
  expect([got.status, got.json()]).toMatchObject([200, { user: { lang: 'de', isSimulated: false } }])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

it('undeclared fields are not stored', async () => {
  const { client, customer } = await buildCustomer(direct)
  await client.send(account.patch, {
    acceptMail: true,
    email: 'thief@example.com',
    addressProved: '2026-01-01',
    password: 'x',
  })
  const stored = await direct.app.db.collection('customers').findOne({ email: customer.email })
  expect(stored).toMatchObject({ password: customer.password, acceptMail: true })
  expect(stored).not.toHaveProperty('addressProved')
})
