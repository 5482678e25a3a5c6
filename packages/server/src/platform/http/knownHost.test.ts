import { setTimeout as sleep } from 'node:timers/promises'
import { MongoNetworkError } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let behindProxy: TestServer
let live: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: { hosts: ['bilder.example'] } })
  behindProxy = await startTestServer({ provider: { hosts: ['bilder.example'] }, env: { TRUST_PROXY: '1' } })
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }
  live = await startTestServer({ provider: { hosts: ['bilder.example'] }, env })
})
afterAll(() => Promise.all([server.close(), behindProxy.close(), live.close()]))

const statusAt = async (of: TestServer, path: string, headers: Record<string, string>) =>
  (await of.client().fetch({ path, headers })).status

describe('a request for a host that is not the server’s', () => {
  it.each(['/api/openapi.json', '/api/webshop/settings', '/', '/v1/loader.js', '/fonts/none.woff2'])(
    'is misdirected, at %s too',
    async (path) => {
      const got = await server.client().fetch({ path, headers: { host: 'evil.example' } })
      expect([got.status, got.json()]).toEqual([421, expect.objectContaining({ reason: 'host.unknown' })])
      expect(got.headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('is misdirected from a page that has rebound its name to the server', async () => {
    const headers = { host: 'evil.example', origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const preflight = await server.client().fetch({ path: '/api/authentication/login', method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([421, undefined])
  })

  it('is misdirected if only a proxy names the host', async () => {
    const forwarded = { host: 'bilder.example', 'x-forwarded-host': 'evil.example' }
    expect(await statusAt(behindProxy, '/api/openapi.json', forwarded)).toBe(421)
    expect(await statusAt(server, '/api/openapi.json', forwarded)).toBe(200)
  })

  it('may only check whether the server is alive', async () => {
    expect(await statusAt(server, '/healthz', { host: 'evil.example' })).toBe(200)
    expect(await statusAt(server, '/readyz', { host: '10.1.2.3:8080' })).toBe(200)
    expect(await statusAt(server, '/healthz/', { host: 'evil.example' })).toBe(421)
  })
})

describe('a request is answered', () => {
  it.each(['bilder.example', 'BILDER.example:8080', 'localhost', '127.0.0.1:4000'])('at %s', async (host) => {
    expect(await statusAt(server, '/api/openapi.json', { host })).toBe(200)
  })

  it('in production only at the public address and the hosts of providers', async () => {
    for (const host of ['shop.example', 'bilder.example'])
      expect(await statusAt(live, '/api/openapi.json', { host })).toBe(200)
    for (const host of ['localhost', '127.0.0.1', 'evil.example'])
      expect(await statusAt(live, '/api/openapi.json', { host })).toBe(421)
  })
})

it('a provider’s page still opens while the database cannot be reached', async () => {
  const cut = await startTestServer({ provider: { hosts: ['bilder.example'] } })
  const at = () => statusAt(cut, '/api/openapi.json', { host: 'bilder.example' })
  expect(await at()).toBe(200)
  const { collection } = cut.app.db
  cut.app.db.collection = () => {
    throw new MongoNetworkError('cut')
  }
  await sleep(2100)
  expect(await at()).toBe(200)
  cut.app.db.collection = collection
  await cut.close()
})

describe('the operators’ page', () => {
  it('is only for the machine itself, whatever name resolves to it', async () => {
    const at = async (host: string) => {
      const { adminPort } = server.server
      return (await createTestClient(adminPort, '').fetch({ path: '/metrics', headers: { host } })).status
    }
    expect([await at('127.0.0.1'), await at('localhost:4001'), await at('evil.example')]).toEqual([200, 200, 421])
  })
})
