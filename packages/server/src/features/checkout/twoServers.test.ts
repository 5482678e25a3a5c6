import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { carts, type NewLine } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { type Buyer, buildBuyer, resourcesOf } from '../../testing/buildBuyer.ts'
import {
  followRedirects,
  type OrderInput,
  prepareOrder,
  pressSandboxButton,
  twoGateways,
} from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { freePort, type ServerProcess, startProcess } from '../../testing/buildProcess.ts'
import { createTestClient, type TestClient } from '../../testing/testClient.ts'
import { startProxy, type TestProxy } from '../../testing/testProxy.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ordersOf } from '../orders/collection.ts'
import { checkoutsOf } from './collection.ts'

/** Two processes that share only the database and the folder of pictures. */

let folder: string
let first: TestServer
let second: ServerProcess
let secondPort: number
let seller: Buyer
let proxy: TestProxy

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-two-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
  first = await startTestServer({ folder, env, provider: twoGateways() })
  seller = await buildBuyer(first)
  secondPort = await freePort()
  const { mongodbUrl } = first.app.env
  second = await startProcess({
    ...env,
    DATA_DIR: folder,
    PORT: String(secondPort),
    ADMIN_PORT: '0',
    NODE_ENV: 'test',
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
  })
  proxy = await startProxy([first.port, secondPort])
})
afterAll(async () => {
  await proxy?.close()
  await second?.stop()
  await first?.close()
  await rm(folder, { recursive: true, force: true })
})

const key = () => first.provider.key
const receiptOf = (order: string) => `/shopping-cart/checkout/payment/receipt/${order}`
const pathOf = (address: string) => new URL(address).pathname

describe('a proxy that alternates between two servers', () => {
  it('[ENT-6] [AUT-4] [CRT-11] [CHK-15] [RCP-1] takes a new customer from the code to the receipt', async () => {
    const client = createTestClient(proxy.port, key())
    const { set, template } = seller
    const opened = await client.call(access.verifySubjectCode, { code: set.code })
    client.flow = opened.data?.flow
    const email = `parent-${randomUUID().slice(0, 8)}@example.com`
    expect(await client.call(account.existsByEmail, { email })).toEqual({ exists: false })
    const password = 'a long password'
    const about = { email, code: set.code, mobile: '+12125550123', acceptmail: false, termsofservice: true } as const
    await client.call(account.create, { ...about, password, confirm_password: password })
    client.flow = undefined
    const { user } = await client.call(account.session, {})
    expect(user?.emailAddress).toBe(email)

    // their pictures, and a card of them in the editor, saved while it is edited
    const subjectUuid = set.subject.uuid
    const sets = await client.call(pictureSets.list, {})
    expect(JSON.stringify(sets)).toContain(subjectUuid)
    const { uuid, version } = template.definition
    const made = { template: { uuid, version }, subject: subjectUuid }
    const design = randomUUID()
    for (const [saved, name] of ['Em', 'Emma'].entries()) {
      const content = { ...made, resources: resourcesOf(set, name) }
      await client.call(editor.saveDesign, { uuid: design, version: saved, product: template.product.uuid, content })
    }
    const content = (await client.call(editor.getDesign, { uuid: design })).design?.content
    const userResources = content?.resources ?? []
    const { scenes } = await client.call(templates.scenes, { scenes: [{ ...made, resources: userResources }] })
    const line = {
      product: { uuid: template.product.uuid },
      quantity: 2,
      subject: subjectUuid,
      template: made.template,
      templateData: { userResources, year: null },
      sceneHash: scenes[0]?.hash ?? '',
    }
    const orderUuids: string[] = []
    // the second round with one request more, so that each is answered by the other server
    for (const more of [0, 1]) orderUuids.push(await buy(client, line, more))
    const [orderUuid = ''] = orderUuids
    const receipt = await client.call(orders.get, { orderUuid })
    expect(receipt).toMatchObject({ payment: { state: 'paid' }, summary: { totalPrice: 2 * 399 + 495 + 25 } })
    expect(await client.call(orders.list, {})).toHaveLength(2)
    const preview = JSON.stringify(receipt.orderLines[0]?.preview).match(/"(\/images\/[^"]+)"/)?.[1] ?? ''
    for (const _server of proxy.counts) expect((await client.fetch(preview)).status).toBe(200)
    expect(Math.min(...proxy.counts)).toBeGreaterThan(8)
  })
})

/** From the cart to the receipt; returns the order. */
async function buy(client: TestClient, line: NewLine, more: number): Promise<string> {
  await client.call(carts.addLines, { requestId: randomUUID(), lines: [line] })
  const { ordering } = await prepareOrder({ client, provider: first.provider } as Buyer, 'sandbox')
  const { order, paymentHref } = await client.call(checkout.transaction, ordering)
  const { end } = await followRedirects(client, paymentHref)
  for (let extra = 0; extra < more; extra++) await client.call(carts.get, {})
  expect(pathOf(await pressSandboxButton(client, end, 'pay'))).toBe(receiptOf(order.uuid))
  expect((await client.call(carts.get, {})).cart.orderLines).toEqual([])
  return order.uuid
}

type Window = { client: TestClient; ordering: OrderInput }

/** A customer with a card in the cart and the checkout filled in, in two windows: one at each server. */
async function twoWindows(change: Partial<OrderInput> = {}): Promise<{ buyer: Buyer; windows: [Window, Window] }> {
  const built = await buildCustomer(first, { subjects: [seller.set.subject.uuid] })
  const buyer = { ...seller, ...built }
  await built.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
  const other = createTestClient(secondPort, key())
  await other.call(account.signIn, { email: built.customer.email, password: built.password })
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  return {
    buyer,
    windows: [
      { client: built.client, ordering },
      { client: other, ordering: { ...ordering, ...change } },
    ],
  }
}

/** Presses 'Buy now' in both windows at once; returns the gateway's page of each window that reached one. */
async function buyInBoth(windows: readonly Window[]) {
  return Promise.all(
    windows.map(async ({ client, ordering }) => {
      const { status, body } = await client.send(checkout.transaction, ordering)
      if (status !== 200) return { client, reason: (body as { reason: string }).reason }
      const { paymentHref, order } = body as { paymentHref: string; order: { uuid: string } }
      const { end } = await followRedirects(client, paymentHref)
      return { client, order: order.uuid, hosted: end.includes('/sandbox-gateway/') ? end : undefined }
    }),
  )
}

/** The final state: orders, charges that were kept, confirmations, lines left in the cart. */
async function finalBooks({ customer, client }: Buyer) {
  const placed = await ordersOf(first.app, key())
    .find({ 'content.customer': customer._id, confirmTime: { $ne: null } })
    .toArray()
  const journals = await checkoutsOf(first.app, key()).find({ customer: customer._id }).toArray()
  const transactions = journals.flatMap(({ attempts }) => attempts.map(({ transaction }) => transaction))
  const sessions = await sandboxSessions(first.app, key())
    .find({ transaction: { $in: transactions } })
    .toArray()
  const mails = await first.app.db
    .collection<StoredMail>('mails')
    .countDocuments({ provider: key(), to: customer.email })
  return {
    orders: placed.length,
    charges: sessions.filter(({ charged, refunded }) => charged && !refunded).map(({ amount }) => amount),
    mails,
    lines: (await client.call(carts.get, {})).cart.orderLines.length,
  }
}
const ONE_PURCHASE = { orders: 1, charges: [399 + 495 + 25], mails: 1, lines: 0 }

describe('one checkout in two windows, at two servers', () => {
  it('[CHK-19] bought in both at once and paid in both at once is one order and one charge', async () => {
    const { buyer, windows } = await twoWindows()
    const pages = await buyInBoth(windows)
    expect(new Set(pages.map(({ hosted }) => hosted)).size).toBe(1)
    const ends = await Promise.all(pages.map(({ client, hosted = '' }) => pressSandboxButton(client, hosted, 'pay')))
    expect(ends.map(pathOf)).toEqual(pages.map(({ order = '' }) => receiptOf(order)))
    expect(await finalBooks(buyer)).toEqual(ONE_PURCHASE)
  })

  it('[CHK-19] bought differently in several at once, whichever pages are paid at once, is one order and one charge', async () => {
    const { buyer, windows } = await twoWindows()
    const many = [1, 2, 3].flatMap((number) =>
      windows.map(({ client, ordering }, at) => ({ client, ordering: { ...ordering, comment: `${number} ${at}` } })),
    )
    const pages = await buyInBoth(many)
    const open = pages.flatMap(({ client, hosted }) => (hosted ? [{ client, hosted }] : []))
    expect(open.length).toBeGreaterThan(0)
    for (const { reason } of pages) expect([undefined, 'checkout.superseded']).toContain(reason)
    await Promise.all(open.map(({ client, hosted }) => pressSandboxButton(client, hosted, 'pay')))
    await expect.poll(() => finalBooks(buyer)).toEqual(ONE_PURCHASE)
  })

  it('[CHK-19] whose two payments both went through at the gateway keeps one and refunds the other', async () => {
    const { buyer, windows } = await twoWindows({ comment: 'from the other window' })
    const [one, other] = windows
    const [page] = await buyInBoth([one])
    const transaction = (await checkoutsOf(first.app, key()).findOne({ customer: buyer.customer._id }))?.attempts[0]
      ?.transaction
    const [late] = await buyInBoth([other])
    // The gateway has charged the first one before it learned that it has ended.
    const paid = { state: 'paid' as const, charged: new Date() }
    await sandboxSessions(first.app, key()).updateOne({ transaction: transaction ?? '' }, { $set: paid })
    const pressed = [
      pressSandboxButton(other.client, late?.hosted ?? '', 'pay'),
      followRedirects(one.client, page?.hosted ?? ''),
    ]
    await Promise.all(pressed)
    const news = { news: { state: 'paid' as const, due: new Date(), tries: 0 } }
    await sandboxSessions(first.app, key()).updateOne({ transaction: transaction ?? '' }, { $set: news })
    await expect.poll(() => finalBooks(buyer)).toEqual(ONE_PURCHASE)
  })

  it('[CHK-19] to which one window adds a line meanwhile is bought once, line by line', async () => {
    const { buyer, windows } = await twoWindows()
    const [one, other] = windows
    await other.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line({ quantity: 2 })] })
    other.ordering = (await prepareOrder({ ...buyer, client: other.client }, 'sandbox')).ordering
    const pages = await buyInBoth([one, other])
    expect(pages[0]?.reason).toBe('checkout.cart_changed')
    await pressSandboxButton(other.client, pages[1]?.hosted ?? '', 'pay')
    const total = 3 * 399 + 495 + 25
    expect(await finalBooks(buyer)).toEqual({ ...ONE_PURCHASE, charges: [total] })
  })
})
