import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, Long, MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { backup } from './backup.ts'
import { failure } from './conformance/case.ts'
import { openLocalMongo } from './open.ts'
import { withFolder } from './proofs/localCases.ts'
import { createRetries } from './storage/retries.ts'
import { openStore } from './storage/store.ts'

type Person = { _id: number; name: string; note: string }

it('what was deleted or replaced is in none of the files of a database that was closed', () =>
  withFolder(async (folder) => {
    const local = await openLocalMongo({ folder })
    const client = new MongoClient(local.url)
    const people = client.db('t').collection<Person>('people')
    await people.createIndex({ name: 1 })
    const long = 'Quirina '.repeat(3000)
    await people.insertMany(
      Array.from({ length: 300 }, (_, at) => ({
        _id: at,
        name: `Quirina ${at}`,
        note: at % 20 === 0 ? long : 'short',
      })),
    )
    await people.updateMany({ _id: { $lt: 100 } }, { $set: { name: 'somebody', note: 'none' } })
    await people.deleteMany({ _id: { $gte: 100 } })
    await client.close()
    await local.close()
    expect(filesWith('Quirina', folder)).toEqual([])
  }))

it('what a session was answered last is in no file of a closed database and in no backup', () =>
  withFolder(async (folder) => {
    const [data, file] = [join(folder, 'db'), join(folder, 'backup')]
    const local = await openLocalMongo({ folder: data })
    const client = new MongoClient(local.url)
    const people = client.db('t').collection<Person>('people')
    const note = 'Quirina '.repeat(3000)
    await people.insertMany([1, 2, 3].map((_id) => ({ _id, name: `Quirina ${_id}`, note })))
    // Each is the last write of its session: as if the process had been killed before it ended them.
    const [changing, replacing, removing] = [client.startSession(), client.startSession(), client.startSession()]
    const change = { $set: { name: 'somebody' } }
    await people.findOneAndUpdate({ _id: 1 }, change, { session: changing, returnDocument: 'after' })
    await people.findOneAndReplace({ _id: 2 }, { name: 'somebody', note: '' }, { session: replacing })
    await people.findOneAndDelete({ _id: 3 }, { session: removing })
    await people.deleteMany({})
    await backup(data, file)
    expect(filesWith('Quirina', folder, { except: data })).toEqual([])
    await local.close()
    expect(filesWith('Quirina', folder)).toEqual([])
    await client.close()
  }))

it('a write that is repeated after the database was closed is refused, not done twice', () =>
  withFolder(async (folder) => {
    const first = await openLocalMongo({ folder })
    const client = new MongoClient(first.url)
    const db = client.db('t')
    const session = client.startSession()
    const send = (): Promise<Document> => db.command({ ...increment, txnNumber: Long.fromNumber(1007) }, { session })
    await db.collection<{ _id: number; n: number }>('counters').insertOne({ _id: 1, n: 0 })
    expect((await send()).value).toEqual({ _id: 1, n: 1 })
    expect((await send()).value).toEqual({ _id: 1, n: 1 })
    await first.close()
    const second = await openLocalMongo({ folder })
    await db.command({ ping: 1 })
    await failure(send(), 217)
    expect(await db.collection('counters').find().toArray()).toEqual([{ _id: 1, n: 1 }])
    await client.close()
    await second.close()
  }))

const increment = { findAndModify: 'counters', query: { _id: 1 }, update: { $inc: { n: 1 } }, new: true }

it('a reply is removed a minute after it was stored, also one of a process that was killed, and its number after half an hour', () =>
  withFolder(async (folder) => {
    const now = Date.now()
    const store = openStore(folder)
    const put = (session: string, minutes: number) =>
      store.sql.run(
        'INSERT INTO replies (session, txn, at, reply) VALUES (?, 1, ?, ?)',
        Buffer.from(session),
        now - minutes * 60_000,
        Buffer.from('Quirina'),
      )
    put('new', 0.5)
    put('used', 2)
    put('old', 31)
    const stored = () =>
      store.sql
        .all<[Uint8Array, Uint8Array]>('SELECT session, reply FROM replies ORDER BY session')
        .map((row) => row.map((bytes) => Buffer.from(bytes).toString()))
    createRetries(store.sql).forget(now)
    expect(stored()).toEqual([
      ['new', 'Quirina'],
      ['used', ''],
    ])
    put('old', 2)
    store.close()
    const local = await openLocalMongo({ folder, expiryInterval: 2 ** 31 - 1 })
    const reader = openStore(folder)
    const [reply] =
      reader.sql.get<[Uint8Array]>('SELECT reply FROM replies WHERE session = ?', Buffer.from('old')) ?? []
    expect(reply).toHaveLength(0)
    reader.close()
    await local.close()
  }))

/** The files of a folder, without those in `except`, that contain a word. */
function filesWith(word: string, folder: string, { except }: { except?: string } = {}): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== except)
    .filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(word))
    .map(({ name }) => name)
}
