import { type Document, Long } from 'mongodb'
import { expect } from 'vitest'
import { casesOf, failure, idsOf, type World } from './case.ts'

export const writeCases = casesOf({
  'an ordered insertMany stops at the first error and keeps what came before': async ({ shots }) => {
    const error = await failure(shots.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }]), 11000)
    expect(error.result).toMatchObject({ insertedCount: 2 })
    expect(error.writeErrors).toHaveLength(1)
    expect(error.writeErrors[0].index).toBe(2)
    expect(await idsOf(shots, {})).toEqual([1, 2])
  },
  'an unordered insertMany leaves out only what fails': async ({ shots }) => {
    const attempt = shots.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }, { _id: 3 }], { ordered: false })
    const error = await failure(attempt, 11000)
    expect(error.writeErrors.map((one: { index: number }) => one.index)).toEqual([1, 3])
    expect(await idsOf(shots, {})).toEqual([1, 2, 3])
  },
  'a duplicate key error contains the pattern and the value': async ({ shots }) => {
    await shots.createIndex({ provider: 1, code: 1 }, { unique: true })
    await shots.insertOne({ _id: 1, provider: 'a', code: 'X' })
    const expected = { keyPattern: { provider: 1, code: 1 }, keyValue: { provider: 'a', code: 'X' } }
    expect(await failure(shots.insertOne({ _id: 2, provider: 'a', code: 'X' }), 11000)).toMatchObject(expected)
    await shots.insertOne({ _id: 3, provider: 'b', code: 'X' })
    expect(await failure(shots.updateOne({ _id: 3 }, { $set: { provider: 'a' } }), 11000)).toMatchObject(expected)
    expect(await failure(shots.findOneAndUpdate({ _id: 3 }, { $set: { provider: 'a' } }), 11000)).toMatchObject(
      expected,
    )
    expect(await shots.findOne({ _id: 3 })).toMatchObject({ provider: 'b' })
  },
  'write errors of update are in an ok reply, those of findAndModify are not': async ({ db, shots }) => {
    await shots.insertMany([{ _id: 1, t: 'text' }, { _id: 2 }])
    const name = shots.collectionName
    const updates = [
      { q: { _id: 1 }, u: { $inc: { t: 1 } } },
      { q: { _id: 2 }, u: { $set: { a: 1 } } },
    ]
    const reply = await db
      .command({ update: name, updates, ordered: false })
      .catch((error) => error.errorResponse ?? error)
    expect(reply).toMatchObject({ ok: 1, n: 1, nModified: 1 })
    expect(reply.writeErrors).toMatchObject([{ index: 0, code: 14 }])
    await failure(db.command({ findAndModify: name, query: { _id: 1 }, update: { $inc: { t: 1 } } }), 14)
  },
  'bulkWrite counts every kind of operation': async ({ shots }) => {
    const result = await shots.bulkWrite([
      { insertOne: { document: { _id: 1, a: 1 } } },
      { insertOne: { document: { _id: 2, a: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { a: 2 } } } },
      { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
      { updateOne: { filter: { _id: 3 }, update: { $set: { a: 3 } }, upsert: true } },
      { replaceOne: { filter: { _id: 2 }, replacement: { z: 1 } as never } },
      { deleteOne: { filter: { _id: 1 } } },
      { deleteMany: { filter: { z: 1 } } },
    ])
    expect(result).toMatchObject({
      insertedCount: 2,
      matchedCount: 4,
      modifiedCount: 4,
      deletedCount: 2,
      upsertedCount: 1,
    })
    expect(await shots.find().toArray()).toEqual([{ _id: 3, a: 3 }])
  },
  'deleteOne deletes one, deleteMany all': async ({ shots }) => {
    await shots.createIndex({ a: 1 })
    await shots.insertMany([1, 2, 3, 4, 5].map((n) => ({ _id: n, a: n % 2 })))
    expect(await shots.deleteOne({ a: 1 })).toMatchObject({ deletedCount: 1 })
    expect(await shots.deleteMany({ a: 1 })).toMatchObject({ deletedCount: 2 })
    expect(await shots.deleteMany({ a: 1 })).toMatchObject({ deletedCount: 0 })
    expect(await idsOf(shots, {})).toEqual([2, 4])
    expect(await idsOf(shots, { a: 0 })).toEqual([2, 4])
  },
  'findOneAndUpdate returns the document before or after, sorted and projected': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, q: 1, n: 5 },
      { _id: 2, q: 1, n: 3 },
    ])
    const before = await shots.findOneAndUpdate({ q: 1 }, { $inc: { n: 10 } }, { sort: { n: 1 } })
    expect(before).toEqual({ _id: 2, q: 1, n: 3 })
    const after = await shots.findOneAndUpdate(
      { q: 1 },
      { $inc: { n: 10 } },
      { sort: { n: 1 }, returnDocument: 'after', projection: { n: 1, _id: 0 } },
    )
    expect(after).toEqual({ n: 15 })
    expect(await shots.findOneAndUpdate({ q: 9 }, { $set: { a: 1 } })).toBeNull()
  },
  'findOneAndUpdate upserts, findOneAndReplace replaces, findOneAndDelete deletes': async ({ shots }) => {
    const made = await shots.findOneAndUpdate(
      { _id: 7 },
      { $inc: { n: 1 } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    )
    expect(made).toMatchObject({
      value: { _id: 7, n: 1 },
      lastErrorObject: { n: 1, updatedExisting: false, upserted: 7 },
    })
    expect(await shots.findOneAndUpdate({ _id: 8 }, { $inc: { n: 1 } }, { upsert: true })).toBeNull()
    expect(await shots.findOneAndReplace({ _id: 7 }, { z: 1 } as never)).toEqual({ _id: 7, n: 1 })
    expect(await shots.findOneAndDelete({ _id: 7 }, { includeResultMetadata: true })).toMatchObject({
      value: { _id: 7, z: 1 },
      lastErrorObject: { n: 1 },
    })
    expect(await idsOf(shots, {})).toEqual([8])
  },
  'a filter can enforce an invariant: of many claims one wins': async ({ shots }) => {
    await shots.insertOne({ _id: 1, left: 3, claims: [] })
    const claim = (who: number) =>
      shots.findOneAndUpdate({ _id: 1, left: { $gt: 0 }, claims: { $ne: who } }, {
        $inc: { left: -1 },
        $push: { claims: who },
      } as never)
    const won = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map(claim))
    expect(won.filter((doc) => doc !== null)).toHaveLength(3)
    const doc = await shots.findOne({ _id: 1 })
    expect(doc?.left).toBe(0)
    expect(new Set(doc?.claims).size).toBe(3)
  },
  'no concurrent increment is lost': async ({ shots }) => {
    await shots.insertOne({ _id: 1, n: 0 })
    await Promise.all(Array.from({ length: 100 }, () => shots.updateOne({ _id: 1 }, { $inc: { n: 1 } })))
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, n: 100 })
  },
  'of concurrent upserts under a unique index one inserts': async ({ shots }) => {
    await shots.createIndex({ key: 1 }, { unique: true })
    const upsert = () => shots.updateOne({ key: 'a' }, { $inc: { n: 1 } }, { upsert: true })
    await Promise.all(Array.from({ length: 20 }, upsert))
    expect(await shots.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ key: 'a', n: 20 }])
  },
  'a retryable write sent twice is done once and gets the same answer': async (world) => {
    const { shots } = world
    await shots.insertOne({ _id: 1, n: 0 })
    const send = numberedSender(world)
    const name = shots.collectionName
    const update = { update: name, updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] }
    const first = await send(7, update)
    expect(await send(7, update)).toMatchObject({ n: first.n, nModified: first.nModified })
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, n: 1 })
    const modify = { findAndModify: name, query: { _id: 1 }, update: { $inc: { n: 1 } }, new: true }
    expect((await send(8, modify)).value).toEqual({ _id: 1, n: 2 })
    expect((await send(8, modify)).value).toEqual({ _id: 1, n: 2 })
    expect(await shots.findOne({ _id: 1 })).toEqual({ _id: 1, n: 2 })
    await send(9, { insert: name, documents: [{ _id: 2 }] })
    expect(await send(9, { insert: name, documents: [{ _id: 2 }] })).toMatchObject({ ok: 1, n: 1 })
  },
  'a retryable write with an earlier number is refused': async (world) => {
    const send = numberedSender(world)
    const insert = (id: number) => ({ insert: world.shots.collectionName, documents: [{ _id: id }] })
    await send(5, insert(1))
    await failure(send(4, insert(2)), 225)
    expect(await idsOf(world.shots, {})).toEqual([1])
  },
  'an unacknowledged write is performed': async ({ shots }) => {
    await shots.insertOne({ _id: 1 }, { writeConcern: { w: 0 } })
    await expect.poll(() => idsOf(shots, {}), { timeout: 5000 }).toEqual([1])
  },
  'one insertMany inserts ten thousand documents': async ({ shots }) => {
    await shots.createIndex({ n: 1 })
    const { insertedCount } = await shots.insertMany(
      Array.from({ length: 10_000 }, (_, i) => ({ _id: i, n: i % 100, pad: 'x'.repeat(50) })),
    )
    expect(insertedCount).toBe(10_000)
    expect(await shots.countDocuments({ n: 42 })).toBe(100)
  },
  'an empty batch and a wrong limit are errors': async ({ db, shots }) => {
    await failure(db.command({ insert: shots.collectionName, documents: [] }), 16)
    await failure(db.command({ delete: shots.collectionName, deletes: [{ q: {}, limit: 5 }] }), 9)
  },
})

/**
 * Sends commands of one session with separate transaction numbers (above those of the driver), like a driver that repeats a
 * write.
 */
function numberedSender({ client, db }: World) {
  // Never ended: the driver must not reuse a session with numbers that are not its own.
  const session = client.startSession()
  return (number: number, command: Document) =>
    db.command({ ...command, txnNumber: Long.fromNumber(1000 + number) }, { session })
}
