import { expect } from 'vitest'
import { casesOf, failure } from './case.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => ({ _id: i, n: i, mod: i % 3 }))

export const queryCases = casesOf({
  'sort, skip and limit, ascending and descending, with and without an index': async ({ shots }) => {
    await shots.insertMany(numbers(30))
    for (const isIndexed of [false, true]) {
      if (isIndexed) await shots.createIndex({ mod: 1, n: -1 })
      const up = await shots.find({}, { sort: { mod: 1, n: -1 }, skip: 9, limit: 3 }).toArray()
      expect(up.map((doc) => doc.n)).toEqual([0, 28, 25])
      const down = await shots.find({ mod: { $gte: 1 } }, { sort: { mod: -1, n: 1 }, limit: 2 }).toArray()
      expect(down.map((doc) => doc.n)).toEqual([2, 5])
      const other = await shots.find({ mod: 1 }, { sort: { n: 1 }, skip: 1, limit: 2 }).toArray()
      expect(other.map((doc) => doc.n)).toEqual([4, 7])
    }
  },
  'sorting uses the lowest item of a list when ascending and the highest when descending': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: [5, 1] },
      { _id: 2, a: 3 },
      { _id: 3, a: [4, 2] },
      { _id: 4, a: [] },
      { _id: 5 },
    ])
    for (const isIndexed of [false, true]) {
      if (isIndexed) await shots.createIndex({ a: 1 })
      expect((await shots.find().sort({ a: 1 }).toArray()).map((doc) => doc._id)).toEqual([4, 5, 1, 3, 2])
      expect((await shots.find().sort({ a: -1 }).toArray()).map((doc) => doc._id)).toEqual([1, 3, 2, 5, 4])
    }
  },
  'a filter and a sort on a list use the index for one of the two': async ({ shots }) => {
    await shots.createIndex({ a: 1 })
    await shots.insertMany([
      { _id: 1, a: [1, 9, 5] },
      { _id: 2, a: [2, 8] },
      { _id: 3, a: [3, 4] },
    ])
    const found = await shots
      .find({ a: { $gte: 3 } })
      .sort({ a: 1 })
      .toArray()
    expect(found.map((doc) => doc._id)).toEqual([1, 2, 3])
  },
  'a cursor returns everything, in batches': async ({ shots }) => {
    await shots.insertMany(numbers(1000))
    const found = await shots.find({}, { batchSize: 7 }).toArray()
    expect(new Set(found.map((doc) => doc.n)).size).toBe(1000)
    expect((await shots.find({ n: { $lt: 500 } }, { batchSize: 100, limit: 450 }).toArray()).length).toBe(450)
  },
  'a first batch has 101 documents, and batchSize 0 has none': async ({ db, shots }) => {
    await shots.insertMany(numbers(150))
    const first = await db.command({ find: shots.collectionName })
    expect(first.cursor.firstBatch).toHaveLength(101)
    expect(first.cursor.id.toString()).not.toBe('0')
    const rest = await db.command({ getMore: first.cursor.id, collection: shots.collectionName })
    expect(rest.cursor.nextBatch).toHaveLength(49)
    expect(rest.cursor.id.toString()).toBe('0')
    const none = await db.command({ find: shots.collectionName, batchSize: 0 })
    expect(none.cursor.firstBatch).toEqual([])
  },
  'a batch stops before 16 MB': async ({ db, shots }) => {
    await shots.insertMany(Array.from({ length: 5 }, (_, i) => ({ _id: i, a: 'x'.repeat(5_000_000) })))
    const first = await db.command({ find: shots.collectionName })
    expect(first.cursor.firstBatch).toHaveLength(3)
    expect((await shots.find().toArray()).map((doc) => doc._id)).toEqual([0, 1, 2, 3, 4])
  },
  'a cursor continues while others write': async ({ shots }) => {
    await shots.createIndex({ n: 1 })
    await shots.insertMany(numbers(400))
    const seen: number[] = []
    for await (const doc of shots.find({ n: { $gte: 0 } }, { batchSize: 20, sort: { n: 1 } })) {
      seen.push(doc.n)
      if (seen.length === 50) await shots.deleteMany({ n: { $gte: 300 } })
    }
    expect(seen.slice(0, 300)).toEqual(numbers(300).map((doc) => doc.n))
  },
  'a cursor can be killed, and an unknown one is an error': async ({ db, shots }) => {
    await shots.insertMany(numbers(10))
    const { cursor } = await db.command({ find: shots.collectionName, batchSize: 2 })
    const killed = await db.command({ killCursors: shots.collectionName, cursors: [cursor.id] })
    expect(killed.cursorsKilled.map(String)).toEqual([String(cursor.id)])
    await failure(db.command({ getMore: cursor.id, collection: shots.collectionName }), 43)
    const again = await db.command({ killCursors: shots.collectionName, cursors: [cursor.id] })
    expect(again.cursorsNotFound.map(String)).toEqual([String(cursor.id)])
  },
  'singleBatch leaves no cursor open': async ({ db, shots }) => {
    await shots.insertMany(numbers(10))
    const { cursor } = await db.command({ find: shots.collectionName, batchSize: 3, singleBatch: true })
    expect(cursor.firstBatch).toHaveLength(3)
    expect(cursor.id.toString()).toBe('0')
  },
  'a projection includes or excludes fields, in documents and lists of them': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: 1, b: { c: 2, d: 3 }, l: [{ c: 1, d: 2 }, 5, [{ c: 3 }]] })
    const show = (projection: object) => shots.findOne({ _id: 1 }, { projection })
    expect(await show({ a: 1 })).toEqual({ _id: 1, a: 1 })
    expect(await show({ a: 1, _id: 0 })).toEqual({ a: 1 })
    expect(await show({ 'b.c': 1 })).toEqual({ _id: 1, b: { c: 2 } })
    expect(await show({ b: { c: true } })).toEqual({ _id: 1, b: { c: 2 } })
    expect(await show({ 'l.c': 1, _id: 0 })).toEqual({ l: [{ c: 1 }, [{ c: 3 }]] })
    expect(await show({ a: 0, l: 0 })).toEqual({ _id: 1, b: { c: 2, d: 3 } })
    expect(await show({ 'b.c': 0, 'l.c': 0, _id: 0 })).toEqual({ a: 1, b: { d: 3 }, l: [{ d: 2 }, 5, [{}]] })
    expect(await show({ _id: 1 })).toEqual({ _id: 1 })
    expect(await show({ _id: 0 })).toMatchObject({ a: 1, b: { c: 2 } })
    expect(await show({})).toMatchObject({ _id: 1, a: 1 })
    expect(await show({ 'a.x': 1, none: 1 })).toEqual({ _id: 1 })
  },
  'a projection cannot both include and exclude': async ({ shots }) => {
    await failure(shots.findOne({}, { projection: { a: 1, b: 0 } }), 31254)
    await failure(shots.findOne({}, { projection: { a: 0, b: 1 } }), 31253)
  },
  'count, countDocuments and estimatedDocumentCount agree': async ({ db, shots }) => {
    await shots.insertMany(numbers(10))
    expect(await shots.countDocuments({ mod: 0 })).toBe(4)
    expect(await shots.countDocuments({ mod: 0 }, { skip: 1, limit: 2 })).toBe(2)
    expect(await shots.countDocuments({ mod: 9 })).toBe(0)
    expect(await shots.estimatedDocumentCount()).toBe(10)
    expect((await db.command({ count: shots.collectionName, query: { n: { $gt: 5 } }, skip: 1 })).n).toBe(3)
    expect((await db.command({ count: 'no_such_collection' })).n).toBe(0)
  },
  'an aggregation runs its stages in their order': async ({ shots }) => {
    await shots.createIndex({ mod: 1, n: 1 })
    await shots.insertMany(numbers(30))
    const run = (...stages: object[]) => shots.aggregate(stages).toArray()
    const page = await run(
      { $match: { mod: 1 } },
      { $sort: { n: -1 } },
      { $skip: 2 },
      { $limit: 2 },
      { $project: { n: 1, _id: 0 } },
    )
    expect(page).toEqual([{ n: 22 }, { n: 19 }])
    expect(await run({ $limit: 5 }, { $match: { n: { $gte: 3 } } }, { $count: 'left' })).toEqual([{ left: 2 }])
    expect(await run({ $match: { n: -1 } }, { $count: 'left' })).toEqual([])
    expect(await run({ $skip: 28 }, { $sort: { n: -1 } }, { $project: { mod: 0 } })).toEqual([
      { _id: 29, n: 29 },
      { _id: 28, n: 28 },
    ])
    expect(await run({ $sort: { n: 1 } }, { $limit: 3 }, { $skip: 2 }, { $project: { n: 1 } })).toEqual([
      { _id: 2, n: 2 },
    ])
    expect((await run()).length).toBe(30)
  },
  'an aggregation returns more than one batch': async ({ shots }) => {
    await shots.insertMany(numbers(350))
    expect((await shots.aggregate([{ $match: { n: { $lt: 333 } } }], { batchSize: 50 }).toArray()).length).toBe(333)
  },
  'an invalid stage is an error': async ({ shots }) => {
    await failure(shots.aggregate([{ $nonsense: {} }]).toArray(), 40324)
    await failure(shots.aggregate([{ $match: {}, $limit: 1 }]).toArray(), 40323)
    await failure(shots.aggregate([{ $count: '' }]).toArray(), 40156)
    await failure(shots.aggregate([{ $project: {} }]).toArray(), 51272)
  },
  'a missing collection is empty': async ({ db }) => {
    const none = db.collection('never_made')
    expect(await none.find().toArray()).toEqual([])
    expect(await none.countDocuments()).toBe(0)
    expect(await none.updateOne({}, { $set: { a: 1 } })).toMatchObject({ matchedCount: 0 })
    expect(await none.deleteMany({})).toMatchObject({ deletedCount: 0 })
    expect(await none.findOneAndUpdate({}, { $set: { a: 1 } })).toBeNull()
  },
  'maxTimeMS ends a query that takes too long, and leaves others running': async ({ shots }) => {
    await shots.insertMany(numbers(50))
    expect((await shots.find({}, { maxTimeMS: 60_000 }).toArray()).length).toBe(50)
  },
  'an unknown option is an error': async ({ db, shots }) => {
    await failure(db.command({ find: shots.collectionName, nonsense: 1 }), 40415)
    await failure(db.command({ insert: shots.collectionName, documents: [{}], nonsense: 1 }), 40415)
    await failure(db.command({ nonsense: 1 }), 59)
    await failure(db.command({ find: shots.collectionName, limit: 'many' }), 14)
    await failure(db.command({ find: shots.collectionName, skip: -1 }), 51024)
  },
})
