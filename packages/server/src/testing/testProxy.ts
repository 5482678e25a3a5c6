import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TestProxy = {
  port: number
  /** The number of requests that each server got. */
  counts: number[]
  close(): Promise<void>
}

/** A proxy in front of several servers without sticky sessions: each request goes to the next server in turn. */
export async function startProxy(ports: readonly number[]): Promise<TestProxy> {
  const counts = ports.map(() => 0)
  let turn = 0
  const server = createServer((incoming, answer) => {
    const next = turn++ % ports.length
    counts[next] = (counts[next] ?? 0) + 1
    const { method, url: path, headers } = incoming
    const passed = request({ host: '127.0.0.1', port: ports[next], method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    passed.once('error', () => answer.headersSent || answer.writeHead(502).end())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
