import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { type Caller, createClient } from '@portraitkit/core/client.ts'
import { provider as providerCalls } from '@portraitkit/core/provider/contract.ts'
import type { SendBy } from '@portraitkit/core/sending.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { aPhotographFile } from '../../testing/aPhotograph.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { aMotif, sendFiles } from '../../testing/buildUpload.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const id = (bytes: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${2 * bytes}}$`))
const nanoseconds = z.string().regex(/^\d{19}$/)
const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: z.number().int() })]),
})
/** The part of OTLP's JSON that this server sends; anything else is refused. */
const tracesBody = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute), droppedAttributesCount: z.literal(0) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.literal('portraitkit') }),
          spans: z.array(
            z.strictObject({
              traceId: id(16),
              spanId: id(8),
              parentSpanId: id(8).optional(),
              name: z.string().min(1),
              kind: z.number().int(),
              startTimeUnixNano: nanoseconds,
              endTimeUnixNano: nanoseconds,
              attributes: z.array(attribute),
              droppedAttributesCount: z.literal(0),
              events: z.array(z.never()),
              droppedEventsCount: z.literal(0),
              status: z.strictObject({ code: z.number().int() }),
              links: z.array(z.never()),
              droppedLinksCount: z.literal(0),
              flags: z.number().int(),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = z.infer<typeof tracesBody>['resourceSpans'][0]['scopeSpans'][0]['spans'][0]

/** A collector that refuses whatever is not OTLP over HTTP. */
async function startCollector() {
  const spans: Span[] = []
  const faults: string[] = []
  const server: Server = createServer(async (request, response) => {
    const body = tracesBody.safeParse(await json(request).catch(() => null))
    const isTraces = request.method === 'POST' && request.url === '/v1/traces'
    if (!isTraces || request.headers['content-type'] !== 'application/json')
      faults.push(`${request.method} ${request.url}`)
    if (!body.success) faults.push(body.error.message)
    else spans.push(...body.data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { spans, faults, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** Two calls as a page on the shop's own host makes them. */
async function callFromOwnPage({ url, provider }: TestServer): Promise<void> {
  const nobody: Caller = {
    language: () => 'en',
    say: () => '',
    accessToken: async () => undefined,
    flow: () => undefined,
    sessionKey: async () => undefined,
    sessionLost: async () => false,
    failed: () => undefined,
  }
  const call = createClient('', provider.key, nobody)
  const send: SendBy = (path, init, signal, usual) => usual(url + path, init, signal)
  await call(providerCalls.settings, {}, { send })
  await call(providerCalls.settings, {}, { send })
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

describe('with a collector', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let shop: TestServer
  let email: string
  beforeAll(async () => {
    collector = await startCollector()
    const options = { ...buildProvider().options, allowOwnPhotos: true }
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    shop = await startTestServer({ env, provider: { options } })
    const buyer = await buildBuyer(shop)
    email = buyer.customer.email
    const from = (header: string) => ({ headers: { traceparent: header } })
    await shop.client().call(providerCalls.settings, {}, from(`00-${TRACE}-${PARENT}-01`))
    await shop.client().call(providerCalls.settings, {}, from('not a traceparent'))
    await callFromOwnPage(shop)
    await sendFiles(buyer.client, shop.provider, [{ bytes: await aPhotographFile(aMotif()) }])
    // Whatever is recorded is sent before the server has closed.
    await shop.close()
  })
  afterAll(() => collector.close())

  const spansOf = (name: string) => collector.spans.filter((span) => span.name === name)
  const childrenOf = (parent: Span) => collector.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)

  it('sends what the protocol requires', () => {
    expect(collector.faults).toEqual([])
    expect(collector.spans.length).toBeGreaterThan(5)
  })

  it('continues the trace of a caller who names one, and begins its own for any other header', () => {
    const [named, other] = spansOf('provider.settings')
    expect([named?.traceId, named?.parentSpanId]).toEqual([TRACE, PARENT])
    expect(other?.traceId).not.toBe(TRACE)
    expect(other?.parentSpanId).toBeUndefined()
  })

  it('puts the calls of one page view of the shop into one trace', () => {
    const [one, two, ...more] = spansOf('provider.settings').slice(2)
    expect(one?.parentSpanId).toBeDefined()
    expect(two?.traceId).toBe(one?.traceId)
    expect(two?.parentSpanId).not.toBe(one?.parentSpanId)
    expect(more).toEqual([])
  })

  it('shows the database commands and the images of a call below it', () => {
    const [upload] = spansOf('uploads.send')
    if (!upload) throw new Error('The upload was not traced')
    const names = childrenOf(upload).map(({ name }) => name)
    expect(names).toContain('image upload')
    expect(names).toContain('find uploads')
    expect(new Set(childrenOf(upload).map(({ traceId }) => traceId))).toEqual(new Set([upload.traceId]))
  })

  it('sends no address, no customer and nothing of a query', () => {
    const sent = JSON.stringify(collector.spans)
    expect(sent).not.toContain(email)
    expect(sent).not.toContain('@')
    expect(sent).not.toContain(shop.provider.key)
  })
})

it('answers as usual if the collector is unreachable', async () => {
  const shop = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } })
  expect((await shop.client().call(providerCalls.settings, {})).key).toBe(shop.provider.key)
  await shop.close()
})

/** The packages of OpenTelemetry that a process loads to open a shop. */
async function loadedPackages(env: Record<string, string>): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context) } })
    const { startTestServer } = await import(${JSON.stringify(join(import.meta.dirname, '../../testing/testServer.ts'))})
    const shop = await startTestServer({ env: ${JSON.stringify(env)} })
    await shop.close()
    console.log(JSON.stringify([...loaded].flatMap((url) => url.match(/@opentelemetry\\/([^/]+)\\/(?!.*node_modules)/)?.[1] ?? [])))
    process.exit()`
  const folder = await mkdtemp(join(tmpdir(), 'pk-traces-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'open.mjs')
  await writeFile(file, script)
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  return [...new Set(JSON.parse(await text(child.stdout)) as string[])].sort()
}

it('nothing of the SDK is loaded unless a collector is configured', async () => {
  // The metrics load the API alone, which is an interface that does nothing.
  expect(await loadedPackages({})).toEqual(['api'])
  expect(await loadedPackages({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toContain('sdk-trace')
})
