import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { provider as providerCalls } from '@portraitkit/core/provider/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { flowOf } from '../../testing/flowOf.ts'
import type { TestRequest } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { BODY_LIMIT } from './body.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const settings = '/api/webshop/settings'
const fetch = (sent: TestRequest | string) => server.client().fetch(sent)
const host = (of = server.provider) => `${of.hosts[0]}:${server.port}`

describe('the shop of a call', () => {
  it('is determined by the host', async () => {
    const got = await fetch({ path: settings, headers: { host: host() } })
    expect(got.json()).toMatchObject({ key: server.provider.key })
  })

  it('is determined by the query or the header on the neutral host', async () => {
    expect((await fetch(`${settings}?provider=${server.other.key}`)).json()).toMatchObject({ key: server.other.key })
    const got = await fetch({ path: settings, headers: { 'x-provider': server.other.key } })
    expect(got.json()).toMatchObject({ key: server.other.key })
  })

  it.each([
    ['host and query', () => ({ path: `${settings}?provider=${server.other.key}`, headers: { host: host() } })],
    ['host and header', () => ({ path: settings, headers: { host: host(), 'x-provider': server.other.key } })],
    [
      'query and header',
      () => ({
        path: `${settings}?provider=${server.other.key}`,
        headers: { 'x-provider': server.provider.key },
      }),
    ],
    ['two queries', () => ({ path: `${settings}?provider=${server.other.key}&provider=${server.provider.key}` })],
  ])('must not be given in two different ways: %s', async (_name, sent) => {
    const got = await fetch(sent())
    expect([got.status, got.json()]).toEqual([400, expect.objectContaining({ reason: 'provider.disagrees' })])
  })

  it('is not found when it is unknown or not given', async () => {
    for (const path of [settings, `${settings}?provider=nobody`]) {
      const got = await fetch({ path, headers: { origin: 'https://studio.example' } })
      expect(got.json()).toMatchObject({ reason: 'provider.unknown' })
      // a page with a wrong shop name in it can read what is wrong
      expect(got.headers).toMatchObject({
        'access-control-allow-origin': 'https://studio.example',
        'access-control-allow-credentials': 'true',
      })
    }
  })

  it('shows a change by another process within two seconds', async () => {
    const name = `Renamed ${Date.now()}`
    await fetch(`${settings}?provider=${server.other.key}`)
    const { db } = server.app
    await db.collection('providers').updateOne({ provider: server.other.key }, { $set: { name } })
    const fetchSettings = async () => (await fetch(`${settings}?provider=${server.other.key}`)).json()
    await expect.poll(fetchSettings, { timeout: 4000 }).toMatchObject({ name })
  })
})

describe('a call that changes something', () => {
  it('needs x-provider even on the provider’s own host', async () => {
    const { client } = await buildCustomer(server)
    for (const method of ['DELETE', 'POST']) {
      const got = await client.fetch({ method, path: '/api/webshop/session', headers: { host: host() } })
      expect([got.status, got.json()]).toEqual([403, expect.objectContaining({ reason: 'provider.missing' })])
    }
    expect((await client.call(account.session, {})).user).not.toBeNull()
  })

  it.each([
    ['a foreign page', () => 'https://stranger.example'],
    ['a page of another provider’s', () => server.other.origins[0] ?? ''],
    ['another provider’s shop', () => `http://${host(server.other)}`],
    ['a sandboxed frame', () => 'null'],
  ])('is refused from %s', async (_name, origin) => {
    const { client } = await buildCustomer(server)
    const failure = await client.fail(account.signOut, {}, { headers: { origin: origin() } })
    expect(failure).toMatchObject({ status: 403, reason: 'origin.refused' })
    expect((await client.call(account.session, {})).user).not.toBeNull()
  })

  it.each([
    ['the provider’s own page', () => server.provider.origins[0] ?? ''],
    ['the shop at its host', () => `http://${host()}`],
    ['the neutral shop', () => server.url],
    ['the address of the call', () => `http://127.0.0.1:${server.port}`],
  ])('is accepted from %s', async (_name, origin) => {
    const { client } = await buildCustomer(server)
    const { headers } = await client.send(account.signOut, {}, { headers: { origin: origin() } })
    expect(headers['access-control-allow-origin']).toBe(origin())
    expect((await client.call(account.session, {})).user).toBeNull()
  })
})

it('counts a page loaded over http as foreign if the shop uses https', async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } })
  const own = secure.provider.hosts[0] ?? ''
  const answerTo = async (origin: string) => {
    const sent = { path: settings, headers: { host: own, origin } }
    return (await secure.client().fetch(sent)).status
  }
  const statuses = [await answerTo(`https://${own}`), await answerTo(`http://${own}`)]
  await secure.close()
  expect(statuses).toEqual([200, 403])
})

describe('pages of other origins', () => {
  const ask = (origin: string, path = settings) =>
    fetch({ method: 'OPTIONS', path, headers: { origin, 'access-control-request-method': 'POST' } })

  it('the provider’s own page may call, with its session and its headers; the browser may cache that answer for two hours', async () => {
    const origin = server.provider.origins[0] ?? ''
    const { status, headers } = await ask(origin)
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '7200',
      vary: 'Origin',
    })
    const allowed = String(headers['access-control-allow-headers']).split(', ')
    for (const name of ['content-type', 'x-provider', 'x-flow', 'x-session-key', 'authorization', 'accept-language']) {
      expect(allowed).toContain(name)
    }
  })

  it('a foreign page is refused everywhere, and can read why', async () => {
    const { headers } = await ask('https://stranger.example')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    const read = await fetch({
      path: `${settings}?provider=${server.provider.key}`,
      headers: { origin: 'https://stranger.example' },
    })
    expect([read.status, read.json()]).toEqual([
      403,
      { error: 'This website may not use this shop.', reason: 'origin.refused' },
    ])
    expect(read.headers).toMatchObject({
      'access-control-allow-origin': 'https://stranger.example',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
  })

  it('a failure can be read like any answer', async () => {
    const origin = server.provider.origins[0] ?? ''
    const failing = { email: 'x@example.com', password: 'wrong one' }
    const { status, headers } = await server.client().send(account.signIn, failing, {
      headers: { origin, 'sec-fetch-site': 'same-site' },
    })
    expect([status, headers['access-control-allow-origin']]).toEqual([401, origin])
  })
})

describe('the input of a call', () => {
  const signIn = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch({
      method: 'POST',
      path: '/api/webshop/session',
      headers: { 'x-provider': server.provider.key, 'content-type': 'application/json', ...headers },
      body,
    })

  it.each([
    ['no JSON', '{"email":'],
    ['a list', '[]'],
    ['a number', '1'],
    ['nothing', ''],
  ])('[API-2] %s is refused', async (_name, body) => {
    const got = await signIn(body)
    expect([got.status, got.json()]).toEqual([400, expect.objectContaining({ reason: 'input.invalid' })])
  })

  it('[API-2] a form is refused, whatever it contains', async () => {
    const body = '{"email":"a@example.com","password":"sesame"}'
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      expect((await signIn(body, { 'content-type': type })).status).toBe(400)
    }
  })

  it('[API-2] more than a megabyte is refused, even if its length is not announced', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(BODY_LIMIT) })
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      const got = await signIn(body, headers)
      expect([got.status, got.json()]).toEqual([413, expect.objectContaining({ reason: 'input.too_large' })])
    }
  })

  it('is never repeated in an error', async () => {
    const got = await signIn('{"email":"not an address","password":"a"}')
    expect(got.text).not.toContain('not an address')
  })
})

describe('answers', () => {
  it('are in the best match of the provider’s languages', async () => {
    const termsIn = async (language: string) => {
      const change = { headers: { 'accept-language': language } }
      return (await server.client().call(providerCalls.settings, {}, change)).terms.termsOfService
    }
    expect(await termsIn('fr, de-CH;q=0.8, en;q=0.5')).toBe('Nutzungsbedingungen')
    expect(await termsIn('fr')).toBe('Terms of service')
  })

  it('without a requested language are in the customer’s own, including refusals', async () => {
    const { client } = await buildCustomer(server)
    await client.call(account.patch, { lang: 'de' })
    const refused = () => client.fail(profile.delete, { password: 'wrong one' })
    expect((await refused()).error).toBe('Das ist nicht Ihr Passwort.')
    expect((await client.call(providerCalls.settings, {})).terms.termsOfService).toBe('Nutzungsbedingungen')
    const inEnglish = await client.fail(
      profile.delete,
      { password: 'wrong one' },
      { headers: { 'accept-language': 'en' } },
    )
    expect(inEnglish.error).not.toBe((await refused()).error)
  })

  it('carry an id and are never cached', async () => {
    const { headers } = await fetch(`${settings}?provider=${server.provider.key}`)
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin',
    })
  })

  it('an unknown path is not found', async () => {
    for (const path of ['/api/nothing', '/nothing', '/v1/nothing.js']) {
      const got = await fetch(path)
      expect([got.status, got.json()]).toEqual([404, expect.objectContaining({ reason: 'not_found' })])
    }
  })

  it('[API-1] of the settings contain only public data', async () => {
    const answer = await server.client().call(providerCalls.settings, {})
    expect(answer).toMatchObject({
      key: server.provider.key,
      currencyCode: 'USD',
      locale: { default_language: 'en', country: { twoLetterCode: 'US' } },
      webshop: { freeShippingThreshold: -1, hasPrivacyPolicy: false },
    })
    expect(Object.keys(answer)).not.toContain('gateways')
  })
})

it('[LOC-3] a flow token of one provider opens nothing at another', async () => {
  const client = server.client(server.other)
  const { app, provider } = server
  client.flow = await flowOf(app, provider, (await buildPictureSet(app, provider)).code)
  const failure = await client.fail(account.existsByEmail, { email: 'a@example.com' })
  expect(failure.reason).toBe('flow.required')
  const own = server.client()
  own.flow = client.flow
  await own.call(account.existsByEmail, { email: 'a@example.com' })
})
