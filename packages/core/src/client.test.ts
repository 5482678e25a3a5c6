import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, type Caller, createClient } from './client.ts'
import { endpoint } from './endpoint.ts'
import { ShopError } from './errors.ts'
import type { SendBy } from './sending.ts'

const read = endpoint({
  name: 'things.read',
  method: 'GET',
  path: '/things/:uuid',
  access: 'customer',
  changes: false,
  input: () => z.object({ uuid: z.string(), q: z.optional(z.string()) }),
  answer: () => z.unknown(),
  summary: 'Reads a thing.',
})
const write = endpoint({ ...read, name: 'things.write', method: 'POST', changes: true })

const nobody: Caller = {
  language: () => 'de',
  say: ({ message }) => `In German: ${message}`,
  accessToken: async () => undefined,
  flow: () => undefined,
  sessionKey: async () => undefined,
  sessionLost: async () => false,
  failed: () => undefined,
}

type ReceivedRequest = { method: string; url: string; headers: Record<string, unknown>; body: string }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that records its requests and sends the given answers one after the other. */
async function answering(...answers: Array<{ status?: number; body: string }>) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const answer = answers[requests.length - 1] ?? answers.at(-1)
    response.writeHead(answer?.status ?? 200).end(answer?.body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function failureOf(calling: Promise<unknown>): Promise<ShopError> {
  const error = await calling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ShopError)
  return error as ShopError
}

describe('a request', () => {
  it('fills the path and sends the rest of a read in the query, with its shop', () => {
    expect(addressOf('http://a', 'shop', read, { uuid: 'a/b', q: 'x y', none: undefined })).toEqual({
      address: 'http://a/things/a%2Fb?provider=shop&q=x+y',
      body: undefined,
    })
  })

  it('repeats the name of a list for each of its members', () => {
    const { address } = addressOf('', 'shop', read, { uuid: 'one', 'email[]': ['a@x', 'b@x'], 'subjects[]': ['c'] })
    expect(address).toBe('/things/one?provider=shop&email%5B%5D=a%40x&email%5B%5D=b%40x&subjects%5B%5D=c')
  })

  it('sends the input of a changing call in the body, with its shop in a header', async () => {
    const { api, requests } = await answering({ body: '{}' })
    await createClient(api, 'shop', nobody)(write, { uuid: 'one', q: 'x' })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/things/one',
      body: '{"q":"x"}',
      headers: { 'x-provider': 'shop', 'accept-language': 'de' },
    })
  })

  it('sends files as a form, the rest of the input in the query, with a custom sender, and with the session of a page elsewhere', async () => {
    const { api, requests } = await answering(
      { status: 401, body: '{"error":"x","reason":"session.required"}' },
      { body: '{}' },
    )
    const send = endpoint({ ...write, name: 'things.send', path: '/things', files: 'images[]' })
    const tokens = ['old', 'new']
    const caller = { ...nobody, accessToken: async () => tokens.shift(), sessionLost: async () => true }
    const form = new FormData()
    form.append('images[]', new Blob(['picture']), 'a.jpg')
    let ways = 0
    const bySlowRoad: SendBy = (address, init, signal, usual) => {
      ways += 1
      return usual(address, init, signal)
    }
    await createClient(api, 'shop', caller)(send, { uuid: 'one', q: 'x' }, { form, send: bySlowRoad })
    expect(ways).toBe(2)
    for (const [index, authorization] of ['Bearer old', 'Bearer new'].entries()) {
      expect(requests[index]).toMatchObject({
        method: 'POST',
        url: '/things?uuid=one&q=x',
        headers: {
          'x-provider': 'shop',
          authorization,
          'content-type': expect.stringMatching(/^multipart\/form-data; b/),
        },
      })
      expect(requests[index]?.body).toContain('name="images[]"; filename="a.jpg"')
    }
  })

  it('needs no preflight-triggering header for a read', async () => {
    const { api, requests } = await answering({ body: '{}' })
    await createClient(api, 'shop', nobody)(read, { uuid: 'one' })
    expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('x-provider')
  })
})

describe('the trace that a request belongs to', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** The trace and the span of some calls of the shop's own page, each made while the page has that address. */
  async function tracesAt(...pages: string[]): Promise<string[][]> {
    const { api, requests } = await answering({ body: '{}' })
    const call = createClient('', 'shop', nobody)
    for (const href of pages) {
      vi.stubGlobal('location', { href })
      await call(read, { uuid: 'one' }, { send: (address, init, signal, usual) => usual(api + address, init, signal) })
    }
    return requests.map(({ headers }) => String(headers.traceparent).split('-'))
  }

  it('is one for each page view, with a span of its own for each call, as W3C Trace Context writes it', async () => {
    const [first, second, third] = await tracesAt('http://shop/cart', 'http://shop/cart', 'http://shop/checkout')
    const [version, trace = '', span = '', flags] = first ?? []
    expect([version, flags]).toEqual(['00', '01'])
    expect(trace).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
    expect(span).toMatch(/^(?!0+$)[0-9a-f]{16}$/)
    expect(second).toEqual(['00', trace, expect.not.stringMatching(span), '01'])
    expect(third).toEqual(['00', expect.not.stringMatching(trace), expect.any(String), '01'])
  })

  it('stays unnamed on a page elsewhere, whose browser would ask the server before each read', async () => {
    const { api, requests } = await answering({ body: '{}' })
    await createClient(api, 'shop', nobody)(read, { uuid: 'one' })
    await createClient(api, 'shop', nobody)(write, { uuid: 'one' })
    expect(requests.map(({ headers }) => headers.traceparent)).toEqual([undefined, undefined])
  })
})

describe('the answer of a call', () => {
  it('is the server’s own text for a failure of any status', async () => {
    for (const status of [200, 400, 500]) {
      const { api } = await answering({ status, body: '{"error":"No.","reason":"things.no","data":["q"]}' })
      const failure = await failureOf(createClient(api, 'shop', nobody)(read, { uuid: 'one' }))
      expect(failure).toMatchObject({ kind: 'failure', message: 'No.', reason: 'things.no', data: ['q'] })
    }
  })

  it('is an outcome, as in the specification, if it has an `error` without a reason', async () => {
    const { api } = await answering({ body: '{"error":"no such code","valid":false}' })
    const answer = await createClient(api, 'shop', nobody)(read, { uuid: 'one' })
    expect(answer).toEqual({ error: 'no such code', valid: false })
  })

  it('is a network error if it is not valid', async () => {
    const { api } = await answering({ status: 404, body: '<html>' })
    expect(await failureOf(createClient(api, 'shop', nobody)(read, { uuid: 'one' }))).toMatchObject({ kind: 'network' })
    const gone = createClient('http://127.0.0.1:1', 'shop', nobody)
    expect(await failureOf(gone(write, { uuid: 'one' }))).toMatchObject({ kind: 'network' })
  })

  it('is reported if the visitor could not have avoided the failure, but not for invalid input or an aborted call', async () => {
    const reported: string[] = []
    const listening = { ...nobody, failed: ({ reason }: ShopError) => void reported.push(reason) }
    const { api } = await answering(
      { status: 404, body: '<html>' },
      { status: 500, body: '{"error":"No.","reason":"things.broken"}' },
      { status: 400, body: '{"error":"No.","reason":"things.wrong"}' },
      { status: 401, body: '{"error":"?","reason":"session.required"}' },
      { status: 404, body: '{"error":"No.","reason":"provider.unknown"}' },
      { status: 403, body: '{"error":"No.","reason":"origin.refused"}' },
    )
    const call = createClient(api, 'shop', listening)
    for (let attempt = 0; attempt < 6; attempt++) await failureOf(call(read, { uuid: 'one' }))
    await failureOf(call(read, { uuid: 'one' }, { signal: AbortSignal.abort() }))
    await failureOf(createClient('http://127.0.0.1:1', 'shop', listening)(write, { uuid: 'one' }))
    expect(reported).toEqual(['network', 'things.broken', 'provider.unknown', 'origin.refused', 'network'])
  })

  it('has full addresses for images on a page elsewhere, and leaves everything else unchanged', async () => {
    const path = '/images/0b9e3c1e-3f0a-4c51-9f1e-7f3f1f0f2a11?size=320&signature=x'
    const { api } = await answering({ body: JSON.stringify({ list: [{ 320: path }], text: '/images/ of my cat' }) })
    const answer = await createClient(api, 'shop', nobody)(read, { uuid: 'one' })
    expect(answer).toEqual({ list: [{ 320: api + path }], text: '/images/ of my cat' })
  })
})

describe('a lost session', () => {
  it('is renewed and the call sent again', async () => {
    const { api, requests } = await answering(
      { status: 401, body: '{"error":"?","reason":"session.required"}' },
      { body: '1' },
    )
    const client = createClient(api, 'shop', { ...nobody, sessionLost: async () => true })
    expect(await client(read, { uuid: 'one' })).toBe(1)
    expect(requests).toHaveLength(2)
  })

  it('is reported if it cannot be renewed', async () => {
    const { api, requests } = await answering({ status: 401, body: '{"error":"?","reason":"session.required"}' })
    const failure = await failureOf(createClient(api, 'shop', nobody)(read, { uuid: 'one' }))
    expect([failure.reason, requests.length]).toEqual(['session.required', 1])
  })
})
