import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { followRedirects, prepareOrder, pressSandboxButton, twoGateways } from '../../testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildPackage, packageInputOf } from '../../testing/buildPackage.ts'
import { buildPicture } from '../../testing/buildPictureSet.ts'
import { aStoredPicture } from '../../testing/givePictures.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { grantSubjects } from '../access/grants.ts'
import { forgetDeliveredJobs, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { ordersCommand } from '../orders/command.ts'

let server: TestServer
let buyer: Buyer
let double: Subject
let ofDouble: string
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

/** A child who is in the job a second time, with a picture of its own. The family has both. */
beforeEach(async () => {
  const { app, provider } = server
  buyer = await buildBuyer(server)
  await sellDigitalFiles(app, provider)
  double = { ...buyer.set.subject, uuid: randomUUID(), key: randomUUID(), name: 'Emma again' }
  await subjectsOf(app, provider.key).insertOne(double)
  const picture = await buildPicture(app, provider, { fileName: 'again.jpg' })
  const target = { to: 'subjects' as const, subjects: [{ uuid: double.uuid, isCover: false }] }
  await picturesOf(app, provider.key).insertOne(aStoredPicture(double, picture, target))
  forgetDeliveredJobs(app)
  await grantSubjects(app, provider, buyer.customer._id, [double.uuid])
  ofDouble = picture.uuid
})

async function jobs(what: string, ...args: string[]): Promise<string> {
  const argv = [what, buyer.set.job.uuid, ...args, '--provider', server.provider.key]
  const { code, out, problem } = await runInTerminal(jobsCommand, argv, server.app)
  expect([code, problem]).toEqual([0, ''])
  return out
}
const merge = () => jobs('merge', buyer.set.subject.key, double.key, '--yes')
const download = async (file: string) => (await buyer.client.send(digitalPortraits.ticket, { file })).status

/** Puts a set into the cart, and begins to pay. */
async function order(uuid: string) {
  await fileActions(buyer).set(uuid)
  return begin()
}

/** Goes to the gateway's page; `pay` pays there. */
async function begin() {
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  const { order, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
  const { end } = await followRedirects(buyer.client, paymentHref)
  return { uuid: order.uuid, pay: () => pressSandboxButton(buyer.client, end, 'pay') }
}

it('a package that was paid after its child became one person with another one is not in the cart any more', async () => {
  const { document } = await buildPackage(server.app, server.provider, [buyer.set.job.uuid])
  const { uuid: subject } = buyer.set.subject
  const filled = { packageUuid: document.uuid, subject: { uuid: subject } }
  const packageItems = packageInputOf(await buyer.client.call(photoPackages.open, filled))
  const content = { package: { uuid: document.uuid }, subject, packageItems }
  await buyer.client.call(carts.addPackage, { requestId: randomUUID(), ...content })
  const { pay } = await begin()
  await jobs('merge', double.key, buyer.set.subject.key, '--yes')
  expect(await pay()).toContain('/receipt/')
  expect((await buyer.client.call(carts.get, {})).cart.orderLines).toEqual([])
})

describe('the set of somebody who becomes one person with another one', () => {
  it('is downloaded if it was paid after that, and after they were separated again', async () => {
    const { pay } = await order(double.uuid)
    await merge()
    expect(await pay()).toContain('/receipt/')
    expect(await download(ofDouble)).toBe(200)
    await jobs('undo', '1')
    expect(await download(ofDouble)).toBe(200)
    expect(await download(buyer.set.pictures.first.uuid)).toBe(403)
  })

  it('is downloaded as it was ordered while they were one, after they were separated again', async () => {
    await merge()
    const { pay } = await order(buyer.set.subject.uuid)
    await pay()
    expect([await download(ofDouble), await download(buyer.set.pictures.first.uuid)]).toEqual([200, 200])
    await jobs('undo', '1')
    expect([await download(ofDouble), await download(buyer.set.pictures.first.uuid)]).toEqual([200, 200])
  })

  it('is downloaded as it was ordered, also if they were separated before the payment', async () => {
    await merge()
    const { pay } = await order(buyer.set.subject.uuid)
    await jobs('undo', '1')
    await pay()
    expect([await download(ofDouble), await download(buyer.set.pictures.first.uuid)]).toEqual([200, 200])
  })

  it('stays after the refund of the other one’s set', async () => {
    const first = await order(buyer.set.subject.uuid)
    await first.pay()
    const second = await order(double.uuid)
    await second.pay()
    await merge()
    expect([await download(ofDouble), await download(buyer.set.pictures.first.uuid)]).toEqual([200, 200])
    const argv = ['refund', first.uuid, '--provider', server.provider.key]
    const { code, problem } = await runInTerminal(ordersCommand, argv, server.app)
    expect([code, problem]).toEqual([0, ''])
    expect(await download(ofDouble)).toBe(200)
  })
})
