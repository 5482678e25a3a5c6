import { Double, Int32, Long, ObjectId } from 'mongodb'
import { expect } from 'vitest'
import { casesOf, failure } from './case.ts'

export const updateCases = casesOf({
  '$set creates documents on the way and keeps the rest': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: { x: 1 }, keep: 'me' })
    const result = await shots.updateOne({ _id: 1 }, { $set: { 'a.y.z': 2, b: [1] } })
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, a: { x: 1, y: { z: 2 } }, keep: 'me', b: [1] })
  },
  '$set through a list needs a position, and fills up with null': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: [1, { x: 1 }] })
    await shots.updateOne({ _id: 1 }, { $set: { 'a.1.x': 5, 'a.3': 'end' } })
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, a: [1, { x: 5 }, null, 'end'] })
    await failure(shots.updateOne({ _id: 1 }, { $set: { 'a.name': 1 } }), 28)
    await failure(shots.updateOne({ _id: 1 }, { $set: { 'a.0.x': 1 } }), 28)
  },
  'a change to the same value is matched, not modified': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: 1, l: ['x'] })
    const same = { $set: { a: 1 }, $addToSet: { l: 'x' }, $max: { m: 0 }, $unset: { none: '' } }
    await shots.updateOne({ _id: 1 }, { $set: { m: 3 } })
    expect(await shots.updateOne({ _id: 1 }, same)).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
  },
  '$unset removes fields and turns items into null': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: { x: 1, y: 2 }, l: [1, 2, 3], z: 1 })
    await shots.updateOne({ _id: 1 }, { $unset: { 'a.x': '', 'l.1': '', z: '', 'no.such': '' } })
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, a: { y: 2 }, l: [1, null, 3] })
  },
  '$inc keeps the wider type and creates a missing field': async ({ shots }) => {
    await shots.insertOne({
      _id: 1,
      int: new Int32(1),
      long: Long.fromNumber(1),
      double: new Double(1),
      edge: new Int32(2147483647),
    })
    await shots.updateOne({ _id: 1 }, { $inc: { int: 2, long: 2, double: 2, edge: 1, fresh: 7, half: 0.5 } })
    const [doc] = await shots.find({ _id: 1 }, { promoteValues: false }).toArray()
    expect(doc).toMatchObject({
      int: new Int32(3),
      long: Long.fromNumber(3),
      double: new Double(3),
      fresh: new Int32(7),
      half: new Double(0.5),
    })
    expect(doc?.edge).toEqual(Long.fromNumber(2147483648))
  },
  '$inc beyond 64 bits or of a text is an error and changes nothing': async ({ shots }) => {
    await shots.insertOne({ _id: 1, n: Long.MAX_VALUE, t: 'text' })
    await failure(shots.updateOne({ _id: 1 }, { $inc: { n: 1 } }), 2)
    await failure(shots.updateOne({ _id: 1 }, { $inc: { t: 1 } } as never), 14)
    await failure(shots.updateOne({ _id: 1 }, { $inc: { n: 'one' } } as never), 14)
    expect(await shots.findOne({ _id: 1 }, { promoteLongs: false })).toEqual({ _id: 1, n: Long.MAX_VALUE, t: 'text' })
  },
  '$inc of a long beyond 2^53 is exact': async ({ shots }) => {
    await shots.insertOne({ _id: 1, n: Long.fromBigInt(9007199254740993n) })
    await shots.updateOne({ _id: 1 }, { $inc: { n: 2 } })
    const doc = await shots.findOne({ _id: 1 }, { promoteLongs: false })
    expect(doc?.n).toEqual(Long.fromBigInt(9007199254740995n))
  },
  '$min and $max compare by the order of all types': async ({ shots }) => {
    await shots.insertOne({ _id: 1, low: 5, high: 5, text: 'a', when: new Date(5) })
    await shots.updateOne({ _id: 1 }, {
      $min: { low: 3, text: 9, fresh: 1 },
      $max: { high: 9, when: new Date(9) },
    } as never)
    await shots.updateOne({ _id: 1 }, { $min: { low: 4 }, $max: { high: 7 } })
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, low: 3, high: 9, text: 9, when: new Date(9), fresh: 1 })
  },
  '$push adds one value, or each of several': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: [1] })
    await shots.updateOne({ _id: 1 }, { $push: { a: [2, 3], b: 'new' } } as never)
    await shots.updateOne({ _id: 1 }, { $push: { a: { $each: [4, 5] } } } as never)
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, a: [1, [2, 3], 4, 5], b: ['new'] })
    await shots.updateOne({ _id: 1 }, { $set: { n: 1 } })
    await failure(shots.updateOne({ _id: 1 }, { $push: { n: 1 } } as never), 2)
  },
  '$push with $slice keeps the first, the last or none': async ({ shots }) => {
    await shots.insertOne({ _id: 1, first: [1, 2], last: [1, 2], none: [1] })
    const each = { $each: [3, 4] }
    await shots.updateOne({ _id: 1 }, {
      $push: { first: { ...each, $slice: 3 }, last: { ...each, $slice: -3 }, none: { ...each, $slice: 0 } },
    } as never)
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, first: [1, 2, 3], last: [2, 3, 4], none: [] })
  },
  '$addToSet adds missing values, comparing numbers by value and documents by field order': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: [1, { x: 1, y: 2 }] })
    await shots.updateOne({ _id: 1 }, {
      $addToSet: { a: { $each: [new Double(1), 2, 2, { y: 2, x: 1 }, { x: 1, y: 2 }] }, b: 1 },
    } as never)
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, a: [1, { x: 1, y: 2 }, 2, { y: 2, x: 1 }], b: [1] })
  },
  '$pull removes by value, by operators and by a filter of documents': async ({ shots }) => {
    await shots.insertOne({
      _id: 1,
      n: [1, 2, 3, 2],
      m: [1, 5, 9],
      lines: [
        { id: 'a', q: 1 },
        { id: 'b', q: 2 },
      ],
      l: [[1], [2]],
    })
    await shots.updateOne({ _id: 1 }, {
      $pull: { n: 2, m: { $gt: 1, $lt: 9 }, lines: { id: 'a' }, l: [2], none: 1 },
    } as never)
    expect(await shots.findOne({ _id: 1 })).toEqual({
      _id: 1,
      n: [1, 3],
      m: [1, 9],
      lines: [{ id: 'b', q: 2 }],
      l: [[1]],
    })
  },
  '$pull of a document matches its fields, not the whole document': async ({ shots }) => {
    await shots.insertOne({ _id: 1, lines: [{ id: 'a', q: 1, z: 0 }, { q: 1, id: 'a' }, { id: 'b' }] })
    await shots.updateOne({ _id: 1 }, { $pull: { lines: { id: 'a', q: { $gte: 1 } } } } as never)
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, lines: [{ id: 'b' }] })
  },
  '$ stands for the first item that the filter matched': async ({ shots }) => {
    await shots.insertOne({
      _id: 1,
      n: [1, 5, 7],
      lines: [
        { id: 'a', q: 1 },
        { id: 'b', q: 2, sub: { x: 1 } },
      ],
    })
    await shots.updateOne({ _id: 1, n: { $gte: 5 } }, { $set: { 'n.$': 50 } })
    await shots.updateOne({ _id: 1, 'lines.id': 'b' }, { $inc: { 'lines.$.q': 10 }, $set: { 'lines.$.sub.y': 2 } })
    await shots.updateOne(
      { $and: [{ _id: 1 }, { lines: { $elemMatch: { id: 'a', q: 1 } } }] },
      { $set: { 'lines.$.id': 'A' } },
    )
    expect(await shots.findOne({ _id: 1 })).toEqual({
      _id: 1,
      n: [1, 50, 7],
      lines: [
        { id: 'A', q: 1 },
        { id: 'b', q: 12, sub: { x: 1, y: 2 } },
      ],
    })
  },
  '$ within documents, and without a match in the filter': async ({ shots }) => {
    await shots.insertOne({
      _id: 1,
      cart: {
        items: [
          { id: 1, q: 1 },
          { id: 2, q: 1 },
        ],
      },
    })
    await shots.updateOne({ _id: 1, 'cart.items.id': 2 }, { $inc: { 'cart.items.$.q': 1 } })
    expect(await shots.findOne({ _id: 1 })).toEqual({
      _id: 1,
      cart: {
        items: [
          { id: 1, q: 1 },
          { id: 2, q: 2 },
        ],
      },
    })
    await failure(shots.updateOne({ _id: 1 }, { $inc: { 'cart.items.$.q': 1 } }), 2)
  },
  'two changes of one path, or of a path within another, conflict': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: { b: 1 } })
    await failure(shots.updateOne({ _id: 1 }, { $set: { a: 1 }, $inc: { a: 1 } } as never), 40)
    await failure(shots.updateOne({ _id: 1 }, { $set: { a: {} }, $inc: { 'a.b': 1 } } as never), 40)
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, a: { b: 1 } })
  },
  '_id never changes': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: 1 })
    await failure(shots.updateOne({ _id: 1 }, { $set: { _id: 2 } }), 66)
    await failure(shots.updateOne({ _id: 1 }, { $unset: { _id: '' } }), 66)
    await failure(shots.replaceOne({ _id: 1 }, { _id: 2, a: 2 }), 66)
    expect(await shots.updateOne({ _id: 1 }, { $set: { _id: 1, a: 2 } })).toMatchObject({ modifiedCount: 1 })
    expect(await shots.find().toArray()).toEqual([{ _id: 1, a: 2 }])
  },
  'an empty name, a $ name and an unknown modifier are errors': async ({ shots }) => {
    await shots.insertOne({ _id: 1 })
    await failure(shots.updateOne({ _id: 1 }, { $set: { 'a..b': 1 } }), 56)
    await failure(shots.updateOne({ _id: 1 }, { $set: { $x: 1 } }), 52)
    await failure(shots.updateOne({ _id: 1 }, { $nonsense: { a: 1 } } as never), 9)
  },
  'replaceOne keeps _id and nothing else': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: 1, b: 2 })
    expect(await shots.replaceOne({ a: 1 }, { c: 3 } as never)).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
    expect(await shots.find().toArray()).toEqual([{ _id: 1, c: 3 }])
  },
  'updateMany changes all that match, each once': async ({ shots }) => {
    await shots.createIndex({ n: 1 })
    await shots.insertMany(Array.from({ length: 700 }, (_, i) => ({ _id: i, n: i })))
    const result = await shots.updateMany({ n: { $gte: 100 } }, { $inc: { n: 1000 } })
    expect(result).toMatchObject({ matchedCount: 600, modifiedCount: 600 })
    expect(await shots.countDocuments({ n: { $gte: 1100, $lt: 1700 } })).toBe(600)
    expect(await shots.countDocuments({ n: { $lt: 100 } })).toBe(100)
  },
  'updateOne changes one of several, and a multi update cannot be a replacement': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ])
    expect(await shots.updateOne({ a: 1 }, { $set: { b: 1 } })).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
    expect(await shots.countDocuments({ b: 1 })).toBe(1)
  },
  'an upsert uses the equality conditions of its filter, then the changes': async ({ shots }) => {
    const change = { $set: { b: 2 }, $inc: { n: 1 }, $setOnInsert: { made: true } }
    const filter = { _id: 5, 'a.x': 1, $and: [{ c: { $eq: 'c' } }], d: { $gt: 4 } }
    const result = await shots.updateOne(filter, change, { upsert: true })
    expect(result).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: 5 })
    expect(await shots.findOne({ _id: 5 })).toEqual({ _id: 5, a: { x: 1 }, c: 'c', b: 2, n: 1, made: true })
    await shots.updateOne({ _id: 5 }, change, { upsert: true })
    expect(await shots.findOne({ _id: 5 })).toMatchObject({ n: 2 })
  },
  '$setOnInsert does not change an existing document': async ({ shots }) => {
    await shots.insertOne({ _id: 1 })
    await shots.updateOne({ _id: 1 }, { $setOnInsert: { made: true } }, { upsert: true })
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1 })
  },
  'an upsert without an _id generates one, and a replacement takes only _id from its filter': async ({ shots }) => {
    const { upsertedId } = await shots.updateOne({ a: 1 }, { $set: { b: 1 } }, { upsert: true })
    expect(upsertedId).toBeInstanceOf(ObjectId)
    await shots.replaceOne({ _id: 9, a: 2 }, { b: 2 } as never, { upsert: true })
    expect(await shots.findOne({ _id: 9 })).toEqual({ _id: 9, b: 2 })
  },
  'an update that fails in the middle of a document changes nothing in it': async ({ shots }) => {
    await shots.createIndex({ u: 1 }, { unique: true, sparse: true })
    await shots.insertMany([
      { _id: 1, u: 1 },
      { _id: 2, n: 'text' },
    ])
    await failure(shots.updateOne({ _id: 2 }, { $set: { a: 1 }, $inc: { n: 1 } } as never), 14)
    await failure(shots.updateOne({ _id: 2 }, { $set: { a: 1, u: 1 } }), 11000)
    expect(await shots.findOne({ _id: 2 })).toEqual({ _id: 2, n: 'text' })
  },
  'a document beyond 16 MB is refused': async ({ shots }) => {
    await shots.insertOne({ _id: 1, a: 'x'.repeat(9_000_000) })
    await failure(shots.updateOne({ _id: 1 }, { $set: { b: 'x'.repeat(9_000_000) } }), 17419)
    expect(await shots.findOne({ _id: 1 }, { projection: { b: 1 } })).toEqual({ _id: 1 })
  },
})
