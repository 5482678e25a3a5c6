import fc from 'fast-check'
import type { Collection, Filter } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Item } from './case.ts'
import { compareSort, matchesPlain, type Plain, type PlainDoc, sortValue } from './model.ts'
import { openWorlds, type Worlds } from './worlds.ts'

const runs = process.env.PROOFS === 'long' ? 3000 : 40

let worlds: Worlds
beforeAll(async () => {
  worlds = await openWorlds(process.env.MONGODB_URL)
})
afterAll(() => worlds.close())

const scalar = fc.constantFrom<Plain>(null, -1, 0, 1, 2, 2.5, 3, '', 'x', 'y', true, false)
const small = fc.record<PlainDoc>(
  { b: scalar, x: fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })) },
  { requiredKeys: [] },
)
const value: fc.Arbitrary<Plain> = fc.oneof(
  { arbitrary: scalar, weight: 5 },
  { arbitrary: small, weight: 2 },
  { arbitrary: fc.array(fc.oneof<fc.Arbitrary<Plain>[]>(scalar, small), { maxLength: 3 }), weight: 3 },
  { arbitrary: fc.constantFrom<Plain>([[1]], [[]], [[{ b: 1 }], 2]), weight: 1 },
)
const doc = fc.record<PlainDoc>({ a: value, b: value, c: scalar }, { requiredKeys: [] })
const path = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.x', 'b.x', 'a.0', 'a.1.b')

const comparison = fc.oneof(
  fc.tuple(
    fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'),
    fc.oneof({ arbitrary: scalar, weight: 4 }, { arbitrary: value, weight: 1 }),
  ),
  fc.tuple(fc.constantFrom('$in', '$nin', '$all'), fc.array(scalar, { maxLength: 3 })),
)
const itemCondition = fc.oneof<fc.Arbitrary<Plain>[]>(
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt'), scalar), {
      minLength: 1,
      maxLength: 2,
      selector: ([name]) => name,
    })
    .map((pairs) => Object.fromEntries(pairs)),
  fc
    .record<PlainDoc>({ b: scalar, x: comparison.map((pair) => Object.fromEntries([pair])) }, { requiredKeys: [] })
    .filter((one) => Object.keys(one).length > 0),
)
const operator: fc.Arbitrary<[string, Plain]> = fc.oneof(
  { arbitrary: comparison, weight: 6 },
  { arbitrary: fc.tuple(fc.constant('$exists'), fc.boolean()), weight: 1 },
  { arbitrary: fc.tuple(fc.constant('$size'), fc.integer({ min: 0, max: 3 })), weight: 1 },
  { arbitrary: fc.tuple(fc.constant('$elemMatch'), itemCondition), weight: 2 },
  {
    arbitrary: fc.tuple(
      fc.constant('$not'),
      comparison.map((pair) => Object.fromEntries([pair])),
    ),
    weight: 1,
  },
)
const condition = fc.oneof<fc.Arbitrary<Plain>[]>(
  scalar,
  fc
    .uniqueArray(operator, { minLength: 1, maxLength: 3, selector: ([name]) => name })
    .map((pairs) => Object.fromEntries(pairs)),
)
const { filter } = fc.letrec<{ filter: PlainDoc; field: PlainDoc }>((tie) => ({
  field: fc.tuple(path, condition).map((pair) => Object.fromEntries([pair])),
  filter: fc.oneof(
    { maxDepth: 2 },
    { arbitrary: tie('field'), weight: 4 },
    { arbitrary: fc.tuple(tie('field'), tie('field')).map(([one, other]) => ({ ...one, ...other })), weight: 3 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
        .map((pair) => Object.fromEntries([pair]) as PlainDoc),
      weight: 2,
    },
  ),
}))

const order = fc.tuple(fc.constantFrom('a', 'c', 'a.b', 'b.x'), fc.constantFrom<1 | -1>(1, -1))
const keys: Record<string, 1 | -1>[] = [
  { a: 1 },
  { b: -1 },
  { c: 1 },
  { 'a.b': 1 },
  { c: 1, a: 1 },
  { c: -1, 'a.b': 1, 'a.x': -1 },
  { a: -1, c: 1 },
  { 'b.x': 1, c: 1 },
]
const index = fc.record({ key: fc.constantFrom(...keys), sparse: fc.boolean() })
const change = fc.oneof<fc.Arbitrary<PlainDoc>[]>(
  fc.tuple(fc.constantFrom('a', 'b', 'c'), value).map(([name, to]) => ({ $set: { [name]: to } })),
  fc.constantFrom('a', 'b', 'c').map((name) => ({ $unset: { [name]: '' } })),
)

it('every filter finds the same with and without indexes, and the same as in a plain list', async () => {
  const queries = fc.array(fc.tuple(filter, order), { minLength: 6, maxLength: 6 })
  const property = fc.asyncProperty(
    fc.array(doc, { minLength: 1, maxLength: 12 }),
    queries,
    fc.uniqueArray(index, { minLength: 1, maxLength: 3, selector: ({ key }) => JSON.stringify(key) }),
    fc.array(fc.tuple(fc.nat(11), fc.option(change)), { maxLength: 5 }),
    async (docs, queries, indexes, changes) => {
      const { shots } = await worlds.next()
      await shots.insertMany(docs.map((one, i) => ({ ...structuredClone(one), _id: i })))
      await expectModel(shots, queries)
      for (const { key, sparse } of indexes) await allowParallelArrays(shots.createIndex(key, { sparse }))
      await expectModel(shots, queries)
      for (const [_id, to] of changes)
        await (to ? allowParallelArrays(shots.updateOne({ _id }, to)) : shots.deleteOne({ _id }))
      await expectModel(shots, queries)
      await shots.drop()
    },
  )
  await fc.assert(property, { numRuns: runs, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) })
})

async function expectModel(shots: Collection<Item>, queries: [PlainDoc, [string, 1 | -1]][]): Promise<void> {
  const all = (await shots.find().toArray()) as unknown as PlainDoc[]
  await Promise.all(
    queries.map(async ([where, [by, direction]]) => {
      const matching = all.filter((one) => matchesPlain(one, where))
      const cursor = shots.find(where as Filter<Item>)
      const found = (await cursor.toArray()) as unknown as PlainDoc[]
      expect({ where, ids: idsIn(found) }).toEqual({ where, ids: idsIn(matching) })
      const counted = await shots.countDocuments(where as Filter<Item>)
      expect({ where, counted }).toEqual({ where, counted: matching.length })
      const sorted = (await shots
        .find(where as Filter<Item>)
        .sort({ [by]: direction })
        .toArray()) as unknown as PlainDoc[]
      const values = (list: PlainDoc[]) => list.map((one) => sortValue(one, by, direction))
      const expected = values(matching).sort((a, b) => compareSort(a, b) * direction)
      expect({ where, by, direction, values: values(sorted) }).toEqual({ where, by, direction, values: expected })
      const page = (await shots
        .find(where as Filter<Item>)
        .sort({ [by]: direction })
        .skip(1)
        .limit(2)
        .toArray()) as unknown as PlainDoc[]
      expect(values(page)).toEqual(expected.slice(1, 3))
      const unsorted = await shots
        .find(where as Filter<Item>)
        .skip(1)
        .toArray()
      expect(unsorted).toHaveLength(Math.max(0, matching.length - 1))
    }),
  )
}

function idsIn(docs: PlainDoc[]): number[] {
  return docs.map(({ _id }) => Number(_id)).sort((a, b) => a - b)
}

/** Two lists in one compound index are an error on any server; the rest of the property must hold anyway. */
async function allowParallelArrays(attempt: Promise<unknown>): Promise<void> {
  await attempt.catch((error: { code?: number }) => {
    if (error.code !== 171) throw error
  })
}
