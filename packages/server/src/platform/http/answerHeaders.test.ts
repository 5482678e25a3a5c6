import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../server.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { createTestClient, type TestRequest, type TestResponse } from '../../testing/testClient.ts'
import { testEnv } from '../../testing/testServer.ts'
import { saveProvider } from '../provider/collection.ts'

const provider = buildProvider()
let folder: string
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-headers-'))
  const files = {
    'site/index.html': '<!doctype html><title>Shop</title>',
    'site/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'site/assets/app-C0ffee12.js': 'let a',
    'cdn/loader.js': 'let b',
    'cdn/version.json': '{"version":"1.4.2"}',
    'cdn/frame.html': '<!doctype html><title>Frame</title>',
    'cdn/c/fvvqQ3xLMRKkSlcu.js': 'let c',
    'site/.git/HEAD': 'ref: refs/heads/main',
    '.git/HEAD': 'ref: refs/heads/main',
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const env = testEnv(join(folder, 'data'), { TRUST_PROXY: '1' })
  const staticFolders = { site: join(folder, 'site'), widgets: join(folder, 'cdn') }
  server = await startServer({ env, staticFolders })
  await saveProvider(server.app, provider)
})
afterAll(async () => {
  if (server.database === 'mongodb') await server.app.db.dropDatabase()
  await server.close()
  await rm(folder, { recursive: true })
})

const shop = { 'x-provider': provider.key }
const json = { ...shop, 'content-type': 'application/json' }
const answers: Array<[what: string, status: number, sent: TestRequest]> = [
  ['a call', 200, { path: '/api/webshop/settings', headers: shop }],
  ['a call that is refused', 400, { method: 'POST', path: '/api/webshop/session', headers: json, body: '{}' }],
  ['a call without the shop', 404, { path: '/api/webshop/settings' }],
  [
    'a call of a stranger’s page',
    403,
    { path: '/api/webshop/settings', headers: { ...shop, origin: 'https://a.example' } },
  ],
  [
    'a preflight',
    204,
    { method: 'OPTIONS', path: '/api/webshop/settings', headers: { 'access-control-request-method': 'POST' } },
  ],
  ['a path that leads nowhere', 404, { path: '/api/nothing' }],
  ['another host', 421, { path: '/', headers: { 'x-forwarded-host': 'stranger.example' } }],
  [
    'a broken link, for a person',
    404,
    { path: `/simulate/used?provider=${provider.key}`, headers: { accept: 'text/html' } },
  ],
  ['the link on a letter', 302, { path: `/c/ABC123?provider=${provider.key}` }],
  ['a picture that is not there', 404, { path: '/images/none' }],
  ['the description of the calls', 200, { path: '/api/openapi.json' }],
  ['the probe', 200, { path: '/healthz' }],
  ['a font', 200, { path: '/fonts/figtree-latin-wght-normal.woff2' }],
  ['the shop’s page', 200, { path: '/enter-code' }],
  ['a drawing of the shop', 200, { path: '/logo.svg' }],
  ['a script of the shop', 200, { path: '/assets/app-C0ffee12.js' }],
  ['the widgets', 200, { path: '/v1/loader.js' }],
  ['a page beside the widgets', 200, { path: '/v1/frame.html' }],
]

/** What a browser needs to know of bytes before it reads them. */
function describeContent({ headers, bytes }: TestResponse): string {
  const type = String(headers['content-type'] ?? '')
  if (bytes.length === 0) return 'nothing'
  const isText = /^text\/|[/+](?:json|xml)\b/.test(type)
  if (isText && !/; charset=utf-8$/i.test(type)) return `${type} without an encoding`
  return /^\w+\/[\w.+-]+/.test(type) ? 'described' : 'unknown bytes'
}

describe.each(answers)('%s', (_what, status, sent) => {
  it('declares its content type, and forbids sniffing, framing and scripts', async () => {
    const https = { 'x-forwarded-proto': 'https', ...sent.headers }
    const got = await createTestClient(server.port, provider.key).fetch({ ...sent, headers: https })
    expect(got.status).toBe(status)
    expect(describeContent(got)).toBe(got.bytes.length === 0 ? 'nothing' : 'described')
    expect(got.headers['x-content-type-options']).toBe('nosniff')
    expect(got.headers['referrer-policy']).toMatch(/^(?:strict-origin|no-referrer)$/)
    expect(got.headers['strict-transport-security']).toMatch(/^max-age=31536000\b/)
    const policy = String(got.headers['content-security-policy']).split('; ')
    expect(policy).toEqual(expect.arrayContaining(["object-src 'none'", "base-uri 'none'"]))
    expect(policy.filter((directive) => /^frame-ancestors '(?:none|self)'$/.test(directive))).toHaveLength(1)
    expect(policy.filter((directive) => /^default-src '(?:none|self)'$/.test(directive))).toHaveLength(1)
  })
})

it('the operators’ page declares its content type, and forbids sniffing and framing', async () => {
  for (const path of ['/metrics', '/nothing']) {
    const got = await createTestClient(server.adminPort, 'nobody').fetch(path)
    expect(describeContent(got)).toBe('described')
    expect(got.headers['x-content-type-options']).toBe('nosniff')
    expect(got.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

it.each([
  '/assets',
  '/assets/',
  '/v1',
  '/v1/',
  '/v1/c',
  '/v1/c/',
  '/fonts/',
  '/images/',
  '/.git/',
  '/.git/HEAD',
  '/v1/../.git/HEAD',
])('no folder is listed, and no version control file is served: %s', async (path) => {
  const { text } = await createTestClient(server.port, provider.key).fetch(path)
  expect(text).not.toMatch(/C0ffee12|loader\.js|fvvqQ3xLMRKkSlcu|woff2|refs\/heads/)
})
