import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createSend } from './sending.ts'

const send = createSend({})
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers with these statuses one after the other; 0 hangs up, -1 never answers. Records its requests. */
const answering = (...statuses: number[]) => answeringWith({}, ...statuses)

async function answeringWith(headers: Record<string, string>, ...statuses: number[]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const status = statuses[requests.length] ?? 200
    requests.push(request.method ?? '')
    if (status === 0) request.socket.destroy()
    else if (status > 0) response.writeHead(status, headers).end(String(status))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

it('a read that reached no server is sent again, at most twice', async () => {
  const soon = await answering(0, 502, 200)
  expect((await send(soon.address, { method: 'GET' })).status).toBe(200)
  expect(soon.requests).toHaveLength(3)

  const gone = await answering(504, 504, 504, 200)
  expect((await send(gone.address, { method: 'GET' })).status).toBe(504)
  expect(gone.requests).toHaveLength(3)

  const deaf = await answering(0, 0, 0)
  await expect(send(deaf.address, { method: 'GET' })).rejects.toThrow()
  expect(deaf.requests).toHaveLength(3)
})

it('an answer of the server itself is final', async () => {
  for (const status of [200, 404, 429, 500, 503]) {
    const { requests, address } = await answering(status)
    expect((await send(address, { method: 'GET' })).status).toBe(status)
    expect(requests).toHaveLength(1)
  }
})

it('a read is sent again after the pause that a busy server asks for, if it is short', async () => {
  for (const status of [429, 503]) {
    const busy = await answeringWith({ 'retry-after': '0' }, status, 200)
    expect((await send(busy.address, { method: 'GET' })).status).toBe(200)
    for (const pause of ['6', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon']) {
      const closed = await answeringWith({ 'retry-after': pause }, status, 200)
      expect((await send(closed.address, { method: 'GET' })).status).toBe(status)
    }
    const changing = await answeringWith({ 'retry-after': '0' }, status, 200)
    const headers = { 'x-provider': 'one' }
    expect((await send(changing.address, { method: 'GET', headers })).status).toBe(status)
    const post = await answeringWith({ 'retry-after': '0' }, status, 200)
    expect((await send(post.address, { method: 'POST' })).status).toBe(status)
  }
})

it('what replaces the page’s fetch gets an address and plain headers', async () => {
  const sent: unknown[] = []
  const sendBy = createSend({
    fetch: async (address, { headers, credentials, body }) => {
      sent.push([address, headers, credentials, body])
      return new Response('{}')
    },
    beforeRequest: ({ headers }) => headers.set('x-shop', 'one'),
  })
  await sendBy('https://shop.example/', {
    method: 'POST',
    headers: { 'accept-language': 'de' },
    credentials: 'include',
    body: 'x',
  })
  const headers = { 'accept-language': 'de', 'x-shop': 'one' }
  expect(sent).toEqual([['https://shop.example/', headers, 'include', 'x']])
})

it('a changing call is sent once, because it may have arrived', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { requests, address } = await answering(0)
    await expect(send(address, { method })).rejects.toThrow()
    expect(requests).toEqual([method])
    const gateway = await answering(502)
    expect((await send(gateway.address, { method })).status).toBe(502)
    expect(gateway.requests).toEqual([method])
  }
})

it('an abort takes effect before the call, during it, and in the pause', async () => {
  const before = await answering()
  await expect(send(before.address, { method: 'GET' }, AbortSignal.abort())).rejects.toThrow(/abort/i)
  expect(before.requests).toEqual([])

  const during = await answering(-1)
  const waiting = new AbortController()
  servers.at(-1)?.on('request', () => waiting.abort())
  await expect(send(during.address, { method: 'GET' }, waiting.signal)).rejects.toThrow(/abort/i)
  expect(during.requests).toHaveLength(1)

  const pausing = await answering(502)
  const pause = new AbortController()
  servers.at(-1)?.on('request', (_request, response) => response.on('close', () => pause.abort()))
  await expect(send(pausing.address, { method: 'GET' }, pause.signal)).rejects.toThrow(/abort/i)
  expect(pausing.requests).toHaveLength(1)
})
