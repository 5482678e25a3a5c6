import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Collection, MongoClient } from 'mongodb'
import { expect } from 'vitest'
import { copyChanged, killAll, killProcess, load, loadOpen, serveInProcess } from './process.ts'

interface Thing {
  _id: number
  [name: string]: unknown
}

/** A promise of the local database alone, as a sentence and its proof on the source in a folder. */
export type LocalCase = (source: string) => Promise<void>

export const localCases: Record<string, LocalCase> = {
  'an acknowledged write survives a kill -9 right after the reply': (source) =>
    withFolder(async (folder) => {
      const served = await serveInProcess(folder, source)
      const client = new MongoClient(served.url)
      await client.db('t').collection<Thing>('things').insertOne({ _id: 1 })
      await killProcess(served.child)
      await client.close()
      await serving(source, folder, async (things) => expect(await things.countDocuments()).toBe(1))
    }),

  'a commit waits for the disk': (source) =>
    withFolder(async (folder) => {
      const { openStore } = load<typeof import('../storage/store.ts')>(source, 'storage/store.ts')
      const store = openStore(folder)
      try {
        expect(store.sql.get('PRAGMA synchronous')).toEqual([2])
        expect(store.sql.get('PRAGMA journal_mode')).toEqual(['wal'])
      } finally {
        store.close()
      }
    }),

  'a second process joins the first': (source) =>
    withFolder(async (folder) => {
      const first = await serveInProcess(folder, source)
      const second = await serveInProcess(folder, source)
      const client = new MongoClient(second.url)
      try {
        expect([first.owner, second.owner]).toEqual([true, false])
        expect(second.url).toBe(first.url)
        await client.db('t').collection<Thing>('things').insertOne({ _id: 1 })
      } finally {
        await client.close()
        await killProcess(first.child)
        await killProcess(second.child)
      }
    }),

  'a thread that dies is started again, and clients recover': (source) =>
    withFolder(async (folder) => {
      const copy = copyChanged(source, folder, {
        file: 'commands/handshake.ts',
        from: "const ping: Command = { kind: 'read', options: [], run: () => ({}) }",
        to: "const ping: Command = { kind: 'read', options: [], run: () => { setImmediate(() => { throw new Error('seeded') }); return {} } }",
      })
      const lines: string[] = []
      const log = (line: string) => lines.push(line)
      const work = async (things: Collection<Thing>) => {
        for (const time of [1, 2]) {
          await things.insertOne({ _id: time })
          await things.db.command({ ping: 1 })
          const starts = () => lines.filter((line) => line.includes('starting it again')).length
          await expect.poll(starts, { timeout: 30_000 }).toBe(time)
          await expect.poll(() => things.countDocuments().catch(() => -1), { timeout: 30_000 }).toBe(time)
        }
      }
      await serving(copy, join(folder, 'data'), work, { log })
    }),

  'maxTimeMS ends a query that takes too long, and only that one': (source) =>
    withFolder((folder) =>
      serving(source, folder, async (things) => {
        await things.insertMany(Array.from({ length: 30_000 }, (_, i) => ({ _id: i, l: [i, i, i, i, i] })))
        const slow = things.find({ l: { $elemMatch: { $lt: -1 } } }, { maxTimeMS: 1 })
        await expect(slow.toArray()).rejects.toMatchObject({ code: 50 })
        expect(await things.countDocuments({ l: 5 })).toBe(1)
        const cursor = things.find({}, { maxTimeMS: 400, batchSize: 10 })
        await cursor.next()
        await sleep(500)
        expect((await cursor.toArray()).length).toBe(29_999)
      }),
    ),

  'the folder and its socket are closed to others': (source) =>
    withFolder(async (folder) => {
      chmodSync(folder, 0o755)
      await serving(source, folder, async () => expect(statSync(folder).mode & 0o777).toBe(0o700))
    }),

  'expired documents are deleted, and nothing else': (source) =>
    withFolder((folder) =>
      serving(
        source,
        folder,
        async (things) => {
          await things.createIndex({ when: 1 }, { expireAfterSeconds: 10 })
          const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
          await things.insertMany([
            { _id: 1, when: past },
            { _id: 2, when: new Date() },
            { _id: 3, when: future },
            { _id: 4, when: past.getTime() },
            { _id: 5 },
            { _id: 6, when: [future, past] },
            { _id: 7, when: [] },
            ...Array.from({ length: 1200 }, (_, i) => ({ _id: 100 + i, when: past })),
          ])
          await expect.poll(() => things.countDocuments(), { timeout: 30_000 }).toBeLessThanOrEqual(5)
          expect((await things.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual([2, 3, 4, 5, 7])
        },
        { expiryInterval: 100 },
      ),
    ),
}

/** A folder that is deleted when the work is done. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pk-mongo-'))
  try {
    return await work(folder)
  } finally {
    await killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Serves a folder with the source in another folder, for the duration of some work. */
async function serving(
  source: string,
  folder: string,
  work: (things: Collection<Thing>) => Promise<void>,
  options: object = {},
) {
  const { openLocalMongo } = loadOpen(source)
  const local = await openLocalMongo({ folder, ...options })
  const client = new MongoClient(local.url)
  try {
    await work(client.db('t').collection<Thing>('things'))
  } finally {
    await client.close()
    await local.close()
  }
}
