import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BSON, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withFolder } from './localCases.ts'
import { type ServedFolder, serveInProcess } from './process.ts'

const isLong = process.env.PROOFS === 'long'
/**
 * Maximum size of the process, whatever it is sent, in MB: what may be pending, plus what is not garbage-collected yet, which is
 * more on a busy machine. Without a limit to what is pending it grows to twice as much.
 */
const maxMemory = 1200

let server: ServedFolder
let socket: string
let client: MongoClient
let finish: () => void = () => {}

beforeAll(async () => {
  await new Promise<void>((ready) => {
    void withFolder(async (folder) => {
      server = await serveInProcess(folder)
      socket = decodeURIComponent(server.url.slice('mongodb://'.length, server.url.indexOf('/?')))
      client = new MongoClient(server.url)
      ready()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      await client.close()
    })
  })
})
afterAll(() => finish())

/** A well-behaved client is served all the time, and the process has not grown beyond its limit. */
async function expectHealthy(): Promise<void> {
  const things = client.db('t').collection<{ _id: number; n: number }>('things')
  await things.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true, timeoutMS: 5000 })
  expect(server.child.exitCode).toBe(null)
  const status = process.platform === 'linux' ? readFileSync(`/proc/${server.child.pid}/status`, 'utf8') : ''
  const peak = Number(status.match(/VmHWM:\s+(\d+)/)?.[1] ?? 0) / 1024
  expect(peak).toBeLessThan(maxMemory)
}

async function open(): Promise<Socket> {
  const connection = connect(socket)
  connection.setMaxListeners(0)
  connection.on('error', () => {})
  await once(connection, 'connect')
  return connection
}

function header(length: number, code = 2013): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeInt32LE(length, 0)
  bytes.writeInt32LE(1, 4)
  bytes.writeInt32LE(code, 12)
  return bytes
}

function message(body: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32LE(flags, 0)
  return Buffer.concat([header(21 + body.length), head, body])
}

function command(doc: object): Buffer {
  return message(Buffer.from(BSON.serialize({ ...doc, $db: 't' })))
}

/** Sends bytes and waits until the server answers or closes, or its time is over. */
async function sendBytes(bytes: Buffer, wait = 2000): Promise<'closed' | 'answered' | 'nothing'> {
  const connection = await open()
  const outcome = Promise.race([
    once(connection, 'close').then(() => 'closed' as const),
    once(connection, 'data').then(() => 'answered' as const),
    sleep(wait, 'nothing' as const, { ref: false }),
  ])
  connection.write(bytes)
  const result = await outcome.catch(() => 'closed' as const)
  connection.destroy()
  return result
}

/** Pseudo-random numbers, identical in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

describe('a hostile client', () => {
  it('sends impossible lengths: the connection is closed', async () => {
    for (const length of [0, -1, 15, 20, 48_000_001, 2 ** 31 - 1, -(2 ** 31)]) {
      expect([length, await sendBytes(header(length))]).toEqual([length, 'closed'])
    }
    await expectHealthy()
  })

  it('sends unknown codes, flags and sections: the connection is closed', async () => {
    const body = Buffer.from(BSON.serialize({ ping: 1, $db: 't' }))
    const section = Buffer.concat([header(21 + body.length), Buffer.from([0, 0, 0, 0, 9]), body])
    const frames = [
      Buffer.concat([header(21, 2012), Buffer.alloc(5)]),
      message(body, 1),
      message(body, 4),
      section,
      header(21),
    ]
    for (const [i, frame] of frames.entries()) {
      const padded = frame.length < 21 ? Buffer.concat([frame, Buffer.alloc(21 - frame.length, 7)]) : frame
      expect([i, await sendBytes(padded)]).toEqual([i, 'closed'])
    }
    // A message with an invalid body is still a message: it gets an answer.
    expect(await sendBytes(message(Buffer.alloc(0)))).toBe('answered')
    await expectHealthy()
  })

  it('sends random bytes', async () => {
    const random = createRandom(1)
    for (let i = 0; i < (isLong ? 2000 : 60); i++) {
      await sendBytes(
        Buffer.from(Array.from({ length: 16 + Math.floor(random() * 200) }, () => Math.floor(random() * 256))),
        30,
      )
    }
    await expectHealthy()
  })

  it('sends commands with some bytes changed', async () => {
    const random = createRandom(2)
    const frames = [
      command({ insert: 'c', documents: [{ a: 1, b: 'text', c: [1, { d: null }] }] }),
      command({ find: 'c', filter: { a: { $in: [1, 2] } }, sort: { a: 1 }, projection: { a: 1 } }),
      command({
        update: 'c',
        updates: [{ q: { a: 1 }, u: { $push: { l: { $each: [1], $slice: -1 } } }, upsert: true }],
      }),
      command({ createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a' }] }),
    ]
    for (let i = 0; i < (isLong ? 5000 : 200); i++) {
      const frame = Buffer.from(frames[i % frames.length] as Buffer)
      for (let n = 0; n < 1 + random() * 3; n++)
        frame[16 + Math.floor(random() * (frame.length - 16))] = Math.floor(random() * 256)
      await sendBytes(frame, 200)
    }
    await expectHealthy()
  })

  it('nests endlessly: an error, no stack overflow', async () => {
    const nested = (levels: number): Buffer => {
      const open = Buffer.alloc(levels * 7)
      for (let i = 0; i < levels; i++) {
        open.writeInt32LE((levels - i) * 8 + 5, i * 7)
        open.write('\x03a\0', i * 7 + 4, 'latin1')
      }
      return Buffer.concat([open, Buffer.from([5, 0, 0, 0, 0]), Buffer.alloc(levels)])
    }
    expect(await sendBytes(message(nested(500_000)))).toBe('answered')
    await expect(client.db('t').command({ find: 'c', filter: deepFilter(190) })).resolves.toMatchObject({ ok: 1 })
    await expect(client.db('t').command({ find: 'c', filter: deepFilter(400) })).rejects.toMatchObject({ code: 15 })
    await expect(
      client.db('t').command({ find: 'c', filter: { [Array(5000).fill('a').join('.')]: 1 } }),
    ).rejects.toMatchObject({ code: 15 })
    await expectHealthy()
  })

  it('starts large messages and does not finish them: memory stays bounded', async () => {
    const part = Buffer.alloc(1024 * 1024)
    const count = isLong ? 40 : 12
    const connections = await Promise.all(Array.from({ length: count }, open))
    await Promise.all(
      connections.map(async (connection) => {
        connection.write(header(47_000_000))
        for (let sent = 0; sent < 40 && !connection.destroyed; sent++) {
          if (!connection.write(part))
            await Promise.race([once(connection, 'drain'), once(connection, 'close'), sleep(3000)]).catch(() => {})
        }
      }),
    )
    expect(connections.some((connection) => connection.destroyed)).toBe(true)
    await expectHealthy()
    for (const connection of connections) connection.destroy()
  })

  it('requests much and reads nothing: memory stays bounded, others are served', async () => {
    const big = client.db('t').collection('big')
    await big.insertMany(Array.from({ length: 4 }, () => ({ pad: 'x'.repeat(3_500_000) })))
    const connections = await Promise.all(Array.from({ length: isLong ? 60 : 8 }, open))
    for (const connection of connections) {
      connection.pause()
      for (let i = 0; i < 20; i++) connection.write(command({ find: 'big' }))
    }
    await sleep(500)
    await expectHealthy()
    for (const connection of connections) connection.destroy()
  })

  it('opens more connections than anybody needs: some are refused, the others are served', async () => {
    const connections = await Promise.all(Array.from({ length: 1100 }, () => open().catch(() => undefined)))
    await sleep(100)
    await expectHealthy()
    for (const connection of connections) connection?.destroy()
    await sleep(100)
    await expectHealthy()
  })
})

function deepFilter(levels: number): object {
  let filter: object = { a: 1 }
  for (let i = 0; i < levels / 2 - 3; i++) filter = { $and: [filter] }
  return filter
}
