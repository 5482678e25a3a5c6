import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { type Collection, MongoClient, ObjectId } from '../packages/local-mongo/src/conformance/driver.ts'
import { openLocalMongo } from '../packages/local-mongo/src/open.ts'
import { killAll, serveInProcess } from '../packages/local-mongo/src/proofs/process.ts'
import type { Extent, Figure } from './figures.ts'

interface Shot {
  _id: ObjectId
  provider: string
  number: number
  count: number
  text: string
}

interface Sizes {
  readonly rounds: number
  readonly writes: number
  readonly finds: number
  readonly small: number
  readonly large: number
}

function sizesAt(scale: number): Sizes {
  const times = (count: number, min: number) => Math.max(min, Math.round(count * scale))
  return {
    rounds: times(11, 3),
    writes: times(600, 200),
    finds: times(2000, 500),
    small: 10_000,
    large: times(1_000_000, 40_000),
  }
}

/** About 600 bytes of BSON. */
function aShot(number: number): Shot {
  return { _id: new ObjectId(), provider: 'brightside', number, count: 0, text: 'x'.repeat(510) }
}

/**
 * The local database compared with raw node:sqlite in the same run: the two take turns, and a ratio is the median of the ratios
 * of the turns, so that a neighbour on the machine does not decide it.
 */
export async function benchLocalMongo({ scale }: Extent): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'pk-bench-'))
  const size = sizesAt(scale)
  try {
    const local = await openLocalMongo({ folder: join(root, 'writes') })
    const writes = await withClient(local.url, (client) => benchWrites(root, client, size))
    await local.close()
    // In a separate process, so that its memory is the database's alone.
    const served = await serveInProcess(join(root, 'reads'))
    const reads = await withClient(served.url, (client) => benchReads(client, size))
    const memory = memoryOf(served.child.pid)
    return [...writes, ...reads, memoryFigure(memory, size)]
  } finally {
    await killAll()
    rmSync(root, { recursive: true })
  }
}

async function withClient<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { maxPoolSize: 32 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

/** Resident memory of a process in MB. */
function memoryOf(pid: number | undefined): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024)
}

function memoryFigure(value: number, { large, small }: Sizes): Figure {
  const name = `memory of a process that serves ${large + small} documents of 600 B`
  return { name, value, unit: 'MB', goal: 'under 300', met: value < 300 }
}

/** One row, one durable commit, again and again: what SQLite itself does. */
function openRaw(root: string) {
  const db = new DatabaseSync(join(root, 'raw.sqlite'))
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE docs (id BLOB PRIMARY KEY, doc BLOB NOT NULL)',
  )
  const insert = db.prepare('INSERT INTO docs (id, doc) VALUES (?, ?)')
  const update = db.prepare('UPDATE docs SET doc = ? WHERE id = ?')
  const doc = Buffer.alloc(600, 'x')
  const ids: Uint8Array[] = []
  let changes = 0
  return {
    insert(times: number): void {
      for (let i = 0; i < times; i++) {
        // A copy: the driver's own bytes are in a pool that it uses again.
        const id = Buffer.from(new ObjectId().id)
        ids.push(id)
        insert.run(id, doc)
      }
    },
    update(times: number): void {
      for (let i = 0; i < times; i++) {
        // Writing the same content again would not be a write at all.
        doc.writeUInt32LE(changes++, 0)
        update.run(doc, ids[(i * 7919) % ids.length] as Uint8Array)
      }
    },
    close: () => db.close(),
  }
}

async function benchWrites(root: string, client: MongoClient, size: Sizes): Promise<Figure[]> {
  const shots = client.db('bench').collection<Shot>('writes')
  const raw = openRaw(root)
  const ids: ObjectId[] = []
  const insertOne = async () => {
    const shot = aShot(ids.length)
    ids.push(shot._id)
    await shots.insertOne(shot)
  }
  const updateOne = async (i: number) => {
    await shots.updateOne({ _id: ids[(i * 7919) % ids.length] as ObjectId }, { $inc: { count: 1 } })
  }
  const ping = async () => {
    await client.db('bench').command({ ping: 1 })
  }
  const turns: Record<string, number[]> = {}
  const note = (name: string, rate: number) => {
    turns[name] = [...(turns[name] ?? []), rate]
  }
  for (let round = -1; round < size.rounds; round++) {
    const rates = {
      'raw insert': await rateOf(size.writes, async () => raw.insert(size.writes)),
      'insertOne, 1 client': await rateOf(size.writes, () => inParallel(1, size.writes, insertOne)),
      'insertOne, 16 clients': await rateOf(size.writes * 3, () => inParallel(16, size.writes * 3, insertOne)),
      ping: await rateOf(size.writes, () => inParallel(1, size.writes, ping)),
      'raw update': await rateOf(size.writes, async () => raw.update(size.writes)),
      'updateOne, 1 client': await rateOf(size.writes, () => inParallel(1, size.writes, updateOne)),
      'updateOne, 16 clients': await rateOf(size.writes * 3, () => inParallel(16, size.writes * 3, updateOne)),
    }
    // The first turn warms up.
    if (round >= 0) for (const [name, rate] of Object.entries(rates)) note(name, rate)
  }
  raw.close()
  const figures = ['insert', 'update'].flatMap((kind) => {
    const base = turns[`raw ${kind}`] as number[]
    return [
      { name: `raw node:sqlite ${kind}, one durable commit each`, value: Math.round(median(base)), unit: '1/s' },
      figureBesideRaw(`${kind}One, 1 client`, turns[`${kind}One, 1 client`] as number[], base, 0.6),
      figureBesideRaw(`${kind}One, 16 clients`, turns[`${kind}One, 16 clients`] as number[], base, 1.6),
    ]
  })
  const raws = turns['raw insert'] as number[]
  // The rate of a server that did only one raw commit: the driver's round trip is not the database's.
  const maxRates = (turns.ping as number[]).map((rate, i) => 1 / (1 / rate + 1 / (raws[i] as number)))
  const ratio = round(median(maxRates.map((rate, i) => rate / (raws[i] as number))))
  const name = 'a ping and a raw insert, one after the other: the most that one client could get'
  return [...figures, { name, value: Math.round(median(maxRates)), unit: '1/s', beside: 'raw insert', ratio }]
}

function figureBesideRaw(name: string, rates: number[], base: number[], goal: number): Figure {
  const ratio = round(median(rates.map((rate, i) => rate / (base[i] as number))))
  const beside = `raw ${name.startsWith('insert') ? 'insert' : 'update'}`
  return {
    name,
    value: Math.round(median(rates)),
    unit: '1/s',
    beside,
    ratio,
    goal: `at least ${goal}`,
    met: ratio >= goal,
  }
}

async function benchReads(client: MongoClient, size: Sizes): Promise<Figure[]> {
  const small = await fillCollection(client.db('bench').collection<Shot>('small'), size.small)
  const large = await fillCollection(client.db('bench').collection<Shot>('large'), size.large)
  const find = (shots: Collection<Shot>, count: number) => async (i: number) => {
    const number = (i * 7919) % count
    const found = await shots.findOne({ number })
    if (found?.number !== number) throw new Error(`document ${number} was not found`)
  }
  const rates: { small: number[]; large: number[] } = { small: [], large: [] }
  for (let turn = -1; turn < size.rounds; turn++) {
    const few = await rateOf(size.finds, () => inParallel(1, size.finds, find(small, size.small)))
    const many = await rateOf(size.finds, () => inParallel(1, size.finds, find(large, size.large)))
    if (turn < 0) continue
    rates.small.push(few)
    rates.large.push(many)
  }
  const slower = round(median(rates.small.map((rate, i) => rate / (rates.large[i] as number))))
  return [
    { name: `findOne by an indexed field among ${size.small}`, value: Math.round(median(rates.small)), unit: '1/s' },
    {
      name: `findOne by an indexed field among ${size.large}`,
      value: Math.round(median(rates.large)),
      unit: '1/s',
      beside: `among ${size.small}`,
      ratio: slower,
      goal: 'at most 1.3 times slower',
      met: slower <= 1.3,
    },
  ]
}

async function fillCollection(shots: Collection<Shot>, count: number): Promise<Collection<Shot>> {
  await shots.createIndex({ number: 1 })
  for (let from = 0; from < count; from += 1000) {
    await shots.insertMany(Array.from({ length: Math.min(1000, count - from) }, (_, i) => aShot(from + i)))
  }
  return shots
}

/** Runs `work` this number of times, with this concurrency. */
async function inParallel(clients: number, times: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const run = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: clients }, run))
}

async function rateOf(times: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (times / (performance.now() - start)) * 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await benchLocalMongo({ scale: process.argv[2] === 'long' ? 1 : 0.05 })
  console.table(figures)
}
