import { setTimeout as sleep } from 'node:timers/promises'
import { type Collection, MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { openLocalMongo } from '../open.ts'
import { openStore } from '../storage/store.ts'
import { findDifferences } from './differences.ts'
import { withFolder } from './localCases.ts'
import { killProcess, serveInProcess } from './process.ts'
import { emptyLedger, findLosses, GROUP_SIZE, type Stored, type WriteLedger } from './writeLedger.ts'

/** Writers write until the process of the database is killed, again and again. `writeLedger.ts` judges what is left. */

const isLong = process.env.PROOFS === 'long'
const WRITES = isLong ? 100_000 : 1000
const MIN_ROUNDS = isLong ? 40 : 3
const WRITERS = 8

it(`loses none of ${WRITES} acknowledged writes, and does none by half, in at least ${MIN_ROUNDS} rounds of kill -9 under ${WRITERS} concurrent writers`, ({
  task,
}) =>
  withFolder(async (folder) => {
    const ledger = emptyLedger()
    let rounds = 0
    for (; rounds < MIN_ROUNDS || ledger.acknowledged < WRITES; rounds++) {
      await writeUntilKilled(folder, ledger, rounds)
      expectSoundIndexes(folder)
      expect(findLosses(ledger, await readAll(folder))).toEqual([])
    }
    expect(ledger.acknowledged).toBeGreaterThanOrEqual(WRITES)
    Object.assign(task.meta, { campaign: { 'acknowledged writes': ledger.acknowledged, kills: rounds } })
  }))

/** Kills the process after its share of the writes and a random time more, in the middle of others. */
async function writeUntilKilled(folder: string, ledger: WriteLedger, round: number): Promise<void> {
  const { child, url } = await serveInProcess(folder)
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 20_000, maxPoolSize: WRITERS })
  const things = client.db('t').collection<Stored>('things')
  await things.createIndexes([
    { key: { n: 1 } },
    { key: { tags: 1, n: -1 } },
    { key: { token: 1 }, unique: true, sparse: true },
  ])
  const share = ledger.acknowledged + WRITES / MIN_ROUNDS
  const writing = Array.from({ length: WRITERS }, (_, writer) => write(things, ledger, `${round}-${writer}`))
  const watched = Promise.all(writing)
  // However slow the machine is, each round has something to lose. A write that is refused ends the round.
  while (ledger.acknowledged < share) await Promise.race([sleep(10), watched])
  await sleep(Math.random() * 100)
  await killProcess(child)
  // Calls that wait for a server that will not come back end here.
  await client.close()
  await watched
}

/** Writes until the server is gone. */
async function write(things: Collection<Stored>, ledger: WriteLedger, writer: string): Promise<void> {
  try {
    for (let i = 0; ; i++) {
      const _id = `${writer}-${i}`
      await things.insertOne({ _id, n: i, tags: [i % 7, 'all'], token: _id, pad: 'x'.repeat(200) })
      ledger.inserted.add(_id)
      ledger.acknowledged += 1
      const counter = `count-${writer}`
      const increase = { $inc: { a: 1, b: 1 } as never, $set: { n: i, token: `c-${writer}-${i}` } as never }
      await things.updateOne({ _id: counter }, increase, { upsert: true })
      ledger.counts.set(counter, i + 1)
      ledger.acknowledged += 1
      if (i % 3 === 0) await insertGroup(things, ledger, `group-${_id}`)
      if (i % 5 === 4) await remove(things, ledger, `${writer}-${i - 2}`)
    }
  } catch (error) {
    // A number is an answer of the server; anything else means that the server is gone.
    if (typeof (error as { code?: unknown }).code === 'number') throw error
  }
}

async function insertGroup(things: Collection<Stored>, ledger: WriteLedger, group: string): Promise<void> {
  const members = Array.from({ length: GROUP_SIZE }, (_, k) => ({ _id: `${group}-${k}`, group, n: k, tags: [k] }))
  await things.insertMany(members)
  ledger.groups.add(group)
  ledger.acknowledged += 1
}

async function remove(things: Collection<Stored>, ledger: WriteLedger, _id: string): Promise<void> {
  ledger.deleting.add(_id)
  await things.deleteOne({ _id })
  ledger.deleted.add(_id)
  ledger.acknowledged += 1
}

function expectSoundIndexes(folder: string): void {
  const store = openStore(folder)
  try {
    expect(findDifferences(store)).toEqual([])
  } finally {
    store.close()
  }
}

/** The documents as the driver reads them from the next process that serves the folder. */
async function readAll(folder: string): Promise<Stored[]> {
  const local = await openLocalMongo({ folder })
  const client = new MongoClient(local.url)
  try {
    return await client
      .db('t')
      .collection<Stored>('things')
      .find({}, { projection: { pad: 0 } })
      .toArray()
  } finally {
    await client.close()
    await local.close()
  }
}
