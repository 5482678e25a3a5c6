import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFolderBlobs } from '../../platform/blobs/folder.ts'
import { createChunks, sendChunks } from './sendChunks.ts'
import { type ZipEntry, zipLength, zipOf } from './zip.ts'

// Sets beyond the limits of a ZIP's original numbers. Their photographs are sparse files, which take no space.

const HOLE = Buffer.alloc(32 * 1024 * 1024)
const modified = new Date('2026-09-01T08:30:00Z')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

function photograph(name: string, size: number): ZipEntry {
  const holes = function* () {
    for (let left = size; left > 0; left -= HOLE.length) yield left < HOLE.length ? HOLE.subarray(0, left) : HOLE
  }
  return { name, size, modified, open: async () => Readable.from(holes()) }
}

/** Writes a ZIP with sparse ranges in place of photographs. Returns its length. */
async function write(path: string, entries: readonly ZipEntry[]): Promise<number> {
  const file = await open(path, 'w')
  let at = 0
  let some: Buffer[] = []
  const flush = async () => {
    const bytes = Buffer.concat(some)
    some = []
    await file.write(bytes, 0, bytes.length, at - bytes.length)
  }
  for await (const chunk of zipOf(entries)) {
    if (chunk.buffer === HOLE.buffer) {
      await flush()
    } else some.push(chunk)
    at += chunk.length
    if (some.length > 10_000) await flush()
  }
  await flush()
  await file.truncate(at)
  await file.close()
  return at
}

type ListedEntry = { name: string; size: number; crc: number; offset: number }

/** What a program reads from a ZIP, starting at its end, as all of them do (APPNOTE 4.3 and 4.5). */
async function list(path: string): Promise<ListedEntry[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const end = await read(file, size - 22, 22)
    expect(end.readUInt32LE(0)).toBe(0x06054b50)
    const isLarge = end.readUInt16LE(10) === 0xffff || end.readUInt32LE(16) === 0xffffffff
    const [count, length, offset] = isLarge
      ? await largeEnd(file, size)
      : [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
    const directory = await read(file, offset, length)
    const listed: ListedEntry[] = []
    for (let at = 0; at < directory.length; ) {
      if (directory.readUInt32LE(at) !== 0x02014b50) throw new Error(`There is no entry at ${at}`)
      const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)]
      const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
      const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
      const short = directory.readUInt32LE(at + 42)
      const own = short === 0xffffffff ? Number(extra.readBigUInt64LE(4)) : short
      listed.push({ name, size: directory.readUInt32LE(at + 24), crc: directory.readUInt32LE(at + 16), offset: own })
      at += 46 + nameLength + extraLength
    }
    expect(listed).toHaveLength(count)
    return listed
  } finally {
    await file.close()
  }
}

async function largeEnd(file: FileHandle, size: number): Promise<[number, number, number]> {
  const locator = await read(file, size - 42, 20)
  expect(locator.readUInt32LE(0)).toBe(0x07064b50)
  const record = await read(file, Number(locator.readBigUInt64LE(8)), 56)
  expect(record.readUInt32LE(0)).toBe(0x06064b50)
  const number = (at: number) => Number(record.readBigUInt64LE(at))
  return [number(32), number(40), number(48)]
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  return (await file.read(Buffer.alloc(length), 0, length, at)).buffer
}

/** The number of files as another program counts them, if it is installed on this machine. */
function countUnzipped(path: string): string | null {
  try {
    return execFileSync('unzip', ['-Z', '-t', path], { encoding: 'utf8' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

it('[DIG-5] a set of more than 4 GB is a ZIP that other programs can read, of a length known in advance', async () => {
  const path = join(folder, 'large.zip')
  const sizes = [2.2e9, 2.1e9, 5, 7]
  const entries = sizes.map((size, index) => photograph(`Åse - 0${index + 1}.jpg`, size))
  expect(await write(path, entries)).toBe(zipLength(entries))
  const listed = await list(path)
  expect(listed.map(({ name, size }) => [name, size])).toEqual(entries.map(({ name, size }) => [name, size]))
  expect(listed[3]?.crc).toBe(crc32(Buffer.alloc(7)))
  const file = await open(path, 'r')
  for (const { name, offset } of listed) {
    const header = await read(file, offset, 64)
    expect([header.readUInt32LE(0), header.toString('utf8', 30, 30 + header.readUInt16LE(26))]).toEqual([
      0x04034b50,
      name,
    ])
  }
  await file.close()
  expect(listed[3]?.offset).toBeGreaterThan(2 ** 32)
  expect(countUnzipped(path) ?? '4 files, 4300000012 bytes').toMatch(/^4 files, 4300000012 bytes/)
})

it('[DIG-5] a set of more than 65,535 files lists all of them', async () => {
  const path = join(folder, 'many.zip')
  const entries = Array.from({ length: 65_537 }, (_, index) => photograph(`${index}.jpg`, 0))
  expect(await write(path, entries)).toBe(zipLength(entries))
  const listed = await list(path)
  expect([listed.length, listed.at(-1)?.name]).toEqual([65_537, '65536.jpg'])
  expect(countUnzipped(path) ?? '65537 files').toMatch(/^65537 files/)
})

it('[DIG-5] a photograph arrives unchanged, however slowly it is downloaded', async () => {
  const blobs = createFolderBlobs(join(folder, 'blobs'))
  const bytes = randomBytes(32 * 1024 * 1024)
  await blobs.put('shop/photograph', bytes)
  const server = createServer(async (_request, response) => {
    await sendChunks(response, await createChunks(blobs)('shop/photograph'))
  }).listen(0)
  await once(server, 'listening')
  const [answer] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [IncomingMessage]
  const got: Buffer[] = []
  for await (const chunk of answer) got.push(chunk)
  expect(Buffer.concat(got).equals(bytes)).toBe(true)
  server.close()
})
