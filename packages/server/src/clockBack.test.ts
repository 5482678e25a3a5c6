import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { checkoutClockCheck, checkoutSweep } from './features/checkout/advanceCheckout.ts'
import { checkoutsOf } from './features/checkout/collection.ts'
import { openApp } from './openApp.ts'
import { holdLease } from './platform/db/lease.ts'
import { makeTicket, useTicket } from './platform/http/ticket.ts'
import { mailClockCheck } from './platform/mail/clockChange.ts'
import { sendMails } from './platform/mail/sender.ts'
import { createMailTransport } from './platform/mail/transport.ts'
import { saveProvider } from './platform/provider/collection.ts'
import { defineTask } from './platform/taskKind.ts'
import { taskClockCheck } from './platform/tasks/clockChange.ts'
import { createTask, requireTask } from './platform/tasks/queue.ts'
import { buildBuyer } from './testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from './testing/buildCheckout.ts'
import { buildCustomer } from './testing/buildCustomer.ts'
import { buildProvider } from './testing/buildProvider.ts'
import { startTestServer, type TestServer, testEnv } from './testing/testServer.ts'

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
})
afterAll(() => shop.close())
/** A kind of task that no server runs. */
const aTask = defineTask({ name: 'test.clock', lane: 'letters', input: z.object({}), run: async () => null })

/** The clock of the server is set back by an hour. */
const setBack = () => shop.wait(-HOUR_MS)

describe('after the clock was set back by an hour', () => {
  it('a customer stays signed in, and a cart can be changed', async () => {
    const buyer = await buildBuyer(shop)
    setBack()
    await buyer.add()
    expect((await buyer.client.call(carts.get, {})).cart.orderLines).toHaveLength(1)
  })

  it('the lease of a process that died is free within its length, and a fresh one is held', async () => {
    const name = `clock ${randomUUID()}`
    expect(await holdLease(shop.app, name, MINUTE_MS)).not.toBeNull()
    expect(await holdLease(shop.app, name, MINUTE_MS)).toBeNull()
    setBack()
    expect(await holdLease(shop.app, name, MINUTE_MS)).not.toBeNull()
    expect(await holdLease(shop.app, name, MINUTE_MS)).toBeNull()
  })

  it('a limit that is used up still refuses, and for no longer than one that starts now', async () => {
    const { customer, client } = await buildCustomer(shop)
    const attempt = () => client.send(account.signIn, { email: customer.email, password: 'wrong' })
    let refused = await attempt()
    while (refused.status !== 429) refused = await attempt()
    const waitOf = ({ body }: typeof refused) => (body as { data: { seconds: number } }).data.seconds
    const before = waitOf(refused)
    setBack()
    const after = await attempt()
    expect(after.status).toBe(429)
    expect(waitOf(after)).toBeLessThanOrEqual(before + 5 * 60)
  })

  it('a ticket still works once', async () => {
    const ticket = await makeTicket(shop.app, shop.provider, 'test', { a: 'b' })
    setBack()
    expect(await useTicket(shop.app, shop.provider, 'test', ticket)).toEqual({ a: 'b' })
    expect(await useTicket(shop.app, shop.provider, 'test', ticket)).toBeNull()
  })

  it('a task that waits for its next attempt is run within a minute', async () => {
    const task = await createTask(shop.app, aTask, { provider: shop.provider.key, key: 'clock', input: {} })
    setBack()
    await taskClockCheck.run(shop.app)
    const { due } = await requireTask(shop.app, shop.provider.key, task._id)
    expect((due?.getTime() ?? 0) - shop.app.clock().getTime()).toBeLessThanOrEqual(MINUTE_MS)
  })

  it('a payment under way is asked about within minutes', async () => {
    const buyer = await buildBuyer(shop)
    await buyer.add()
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    await buyer.client.call(checkout.transaction, ordering)
    setBack()
    await checkoutClockCheck.run(shop.app)
    const dueIn = async () => {
      const found = await checkoutsOf(shop.app, shop.provider.key).findOne({ _id: ordering.checkoutUuid })
      return (found?.due?.getTime() ?? 0) - shop.app.clock().getTime()
    }
    expect(await dueIn()).toBeLessThanOrEqual(2 * MINUTE_MS)
    shop.wait(2 * MINUTE_MS)
    await checkoutSweep.run(shop.app)
    expect(await dueIn()).toBeGreaterThan(0)
  })
})

it('an email that was queued before the clock was set back by an hour is sent within minutes, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pk-clock-'))
  let ahead = 0
  // Without background work: here the test decides when something is sent.
  const { app, close } = await openApp(testEnv(folder), { clock: () => new Date(Date.now() + ahead) })
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  const provider = buildProvider()
  await saveProvider(app, provider)
  const transport = createMailTransport(app.env)
  const sent = () => readdir(join(folder, 'outbox')).catch(() => [] as string[])
  const words = { subject: 'Hello', text: 'Hello', html: 'Hello' }
  await app.mail.queue({ provider: provider.key, to: 'anna@example.com', ...words, key: 'confirm clock' })
  ahead -= HOUR_MS
  await sendMails(app, transport, 'urgent')
  expect(await sent()).toEqual([])
  await mailClockCheck.run(app)
  ahead += 2 * MINUTE_MS
  await sendMails(app, transport, 'urgent')
  await mailClockCheck.run(app)
  await sendMails(app, transport, 'urgent')
  expect(await sent()).toHaveLength(1)
})
