import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoint } from '@portraitkit/core/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { startServer } from '../../server.ts'
import { createTestClient, type TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer, testEnv } from '../../testing/testServer.ts'
import { chooseLanguage } from './language.ts'
import { sortBySpecificity } from './routeOrder.ts'
import { AnswerError, checkAnswer } from './schemas.ts'
import { makeTicket, TICKET_MS, useTicket } from './ticket.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('a ticket', () => {
  const make = () => makeTicket(server.app, server.provider, 'payment', { transaction: 't1' })

  it('opens once, with the data it was created with', async () => {
    const code = await make()
    expect(await useTicket(server.app, server.provider, 'payment', code)).toEqual({ transaction: 't1' })
    expect(await useTicket(server.app, server.provider, 'payment', code)).toBeNull()
  })

  it('opens for only one of many simultaneous requests', async () => {
    const code = await make()
    const uses = Array.from({ length: 8 }, () => useTicket(server.app, server.provider, 'payment', code))
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1)
  })

  it('opens nothing after a minute, for another purpose or at another provider', async () => {
    const code = await make()
    expect(await useTicket(server.app, server.provider, 'download', code)).toBeNull()
    expect(await useTicket(server.app, server.other, 'payment', code)).toBeNull()
    server.wait(TICKET_MS)
    expect(await useTicket(server.app, server.provider, 'payment', code)).toBeNull()
  })

  it('is stored hashed', async () => {
    const code = await make()
    const stored = await server.app.db.collection('tickets').find({ provider: server.provider.key }).toArray()
    expect(JSON.stringify(stored)).not.toContain(code)
  })
})

describe('the language of an answer', () => {
  const offered = ['en', 'nb', 'de-CH']
  it.each([
    ['de-CH', 'de-CH'],
    ['de-DE,en;q=0.5', 'de-CH'],
    ['fr,en-GB;q=0.9,nb;q=0.95', 'nb'],
    ['no', 'nb'],
    ['nn', 'nb'],
    ['NB', 'nb'],
    ['fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['en;q=0,nb;q=0.1', 'nb'],
    [';;;q=,,', 'en'],
  ])('%s is %s', (header, language) => {
    expect(chooseLanguage(header, offered, 'en')).toBe(language)
  })

  it('is the provider’s own if the header names no language', () => {
    for (const header of ['', '*', '*-CH', '1']) expect(chooseLanguage(header, ['en', 'nb'], 'nb')).toBe('nb')
  })
})

it('literal segments of a route take precedence over parameters, whichever is declared first', () => {
  const paths = [
    '/t/:type',
    '/t/:type/:category',
    '/t/by-uuid/:uuid',
    '/t/cards',
    '/t/cards/categories',
    '/t/:type/all',
  ]
  const sorted = sortBySpecificity(paths.map((path) => ({ path }))).map(({ path }) => path)
  const before = (one: string, other: string) => sorted.indexOf(one) < sorted.indexOf(other)
  expect(before('/t/by-uuid/:uuid', '/t/:type/:category')).toBe(true)
  expect(before('/t/cards', '/t/:type')).toBe(true)
  expect(before('/t/:type/all', '/t/:type/:category')).toBe(true)
})

describe('an answer is checked against the contract', () => {
  const call = endpoint({
    name: 'things.get',
    method: 'GET',
    path: '/things',
    access: 'public',
    changes: false,
    input: () => z.object({}),
    answer: () => z.object({ list: z.array(z.object({ name: z.string(), note: z.optional(z.string()) })) }),
    summary: 'Things.',
  })

  it('may omit optional fields', () => {
    checkAnswer(call, { list: [{ name: 'a' }, { name: 'b', note: undefined }] })
  })

  it.each([
    ['something missing', { list: [{}] }, 'list.0.name'],
    ['a field of another type', { list: [{ name: 1 }] }, 'list.0.name'],
    ['an undeclared field', { list: [{ name: 'a', password: 'x' }] }, 'list.0.password'],
  ])('%s is an error of the server', (_name, answer, path) => {
    expect(() => checkAnswer(call, answer)).toThrow(AnswerError)
    expect(() => checkAnswer(call, answer)).toThrow(path)
  })
})

describe('the built pages', () => {
  let folder: string
  let client: TestClient
  let close: () => Promise<void>
  const page = `<!doctype html><title>Portraits</title>${'<p>Hello</p>'.repeat(100)}`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pk-static-'))
    const write = async (path: string, content: string) => {
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    await write('site/index.html', page)
    await write('site/assets/app-C0ffee12.js', 'let a')
    await write('cdn/loader.js', 'let b')
    await write('cdn/version.json', '{"version":"1.4.2"}')
    await write('cdn/c/fvvqQ3xLMRKkSlcu.js', 'let c')
    const staticFolders = { site: join(folder, 'site'), widgets: join(folder, 'cdn') }
    const running = await startServer({ env: testEnv(join(folder, 'data')), staticFolders })
    client = createTestClient(running.port, 'nobody')
    close = async () => {
      if (running.database === 'mongodb') await running.app.db.dropDatabase()
      await running.close()
    }
  })
  afterAll(async () => {
    await close()
    await rm(folder, { recursive: true })
  })

  it.each(['/', '/enter-code', '/products/packages/', '/shopping-cart/checkout/payment/receipt/x', '/index.html'])(
    'the shop answers at %s, and reads the route itself',
    async (path) => {
      const got = await client.fetch(path)
      expect([got.status, got.text]).toEqual([200, page])
      expect(got.headers['content-security-policy']).toContain("default-src 'self'")
    },
  )

  it('the shop’s page posts forms to itself only, shares no window and uses no camera', async () => {
    const { headers } = await client.fetch('/')
    expect(headers['content-security-policy']).toContain("form-action 'self'; base-uri 'none'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toContain('camera=(), microphone=(), geolocation=()')
  })

  it('are compressed, and not sent again when they have not changed', async () => {
    const fetchAs = (accepted: string) => client.fetch({ path: '/', headers: { 'accept-encoding': accepted } })
    const dense = await fetchAs('gzip, deflate, br, zstd')
    expect(dense.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('Accept-Encoding') })
    expect(brotliDecompressSync(dense.bytes).toString()).toBe(page)
    const zipped = await fetchAs('gzip, deflate')
    expect(gunzipSync(zipped.bytes).toString()).toBe(page)
    const plain = await fetchAs('br;q=0, identity')
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, page])
    const again = await client.fetch({ path: '/', headers: { 'if-none-match': String(zipped.headers.etag) } })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  it('widgets load on every page; files named by a hash are cached for ever, the loader is not', async () => {
    const chunk = await client.fetch('/v1/c/fvvqQ3xLMRKkSlcu.js')
    expect(chunk.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await client.fetch('/v1/loader.js')).headers['cache-control']).toBe('public, max-age=300')
    expect((await client.fetch('/1.4.2/loader.js')).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await client.fetch('/assets/app-C0ffee12.js')).headers['cache-control']).toContain('immutable')
  })

  it('never replace a missing call or file', async () => {
    for (const path of [
      '/api/nothing',
      '/ajax/nothing',
      '/v1/nothing.js',
      '/1.4.3/loader.js',
      '/assets/gone-C0ffee12.js',
    ]) {
      expect((await client.fetch(path)).status).toBe(404)
    }
  })

  it('are read from nowhere else', async () => {
    for (const path of ['/../data/secret', '/%2e%2e/data/secret', '/v1/../../data/secret', '/..%2fdata%2fsecret']) {
      expect((await client.fetch(path)).text).toSatisfy((text: string) => text === page || text.includes('not_found'))
    }
  })
})

it('theme fonts load on every page', async () => {
  const got = await server.client().fetch('/fonts/figtree-latin-wght-normal.woff2')
  expect(got.headers).toMatchObject({
    'content-type': 'font/woff2',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(got.bytes.subarray(0, 4).toString()).toBe('wOF2')
  expect((await server.client().fetch('/fonts/nothing.woff2')).status).toBe(404)
})
