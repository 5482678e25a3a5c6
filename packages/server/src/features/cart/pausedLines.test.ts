import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Buyer, buildBuyer, resourcesOf } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type Job, jobsOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import { decidePicture } from '../jobs/pictures/decidePicture.ts'
import { recordConsent } from '../jobs/subjects/consent.ts'
import { hideGroup, hideSubject, showGroup, showSubject } from '../jobs/subjects/hideSubjects.ts'
import { restoreSubject, withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { ordersCommand } from '../orders/command.ts'
import { changeClass } from '../people/correctPerson.ts'
import { rewriteLines } from './collection.ts'

/** Lines with a picture that is withheld now: they stay in the cart, say so, and are not ordered. */
let server: TestServer
let buyer: Buyer
let classmate: Subject
beforeAll(async () => {
  const languages = ['en', 'nb'].map((long) => ({ long, name: long }))
  server = await startTestServer({ provider: { ...twoGateways(), languages } })
})
afterAll(() => server.close())
beforeEach(async () => {
  buyer = await buildBuyer(server)
  await sellDigitalFiles(server.app, server.provider, { also: [buyer.template.product] })
  const { job, subject } = buyer.set
  classmate = { ...subject, uuid: randomUUID(), key: randomUUID(), name: 'Ruby Hale' }
  await subjectsOf(server.app, server.provider.key).insertOne(classmate)
  expect(job.uuid).toBe(classmate.jobUuid)
})

const readCart = async () => (await buyer.client.call(carts.get, {})).cart
const readJob = async () => (await jobsOf(server.app, server.provider.key).findOne({ uuid: buyer.set.job.uuid })) as Job
const nobody = { by: null }
const no = { answer: 'no', who: 'mother', source: 'a form' } as const
const name = () => `${buyer.set.subject.name} (${buyer.set.job.name})`
const offers = async () => (await readCart()).orderLines.map(({ isOffered, closed }) => [isOffered, closed])
const paused = () => [false, { name: name(), isPaused: true }]
const withGroup = () => {
  const { first, favourite, group } = buyer.set.pictures
  const pictures = { first: group, favourite, group: first }
  return { userResources: resourcesOf({ ...buyer.set, pictures }, 'Emma'), year: null }
}

it('a card and a download with a class picture of somebody who was withdrawn are paused until the photographer decides', async () => {
  const { app } = server
  const { group } = buyer.set.pictures
  await buyer.add({ templateData: withGroup() })
  await buyer.add()
  await fileActions(buyer).file(group.uuid)
  const { ordering } = await prepareOrder(buyer, 'invoice')
  expect(await offers()).toEqual(Array(3).fill([true, undefined]))
  await withdrawSubject(app, buyer.set.job, classmate.uuid, nobody)

  const after = await readCart()
  expect(await offers()).toEqual([[true, undefined], paused(), paused()])
  expect(JSON.stringify(after)).not.toContain(`/images/${group.uuid}`)
  const [card, ...others] = after.orderLines
  expect(after.summary.totalPrice).toBe(card?.linePrice)
  expect(others.map(({ linePrice, canChangeQuantity }) => [linePrice, canChangeQuantity])).toEqual(
    Array(2).fill([0, false]),
  )
  expect(await buyer.client.fail(checkout.transaction, ordering)).toMatchObject({
    status: 409,
    reason: 'cart.paused',
    error: `A picture of ${name()} cannot be ordered for the moment.`,
  })
  const lines = [await buyer.line({ templateData: withGroup() }).catch(() => null)]
  expect(lines).toEqual([null])
  expect(await buyer.client.fail(digitalPortraits.toggleFile, { file: group.uuid })).toMatchObject({
    reason: 'picture-sets.unknown',
  })

  const release = { is: 'released', reason: 'taken out of the picture', by: null } as const
  await decidePicture(app, await readJob(), group.uuid, release)
  expect(await offers()).toEqual(Array(3).fill([true, undefined]))
  expect((await buyer.client.call(checkout.transaction, ordering)).order.uuid).toMatch(/^[0-9a-f-]{36}$/)
})

it('a family that says no to print and sale sees and orders no pictures of its child, until it says yes', async () => {
  const { app } = server
  const { job, subject } = buyer.set
  await buyer.add()
  await recordConsent(app, job, subject.uuid, 'print-and-sell', no)
  expect(await offers()).toEqual([paused()])
  await recordConsent(app, job, subject.uuid, 'print-and-sell', { ...no, answer: 'yes' })
  expect(await offers()).toEqual([[true, undefined]])
})

it('lines of an unpublished child or class are paused too', async () => {
  const { app } = server
  const { job, subject } = buyer.set
  await buyer.add()
  await hideSubject(app, job, subject.uuid, nobody)
  expect(await offers()).toEqual([paused()])
  await showSubject(app, job, subject.uuid)
  await hideGroup(app, job, subject.group, nobody)
  expect(await offers()).toEqual([paused()])
  await showGroup(app, job, subject.group)
  expect(await offers()).toEqual([[true, undefined]])
})

it('a line of a withdrawn child is not in the cart any more, which says so, and comes back with the child', async () => {
  const { job, subject } = buyer.set
  await buyer.add()
  expect((await readCart()).missingLines).toBeUndefined()
  await withdrawSubject(server.app, job, subject.uuid, nobody)
  expect(await offers()).toEqual([])
  expect((await readCart()).missingLines).toBe(1)
  await restoreSubject(server.app, job, subject.uuid)
  expect(await offers()).toEqual([[true, undefined]])
  expect((await readCart()).missingLines).toBeUndefined()
})

it('a cart says that a line was deleted with its child, until its customer changes it', async () => {
  const { app, provider } = server
  const { job, subject } = buyer.set
  await buyer.add()
  await deleteSubject(app, provider, job, subject.uuid)
  expect(await readCart()).toMatchObject({ orderLines: [], missingLines: 1 })
  await rewriteLines(app, provider.key, buyer.customer._id, randomUUID(), () => [])
  expect((await readCart()).missingLines).toBeUndefined()
})

it('what was ordered before is listed for the photographer, with the reason', async () => {
  const { app, provider } = server
  const { group } = buyer.set.pictures
  const list = async () => {
    const { code, out } = await runInTerminal(
      ordersCommand,
      ['withheld', buyer.set.job.uuid, '--provider', provider.key],
      app,
    )
    expect(code).toBe(0)
    return out
  }
  await buyer.add({ templateData: withGroup() })
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  await expect
    .poll(async () => (await app.db.collection('orders').findOne({ _id: order.uuid as never }))?.confirmTime)
    .toBeTruthy()
  expect(await list()).toBe('0 orders.')
  await recordConsent(app, buyer.set.job, classmate.uuid, 'class-picture', no)
  const out = await list()
  expect(out).toContain(`#${order.uuid.slice(0, 8)}`)
  expect(out).toContain('group.jpg  Ruby Hale (4B): no to class-picture')
  expect(out).toMatch(/\n1 order\.$/)
  await decidePicture(app, await readJob(), group.uuid, { is: 'hidden', reason: null, by: null })
  expect(await list()).toContain('group.jpg')
  await withdrawSubject(app, buyer.set.job, buyer.set.subject.uuid, nobody)
  expect(await list()).toContain(`${buyer.set.subject.name} (4B): withdrawn`)
})

it('a card with a class picture cannot be ordered while the child is in another class', async () => {
  const { job, subject } = buyer.set
  await buyer.add({ templateData: withGroup() })
  await buyer.add()
  await changeClass(server.app, job, subject.uuid, { group: '9Z', by: null })
  expect(await offers()).toEqual([
    [true, undefined],
    [false, undefined],
  ])
  expect((await readCart()).orderLines[1]?.hasLostPicture).toBe(true)
  await changeClass(server.app, job, subject.uuid, { group: subject.group, by: null })
  expect(await offers()).toEqual(Array(2).fill([true, undefined]))
})
