import { randomUUID } from 'node:crypto'
import type { CommandStartedEvent } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildProvider } from '../../testing/buildProvider.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ordersOf, type StoredOrder } from './collection.ts'
import { listOrders, ordersAfter } from './findOrders.ts'

const DAY_MS = 24 * 60 * 60_000

let server: TestServer
let provider: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => {
  provider = buildProvider().key
})
afterAll(() => server.close())

/** Orders of the last days, the newest first: some at the same moment, and as many that wait for their payment. */
async function fill(count: number, newest = server.app.clock()): Promise<string[]> {
  const orders = Array.from({ length: count * 2 }, (_each, index) => {
    const time = new Date(newest.getTime() - Math.floor(index / 6) * (DAY_MS / 2))
    const isWaiting = index % 2 === 1
    return {
      _id: randomUUID(),
      created: time,
      confirmTime: isWaiting ? null : time,
      production: 'new',
      bought: [randomUUID()],
    }
  })
  await ordersOf(server.app, provider).insertMany(orders as never)
  const newestFirst = (one: (typeof orders)[number], other: (typeof orders)[number]) =>
    other.created.getTime() - one.created.getTime() || (one._id < other._id ? 1 : -1)
  return orders
    .filter(({ confirmTime }) => confirmTime)
    .toSorted(newestFirst)
    .map(({ _id }) => _id)
}

const pageOf = (page: number, limit: number, waiting = false) =>
  listOrders(server.app, provider, { page, limit, waiting })
const idsOf = (orders: readonly StoredOrder[]) => orders.map(({ _id }) => _id)

describe('the list of orders', () => {
  it('has the same order on all pages, counted from either end', async () => {
    const all = await fill(23)
    for (const limit of [1, 4, 5, 23, 50]) {
      const pages = Math.ceil(all.length / limit)
      for (let page = 1; page <= pages; page++) {
        const { orders, ...counts } = await pageOf(page, limit)
        expect({ limit, page, ids: idsOf(orders), ...counts }).toEqual({
          limit,
          page,
          ids: all.slice((page - 1) * limit, page * limit),
          total: 23,
          pages,
        })
      }
    }
    expect(await pageOf(9, 5)).toEqual({ orders: [], total: 23, pages: 5 })
    expect((await pageOf(3, 10, true)).orders).toHaveLength(3)
  })

  it('continues after each of its orders, whatever was placed meanwhile', async () => {
    const all = await fill(23)
    const found = (await pageOf(1, 4)).orders
    for (;;) {
      await fill(1)
      const next = await ordersAfter(server.app, provider, found.at(-1) as StoredOrder, { limit: 4, waiting: false })
      if (next.length === 0) break
      found.push(...next)
    }
    expect(idsOf(found)).toEqual(all)
    const waiting = (await pageOf(1, 4, true)).orders
    const rest = await ordersAfter(server.app, provider, waiting.at(-1) as StoredOrder, { limit: 100, waiting: true })
    const total = (await pageOf(1, 1, true)).total
    expect(new Set(idsOf([...waiting, ...rest])).size).toBe(total)
  })

  it('counts what was placed since, on the same day and days later', async () => {
    await fill(10)
    expect((await pageOf(1, 5)).total).toBe(10)
    await fill(1)
    expect((await pageOf(1, 5)).total).toBe(11)
    server.wait(5 * DAY_MS)
    await fill(2)
    expect((await pageOf(1, 5)).total).toBe(13)
    server.wait(1000)
    await fill(1)
    expect((await pageOf(1, 5)).total).toBe(14)
  })

  it('counts what was placed before yesterday once', async () => {
    await fill(23, new Date(server.app.clock().getTime() - 3 * DAY_MS))
    const counts: unknown[] = []
    const note = ({ commandName, command }: CommandStartedEvent): void => {
      if (commandName !== 'aggregate' || command.aggregate !== 'orders') return
      if (command.pipeline[0].$match.provider === provider) counts.push(command.pipeline[0].$match.confirmTime)
    }
    await pageOf(1, 5)
    server.app.db.client.on('commandStarted', note)
    await pageOf(1, 5)
    server.app.db.client.off('commandStarted', note)
    expect(counts).toEqual([{ $gte: expect.any(Date) }])
    const [{ $gte }] = counts as [{ $gte: Date }]
    expect(server.app.clock().getTime() - $gte.getTime()).toBeLessThan(3 * DAY_MS)
  })

  it('counts again if a clock was ahead', async () => {
    await fill(3)
    server.wait(1)
    const { app } = server
    const until = new Date(app.clock().getTime() + 400 * DAY_MS)
    await app.db
      .collection<{ _id: string }>('orderTotals')
      .insertOne({ _id: provider, provider, until, count: 77 } as never)
    expect((await pageOf(1, 5)).total).toBe(3)
  })
})
