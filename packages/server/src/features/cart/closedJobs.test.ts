import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { followRedirects, prepareOrder, pressSandboxButton, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantSubjects } from '../access/grants.ts'
import { catalogues } from '../catalogues/collection.ts'
import { forgetDeliveredJobs, type Job, jobsOf } from '../jobs/collection.ts'
import { dayOf, endOfDay } from '../jobs/days.ts'

let server: TestServer
let buyer: Buyer
let other: BuiltPictureSet
const book = { uuid: randomUUID(), names: { en: 'Year book' }, price: 2500, maxQuantity: 3, deliveryDays: 30 }
const DAY_MS = 24 * 60 * 60_000

beforeAll(async () => {
  const languages = ['en', 'nb', 'de'].map((long) => ({ long, name: long }))
  server = await startTestServer({ provider: { ...twoGateways(), timeZone: 'Europe/Oslo', languages } })
  buyer = await buildBuyer(server)
  other = await buildPictureSet(server.app, server.provider)
  await grantSubjects(server.app, server.provider, buyer.customer._id, [other.subject.uuid])
  await sellDigitalFiles(server.app, server.provider, { also: [buyer.template.product] })
  await catalogues.replace(server.app, server.provider.key, [{ ...book, jobs: [buyer.set.job.name] }])
})
afterAll(() => server.close())

const now = () => server.app.clock()
const readCart = async () => (await buyer.client.call(carts.get, {})).cart
const set = (change: Partial<Job>, { job } = buyer.set) =>
  jobsOf(server.app, server.provider.key).updateOne({ uuid: job.uuid }, { $set: change })
const known = async (change: Partial<Job>) => {
  await set(change)
  forgetDeliveredJobs(server.app)
}
const justBefore = (day: Date) => server.wait(endOfDay(day, server.provider).getTime() - now().getTime() - 60_000)
const forget = async () => {
  for (const { uuid } of (await readCart()).orderLines) {
    await buyer.client.call(carts.deleteLine, { uuid, requestId: randomUUID() })
  }
}

it('[CRT-2] accepts the whole last day in the zone of the shop; after it, nothing of the job is added to the cart or changed', async () => {
  const day = new Date(now().getTime() + DAY_MS)
  await known({ orderBy: day, deletion: null })
  const { pictures, subject } = buyer.set
  const line = await buyer.line()
  const catalogue = { uuid: book.uuid, subject: subject.uuid, quantity: 1 }
  justBefore(day)
  await buyer.add()
  await fileActions(buyer).file(pictures.first.uuid)
  await buyer.client.call(carts.addCatalogues, { requestId: randomUUID(), catalogues: [catalogue] })
  const before = await readCart()
  expect(before.orderLines.map(({ isOffered, dates }) => [isOffered, dates?.orderBy])).toEqual(
    Array(3).fill([true, dayOf(day)]),
  )
  server.wait(120_000)

  const { client } = buyer
  const requestId = randomUUID()
  const [print] = before.orderLines
  const uuid = print?.uuid ?? ''
  const design = { template: line.template, templateData: line.templateData, sceneHash: line.sceneHash }
  const refused = [
    await client.fail(carts.addLines, { requestId, lines: [line] }),
    await client.fail(carts.updateLine, { requestId, uuid, quantity: 2 }),
    await client.fail(carts.updateLine, { requestId, uuid, design: { ...design, subject: subject.uuid } }),
    await client.fail(carts.addCatalogues, { requestId, catalogues: [catalogue] }),
    await client.fail(digitalPortraits.toggleFile, { requestId, file: pictures.favourite.uuid }),
    await client.fail(digitalPortraits.toggleSet, { requestId, pictureSet: subject.uuid }),
  ]
  const name = `${subject.name} (${buyer.set.job.name})`
  for (const failure of refused) {
    expect(failure).toMatchObject({ status: 409, reason: 'cart.closed', data: { name, day: dayOf(day) } })
    expect(failure.error).toBe(
      `The pictures of ${name} can no longer be ordered. The last day was ${formatDay(dayOf(day), 'en')}.`,
    )
  }

  const after = await readCart()
  expect(after.version).toBe(before.version)
  expect(after.summary.totalPrice).toBe(0)
  expect(new Set(after.orderLines.map((each) => each.uuid))).toEqual(
    new Set(before.orderLines.map((each) => each.uuid)),
  )
  for (const each of after.orderLines) {
    const closed = { name, day: dayOf(day) }
    expect(each).toMatchObject({ isOffered: false, linePrice: 0, actualLinePrice: 0, canChangeQuantity: false, closed })
  }
  expect(after.orderLines.find((each) => each.uuid === uuid)?.preview?.hash).toBe(print?.sceneHash)
  expect((await client.call(pictureSets.get, { subjectUuid: subject.uuid })).pictureSet.job.isClosed).toBe(true)
  expect((await fileActions(buyer).file(pictures.first.uuid, false)).inCart).toBe(false)
  await forget()
  expect((await readCart()).orderLines).toEqual([])
})

it('withheld pictures are not sold, but the catalogue of their class is', async () => {
  await known({ orderBy: null, isArchived: false })
  await buyer.add()
  const catalogue = { uuid: book.uuid, subject: buyer.set.subject.uuid, quantity: 1 }
  await buyer.client.call(carts.addCatalogues, { requestId: randomUUID(), catalogues: [catalogue] })
  await known({ published: false })
  const { orderLines, summary } = await readCart()
  const name = `${buyer.set.subject.name} (${buyer.set.job.name})`
  expect(orderLines.map(({ isOffered, closed }) => [isOffered, closed?.name])).toEqual([
    [true, undefined],
    [false, name],
  ])
  expect(summary.totalPrice).toBe(2500)
  await known({ published: true })
  expect((await readCart()).orderLines.every(({ isOffered }) => isOffered)).toBe(true)
  await forget()
})

it('the failure is in the language of the call, and names a child to its own family only', async () => {
  await known({ orderBy: new Date(now().getTime() - 3 * DAY_MS) })
  const lines = [await buyer.line()]
  const query = { provider: server.provider.key }
  const got = await buyer.client.fetch({
    method: 'POST',
    path: '/api/webshop/cart/lines',
    headers: { 'accept-language': 'nb', 'content-type': 'application/json', 'x-provider': query.provider },
    body: JSON.stringify({ requestId: randomUUID(), lines }),
  })
  expect(JSON.parse(got.text).error).toMatch(/^Bildene av Child .* kan ikke lenger bestilles\. Siste dag var \d+\. /)
  const stranger = await buildCustomer(server)
  const catalogues = [{ uuid: book.uuid, subject: buyer.set.subject.uuid, quantity: 1 }]
  const failure = await stranger.client.fail(carts.addCatalogues, { requestId: randomUUID(), catalogues })
  expect(failure.reason).toBe('cart.catalogue_gone')
  await set({ isArchived: true, orderBy: null })
  const archived = await buyer.client.fail(carts.addLines, { requestId: randomUUID(), lines })
  expect(archived).toMatchObject({ reason: 'cart.archived', status: 409 })
  await set({ isArchived: false })
})

it('[RCP-1] a payment started in time can be paid after the end, and the order is complete; a later one does not start', async () => {
  const day = new Date(now().getTime() + DAY_MS)
  await known({ orderBy: day })
  justBefore(day)
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  const late = await buildBuyer(server)
  const { uuid } = buyer.set.subject
  await grantSubjects(server.app, server.provider, late.customer._id, [uuid])
  const lines = [await buyer.line()]
  await late.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const tooLate = await prepareOrder(late, 'sandbox')
  const { order, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
  server.wait(120_000)

  const failure = await late.client.fail(checkout.transaction, tooLate.ordering)
  expect(failure).toMatchObject({ status: 409, reason: 'cart.closed', data: { day: dayOf(day) } })
  expect(await late.client.fail(checkout.create, {})).toMatchObject({ reason: 'checkout.empty' })

  expect((await buyer.client.call(checkout.transaction, ordering)).order).toEqual(order)
  const { end } = await followRedirects(buyer.client, paymentHref)
  expect(await pressSandboxButton(buyer.client, end, 'pay')).toContain(`/receipt/${order.uuid}`)
  const paid = await buyer.client.call(orders.get, { orderUuid: order.uuid })
  expect(paid).toMatchObject({ payment: { state: 'paid' }, summary: { totalPrice: ordering.totalPrice } })
  expect(paid.orderLines[0]).toMatchObject({ isOffered: true, quantity: 1 })
  expect((await readCart()).orderLines).toEqual([])
})

it('delivery is free, except for express, if everything delivered belongs to jobs whose deadline is not over', async () => {
  const day = new Date(now().getTime() + DAY_MS)
  await known({ orderBy: null, freeDeliveryUntil: day })
  await forget()
  const price = async () => {
    const { newCheckout, ordering } = await prepareOrder(buyer, 'invoice')
    const fee = ordering.totalPrice - newCheckout.cart.summary.totalPrice
    const price = newCheckout.deliveryOptions[0]?.deliveryOptions[0]?.price
    expect(fee).toBe(price)
    return { fee, until: newCheckout.freeDeliveryUntil }
  }
  justBefore(day)
  await buyer.add()
  expect(await price()).toEqual({ fee: 0, until: dayOf(day) })
  const { favourite } = other.pictures
  // downloads are not delivered, whoever they belong to
  await fileActions(buyer).file(favourite.uuid)
  expect((await price()).fee).toBe(0)
  await set({ freeDeliveryUntil: day }, other)
  const { ordering } = await prepareOrder(buyer, 'invoice')
  server.wait(120_000)
  expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({ reason: 'checkout.price_changed' })
  const { fee, until } = await price()
  expect(fee).toBeGreaterThan(0)
  expect(until).toBeNull()
})
