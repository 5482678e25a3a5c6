import { Binary, Double, Int32, Long, ObjectId } from 'mongodb'
import { expect } from 'vitest'
import { casesOf, failure, idsOf, type World } from './case.ts'

const people = [
  { _id: 'number', a: 4 },
  { _id: 'text', a: 'hi' },
  { _id: 'null', a: null },
  { _id: 'missing' },
  { _id: 'empty', a: {} },
  { _id: 'sub', a: { b: 'hi' } },
  { _id: 'subNull', a: { b: null } },
  { _id: 'list', a: [1, 'text', 4] },
  { _id: 'listNull', a: [1, null] },
  { _id: 'emptyList', a: [] },
  { _id: 'listOfList', a: [[]] },
  { _id: 'docs', a: [{ b: 1 }, { b: 3 }] },
  { _id: 'docsNull', a: [{ b: null }, { b: 3 }] },
  { _id: 'docsMissing', a: [{ b: 3 }, {}] },
]

async function insertPeople({ shots }: World) {
  await shots.insertMany(people)
  return shots
}

export const filterCases = casesOf({
  'equality with null finds null, missing fields, and lists that contain null': async (world) => {
    const shots = await insertPeople(world)
    expect(await idsOf(shots, { a: null })).toEqual(['listNull', 'missing', 'null'])
    expect(await idsOf(shots, { a: { $in: [null, 4] } })).toEqual(['list', 'listNull', 'missing', 'null', 'number'])
  },
  '$ne and $nin are the opposites of $eq and $in': async (world) => {
    const shots = await insertPeople(world)
    const without = (...ids: string[]) =>
      people
        .map((one) => one._id)
        .filter((id) => !ids.includes(id))
        .sort()
    expect(await idsOf(shots, { a: { $ne: null } })).toEqual(without('listNull', 'missing', 'null'))
    expect(await idsOf(shots, { a: { $nin: [null, 4] } })).toEqual(
      without('list', 'listNull', 'missing', 'null', 'number'),
    )
    expect(await idsOf(shots, { a: { $ne: 4 } })).toEqual(without('list', 'number'))
  },
  'a dotted path leads through every document of a list': async (world) => {
    const shots = await insertPeople(world)
    expect(await idsOf(shots, { 'a.b': 3 })).toEqual(['docs', 'docsMissing', 'docsNull'])
    expect(await idsOf(shots, { 'a.b': 'hi' })).toEqual(['sub'])
  },
  'a dotted path that is null: through scalars and documents, not through lists of scalars': async (world) => {
    const shots = await insertPeople(world)
    const expected = ['docsMissing', 'docsNull', 'empty', 'missing', 'null', 'number', 'subNull', 'text']
    expect(await idsOf(shots, { 'a.b': null })).toEqual(expected)
  },
  '$exists distinguishes null from missing': async (world) => {
    const shots = await insertPeople(world)
    expect(await idsOf(shots, { a: { $exists: false } })).toEqual(['missing'])
    expect(await idsOf(shots, { 'a.b': { $exists: true } })).toEqual([
      'docs',
      'docsMissing',
      'docsNull',
      'sub',
      'subNull',
    ])
    expect(await idsOf(shots, { a: { $exists: true, $eq: null } })).toEqual(['listNull', 'null'])
  },
  'a number in a path is a position in a list': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: [{ b: 5 }, { b: 6 }] },
      { _id: 2, a: [{ b: 6 }, { b: 5 }] },
      { _id: 3, a: { 0: { b: 5 } } },
    ])
    expect(await idsOf(shots, { 'a.0.b': 5 })).toEqual([1, 3])
    expect(await idsOf(shots, { 'a.1.b': { $exists: true } })).toEqual([1, 2])
  },
  '$gt, $gte, $lt and $lte compare within one type only': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
      { _id: 3, a: '2' },
      { _id: 4, a: new Date(2) },
      { _id: 5, a: true },
      { _id: 6, a: null },
      { _id: 7 },
    ])
    expect(await idsOf(shots, { a: { $gt: 1 } })).toEqual([2])
    expect(await idsOf(shots, { a: { $gte: 1 } })).toEqual([1, 2])
    expect(await idsOf(shots, { a: { $lt: 'a' } })).toEqual([3])
    expect(await idsOf(shots, { a: { $lte: new Date(2) } })).toEqual([4])
    expect(await idsOf(shots, { a: { $gte: false } })).toEqual([5])
    expect(await idsOf(shots, { a: { $gte: null } })).toEqual([6, 7])
    expect(await idsOf(shots, { a: { $gt: null } })).toEqual([])
  },
  'int, long and double are one type of number': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: new Int32(5) },
      { _id: 2, a: Long.fromNumber(5) },
      { _id: 3, a: new Double(5) },
      { _id: 4, a: 5.5 },
    ])
    expect(await idsOf(shots, { a: 5 })).toEqual([1, 2, 3])
    expect(await idsOf(shots, { a: { $gt: Long.fromNumber(5) } })).toEqual([4])
    expect(await idsOf(shots, { a: { $in: [new Double(5)] } })).toEqual([1, 2, 3])
  },
  'whole numbers beyond 2^53 are distinguished': async ({ shots }) => {
    const big = [9007199254740992n, 9007199254740993n, 9007199254740994n].map((n) => Long.fromBigInt(n))
    await shots.createIndex({ a: 1 })
    await shots.insertMany(big.map((a, i) => ({ _id: i, a })))
    expect(await idsOf(shots, { a: big[1] })).toEqual([1])
    expect(await idsOf(shots, { a: { $gt: big[1] } })).toEqual([2])
    expect(await idsOf(shots, { a: new Double(9007199254740992) })).toEqual([0])
  },
  'negative numbers, zero, infinity and NaN are ordered': async ({ shots }) => {
    const values = [Number.NaN, Number.NEGATIVE_INFINITY, -1e300, -2, -1.5, 0, 1e-300, 3, Number.POSITIVE_INFINITY]
    await shots.insertMany(values.map((a, i) => ({ _id: i, a })).reverse())
    const sorted = await shots.find().sort({ a: 1 }).toArray()
    expect(sorted.map(({ _id }) => _id)).toEqual(values.map((_, i) => i))
    expect(await idsOf(shots, { a: { $lt: 0 } })).toEqual([1, 2, 3, 4])
    expect(await idsOf(shots, { a: Number.NaN })).toEqual([0])
    expect(await idsOf(shots, { a: -0 })).toEqual([5])
  },
  'a list equals only the same list, and each of its items equals a filter value': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: [1, 2] },
      { _id: 2, a: [2, 1] },
      { _id: 3, a: [[1, 2], 5] },
      { _id: 4, a: 1 },
    ])
    expect(await idsOf(shots, { a: [1, 2] })).toEqual([1, 3])
    expect(await idsOf(shots, { a: 1 })).toEqual([1, 2, 4])
  },
  'a document equals only one with the same fields in the same order': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: { x: 1, y: 2 } },
      { _id: 2, a: { y: 2, x: 1 } },
      { _id: 3, a: { x: 1, y: 2, z: 3 } },
    ])
    expect(await idsOf(shots, { a: { x: 1, y: 2 } })).toEqual([1])
    expect(await idsOf(shots, { 'a.x': 1, 'a.y': 2 })).toEqual([1, 2, 3])
  },
  'different items of a list may satisfy two bounds; $elemMatch needs one that satisfies both': async ({ shots }) => {
    await shots.createIndex({ a: 1 })
    await shots.insertMany([
      { _id: 1, a: [1, 10] },
      { _id: 2, a: [5] },
      { _id: 3, a: [20] },
    ])
    expect(await idsOf(shots, { a: { $gt: 4, $lt: 6 } })).toEqual([1, 2])
    expect(await idsOf(shots, { a: { $elemMatch: { $gt: 4, $lt: 6 } } })).toEqual([2])
  },
  'different documents of a list may satisfy two conditions on their fields': async ({ shots }) => {
    await shots.createIndex({ 'lines.file': 1, 'lines.size': 1 })
    await shots.insertMany([
      {
        _id: 1,
        lines: [
          { file: 'a', size: 1 },
          { file: 'b', size: 2 },
        ],
      },
      { _id: 2, lines: [{ file: 'a', size: 2 }] },
    ])
    expect(await idsOf(shots, { 'lines.file': 'a', 'lines.size': 2 })).toEqual([1, 2])
    expect(await idsOf(shots, { lines: { $elemMatch: { file: 'a', size: 2 } } })).toEqual([2])
  },
  '$elemMatch matches lists only': async (world) => {
    const shots = await insertPeople(world)
    expect(await idsOf(shots, { a: { $elemMatch: { b: 3 } } })).toEqual(['docs', 'docsMissing', 'docsNull'])
    expect(await idsOf(shots, { a: { $elemMatch: { b: null } } })).toEqual(['docsMissing', 'docsNull', 'listOfList'])
    expect(await idsOf(shots, { a: { $elemMatch: { $eq: null } } })).toEqual(['listNull'])
    expect(await idsOf(shots, { a: { $elemMatch: { $ne: 1, $exists: true } } })).toEqual([
      'docs',
      'docsMissing',
      'docsNull',
      'list',
      'listNull',
      'listOfList',
    ])
    expect(await idsOf(shots, { a: { $elemMatch: { $not: { $gt: 0 }, $in: ['text', 4] } } })).toEqual(['list'])
  },
  '$all needs every value, and nothing matches an empty $all': async ({ shots }) => {
    await shots.createIndex({ a: 1 })
    await shots.insertMany([
      { _id: 1, a: [1, 2, 3] },
      { _id: 2, a: [1] },
      { _id: 3, a: 1 },
      { _id: 4, a: [{ x: 1 }, { x: 2 }] },
    ])
    expect(await idsOf(shots, { a: { $all: [1] } })).toEqual([1, 2, 3])
    expect(await idsOf(shots, { a: { $all: [3, 1] } })).toEqual([1])
    expect(await idsOf(shots, { a: { $all: [] } })).toEqual([])
    expect(await idsOf(shots, { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: 2 } }] } })).toEqual([4])
  },
  '$size counts the items of a list, not of its items': async ({ shots }) => {
    await shots.insertMany([
      { _id: 1, a: [1, 2] },
      { _id: 2, a: [[1, 2]] },
      { _id: 3, a: [] },
      { _id: 4, a: 'ab' },
      { _id: 5 },
    ])
    expect(await idsOf(shots, { a: { $size: 2 } })).toEqual([1])
    expect(await idsOf(shots, { a: { $size: 0 } })).toEqual([3])
  },
  '$and, $or and $nor combine, and nest': async ({ shots }) => {
    await shots.insertMany([1, 2, 3, 4, 5, 6].map((n) => ({ _id: n, n, even: n % 2 === 0 })))
    expect(await idsOf(shots, { $and: [{ n: { $gt: 2 } }, { even: true }] })).toEqual([4, 6])
    expect(await idsOf(shots, { $or: [{ n: 1 }, { n: { $gte: 5 } }] })).toEqual([1, 5, 6])
    expect(await idsOf(shots, { $nor: [{ n: 1 }, { even: true }] })).toEqual([3, 5])
    expect(await idsOf(shots, { even: false, $or: [{ n: 2 }, { $and: [{ n: 3 }, { $nor: [{ n: 4 }] }] }] })).toEqual([
      3,
    ])
  },
  '$not negates all its operators together, missing fields included': async ({ shots }) => {
    await shots.insertMany([{ _id: 1, n: 1 }, { _id: 2, n: 5 }, { _id: 3, n: 'x' }, { _id: 4 }])
    expect(await idsOf(shots, { n: { $not: { $gt: 1, $lt: 9 } } })).toEqual([1, 3, 4])
    expect(await idsOf(shots, { n: { $not: { $exists: true } } })).toEqual([4])
  },
  'several operators on one field must all hold': async ({ shots }) => {
    await shots.createIndex({ n: 1 })
    await shots.insertMany([1, 2, 3, 4, 5].map((n) => ({ _id: n, n })))
    expect(await idsOf(shots, { n: { $gt: 1, $lte: 4, $ne: 3 } })).toEqual([2, 4])
    expect(await idsOf(shots, { $and: [{ n: { $gte: 2 } }, { n: { $lt: 4 } }] })).toEqual([2, 3])
  },
  'binary, ObjectId, date and boolean values are found by equality and range': async ({ shots }) => {
    const id = new ObjectId()
    await shots.createIndex({ a: 1 })
    await shots.insertMany([
      { _id: 1, a: id },
      { _id: 2, a: new Binary(Buffer.from([1, 2])) },
      { _id: 3, a: new Date(1e12) },
      { _id: 4, a: false },
      { _id: 5, a: new Date(-5) },
    ])
    expect(await idsOf(shots, { a: id })).toEqual([1])
    expect(await idsOf(shots, { a: new Binary(Buffer.from([1, 2])) })).toEqual([2])
    expect(await idsOf(shots, { a: { $lt: new Date(0) } })).toEqual([5])
    expect(await idsOf(shots, { a: { $gt: new Date(0) } })).toEqual([3])
    expect(await idsOf(shots, { a: false })).toEqual([4])
  },
  'text is compared by its bytes, a zero character included': async ({ shots }) => {
    const values = ['', 'a', 'a\0', 'a\0b', 'aa', 'b', 'ä', '日', '😀']
    await shots.createIndex({ a: 1 })
    await shots.insertMany(values.map((a, i) => ({ _id: i, a })).reverse())
    expect(
      (
        await shots
          .find({ a: { $gte: '' } })
          .sort({ a: 1 })
          .toArray()
      ).map((doc) => doc._id),
    ).toEqual(values.map((_, i) => i))
    expect(await idsOf(shots, { a: { $gt: 'a', $lt: 'b' } })).toEqual([2, 3, 4])
  },
  "names of JavaScript's own properties are names like any other": async ({ shots }) => {
    await shots.insertOne({ _id: 1, ['__proto__']: { x: 1 }, constructor: 'c', toString: 1 } as never)
    expect(await idsOf(shots, { '__proto__.x': 1, constructor: 'c', toString: 1 })).toEqual([1])
    expect(await idsOf(shots, { hasOwnProperty: { $exists: true } })).toEqual([])
  },
  'an unknown operator is an error': async ({ shots }) => {
    await failure(shots.find({ a: { $nonsense: 1 } } as never).toArray(), 2)
    await failure(shots.find({ $nonsense: [] } as never).toArray(), 2)
    await failure(shots.find({ a: { $gt: 1, b: 2 } } as never).toArray(), 2)
    await failure(shots.find({ $or: [] }).toArray(), 2)
    await failure(shots.find({ a: { $in: 5 } } as never).toArray(), 2)
  },
})
