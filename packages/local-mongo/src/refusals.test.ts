import { Decimal128, type Document, MaxKey, MongoClient, Timestamp } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorlds, type Worlds } from './conformance/worlds.ts'

let worlds: Worlds
beforeAll(async () => {
  worlds = await openWorlds(undefined)
})
afterAll(() => worlds.close())

const find = (filter: object) => ({ find: 'c', filter })
const update = (u: object, more: object = {}) => ({ update: 'c', updates: [{ q: {}, u, ...more }] })
const aggregate = (...pipeline: object[]) => ({ aggregate: 'c', pipeline, cursor: {} })
const index = (key: object, more: object = {}) => ({ createIndexes: 'c', indexes: [{ key, name: 'i', ...more }] })

/** Features of MongoDB that this database refuses: the command, the code, and the word that the message must contain. */
const refusals: [Document, number, string][] = [
  [find({ a: { $regex: 'x' } }), 2, '$regex'],
  [find({ a: /x/ }), 2, 'regular expression'],
  [find({ $expr: { $gt: ['$a', 1] } }), 2, '$expr'],
  [find({ $where: 'true' }), 2, '$where'],
  [find({ $text: { $search: 'x' } }), 2, '$text'],
  [find({ a: { $type: 'string' } }), 2, '$type'],
  [find({ a: { $mod: [2, 0] } }), 2, '$mod'],
  [find({ a: { $near: [0, 0] } }), 2, '$near'],
  [{ find: 'c', sort: { 'a.0': 1 } }, 2, 'a.0'],
  [{ find: 'c', sort: { $natural: 1 } }, 9, '$natural'],
  [{ find: 'c', collation: { locale: 'en' } }, 115, 'collation'],
  [{ find: 'c', hint: 'a_1' }, 115, 'hint'],
  [{ find: 'c', tailable: true }, 115, 'tailable'],
  [{ find: 'c', allowDiskUse: true }, 115, 'allowDiskUse'],
  [{ find: 'c', projection: { a: { $slice: 1 } } }, 2, '$slice'],
  [{ find: 'c', projection: { a: { $elemMatch: { x: 1 } } } }, 2, '$elemMatch'],
  [{ find: 'c', projection: { 'a.$': 1 } }, 2, 'a.$'],
  [{ find: 'c', projection: { a: '$b' } }, 2, "'a'"],
  [{ find: 'c', readConcern: { level: 'snapshot' } }, 72, 'snapshot'],
  [{ find: 'c', apiVersion: '1' }, 115, 'apiVersion'],
  [update([{ $set: { a: 1 } }]), 115, 'pipeline'],
  [update({ $rename: { a: 'b' } }), 9, '$rename'],
  [update({ $mul: { a: 2 } }), 9, '$mul'],
  [update({ $pop: { a: 1 } }), 9, '$pop'],
  [update({ $currentDate: { a: true } }), 9, '$currentDate'],
  [update({ $push: { a: { $each: [1], $sort: 1 } } }), 2, '$sort'],
  [update({ $set: { 'a.$[]': 1 } }), 2, '$[]'],
  [update({ $set: { 'a.$[x]': 1 } }, { arrayFilters: [{ x: 1 }] }), 115, 'arrayFilters'],
  [update({ $set: { a: 1 } }, { hint: 'a_1' }), 115, 'hint'],
  [{ insert: 'c', documents: [{ $a: 1 }] }, 52, '$a'],
  [{ insert: 'c', documents: [{ a: Decimal128.fromString('1.5') }] }, 2, 'Decimal128'],
  [{ insert: 'c', documents: [{ a: new Timestamp({ t: 1, i: 1 }) }] }, 2, 'timestamp'],
  [{ insert: 'c', documents: [{ a: new MaxKey() }] }, 2, 'MaxKey'],
  [{ insert: 'c', documents: [{ a: 1 }], writeConcern: { w: 2 } }, 100, 'w'],
  [{ insert: 'c', documents: [{}], bypassDocumentValidation: true }, 115, 'bypassDocumentValidation'],
  [{ insert: 'a$b', documents: [{}] }, 73, 'a$b'],
  [{ insert: 'system.users', documents: [{}] }, 73, 'system.users'],
  [aggregate({ $group: { _id: '$a' } }), 40324, '$group'],
  [aggregate({ $lookup: { from: 'd', localField: 'a', foreignField: 'b', as: 'c' } }), 40324, '$lookup'],
  [aggregate({ $unwind: '$a' }), 40324, '$unwind'],
  [aggregate({ $changeStream: {} }), 40573, '$changeStream'],
  [{ aggregate: 'c', pipeline: [] }, 40414, 'cursor'],
  [{ aggregate: 1, pipeline: [], cursor: {} }, 73, 'collection name'],
  [index({ a: 'text' }), 67, 'a'],
  [index({ a: '2dsphere' }), 67, 'a'],
  [index({ a: 'hashed' }), 67, 'a'],
  [index({ 'a.0': 1 }), 67, 'a.0'],
  [index({ a: 1 }, { partialFilterExpression: { a: 1 } }), 115, 'partialFilterExpression'],
  [index({ a: 1 }, { collation: { locale: 'en' } }), 115, 'collation'],
  [index({ a: 1 }, { hidden: true }), 115, 'hidden'],
  [{ explain: { insert: 'c', documents: [{}] }, verbosity: 'queryPlanner' }, 2, 'insert'],
  [{ explain: find({}), verbosity: 'executionStats' }, 2, 'queryPlanner'],
  [{ explain: { find: 'c', hint: 'a_1' }, verbosity: 'queryPlanner' }, 115, 'hint'],
  [{ distinct: 'c', key: 'a' }, 59, 'distinct'],
  [{ create: 'c', capped: true, size: 5 }, 59, 'create'],
  [{ renameCollection: 'a.b', to: 'a.c' }, 59, 'renameCollection'],
  [{ mapReduce: 'c' }, 59, 'mapReduce'],
  [{ bulkWrite: 1, ops: [] }, 59, 'bulkWrite'],
  [{ commitTransaction: 1 }, 263, 'transactions'],
  [{ insert: 'c', documents: [{}], startTransaction: true, autocommit: false }, 263, 'transactions'],
]

describe('a feature that the local database lacks is an error that names it', () => {
  it.each(
    refusals.map(([command, code, word]) => [JSON.stringify(command).slice(0, 90), code, word, command] as const),
  )('%s fails with %d and names %s', async (_text, code, word, command) => {
    const { db, shots } = await worlds.next()
    await shots.insertOne({ _id: 1, a: 1 })
    const reply = await db.command(command).then(
      (ok) => ok.writeErrors?.[0] ?? { message: `was answered ${JSON.stringify(ok)}` },
      (error) => error,
    )
    expect(reply).toMatchObject({ code })
    expect(reply.errmsg ?? reply.message).toContain(word)
  })

  it('a transaction and a change stream are refused by the calls of the driver, too', async () => {
    const { client, shots } = await worlds.next()
    const session = client.startSession()
    const inTransaction = session.withTransaction(() => shots.insertOne({ _id: 1 }, { session }))
    await expect(inTransaction).rejects.toThrow('no transactions')
    await session.endSession()
    await expect(shots.watch().tryNext()).rejects.toMatchObject({ code: 40573 })
    expect(await shots.countDocuments()).toBe(0)
  })

  it('is announced at start: that it is in use, how to use MongoDB, and a warning in production', async () => {
    const { withFolder } = await import('./proofs/localCases.ts')
    const { openLocalMongo } = await import('./open.ts')
    await withFolder(async (folder) => {
      const before = process.env.NODE_ENV
      const lines: string[] = []
      process.env.NODE_ENV = 'production'
      try {
        const local = await openLocalMongo({ folder, log: (line) => lines.push(line) })
        await new MongoClient(local.url).close()
        await local.close()
      } finally {
        process.env.NODE_ENV = before
      }
      expect(lines.join('\n')).toMatch(
        /local database is in use[\s\S]*MONGODB_URL=mongodb:[\s\S]*WARNING[\s\S]*production/,
      )
    })
  })
})
