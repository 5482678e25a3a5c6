import { Binary, Double, Int32, Long, ObjectId, UUID } from 'mongodb'
import { expect } from 'vitest'
import { casesOf, failure } from './case.ts'

export const typeCases = casesOf({
  'every type comes back as it was stored': async ({ shots }) => {
    const doc = {
      _id: new ObjectId(),
      double: new Double(5),
      zero: new Double(-0),
      int: new Int32(-7),
      long: Long.fromBigInt(2n ** 60n + 1n),
      text: 'naïve 😀 \0 end',
      yes: true,
      none: null,
      when: new Date(-1),
      bytes: new Binary(Buffer.from([0, 255]), 0),
      uuid: new UUID(),
      list: [new Int32(1), [new Double(2)], {}],
      sub: { a: { b: {} } },
    }
    await shots.insertOne(doc)
    const [back] = await shots.find({}, { promoteValues: false, promoteLongs: false }).toArray()
    expect(back).toEqual(doc)
  },
  'an update keeps the types of fields that it does not touch': async ({ shots }) => {
    await shots.insertOne({
      _id: 1,
      d: new Double(5),
      l: Long.fromNumber(5),
      deep: { d: new Double(1), l: [new Double(2)] },
      n: new Int32(1),
    })
    await shots.updateOne({ _id: 1 }, { $inc: { n: 1 }, $set: { 'deep.x': 1 } })
    const [back] = await shots.find({}, { promoteValues: false, promoteLongs: false }).toArray()
    expect(back).toMatchObject({
      d: new Double(5),
      l: Long.fromNumber(5),
      deep: { d: new Double(1), l: [new Double(2)] },
      n: new Int32(2),
    })
  },
  'fields keep their order, even if their names are digits': async ({ shots }) => {
    const ordered = new Map<string, unknown>([
      ['_id', 1],
      ['z', 1],
      ['10', 1],
      ['9', 1],
      ['a', { y: 1 }],
    ])
    await shots.insertOne(ordered as never)
    await shots.updateOne({ _id: 1 }, { $set: { 10: 2, new: 1 } })
    const [raw] = await shots.find({}, { raw: true }).toArray()
    const text = (raw as unknown as Buffer).toString('latin1')
    const places = ['_id\0', 'z\0', '10\0', '9\0', 'a\0', 'new\0'].map((name) => text.indexOf(name))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  },
  '_id comes first, wherever the client put it': async ({ shots }) => {
    await shots.insertOne(
      new Map<string, unknown>([
        ['a', 1],
        ['_id', 1],
      ]) as never,
    )
    const doc = await shots.findOne({})
    expect(Object.keys(doc ?? {})).toEqual(['_id', 'a'])
  },
  'a missing _id is generated, and an _id may be of any type but a list': async ({ db, shots }) => {
    await db.command({ insert: shots.collectionName, documents: [{ a: 1 }] })
    expect((await shots.findOne({ a: 1 }))?._id).toBeInstanceOf(ObjectId)
    await shots.insertMany([
      { _id: 'text' },
      { _id: 5 },
      { _id: { x: 1 } },
      { _id: null },
      { _id: new Date(0) },
      { _id: false },
    ])
    await failure(shots.insertOne({ _id: [1] }), 53)
    expect(await shots.findOne({ _id: { x: 1 } })).toEqual({ _id: { x: 1 } })
  },
  '_id is unique over all number types': async ({ shots }) => {
    await shots.insertOne({ _id: new Int32(5) })
    await failure(shots.insertOne({ _id: new Double(5) }), 11000)
    await failure(shots.insertOne({ _id: Long.fromNumber(5) }), 11000)
  },
  'values of different types have a common order': async ({ shots }) => {
    const values = [null, 1, 'text', { a: 1 }, new Binary(Buffer.from([1])), new ObjectId(), false, true, new Date(0)]
    await shots.insertMany(values.map((a, i) => ({ _id: i, a })).reverse())
    expect((await shots.find().sort({ a: 1 }).toArray()).map((doc) => doc._id)).toEqual(values.map((_, i) => i))
    expect((await shots.find().sort({ a: -1 }).toArray()).map((doc) => doc._id)).toEqual(
      values.map((_, i) => i).reverse(),
    )
  },
  'a document nests up to 100 levels deep, but not endlessly': async ({ shots }) => {
    const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
    await shots.insertOne({ _id: 1, ...nested(98) })
    await failure(shots.insertOne({ _id: 2, ...nested(300) }), 15)
    expect(await shots.countDocuments({})).toBe(1)
  },
})
