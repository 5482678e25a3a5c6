import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { fetchWithRetry } from './fetchWithRetry.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers with these statuses one after the other; 0 hangs up, -1 never answers. Records its requests. */
async function answering(...statuses: number[]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const status = statuses[requests.length] ?? 200
    requests.push(request.method ?? '')
    if (status === 0) request.socket.destroy()
    else if (status > 0) response.writeHead(status).end(String(status))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

it('a read that reached no server is sent again, at most twice', async () => {
  const soon = await answering(0, 502, 200)
  expect((await fetchWithRetry(soon.address, { method: 'GET' })).status).toBe(200)
  expect(soon.requests).toHaveLength(3)

  const gone = await answering(504, 504, 504, 200)
  expect((await fetchWithRetry(gone.address, { method: 'GET' })).status).toBe(504)
  expect(gone.requests).toHaveLength(3)

  const deaf = await answering(0, 0, 0)
  await expect(fetchWithRetry(deaf.address, { method: 'GET' })).rejects.toThrow()
  expect(deaf.requests).toHaveLength(3)
})

it('an answer of the server itself is final', async () => {
  for (const status of [200, 404, 429, 500, 503]) {
    const { requests, address } = await answering(status)
    expect((await fetchWithRetry(address, { method: 'GET' })).status).toBe(status)
    expect(requests).toHaveLength(1)
  }
})

it('a changing call is sent once, because it may have arrived', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { requests, address } = await answering(0)
    await expect(fetchWithRetry(address, { method })).rejects.toThrow()
    expect(requests).toEqual([method])
    const gateway = await answering(502)
    expect((await fetchWithRetry(gateway.address, { method })).status).toBe(502)
    expect(gateway.requests).toEqual([method])
  }
})

it('an abort takes effect before the call, during it, and in the pause', async () => {
  const before = await answering()
  await expect(fetchWithRetry(before.address, { method: 'GET' }, AbortSignal.abort())).rejects.toThrow(/abort/i)
  expect(before.requests).toEqual([])

  const during = await answering(-1)
  const waiting = new AbortController()
  servers.at(-1)?.on('request', () => waiting.abort())
  await expect(fetchWithRetry(during.address, { method: 'GET' }, waiting.signal)).rejects.toThrow(/abort/i)
  expect(during.requests).toHaveLength(1)

  const pausing = await answering(502)
  const pause = new AbortController()
  servers.at(-1)?.on('request', (_request, response) => response.on('close', () => pause.abort()))
  await expect(fetchWithRetry(pausing.address, { method: 'GET' }, pause.signal)).rejects.toThrow(/abort/i)
  expect(pausing.requests).toHaveLength(1)
})
