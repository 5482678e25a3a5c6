import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { BODY_LIMIT } from './body.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A connection that a proxy keeps for the next family: its answers, and whether it is still open. */
async function keptConnection(): Promise<{ socket: Socket; heard: () => string; ended: Promise<unknown> }> {
  const socket = connect(server.port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  const ended = new Promise((done) => socket.once('close', done))
  await once(socket, 'connect')
  return { socket, heard: () => text, ended }
}

const head = (line: string, more: string[] = []) =>
  [
    line,
    'Host: localhost',
    `x-provider: ${server.provider.key}`,
    'content-type: application/json',
    ...more,
    '',
    '',
  ].join('\r\n')
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
const health = () => head('GET /healthz HTTP/1.1')
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)

describe('a body that exceeds its limit', () => {
  it('is refused, and the next request on the same connection is answered', async () => {
    const { socket, heard } = await keptConnection()
    socket.write(head('POST /api/webshop/session HTTP/1.1', ['transfer-encoding: chunked']))
    for (let sent = 0; sent <= BODY_LIMIT; sent += 50_000) socket.write(chunk(50_000))
    await expect.poll(() => statuses(heard())).toEqual(['413'])
    socket.write(`${chunk(50_000)}0\r\n\r\n${health()}`)
    await expect.poll(() => statuses(heard())).toEqual(['413', '200'])
    socket.destroy()
  })

  it('is also refused if its length is announced', async () => {
    const { socket, heard } = await keptConnection()
    const bytes = 2 * BODY_LIMIT
    socket.write(head('POST /api/webshop/session HTTP/1.1', [`content-length: ${bytes}`]))
    socket.write('x'.repeat(bytes))
    socket.write(health())
    await expect.poll(() => statuses(heard())).toEqual(['413', '200'])
    socket.destroy()
  })

  it('without an end is read for a few megabytes at most: then the connection is closed', async () => {
    const { socket, heard, ended } = await keptConnection()
    socket.write(head('POST /api/webshop/session HTTP/1.1', ['transfer-encoding: chunked']))
    const sending = setInterval(() => socket.writable && socket.write(chunk(500_000)), 2)
    await ended
    clearInterval(sending)
    expect(statuses(heard())).toEqual(['413'])
  })
})

it('a body that no call reads does not block the next request', async () => {
  const { socket, heard } = await keptConnection()
  socket.write(head('POST /nowhere HTTP/1.1', ['transfer-encoding: chunked']))
  for (let sent = 0; sent <= BODY_LIMIT; sent += 50_000) socket.write(chunk(50_000))
  socket.write(`0\r\n\r\n${health()}`)
  await expect.poll(() => statuses(heard())).toEqual(['404', '200'])
  socket.destroy()
})
