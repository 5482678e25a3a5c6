import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LocalMongoError } from '../errors.ts'
import { openLocalMongo } from '../open.ts'
import { withFolder } from './localCases.ts'
import { killProcess, type ServedFolder, serveInProcess, source } from './process.ts'

interface Thing {
  _id: number
  [name: string]: unknown
}

async function fillFolder(folder: string): Promise<void> {
  const local = await openLocalMongo({ folder })
  const client = new MongoClient(local.url)
  const things = client.db('t').collection<Thing>('things')
  await things.createIndex({ n: 1 })
  await things.insertMany(Array.from({ length: 800 }, (_, i) => ({ _id: i, n: i, pad: 'x'.repeat(300) })))
  await client.close()
  await local.close()
}

/** The reason why a folder cannot be opened; its files must stay unchanged. */
async function reasonFor(folder: string): Promise<string | undefined> {
  const file = join(folder, 'data.sqlite')
  const before = readFileSync(file)
  const error = await openLocalMongo({ folder }).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(error).toBeInstanceOf(LocalMongoError)
  expect((error as Error).message).toContain(file)
  return (error as LocalMongoError).reason
}

/** On a separate disk of 6 MB if one may be mounted, otherwise in a process that may not write files beyond 3 MB. */
async function serveWithLittleRoom(folder: string): Promise<ServedFolder> {
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder]).status === 0
  if (isMounted) onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  return serveInProcess(folder, source, isMounted ? '' : 'ulimit -f 6144;')
}

/** The same folder with room: the content of the small disk is copied, and the disk unmounted. */
function makeRoom(folder: string): void {
  const copy = mkdtempSync(join(tmpdir(), 'pk-room-'))
  cpSync(folder, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') })
  spawnSync('umount', [folder])
  cpSync(copy, folder, { recursive: true })
  rmSync(copy, { recursive: true })
}

describe('failures of the disk and of processes', () => {
  it('a full disk fails every write that needs room, and keeps acknowledged data', () =>
    withFolder(async (folder) => {
      const served = await serveWithLittleRoom(folder)
      const client = new MongoClient(served.url, { maxPoolSize: 16, retryWrites: false })
      const things = client.db('t').collection<Thing>('things')
      await things.createIndex({ n: 1 })
      const acknowledged: number[] = []
      const codes = new Set<unknown>()
      const write = async (writer: number) => {
        for (let i = 0; i < 150; i++) {
          const _id = writer * 1000 + i
          const code = await things.insertOne({ _id, n: i, pad: 'x'.repeat(500) }).then(
            () => undefined,
            (error) => error.code,
          )
          if (code === undefined) acknowledged.push(_id)
          else codes.add(code)
        }
      }
      await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)))
      expect([...codes]).toEqual([14031])
      expect(acknowledged.length).toBeGreaterThan(100)
      expect(await things.countDocuments()).toBe(acknowledged.length)
      await client.close()
      await killProcess(served.child)
      makeRoom(folder)
      const local = await openLocalMongo({ folder })
      const again = new MongoClient(local.url)
      const stored = await again
        .db('t')
        .collection<Thing>('things')
        .find({}, { projection: { _id: 1 } })
        .toArray()
      expect(stored.map(({ _id }) => _id).sort((a, b) => a - b)).toEqual(acknowledged.sort((a, b) => a - b))
      await again.db('t').collection<Thing>('things').insertOne({ _id: -1 })
      await again.close()
      await local.close()
    }))

  it('a folder that cannot be written is reported as such', () =>
    withFolder(async (root) => {
      const folder = join(root, 'data')
      mkdirSync(folder)
      await fillFolder(folder)
      chmodSync(root, 0o755)
      chmodSync(folder, 0o555)
      // Root may write anywhere, so another user tries.
      const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
      const served = await serveInProcess(folder, source, '', nobody)
      chmodSync(folder, 0o700)
      expect(served.reason).toBe('read_only')
      expect(served.message).toContain(folder)
    }))

  it('a damaged file is reported, whether its beginning, middle or end is damaged', () =>
    withFolder(async (root) => {
      const damages: Record<string, (bytes: Buffer) => Buffer> = {
        head: (bytes) => Buffer.concat([Buffer.alloc(100, 7), bytes.subarray(100)]),
        middle: (bytes) =>
          Buffer.concat([bytes.subarray(0, 4096 * 20), Buffer.alloc(4096 * 10, 0xee), bytes.subarray(4096 * 30)]),
        end: (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
      }
      for (const [where, damage] of Object.entries(damages)) {
        const folder = join(root, where)
        await fillFolder(folder)
        const file = join(folder, 'data.sqlite')
        writeFileSync(file, damage(readFileSync(file)))
        expect([where, await reasonFor(folder)]).toEqual([where, 'corrupted'])
      }
    }))

  it('a file of a newer format, or of another program, is left unchanged', () =>
    withFolder(async (root) => {
      const [newer, other] = [join(root, 'newer'), join(root, 'other')]
      await fillFolder(newer)
      mkdirSync(other)
      const change = (folder: string, statement: string) => {
        const db = new DatabaseSync(join(folder, 'data.sqlite'))
        db.exec(statement)
        db.close()
      }
      change(newer, 'PRAGMA user_version = 2')
      change(other, 'CREATE TABLE theirs (x)')
      expect(await reasonFor(newer)).toBe('newer_format')
      expect(await reasonFor(other)).toBe('corrupted')
    }))

  it('if the process that serves dies, those that joined fail, and recover when one serves again', () =>
    withFolder(async (folder) => {
      const first = await serveInProcess(folder)
      const joined = await openLocalMongo({ folder })
      expect(joined).toMatchObject({ owner: false, url: first.url })
      const client = new MongoClient(joined.url, { serverSelectionTimeoutMS: 300, heartbeatFrequencyMS: 500 })
      const things = client.db('t').collection<Thing>('things')
      await things.insertOne({ _id: 1 })
      await killProcess(first.child)
      await expect(things.countDocuments()).rejects.toThrow()
      await expect(things.insertOne({ _id: 2 })).rejects.toThrow()
      const second = await serveInProcess(folder)
      expect(second).toMatchObject({ owner: true, url: first.url })
      await expect.poll(() => things.countDocuments().catch(() => -1), { timeout: 5000 }).toBe(1)
      await client.close()
      await killProcess(second.child)
    }))
})
