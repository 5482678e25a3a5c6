import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalMongo } from '@portraitkit/local-mongo/open.ts'
import type { Context } from 'koa'
import { type Collection, MongoClient } from 'mongodb'
import type { Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseUnreachable } from '../db/unreachable.ts'
import { answerError } from './errors.ts'

/** Commands that break the connection, as if the server disappeared in the middle of them. */
let breaking: string | undefined
let things: Collection<{ _id: number }>
const undo: Array<() => unknown> = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pk-errors-'))
  undo.push(() => rm(folder, { recursive: true }))
  const local = await openLocalMongo({ folder })
  undo.push(local.close)
  const [, path = ''] = local.url.match(/^mongodb:\/\/([^/]+)/) ?? []
  const port = await relay(decodeURIComponent(path))
  // The retry of a write breaks like the first attempt: here there is none.
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true&retryWrites=false`)
  undo.push(() => client.close())
  things = client.db('t').collection('things')
  await things.insertOne({ _id: 0 })
})
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

/** A connection to the database that the test can cut. */
async function relay(path: string): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(path)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
    }
    near.on('data', (data) => {
      if (breaking && data.includes(`${breaking}\0`)) near.destroy()
      else far.write(data)
    })
    far.on('data', (data) => near.write(data))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0)
  undo.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('a database whose connection breaks', () => {
  it.each([
    ['a document', 'insert', () => things.insertOne({ _id: 1 })],
    ['many documents', 'insert', () => things.insertMany([{ _id: 2 }, { _id: 3 }], { ordered: false })],
    ['a change', 'update', () => things.updateOne({ _id: 0 }, { $set: { a: 1 } })],
    ['a question', 'find', () => things.findOne({})],
  ])('counts as unreachable during %s, not as an error of the server', async (_what, command, work) => {
    breaking = command
    const error = await work().then(
      () => 'nothing',
      (caught: unknown) => caught,
    )
    breaking = undefined
    expect(error).toBeInstanceOf(Error)
    expect(isDatabaseUnreachable(error), String(error)).toBe(true)
  })

  it('is not confused with a write that failed for its own reason', async () => {
    const error = await things.insertMany([{ _id: 0 }]).catch((caught: unknown) => caught)
    expect(isDatabaseUnreachable(error)).toBe(false)
  })
})

/** What is logged for an error that was thrown while a request was answered. */
function loggedFor(req: Partial<IncomingMessage>, error: unknown): string[] {
  const messages: string[] = []
  const note = (_fields: object, message: string) => messages.push(message)
  const log = { debug: note, warn: note, error: note } as unknown as Logger
  const http = { req, state: { requestId: 'r' }, get: () => '', set: () => undefined } as unknown as Context
  answerError(http, { log, failures: {} }, error)
  return messages
}

it('a caller who hangs up during a call does not count as an unreachable database', () => {
  const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect(loggedFor({ destroyed: true, complete: false }, error)).toEqual(['the caller hung up'])
})

it('nor does one who has sent everything and hangs up before it is read', async () => {
  const received = Promise.withResolvers<IncomingMessage>()
  const server = createHttpServer((req) => received.resolve(req)).listen(0)
  undo.push(() => server.close())
  const caller = connect((server.address() as AddressInfo).port)
  caller.end('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 2\r\n\r\n{}')
  const req = await received.promise
  await expect.poll(() => req.complete).toBe(true)
  caller.destroy()
  await expect.poll(() => req.destroyed).toBe(true)
  const error = await req.toArray().catch((caught: unknown) => caught)
  expect(isDatabaseUnreachable(error)).toBe(true)
  expect(loggedFor(req, error)).toEqual(['the caller hung up'])
})

it('an unexpected error returns only the id of the request, and is logged under it', () => {
  const lines: Array<Record<string, unknown>> = []
  const log = { error: (details: Record<string, unknown>) => lines.push(details) } as unknown as Logger
  const headers: Record<string, string> = {}
  const http = {
    req: { destroyed: false, complete: true },
    state: { requestId: 'the-id', route: '/things' },
    get: () => '',
    set: (name: string, value: string) => {
      headers[name] = value
    },
    body: '',
    status: 0,
  }
  const error = new Error('E11000 duplicate key { password: "TOPSECRET" } at mongodb://user:TOPSECRET@db')
  answerError(http as unknown as Context, { log, failures: {} }, error)
  expect([http.status, JSON.parse(http.body)]).toEqual([
    500,
    { error: 'Something went wrong on our side. Please try again. (the-id)', reason: 'server.failed' },
  ])
  expect(headers['Cache-Control']).toBe('no-store')
  expect(lines).toEqual([{ id: 'the-id', route: '/things', err: error }])
})
