import type { Document } from 'mongodb'
import { expect } from 'vitest'
import { casesOf, failure, type World } from './case.ts'

type Stage = { stage: string; [name: string]: unknown }

/** Every stage of the plan of a command, from the outermost one. */
async function stagesOf(db: World['db'], command: Document): Promise<Stage[]> {
  const reply = await db.command({ explain: command, verbosity: 'queryPlanner' })
  const collect = (value: unknown): Stage[] => {
    if (typeof value !== 'object' || value === null) return []
    const inner = Object.entries(value).flatMap(([name, each]) => (name === 'rejectedPlans' ? [] : collect(each)))
    return 'stage' in value ? [value as Stage, ...inner] : inner
  }
  return collect(reply.queryPlanner ?? reply.stages)
}

const namesIn = (stages: readonly Stage[]) => stages.map(({ stage }) => stage)
/** Newer servers have shorter forms of it. */
const scansIn = (stages: readonly Stage[]) => stages.filter(({ stage }) => /IXSCAN|COUNT_SCAN/.test(stage))

async function withIndex({ shots }: World): Promise<string> {
  await shots.createIndex({ a: 1, b: -1 })
  await shots.insertMany([
    { _id: 1, a: 1, b: 1, c: 1 },
    { _id: 2, a: 2, b: 2, c: 2 },
  ])
  return shots.collectionName
}

export const planCases = casesOf({
  'explain names the index that a filter uses, and which of its fields it limits': async (world) => {
    const find = await withIndex(world)
    const [scan] = scansIn(await stagesOf(world.db, { find, filter: { a: { $gt: 0 }, c: 1 } }))
    expect(scan).toMatchObject({ indexName: 'a_1_b_-1', indexBounds: { b: ['[MaxKey, MinKey]'] } })
    expect(scan).not.toMatchObject({ indexBounds: { a: ['[MinKey, MaxKey]'] } })
    const [both] = scansIn(await stagesOf(world.db, { find, filter: { a: 1, b: { $gt: 0 } } }))
    expect(both).toMatchObject({ indexName: 'a_1_b_-1', indexBounds: { b: [expect.any(String)] } })
    expect(both).not.toMatchObject({ indexBounds: { b: ['[MaxKey, MinKey]'] } })
  },
  'explain shows that every document is read': async (world) => {
    const find = await withIndex(world)
    for (const filter of [{}, { c: 1 }, { b: 1 }, { $or: [{ a: 1 }, { c: 1 }] }]) {
      expect(namesIn(await stagesOf(world.db, { find, filter }))).toContain('COLLSCAN')
    }
    const indexed = await stagesOf(world.db, { find, filter: { $or: [{ a: 1 }, { a: 2, b: 1 }] } })
    expect(namesIn(indexed)).not.toContain('COLLSCAN')
  },
  'explain shows a sort that no index provides': async (world) => {
    const find = await withIndex(world)
    const sorts = async (filter: Document, sort: Document) =>
      namesIn(await stagesOf(world.db, { find, filter, sort })).includes('SORT')
    expect(await sorts({ a: 1 }, { c: 1 })).toBe(true)
    expect(await sorts({ a: { $gt: 1 } }, { b: 1 })).toBe(true)
    expect(await sorts({ a: 1 }, { b: 1 })).toBe(false)
    expect(await sorts({}, { a: -1, b: 1 })).toBe(false)
  },
  'explain shows that the values of an $in are merged in order': async (world) => {
    const find = await withIndex(world)
    const stages = namesIn(await stagesOf(world.db, { find, filter: { a: { $in: [1, 2] } }, sort: { b: -1 } }))
    expect(stages).toContain('SORT_MERGE')
    expect(stages).not.toContain('SORT')
  },
  'explain supports every command that looks for documents': async (world) => {
    const name = await withIndex(world)
    const commands = (filter: Document): Document[] => [
      { count: name, query: filter },
      { aggregate: name, pipeline: [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }], cursor: {} },
      { update: name, updates: [{ q: filter, u: { $set: { d: 1 } } }] },
      { delete: name, deletes: [{ q: filter, limit: 1 }] },
      { findAndModify: name, query: filter, update: { $set: { d: 1 } } },
      { findAndModify: name, query: filter, remove: true },
    ]
    for (const command of commands({ a: 1, b: 1 })) {
      const stages = await stagesOf(world.db, command)
      expect({ command, scans: scansIn(stages).map(({ indexName }) => indexName) }).toEqual({
        command,
        scans: ['a_1_b_-1'],
      })
    }
    for (const command of commands({ c: 1 })) {
      expect({ command, names: namesIn(await stagesOf(world.db, command)) }).toEqual({
        command,
        names: expect.arrayContaining(['COLLSCAN']),
      })
    }
    expect(await world.shots.countDocuments({ d: { $exists: false } })).toBe(2)
  },
  'explain refuses a command that is refused': async (world) => {
    const find = await withIndex(world)
    await failure(world.db.command({ explain: { find, filter: { $nothing: 1 } }, verbosity: 'queryPlanner' }), 2)
  },
  'sorting several values merges what the index has in order': async ({ shots }) => {
    await shots.createIndex({ a: 1, b: -1, c: 1 })
    await shots.insertMany(
      Array.from({ length: 60 }, (_, i) => ({ _id: i, a: i % 4, b: Math.floor(i / 6) % 5, c: i % 7 })),
    )
    const expected = (await shots.find().toArray())
      .filter(({ a }) => a !== 2)
      .toSorted((one, other) => other.b - one.b || one.c - other.c || one.a - other.a)
    const filter = { a: { $in: [3, 1, 0] } }
    const sorted = (page: object) => shots.find(filter, { sort: { b: -1, c: 1, a: 1 }, ...page }).toArray()
    const keysIn = (docs: Document[]) => docs.map(({ a, b, c }) => [b, c, a])
    expect(keysIn(await sorted({}))).toEqual(keysIn(expected))
    expect(keysIn(await sorted({ skip: 7, limit: 9 }))).toEqual(keysIn(expected.slice(7, 16)))
  },
  'a count and a skip within an index reach exactly what matches': async ({ shots }) => {
    await shots.createIndex({ a: 1, b: 1 })
    await shots.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: i, a: i % 2 ? 'x' : 'y', b: new Date(i) })))
    const since = { a: 'x', b: { $gte: new Date(100), $lt: new Date(300) } }
    expect(await shots.countDocuments(since)).toBe(100)
    expect(await shots.countDocuments({ ...since, _id: { $lt: 200 } })).toBe(50)
    expect(await shots.countDocuments(since, { skip: 95, limit: 10 })).toBe(5)
    expect(await shots.countDocuments({ a: { $in: ['x', 'y', 'z'] }, b: { $gt: new Date(497) } })).toBe(2)
    expect(await shots.countDocuments({ a: { $in: ['x', 'y'] } }, { skip: 400 })).toBe(100)
    const page = await shots.find(since, { sort: { b: -1 }, skip: 90, limit: 20 }).toArray()
    expect(page.map(({ _id }) => _id)).toEqual([119, 117, 115, 113, 111, 109, 107, 105, 103, 101])
    const across = await shots.find({ a: { $in: ['x', 'y'] } }, { skip: 240, limit: 300 }).toArray()
    expect(new Set(across.map(({ _id }) => _id)).size).toBe(260)
    expect(await shots.find(since, { sort: { b: 1 }, skip: 100 }).toArray()).toEqual([])
    await shots.insertOne({ _id: 500, a: 'w', b: [1, 2, 3] })
    expect(await shots.countDocuments({ a: 'w' })).toBe(1)
  },
})
