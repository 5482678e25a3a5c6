import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { type RetakePrint, retakes } from '@portraitkit/core/retakes/contract.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { rejectPicture } from '../jobs/pictures/assignPicture.ts'
import { ordersOf } from '../orders/collection.ts'
import { frozenScenes } from '../orders/frozenScenes.ts'
import { owedReprints } from '../orders/owedOrders.ts'
import { exchangeScene } from '../orders/printing/exchangeScene.ts'
import { beginPrinting, markPrinted } from '../orders/printing/printRun.ts'

/** Several retakes of what one print shows: each is decided by itself, and what was confirmed last is printed. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

const picturesIn = ({ parts }: Scene) =>
  parts.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'picture' ? (node.picture?.uuid ?? []) : [])))

async function anOrder() {
  const { app, provider } = server
  const buyer = await buildBuyer(server)
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { uuid } = (await buyer.client.call(checkout.transaction, ordering)).order
  const read = async () => {
    const order = await ordersOf(app, provider.key).findOne({ _id: uuid })
    if (!order) throw new Error('The order is missing')
    return order
  }
  const printed = async () => {
    const [scene] = (await frozenScenes(app, provider.key, await read())).values()
    return scene ? picturesIn(scene) : []
  }
  const { first, favourite } = buyer.set.pictures
  return { buyer, uuid, read, printed, A: first.uuid, B: favourite.uuid }
}

/** Takes a picture again. What the family is offered for it now: the pictures of both versions, and what it decided. */
async function takeAgain(buyer: Buyer, before: string) {
  const { retake, taken } = await buildRetake(server.app, server.provider, buyer.set, { uuid: before })
  const print = async () =>
    (await buyer.client.call(retakes.list, {})).find(({ uuid }) => uuid === retake.uuid)?.prints[0]
  const offer = async () => {
    const listed = await print()
    if (!listed) return null
    return [picturesIn(listed.ordered.scene), picturesIn(listed.exchanged.scene), listed.decision]
  }
  const decide = async (decision: 'keep' | 'exchange', seen?: RetakePrint) => {
    const listed = seen ?? (await print())
    if (!listed) throw new Error('It is not offered')
    const { order, key, ordered, exchanged } = listed
    const { hash } = decision === 'keep' ? ordered : exchanged
    return buyer.client.call(retakes.decide, { retakeUuid: retake.uuid, order, key, hash, decision })
  }
  return { retake, uuid: taken.uuid, print, offer, decide }
}

it('of two pictures are exchanged and taken back independently, in any order', async () => {
  const { buyer, printed, read, A, B } = await anOrder()
  const a = await takeAgain(buyer, A)
  const b = await takeAgain(buyer, B)
  await a.decide('exchange')
  await b.decide('exchange')
  expect(await printed()).toEqual([a.uuid, b.uuid])
  expect(await a.offer()).toEqual([[A, b.uuid], [a.uuid, b.uuid], 'exchange'])
  expect(await b.offer()).toEqual([[a.uuid, B], [a.uuid, b.uuid], 'exchange'])
  await a.decide('keep')
  expect(await printed()).toEqual([A, b.uuid])
  expect([(await a.offer())?.[2], (await b.offer())?.[2]]).toEqual(['keep', 'exchange'])
  await a.decide('exchange')
  await b.decide('keep')
  expect(await printed()).toEqual([a.uuid, B])
  await a.decide('keep')
  expect(await printed()).toEqual([A, B])
  expect((await read()).exchanges?.at(-1)?.scene).toBeUndefined()
})

it('that was printed and comes back to the same scene owes nothing', async () => {
  const { buyer, read, uuid, A, B } = await anOrder()
  const { app, provider } = server
  const a = await takeAgain(buyer, A)
  const b = await takeAgain(buyer, B)
  await a.decide('exchange')
  await b.decide('exchange')
  const run = await beginPrinting(app, provider.key, uuid, 'a run')
  if (run) await markPrinted(app, provider.key, run)
  await a.decide('keep')
  expect(owedReprints(await read())).toHaveLength(1)
  await a.decide('exchange')
  expect(owedReprints(await read())).toEqual([])
})

it('of one picture are both offered to who has exchanged for the first, and the last confirmed is printed', async () => {
  const { buyer, printed, A, B } = await anOrder()
  const a = await takeAgain(buyer, A)
  await a.decide('exchange')
  const b = await takeAgain(buyer, A)
  expect(await b.offer()).toEqual([[a.uuid, B], [b.uuid, B], null])
  await b.decide('exchange')
  expect(await printed()).toEqual([b.uuid, B])
  expect(await a.offer()).toEqual([[b.uuid, B], [a.uuid, B], null])
  await a.decide('exchange')
  expect(await printed()).toEqual([a.uuid, B])
  await b.decide('exchange')
  await b.decide('keep')
  expect(await printed()).toEqual([a.uuid, B])
  await a.decide('keep')
  expect(await printed()).toEqual([A, B])
})

it('of a retake is offered to who has exchanged for that, and taking the first back takes both back', async () => {
  const { buyer, printed, A, B } = await anOrder()
  const a = await takeAgain(buyer, A)
  const b = await takeAgain(buyer, a.uuid)
  expect(await b.offer()).toBeNull()
  await a.decide('exchange')
  expect(await b.offer()).toEqual([[a.uuid, B], [b.uuid, B], null])
  await b.decide('exchange')
  expect(await printed()).toEqual([b.uuid, B])
  expect(await a.offer()).toEqual([[A, B], [b.uuid, B], 'exchange'])
  await a.decide('keep')
  expect(await printed()).toEqual([A, B])
  expect(await b.offer()).toBeNull()
  await a.decide('exchange')
  expect(await printed()).toEqual([a.uuid, B])
  expect(await b.offer()).toEqual([[a.uuid, B], [b.uuid, B], null])
})

it('that was exchanged can be taken back after its picture became somebody else’s, and cannot be had again', async () => {
  const { buyer, printed, A, B } = await anOrder()
  const a = await takeAgain(buyer, A)
  await a.decide('exchange')
  await rejectPicture(server.app, buyer.set.job, a.uuid, { why: 'hand', by: null, at: server.app.clock() })
  const seen = await a.print()
  expect(Object.keys(seen?.exchanged.addresses ?? {})).not.toContain(a.uuid)
  await a.decide('keep')
  expect(await printed()).toEqual([A, B])
  expect(await a.offer()).toBeNull()
  await expect(a.decide('exchange', seen)).rejects.toThrow('retakes.unknown')
})

it('in two windows are decided by what each showed: a scene that is not offered any more is refused', async () => {
  const { buyer, printed, read, uuid, A, B } = await anOrder()
  const { app, provider } = server
  const a = await takeAgain(buyer, A)
  await a.decide('exchange')
  const b = await takeAgain(buyer, A)
  await b.decide('exchange')
  const seen = await a.print()
  await b.decide('keep')
  await expect(a.decide('keep', seen)).rejects.toThrow('retakes.changed')
  expect(await printed()).toEqual([a.uuid, B])
  // At the same moment: it was confirmed on a print that another window has exchanged since.
  const { exchanges = [] } = await read()
  const line = exchanges[0]?.line ?? ''
  expect(await exchangeScene(app, provider.key, uuid, { line, applied: [] }, exchanges.at(-2))).toBe('changed')
  expect(await printed()).toEqual([a.uuid, B])
})
