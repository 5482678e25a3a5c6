import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailsOf } from '../../platform/mail/queue.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { refundOrder } from '../checkout/refunds.ts'
import { rejectPicture } from '../jobs/pictures/assignPicture.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { announceRetake, retakeAnnouncements } from './announceRetake.ts'

/** Bought files of which there is a retake. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

async function aBuyer() {
  const { app, provider } = server
  const buyer = await buildBuyer(server, { isAddressProved: true })
  await sellDigitalFiles(app, provider, { also: [buyer.template.product] })
  const buy = async () => {
    await fileActions(buyer).file(buyer.set.pictures.first.uuid)
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const { uuid } = (await buyer.client.call(checkout.transaction, ordering)).order
    return (await ordersOf(app, provider.key).findOne({ _id: uuid })) as StoredOrder
  }
  return { buyer, buy, first: buyer.set.pictures.first.uuid }
}

const mayDownload = async ({ client }: Pick<BuiltCustomer, 'client'>, file: string) => {
  const { href } = await client.call(digitalPortraits.ticket, { file }).catch(() => ({ href: null }))
  return href !== null && (await server.client().fetch({ path: href })).status === 200
}

it('are joined by the new picture for their buyer alone, without a decision, until a refund', async () => {
  const { app, provider } = server
  const { buyer, buy, first } = await aBuyer()
  const other = await buildCustomer(server, { subjects: [buyer.set.subject.uuid], isAddressProved: true })
  const order = await buy()
  const { retake, taken } = await buildRetake(app, provider, buyer.set)
  expect([await mayDownload(buyer, first), await mayDownload(buyer, taken.uuid)]).toEqual([true, false])
  await announceRetake(app, provider, buyer.set.job, retake)
  await announceRetake(app, provider, buyer.set.job, retake)
  expect([await mayDownload(buyer, first), await mayDownload(buyer, taken.uuid)]).toEqual([true, true])
  expect(await mayDownload(other, taken.uuid)).toBe(false)
  const text = async (to: string) => {
    const found = await mailsOf(app).find({ provider: provider.key, to }).toArray()
    return found.find(({ _id }) => _id.includes(` retake ${retake.uuid}`))?.text
  }
  expect(await text(buyer.customer.email)).toContain('you can download the new one, too, at no extra cost')
  expect(await text(other.customer.email)).not.toContain('download')
  await rejectPicture(app, buyer.set.job, first, { why: 'hand', by: null, at: app.clock() })
  expect([await mayDownload(buyer, first), await mayDownload(buyer, taken.uuid)]).toEqual([false, true])
  await refundOrder(app, provider, order)
  expect(await mayDownload(buyer, taken.uuid)).toBe(false)
})

it('that are paid for after the retake bring the new picture too, and that of a retake of the retake', async () => {
  const { app, provider } = server
  const { buyer, buy } = await aBuyer()
  const a = await buildRetake(app, provider, buyer.set)
  await announceRetake(app, provider, buyer.set.job, a.retake)
  await buy()
  server.wait(61 * 60_000)
  await retakeAnnouncements.run(app)
  expect(await mayDownload(buyer, a.taken.uuid)).toBe(true)
  const b = await buildRetake(app, provider, buyer.set, a.taken)
  await announceRetake(app, provider, buyer.set.job, b.retake)
  expect(await mayDownload(buyer, b.taken.uuid)).toBe(true)
})
