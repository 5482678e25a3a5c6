import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, expect, it } from 'vitest'
import { openLocalMongo } from './open.ts'
import { dataFile } from './storage/store.ts'

// A thread whose folder was closed serves the next one.

const root = await mkdtemp(join(tmpdir(), 'pk-thread-'))
afterAll(() => rm(root, { recursive: true }))

async function visit<T>(name: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const local = await openLocalMongo({ folder: join(root, name) })
  const client = new MongoClient(local.url)
  try {
    return await use(client)
  } finally {
    await client.close()
    await local.close()
  }
}

const namesIn = (client: MongoClient) =>
  client
    .db('shop')
    .collection('people')
    .find()
    .map(({ name }) => name)
    .toArray()
const add = (client: MongoClient, name: string) => client.db('shop').collection('people').insertOne({ name })

it('a folder that is opened after another one has its own data only, and both are still there when they are opened again', async () => {
  await visit('first', (client) => add(client, 'Anna'))
  expect(await visit('second', namesIn)).toEqual([])
  await visit('second', (client) => add(client, 'Bo'))
  expect(await visit('first', namesIn)).toEqual(['Anna'])
  expect(await visit('second', namesIn)).toEqual(['Bo'])
})

it('two folders that are open at the same time have a thread each', async () => {
  await visit('one', async (one) => {
    await visit('other', async (other) => {
      await Promise.all([add(one, 'Clara'), add(other, 'David')])
      expect(await Promise.all([namesIn(one), namesIn(other)])).toEqual([['Clara'], ['David']])
    })
    expect(await namesIn(one)).toEqual(['Clara'])
  })
})

it('after a folder that cannot be opened, the next one can', async () => {
  const folder = join(root, 'damaged')
  await visit('damaged', (client) => add(client, 'Ella'))
  await writeFile(join(folder, dataFile), 'no database at all'.repeat(100))
  await expect(visit('damaged', namesIn)).rejects.toMatchObject({ reason: 'corrupted' })
  expect(await visit('sound', namesIn)).toEqual([])
})
