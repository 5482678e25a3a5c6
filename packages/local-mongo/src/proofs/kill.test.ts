import { setTimeout as sleep } from 'node:timers/promises'
import { BSON, type Collection, MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { openStore } from '../storage/store.ts'
import { findDifferences } from './differences.ts'
import { withFolder } from './localCases.ts'
import { killProcess, serveInProcess } from './process.ts'

interface Thing {
  _id: string
  [name: string]: unknown
}

/** The acknowledged writes. After a kill, each writer may have one unacknowledged write more, never one less. */
interface Ledger {
  readonly inserted: Set<string>
  readonly deleted: Set<string>
  /** Acknowledged increments by counter. */
  readonly counts: Map<string, number>
  /** Groups of five that were inserted by one command. */
  readonly groups: Set<string>
}

const rounds = process.env.PROOFS === 'long' ? 20 : 3
const writers = 8

it(`loses nothing that was acknowledged in ${rounds} rounds of kill -9 under ${writers} concurrent writers`, () =>
  withFolder(async (folder) => {
    const ledger: Ledger = { inserted: new Set(), deleted: new Set(), counts: new Map(), groups: new Set() }
    for (let round = 0; round < rounds; round++) {
      const { child, url } = await serveInProcess(folder)
      const client = new MongoClient(url, { serverSelectionTimeoutMS: 20_000, maxPoolSize: writers })
      const things = client.db('t').collection<Thing>('things')
      await things.createIndexes([
        { key: { n: 1 } },
        { key: { tags: 1, n: -1 } },
        { key: { token: 1 }, unique: true, sparse: true },
      ])
      const writing = Array.from({ length: writers }, (_, writer) => write(things, ledger, `${round}-${writer}`))
      const before = ledger.inserted.size
      // However slow the machine is, each round has something to lose.
      while (ledger.inserted.size < before + 30) await sleep(10)
      await sleep(Math.random() * 400)
      await killProcess(child)
      // Calls that wait for a server that will not come back end here.
      await client.close()
      await Promise.all(writing)
      expectAll(folder, ledger)
    }
    expect(ledger.inserted.size).toBeGreaterThan(rounds * 10)
  }))

/** Writes until the server is gone. */
async function write(things: Collection<Thing>, ledger: Ledger, writer: string): Promise<void> {
  try {
    for (let i = 0; ; i++) {
      const _id = `${writer}-${i}`
      await things.insertOne({ _id, n: i, tags: [i % 7, 'all'], token: _id, pad: 'x'.repeat(200) })
      ledger.inserted.add(_id)
      await things.updateOne(
        { _id: `count-${writer}` },
        { $inc: { a: 1, b: 1 } as never, $set: { n: i, token: `c-${writer}-${i}` } },
        { upsert: true },
      )
      ledger.counts.set(`count-${writer}`, i + 1)
      if (i % 3 === 0) {
        const group = `group-${_id}`
        await things.insertMany([0, 1, 2, 3, 4].map((k) => ({ _id: `${group}-${k}`, group, n: k, tags: [k] })))
        ledger.groups.add(group)
      }
      if (i % 5 === 4) {
        ledger.deleted.add(`${writer}-${i - 2}`)
        await things.deleteOne({ _id: `${writer}-${i - 2}` })
      }
    }
  } catch (error) {
    // A number is an answer of the server; anything else means that the server is gone.
    if (typeof (error as { code?: unknown }).code === 'number') throw error
  }
}

function expectAll(folder: string, ledger: Ledger): void {
  const store = openStore(folder)
  try {
    expect(findDifferences(store)).toEqual([])
    const collection = store.catalog.find('t', 'things')
    const docs = new Map<string, Thing>()
    for (const [bytes] of store.sql.all<[Uint8Array]>(`SELECT doc FROM c${collection?.id}`)) {
      const doc = BSON.deserialize(bytes) as Thing
      docs.set(doc._id, doc)
    }
    // A delete that was in progress when the server died may have been done or not.
    const lost = [...ledger.inserted].filter((id) => !docs.has(id) && !ledger.deleted.has(id))
    expect(lost).toEqual([])
    for (const [id, count] of ledger.counts) {
      const counter = docs.get(id)
      expect(counter?.a).toBe(counter?.b)
      expect([count, count + 1]).toContain(Number(counter?.a))
    }
    const sizes = Map.groupBy(
      [...docs.values()].filter((doc) => doc.group),
      (doc) => doc.group as string,
    )
    for (const group of ledger.groups) expect(sizes.get(group)?.length).toBe(5)
    for (const [, members] of sizes) expect(members).toHaveLength(5)
  } finally {
    store.close()
  }
}
