import { expect } from 'vitest'
import { casesOf, failure, idsOf } from './case.ts'

export const indexCases = casesOf({
  'a unique index treats a missing field as null': async ({ shots }) => {
    await shots.createIndex({ code: 1 }, { unique: true })
    await shots.insertOne({ _id: 1 })
    await failure(shots.insertOne({ _id: 2 }), 11000)
    await failure(shots.insertOne({ _id: 3, code: null }), 11000)
    await shots.insertOne({ _id: 4, code: 'A' })
    expect(await idsOf(shots, {})).toEqual([1, 4])
  },
  'a sparse unique index omits documents without the field': async ({ shots }) => {
    await shots.createIndex({ code: 1 }, { unique: true, sparse: true })
    await shots.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, code: 'A' }])
    await failure(shots.insertOne({ _id: 4, code: 'A' }), 11000)
    expect(await idsOf(shots, { code: null })).toEqual([1, 2])
    expect(await idsOf(shots, { code: 'A' })).toEqual([3])
    expect((await shots.find().sort({ code: 1 }).toArray()).map((doc) => doc._id)).toEqual([1, 2, 3])
  },
  'a document is not a duplicate of itself': async ({ shots }) => {
    await shots.createIndex({ tags: 1 }, { unique: true })
    await shots.insertOne({ _id: 1, tags: ['a', 'a', 'b'] })
    await shots.updateOne({ _id: 1 }, { $set: { tags: ['b', 'a', 'b'] } })
    await shots.replaceOne({ _id: 1 }, { tags: ['a', 'c'] } as never)
    await failure(shots.insertOne({ _id: 2, tags: ['x', 'c'] }), 11000)
    await shots.insertOne({ _id: 3, tags: ['b'] })
    expect(await idsOf(shots, { tags: 'b' })).toEqual([3])
  },
  'a compound unique index is unique over all its fields': async ({ shots }) => {
    await shots.createIndex({ a: 1, b: -1 }, { unique: true })
    await shots.insertMany([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1, b: 2 },
      { _id: 3, a: 2, b: 1 },
    ])
    await failure(shots.insertOne({ _id: 4, a: 1, b: 2 }), 11000)
    await shots.deleteOne({ _id: 2 })
    await shots.insertOne({ _id: 4, a: 1, b: 2 })
    expect(await idsOf(shots, { a: 1, b: { $gte: 2 } })).toEqual([4])
  },
  'unique values are distinguished beyond 2^53': async ({ shots }) => {
    await shots.createIndex({ n: 1 }, { unique: true })
    await shots.insertMany([
      { _id: 1, n: 9007199254740992n },
      { _id: 2, n: 9007199254740993n },
    ] as never)
    await failure(shots.insertOne({ _id: 3, n: 9007199254740993n } as never), 11000)
  },
  'an index follows every change': async ({ shots }) => {
    await shots.createIndex({ a: 1 })
    await shots.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
      { _id: 3, a: [1, 2] },
    ])
    await shots.updateOne({ _id: 1 }, { $set: { a: 3 } })
    await shots.updateOne({ _id: 3 }, { $pull: { a: 1 } } as never)
    await shots.deleteOne({ _id: 2 })
    await shots.insertOne({ _id: 4, a: 1 })
    expect(await idsOf(shots, { a: 1 })).toEqual([4])
    expect(await idsOf(shots, { a: 2 })).toEqual([3])
    expect(await idsOf(shots, { a: { $gte: 0 } })).toEqual([1, 3, 4])
    await shots.updateOne({ _id: 4 }, { $unset: { a: '' } })
    expect(await idsOf(shots, { a: null })).toEqual([4])
  },
  'an index created later contains the existing documents': async ({ shots }) => {
    await shots.insertMany(Array.from({ length: 1200 }, (_, i) => ({ _id: i, n: i % 400, l: [i, -i] })))
    await shots.createIndex({ n: 1 })
    await shots.createIndex({ l: 1 })
    expect(await idsOf(shots, { n: 399 })).toEqual([399, 799, 1199])
    expect(await idsOf(shots, { l: -777 })).toEqual([777])
  },
  'a unique index is not created if values repeat': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ])
    await failure(shots.createIndex({ a: 1 }, { unique: true }), 11000)
    expect((await shots.indexes()).map((index) => index.name)).toEqual(['_id_'])
    await shots.insertOne({ _id: 3, a: 1 })
    expect(await idsOf(shots, { a: 1 })).toEqual([1, 2, 3])
  },
  'two lists in one compound index are an error': async ({ shots }) => {
    await shots.createIndex({ a: 1, b: 1 })
    await failure(shots.insertOne({ _id: 1, a: [1], b: [2] }), 171)
    await shots.insertMany([
      { _id: 2, a: [1, 2], b: 3 },
      { _id: 3, a: 1, b: [3, 4] },
    ])
    expect(await idsOf(shots, { a: 1, b: 3 })).toEqual([2, 3])
  },
  'a compound index through a list combines only fields of the same item': async ({ shots }) => {
    await shots.createIndex({ provider: 1, 'lines.id': 1 }, { unique: true })
    await shots.insertOne({ _id: 1, provider: 'a', lines: [{ id: 1 }, { id: 2 }] })
    await failure(shots.insertOne({ _id: 2, provider: 'a', lines: [{ id: 2 }] }), 11000)
    await shots.insertOne({ _id: 3, provider: 'b', lines: [{ id: 2 }] })
    expect(await idsOf(shots, { provider: 'a', 'lines.id': 2 })).toEqual([1])
  },
  'listIndexes shows the options of createIndex': async ({ shots }) => {
    await shots.createIndex({ a: 1, 'b.c': -1 }, { name: 'mine', unique: true, sparse: true })
    await shots.createIndex({ when: 1 }, { expireAfterSeconds: 60 })
    const indexes = (await shots.indexes()).map(({ v: _, ...index }) => index)
    expect(indexes).toEqual([
      { key: { _id: 1 }, name: '_id_' },
      { key: { a: 1, 'b.c': -1 }, name: 'mine', unique: true, sparse: true },
      { key: { when: 1 }, name: 'when_1', expireAfterSeconds: 60 },
    ])
  },
  'creating the same index again changes nothing; a different one of its name or key is an error': async ({
    shots,
  }) => {
    await shots.createIndex({ a: 1 })
    await shots.createIndex({ a: 1 })
    await failure(shots.createIndex({ b: 1 }, { name: 'a_1' }), 86)
    await failure(shots.createIndex({ a: 1 }, { name: 'other' }), 85)
    expect((await shots.indexes()).length).toBe(2)
  },
  'indexes are dropped by name or all at once, but never that of _id': async ({ db, shots }) => {
    await shots.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }])
    await shots.insertOne({ _id: 1, a: 1, b: 1 })
    await shots.dropIndex('a_1')
    expect((await shots.indexes()).map((index) => index.name)).toEqual(['_id_', 'b_1', 'c_1'])
    await failure(shots.dropIndex('a_1'), 27)
    await failure(db.command({ dropIndexes: shots.collectionName, index: '_id_' }), 72)
    await shots.dropIndexes()
    expect((await shots.indexes()).map((index) => index.name)).toEqual(['_id_'])
    expect(await idsOf(shots, { b: 1 })).toEqual([1])
  },
  'a dropped unique index no longer refuses duplicates': async ({ shots }) => {
    await shots.createIndex({ a: 1 }, { unique: true })
    await shots.insertOne({ _id: 1, a: 1 })
    await shots.dropIndex('a_1')
    await shots.insertOne({ _id: 2, a: 1 })
    expect(await idsOf(shots, { a: 1 })).toEqual([1, 2])
  },
  'an invalid index is refused': async ({ shots }) => {
    await failure(shots.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 5 }), 67)
    await failure(shots.createIndex({ a: 1 }, { expireAfterSeconds: -1 }), 67)
  },
  'collections are listed, dropped and created again': async ({ db, shots }) => {
    await shots.insertOne({ _id: 1, a: 1 })
    await shots.createIndex({ a: 1 }, { unique: true })
    const names = async () =>
      (await db.listCollections({ name: shots.collectionName }, { nameOnly: true }).toArray()).map((one) => one.name)
    expect(await names()).toEqual([shots.collectionName])
    await shots.drop()
    expect(await names()).toEqual([])
    await shots.insertMany([
      { _id: 2, a: 1 },
      { _id: 3, a: 1 },
    ])
    expect(await idsOf(shots, { a: 1 })).toEqual([2, 3])
  },
  'dropDatabase drops one database and leaves the others': async ({ client, db, shots }) => {
    const other = client.db(`${db.databaseName}_other`)
    await other.collection<{ _id: number }>('things').insertOne({ _id: 1 })
    await shots.insertOne({ _id: 1 })
    await other.dropDatabase()
    expect(await other.collection('things').countDocuments()).toBe(0)
    expect(await idsOf(shots, {})).toEqual([1])
  },
  'indexes of a missing collection are an error': async ({ db }) => {
    await failure(db.collection('never_made').indexes(), 26)
  },
  'a point, a range and a sort find the same through an index of several fields, ascending or descending': async ({
    shots,
  }) => {
    const docs = Array.from({ length: 90 }, (_, i) => ({ _id: i, a: i % 3, b: (i * 7) % 10, c: i }))
    await shots.insertMany(docs)
    const ask = async () => [
      await idsOf(shots, { a: 1, b: { $gt: 3, $lte: 8 } }),
      await idsOf(shots, { a: { $in: [0, 2, 5] }, b: 4 }),
      await idsOf(shots, { a: { $lt: 1 } }),
      (await shots.find({ a: 2 }).sort({ b: -1, c: 1 }).limit(7).toArray()).map((doc) => doc._id),
      (
        await shots
          .find({ a: 2, b: { $gte: 5 } })
          .sort({ b: 1, c: 1 })
          .toArray()
      ).map((doc) => doc._id),
    ]
    const plain = await ask()
    expect(plain[0]).toEqual(docs.filter(({ a, b }) => a === 1 && b > 3 && b <= 8).map(({ _id }) => _id))
    await shots.createIndex({ a: 1, b: -1, c: 1 })
    expect(await ask()).toEqual(plain)
    await shots.dropIndexes()
    await shots.createIndex({ a: -1, b: 1 })
    expect(await ask()).toEqual(plain)
  },
})
