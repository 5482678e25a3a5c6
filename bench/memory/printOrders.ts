import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { carts } from '../../packages/core/src/cart/contract.ts'
import { checkout } from '../../packages/core/src/checkout/contract.ts'
import { printTask } from '../../packages/server/src/features/orders/printing/printTask.ts'
import { openApp } from '../../packages/server/src/openApp.ts'
import { createTask, requireTask } from '../../packages/server/src/platform/tasks/queue.ts'
import { type Buyer, buildBuyer } from '../../packages/server/src/testing/buildBuyer.ts'
import { prepareOrder } from '../../packages/server/src/testing/buildCheckout.ts'
import { givePictures } from '../../packages/server/src/testing/givePictures.ts'
import { type TestServer, testEnv } from '../../packages/server/src/testing/testServer.ts'
import { storePhotographs } from '../print/photographs.ts'

/** The cards of the order, each with two photographs. */
const CARDS = 4
const PHOTOGRAPH = { width: 4000, height: 6000 }
const POLL_MS = 500

/** An order of a shop, by their keys. */
export type PlacedOrder = { provider: string; uuid: string }

/** Places an order of cards with photographs of 24 megapixels. */
export async function placeOrder(server: TestServer): Promise<PlacedOrder> {
  const buyer = await buildBuyer(server)
  await enlargePictures(server, buyer)
  const lines = []
  for (let count = 0; count < CARDS; count++) lines.push(await buyer.line())
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  return { provider: server.provider.key, uuid: order.uuid }
}

/** Replaces the small portraits of a set for tests with large ones. */
async function enlargePictures({ app, provider }: TestServer, { set }: Buyer): Promise<void> {
  const [first, favourite] = await storePhotographs(app.blobs, provider.key, { count: 2, ...PHOTOGRAPH })
  if (!first || !favourite) throw new Error('No photographs were stored')
  Object.assign(set.pictures.first, { uuid: first.uuid, ...PHOTOGRAPH })
  Object.assign(set.pictures.favourite, { uuid: favourite.uuid, ...PHOTOGRAPH })
  await givePictures(app, set.subject, [set.pictures.first, set.pictures.favourite])
}

/** Has the server of this data folder print an order again and again, as PDF and JPEG: this process only stores the tasks. */
export async function openPrinting(folder: string, secret: string, { provider, uuid }: PlacedOrder) {
  const { app, close } = await openApp(testEnv(folder, { SECRET: secret }))
  let count = 0
  return {
    /** Resolves when the order is printed. */
    async print(): Promise<void> {
      const place = join(folder, 'prints', String(count++))
      const input = { order: uuid, folder: place }
      const { _id } = await createTask(app, printTask, { provider, key: place, input })
      for (;;) {
        const { state, reason } = await requireTask(app, provider, _id)
        if (state === 'done') return
        if (state === 'failed') throw new Error(`An order was not printed: ${reason}`)
        await sleep(POLL_MS)
      }
    },
    close,
  }
}
