import { performance } from 'node:perf_hooks'
import { orders as calls } from '../packages/core/src/orders/contract.ts'
import { subjectsOf } from '../packages/server/src/features/jobs/collection.ts'
import { contactFilter } from '../packages/server/src/features/jobs/contact.ts'
import { listJobs } from '../packages/server/src/features/jobs/listJobs.ts'
import { listOrders, ordersAfter, ordersByNumber } from '../packages/server/src/features/orders/findOrders.ts'
import { picturesToPrint } from '../packages/server/src/features/orders/printing/picturesToPrint.ts'
import { percentile } from './calls/load.ts'
import type { Extent, Figure } from './figures.ts'
import { type FilledShop, fillShop, type Size } from './lists/fillShop.ts'

const SMALL: Size = { subjects: 1000, orders: 1000, jobs: 100 }
const LARGE: Size = { subjects: 200_000, orders: 20_000, jobs: 100 }
const ARCHIVE: Size = { subjects: 50_000, orders: 1000, jobs: 400 }
const ROUNDS = 5
/** In each round. */
const REPETITIONS = 300
const LIMIT = 20
const RATIO_GOAL = 1.3

const page = { page: 1, limit: LIMIT, waiting: false }

/** Each list by its name, for a shop of any size. */
const LISTS: Record<string, List> = {
  'orders of a customer': ({ client }) => client.call(calls.list, {}),
  'orders, first page': ({ server: { app, provider } }) => listOrders(app, provider.key, page),
  'orders, last page': ({ server: { app, provider }, size }) =>
    listOrders(app, provider.key, { ...page, page: Math.floor((size.orders * 0.9) / LIMIT) }),
  'orders after one in the middle': ({ server: { app, provider }, order }) =>
    ordersAfter(app, provider.key, order, { limit: LIMIT, waiting: order.confirmTime === null }),
  'orders that wait for their payment': ({ server: { app, provider } }) =>
    listOrders(app, provider.key, { ...page, waiting: true }),
  'orders in one state of production': ({ server: { app, provider } }) =>
    listOrders(app, provider.key, { ...page, production: 'sent' }),
  'an order by its number': ({ server: { app, provider }, order }) =>
    ordersByNumber(app, [provider], order._id.slice(0, 8)),
  'pictures of a child to print': ({ server: { app, provider }, subject }) =>
    picturesToPrint(app, provider.key, [subject.uuid]),
  'children of an address': ({ server: { app, provider } }) =>
    subjectsOf(app, provider.key).find(contactFilter('parent@example.com')).toArray(),
  'all jobs': ({ server: { app, provider } }) => listJobs(app, provider),
}

/** Each list in a small and in a large shop on the local database, in turns within one process. */
export async function benchLists({ scale }: Extent): Promise<Figure[]> {
  const shops: FilledShop[] = []
  try {
    const large = {
      ...LARGE,
      subjects: Math.max(1000, LARGE.subjects * scale),
      orders: Math.max(1000, LARGE.orders * scale),
    }
    for (const size of [SMALL, large]) shops.push(await fillShop(size))
    const [small, big] = shops as [FilledShop, FilledShop]
    const repetitions = Math.max(20, Math.round(REPETITIONS * scale))
    const figures: Figure[] = []
    for (const [name, list] of Object.entries(LISTS)) figures.push(await compare(name, list, [small, big], repetitions))
    return figures
  } finally {
    for (const { server } of shops) await server.close()
  }
}

/** A photographer's whole archive: the slowest of some lists of its jobs. */
export async function benchJobs({ scale }: Extent): Promise<Figure[]> {
  const size = { ...ARCHIVE, subjects: Math.max(1000, ARCHIVE.subjects * scale) }
  const { server } = await fillShop(size)
  try {
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) times.push(await timeOf(() => listJobs(server.app, server.provider)))
    const slowest = Math.max(...times)
    return [
      {
        name: `all of ${size.jobs} jobs with ${size.subjects.toLocaleString('en-US')} subjects, the first call included`,
        value: slowest,
        unit: 'ms',
        beside: `median ${percentile(times, 50).toFixed(1)} ms`,
        goal: 'under 1000 ms',
        met: slowest < 1000,
      },
    ]
  } finally {
    await server.close()
  }
}

type List = (shop: FilledShop) => Promise<unknown>

/** Both shops take turns; the ratio is the median of some rounds, because the 99th percentile of one round follows the machine. */
async function compare(
  name: string,
  list: List,
  shops: readonly [FilledShop, FilledShop],
  repetitions: number,
): Promise<Figure> {
  for (const shop of shops) for (let warm = 0; warm < 20; warm++) await list(shop)
  const rounds: { small: number[]; large: number[] }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timesOf(list, shops, repetitions))
  const middle = (value: (round: { small: number[]; large: number[] }) => number) => percentile(rounds.map(value), 50)
  const ratio = middle(({ small, large }) => percentile(large, 99) / percentile(small, 99))
  const smallP99 = middle(({ small }) => percentile(small, 99)).toFixed(1)
  const medians = [middle(({ small }) => percentile(small, 50)), middle(({ large }) => percentile(large, 50))]
  const { subjects, orders } = shops[0].size
  const size = `${subjects.toLocaleString('en-US')} subjects, ${orders.toLocaleString('en-US')} orders`
  return {
    name: `p99, ${name}`,
    value: middle(({ large }) => percentile(large, 99)),
    unit: 'ms',
    beside: `${size}: ${smallP99} ms; medians ${medians.map((each) => each.toFixed(1)).join(' and ')} ms`,
    ratio,
    goal: `at most ${RATIO_GOAL}`,
    met: ratio <= RATIO_GOAL,
  }
}

async function timesOf(list: List, [smallShop, largeShop]: readonly [FilledShop, FilledShop], repetitions: number) {
  const times = { small: [] as number[], large: [] as number[] }
  for (let turn = 0; turn < repetitions; turn++) {
    times.small.push(await timeOf(() => list(smallShop)))
    times.large.push(await timeOf(() => list(largeShop)))
  }
  return times
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
