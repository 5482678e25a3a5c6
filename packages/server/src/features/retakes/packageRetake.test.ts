import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { type RetakePrint, retakes } from '@portraitkit/core/retakes/contract.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPackage, packageInputOf } from '../../testing/buildPackage.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ordersOf } from '../orders/collection.ts'
import { frozenScenes } from '../orders/frozenScenes.ts'
import { owedReprints } from '../orders/owedOrders.ts'
import { beginPrinting, markPrinted } from '../orders/printing/printRun.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

const picturesIn = ({ parts }: Scene) =>
  parts.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'picture' ? (node.picture?.uuid ?? []) : [])))

/** A package of two cards and the whole set that was ordered, and a retake of the first picture. */
async function aRetake() {
  const { app, provider } = server
  const set = await buildPictureSet(app, provider)
  const { document } = await buildPackage(app, provider, [set.job.uuid])
  const buyer = { ...(await buildCustomer(server, { subjects: [set.subject.uuid] })), provider }
  const { client } = buyer
  const subject = set.subject.uuid
  const { packageItems } = await client.call(photoPackages.open, {
    packageUuid: document.uuid,
    subject: { uuid: subject },
  })
  const content = { package: { uuid: document.uuid }, subject, packageItems: packageInputOf({ packageItems }) }
  await client.call(carts.addPackage, { requestId: randomUUID(), ...content })
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await client.call(checkout.transaction, ordering)
  const { retake, taken } = await buildRetake(app, provider, set)
  const read = async () => {
    const found = await ordersOf(app, provider.key).findOne({ _id: order.uuid })
    if (!found) throw new Error('The order is missing')
    return found
  }
  const prints = async () => (await client.call(retakes.list, {})).flatMap((each) => each.prints)
  const exchange = ({ key, exchanged: { hash } }: RetakePrint) =>
    client.call(retakes.decide, { retakeUuid: retake.uuid, order: order.uuid, key, hash, decision: 'exchange' })
  /** For each card that the lab would print now, whether the new picture is on it. */
  const printed = async () => {
    const scenes = await frozenScenes(app, provider.key, await read())
    return new Map([...scenes].map(([key, scene]) => [key, picturesIn(scene).includes(taken.uuid)]))
  }
  return { client, order: order.uuid, taken, read, prints, exchange, printed }
}

it('[PKG-3] a retake of a picture in a package is decided for each of its prints, and the set has the new one anyway', async () => {
  const { client, order, taken, read, prints, exchange, printed } = await aRetake()
  const [one, two] = (await prints()) as [RetakePrint, RetakePrint]
  await exchange(one)
  expect(await printed()).toEqual(
    new Map([
      [one.key, true],
      [two.key, false],
    ]),
  )
  const run = await beginPrinting(server.app, server.provider.key, order, 'a run')
  await exchange(two)
  if (run) await markPrinted(server.app, server.provider.key, run)
  expect(owedReprints(await read())).toEqual([two.key])
  expect([...(await printed()).values()]).toEqual([true, true])
  expect((await client.send(digitalPortraits.ticket, { file: taken.uuid })).status).toBe(200)
})
