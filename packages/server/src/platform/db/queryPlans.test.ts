import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOrdered } from '../../features/orders/collection.ts'
import { SlowQueriesError, watchQueries } from '../../testing/queryPlans.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

type Thing = { _id: number; provider: string; name: string; age: number }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.db.collection('things').createIndex({ provider: 1, name: 1 })
})
afterAll(async () => {
  await expect(server.close()).rejects.toThrow(SlowQueriesError)
})

const provider = 'one'
const comment = 'from a test'
const things = () => server.app.db.collection<Thing>('things')

/** What is reported about the queries of `work`. */
async function problemsOf(work: () => Promise<unknown>): Promise<string[]> {
  const queries = watchQueries(server.app)
  await work()
  return (await queries.explain()).map(({ problem }) => problem)
}

describe('the plans of the product’s queries', () => {
  it.each([
    ['an indexed field', () => things().findOne({ provider, name: 'a' }, { comment })],
    [
      'a page in the order of an index',
      () =>
        things()
          .find({ provider }, { comment, sort: { name: 1 }, limit: 5 })
          .toArray(),
    ],
    ['an update by id', () => things().updateOne({ _id: 1, provider }, { $set: { age: 2 } }, { comment })],
    ['a count by an indexed field', () => things().countDocuments({ provider, name: { $gt: 'a' } }, { comment })],
  ])('allow %s', async (_what, work) => {
    expect(await problemsOf(work)).toEqual([])
  })

  it.each([
    ['a filter without the shop', 'reads every document', () => things().findOne({ age: 1 }, { comment })],
    [
      'a field without an index',
      'reads everything of a shop',
      () => things().findOne({ provider, age: 1 }, { comment }),
    ],
    ['everything', 'reads everything of a shop', () => things().find({ provider }, { comment }).toArray()],
    [
      'a page of what a field without an index selects',
      'reads everything of a shop',
      () =>
        things()
          .find({ provider, age: 1 }, { comment, sort: { name: 1 }, limit: 5 })
          .toArray(),
    ],
    [
      'an order without an index',
      'sorts without an index',
      () =>
        things()
          .find({ provider, name: 'a' }, { comment, sort: { age: 1 } })
          .toArray(),
    ],
    ['a count of everything', 'reads everything of a shop', () => things().countDocuments({ provider }, { comment })],
    [
      'an update of what a field without an index selects',
      'reads everything of a shop',
      () => things().updateMany({ provider, age: 1 }, { $set: { age: 2 } }, { comment }),
    ],
    [
      'a deletion by a field without an index',
      'reads everything of a shop',
      () => things().deleteMany({ provider, age: 1 }, { comment }),
    ],
    [
      'an $or with a field without an index',
      'reads everything of a shop',
      () => things().findOne({ provider, $or: [{ name: 'a' }, { age: 1 }] }, { comment }),
    ],
  ])('report %s', async (_what, problem, work) => {
    expect(await problemsOf(work)).toEqual([problem])
  })

  it('ignore queries of tests', async () => {
    expect(await problemsOf(() => things().findOne({ age: 1 }))).toEqual([])
  })

  it('name the place in the product', async () => {
    const { app } = server
    for (const { name } of await app.db.collection('orders').indexes()) {
      if (name?.includes('customer')) await app.db.collection('orders').dropIndex(name)
    }
    const queries = watchQueries(app)
    await hasOrdered(app, server.provider, 'nobody')
    expect(await queries.explain()).toMatchObject([
      { source: 'features/orders/collection.ts hasOrdered', collection: 'orders' },
    ])
  })
})
