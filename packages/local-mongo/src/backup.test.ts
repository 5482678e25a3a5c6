import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MongoClient } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { backup, restore } from './backup.ts'
import { LocalMongoError } from './errors.ts'
import { openLocalMongo } from './open.ts'
import { findDifferences } from './proofs/differences.ts'
import { withFolder } from './proofs/localCases.ts'
import { openStore } from './storage/store.ts'

interface Thing {
  _id: number
  [name: string]: unknown
}

async function withServed<T>(folder: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const local = await openLocalMongo({ folder })
  const client = new MongoClient(local.url)
  try {
    return await work(client)
  } finally {
    await client.close()
    await local.close()
  }
}

async function reasonOf(attempt: Promise<unknown>): Promise<string | undefined> {
  const error = await attempt.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return error instanceof LocalMongoError ? error.reason : String(error)
}

describe('backup and restore', () => {
  it('backs up data and indexes while others write', () =>
    withFolder(async (root) => {
      const [from, to, file] = [join(root, 'from'), join(root, 'to'), join(root, 'shop.backup')]
      const acknowledged = await withServed(from, async (client) => {
        const things = client.db('t').collection<Thing>('things')
        await things.createIndex({ n: 1 }, { unique: true })
        await things.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: i, n: i })))
        let isDone = false
        let next = 500
        const writing = (async () => {
          while (!isDone) {
            await things.insertOne({ _id: next, n: next })
            next++
          }
        })()
        const before = next
        const made = await backup(from, file)
        expect(made).toMatchObject({ collections: 1 })
        expect(made.documents).toBeGreaterThanOrEqual(before)
        isDone = true
        await writing
        return before
      })
      const restored = await restore(file, to)
      await withServed(to, async (client) => {
        const things = client.db('t').collection<Thing>('things')
        expect(await things.countDocuments()).toBe(restored.documents)
        expect(await things.findOne({ n: acknowledged - 1 })).toEqual({ _id: acknowledged - 1, n: acknowledged - 1 })
        await expect(things.insertOne({ _id: -1, n: 1 })).rejects.toMatchObject({ code: 11000 })
      })
      const store = openStore(to)
      expect(findDifferences(store)).toEqual([])
      store.close()
    }))

  it('restores under a running server, which then shows the restored data', () =>
    withFolder(async (root) => {
      const [folder, file] = [join(root, 'data'), join(root, 'shop.backup')]
      await withServed(folder, async (client) => {
        const things = client.db('t').collection<Thing>('things')
        await things.createIndex({ n: 1 })
        await things.insertMany([
          { _id: 1, n: 1 },
          { _id: 2, n: 2 },
        ])
        await backup(folder, file)
        await client.db('t').collection('later').insertOne({ x: 1 })
        await things.deleteMany({})
        expect(await reasonOf(restore(file, folder))).toBe('not_empty')
        expect(await things.countDocuments()).toBe(0)
        await restore(file, folder, { replace: true })
        expect(await things.find({ n: { $gte: 1 } }).toArray()).toEqual([
          { _id: 1, n: 1 },
          { _id: 2, n: 2 },
        ])
        expect((await client.db('t').listCollections().toArray()).map(({ name }) => name)).toEqual(['things'])
        await things.insertOne({ _id: 3, n: 3 })
        expect(await things.countDocuments({ n: 3 })).toBe(1)
      })
    }))

  it('reports a faulty file, and changes nothing', () =>
    withFolder(async (root) => {
      const [folder, file, empty] = [join(root, 'data'), join(root, 'shop.backup'), join(root, 'empty')]
      await withServed(folder, (client) =>
        client
          .db('t')
          .collection<Thing>('things')
          .insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: i, pad: 'x'.repeat(200) }))),
      )
      await backup(folder, file)
      const cut = join(root, 'cut')
      writeFileSync(cut, readFileSync(file))
      truncateSync(cut, 20_000)
      writeFileSync(join(root, 'text'), 'not a database at all, but long enough to be looked at: '.repeat(50))
      const newer = join(root, 'newer')
      writeFileSync(newer, readFileSync(file))
      const db = new DatabaseSync(newer)
      db.exec('PRAGMA user_version = 99')
      db.close()
      expect(await reasonOf(restore(join(root, 'none'), empty))).toBe('not_found')
      expect(await reasonOf(restore(cut, empty))).toBe('corrupted')
      expect(await reasonOf(restore(join(root, 'text'), empty))).toBe('corrupted')
      expect(await reasonOf(restore(newer, empty))).toBe('newer_format')
      expect(await reasonOf(restore(join(folder, 'data.sqlite'), empty))).toBe('corrupted')
      expect(await reasonOf(backup(empty, file))).toBe('not_found')
      await withServed(folder, async (client) =>
        expect(await client.db('t').collection('things').countDocuments()).toBe(300),
      )
    }))
})
