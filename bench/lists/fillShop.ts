import { randomUUID } from 'node:crypto'
import { type Job, jobsOf, type Subject, subjectsOf } from '../../packages/server/src/features/jobs/collection.ts'
import { ordersOf, type StoredOrder } from '../../packages/server/src/features/orders/collection.ts'
import type { App } from '../../packages/server/src/platform/app.ts'
import { buildCustomer } from '../../packages/server/src/testing/buildCustomer.ts'
import { buildJob } from '../../packages/server/src/testing/buildJob.ts'
import type { TestClient } from '../../packages/server/src/testing/testClient.ts'
import { startTestServer, type TestServer } from '../../packages/server/src/testing/testServer.ts'

export type Size = { subjects: number; orders: number; jobs: number }

/** A shop of some size, and one customer of it with three orders. */
export type FilledShop = {
  server: TestServer
  size: Size
  client: TestClient
  /** A child and an order in the middle of the lists. */
  subject: Subject
  order: StoredOrder
}

const BATCH = 2000
/** Of the orders: as many wait for a payment that never comes. */
const WAITING_SHARE = 0.1
const MINUTE_MS = 60_000
/** Before the days that the daily email of a new shop covers. */
const LAST_ORDER_MS = 30 * 24 * 60 * MINUTE_MS

/** Fills a shop on the local database; what does not differ from child to child and order to order is copied. */
export async function fillShop(size: Size): Promise<FilledShop> {
  const server = await startTestServer()
  const { app, provider } = server
  const { job, subjects } = await buildJob(app, provider, [{ name: 'Emma', email: 'parent@example.com' }])
  const [first] = subjects as [Subject]
  const customer = await buildCustomer(server, { subjects: [first.uuid] })
  await fillJobs(app, job, first, size)
  const filled = await fillOrders(app, provider.key, customer.customer._id, size.orders)
  const middle = filled[Math.floor(filled.length / 2)] as { _id: string; subject: string }
  const order = await ordersOf(app, provider.key).findOne({ _id: middle._id })
  if (!order) throw new Error('The order in the middle is missing')
  return { server, size, client: customer.client, subject: { ...first, uuid: middle.subject }, order }
}

async function fillJobs(app: App, job: Job, child: Subject, { subjects, jobs }: Size): Promise<void> {
  const { provider: _provider, ...jobFacts } = job
  const { provider: _shop, ...childFacts } = child
  const uuids = Array.from({ length: jobs - 1 }, () => randomUUID())
  const counts = { subjects: Math.ceil(subjects / jobs), pictures: Math.ceil(subjects / jobs), changes: 0 }
  await jobsOf(app, job.provider).insertMany(
    uuids.map((uuid, index) => ({ ...jobFacts, uuid, name: `School ${index}`, year: 2016 + (index % 10), counts })),
  )
  for (let from = 1; from < subjects; from += BATCH) {
    const length = Math.min(BATCH, subjects - from)
    await subjectsOf(app, job.provider).insertMany(
      Array.from({ length }, (_each, index) => {
        const uuid = randomUUID()
        const contact = { email: `${uuid}@example.com`, phone: null }
        return { ...childFacts, uuid, key: uuid, contact, jobUuid: uuids[(from + index) % uuids.length] as string }
      }),
    )
  }
}

async function fillOrders(app: App, provider: string, customer: string, orders: number) {
  const start = app.clock().getTime() - LAST_ORDER_MS - orders * MINUTE_MS
  const references: { _id: string; subject: string }[] = []
  for (let from = 0; from < orders; from += BATCH) {
    const length = Math.min(BATCH, orders - from)
    const batch = Array.from({ length }, (_each, index) => {
      const number = from + index
      const owner = number > 0 && number % Math.floor(orders / 3) === 0 ? customer : randomUUID()
      return anOrder(new Date(start + number * MINUTE_MS), owner, number % (1 / WAITING_SHARE) === 3)
    })
    await ordersOf(app, provider).insertMany(batch as never)
    references.push(...batch.map(({ _id, content }) => ({ _id, subject: content.lines[0]?.subjects[0]?.uuid ?? '' })))
  }
  return references
}

/** What the lists read of an order, and words up to the size of a usual one. */
function anOrder(time: Date, customer: string, isWaiting: boolean) {
  const _id = randomUUID()
  const line = { uuid: randomUUID(), kind: 'print', quantity: 1, subjects: [{ uuid: randomUUID(), name: 'Emma' }] }
  return {
    _id,
    created: time,
    confirmTime: isWaiting ? null : time,
    paymentState: isWaiting ? 'awaiting' : 'paid',
    production: time.getTime() % (3 * MINUTE_MS) < MINUTE_MS ? 'sent' : 'new',
    bought: [isWaiting ? _id : line.uuid],
    content: {
      customer,
      language: 'en',
      currency: 'USD',
      lines: [line],
      fees: [],
      totalPrice: 1692,
      payment: { option: 'card', gateway: 'sandbox', isInvoice: false, title: 'Card', transaction: _id },
      terms: { text: 'The terms that were agreed to. '.repeat(60), accepted: time },
    },
  }
}
