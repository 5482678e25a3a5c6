import { once } from 'node:events'
import { connect } from 'node:net'
import { account } from '@portraitkit/core/account/contract.ts'
import { commonFailures } from '@portraitkit/core/commonFailures.ts'
import { support } from '@portraitkit/core/support/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { translateTo } from '../texts.ts'
import { VISITOR_BODIES, VISITOR_BODY_LIMIT } from './body.ts'

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
  // Not ended by this side: a caller who has hung up is not answered by a server that is busy.
  socket.write(sent)
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

it('a request that expects what nobody offers is refused in its language, and not read any further', async () => {
  const socket = connect(direct.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1')
  })
  // The connection ends while this side still writes.
  socket.on('error', () => undefined)
  const ended = new Promise((done) => socket.once('close', done))
  socket.write(post(['Expect: a-miracle', 'Accept-Language: pl,en;q=0.5', 'Transfer-Encoding: chunked'], ''))
  await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 417 .*"reason":"input.invalid"}$/s)
  expect(Buffer.from(heard, 'latin1').toString()).toContain(translateTo('pl')(commonFailures['input.invalid'].text))
  const sending = setInterval(() => socket.writable && socket.write(`7A120\r\n${'x'.repeat(500_000)}\r\n`), 2)
  await ended
  clearInterval(sending)
})

describe('a large body of a visitor', () => {
  const nested = (levels: number) => `{"scenes":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const send = (from: TestClient, path: string, body: string) => {
    const headers = { 'content-type': 'application/json', 'x-provider': direct.provider.key }
    return from.fetch({ method: 'POST', path, headers, body: Buffer.from(body) })
  }

  it('is refused before it is parsed, where the call has no need of one', async () => {
    const visitor = direct.client()
    const tooMuch = await send(visitor, account.nonce.path, nested(VISITOR_BODY_LIMIT / 2))
    expect([tooMuch.status, tooMuch.json()]).toMatchObject([413, { reason: 'input.too_large' }])
    const enough = await send(visitor, account.nonce.path, nested(100))
    expect(enough.status).toBe(200)
  })

  it('is counted for its address where the call needs one, and never for a customer', async () => {
    const { path, visitorBody: limit = 0 } = support.events
    const bodyOf = (bytes: number) => `{"events":"${'x'.repeat(bytes - 13)}"}`
    const visitor = direct.client()
    expect((await send(visitor, path, bodyOf(limit + 1))).status).toBe(413)
    const seen: number[] = []
    for (let sent = 0; sent <= VISITOR_BODIES.units; sent += limit)
      seen.push((await send(visitor, path, bodyOf(limit))).status)
    expect([seen[0], seen.at(-1)]).toEqual([400, 429])
    const { client } = await buildCustomer(direct)
    expect((await send(client, path, bodyOf(limit))).status).toBe(400)
  })
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
