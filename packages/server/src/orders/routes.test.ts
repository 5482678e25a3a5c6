import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../cart/buildBuyer.ts'
import { type Gateway, readyToBuy, twoGateways } from '../checkout/buildCheckout.ts'
import { buildCustomer } from '../http/buildCustomer.ts'
import { startTestServer, type TestServer } from '../http/testServer.ts'

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
})
afterAll(() => shop.close())

/** An order of two cards: placed by invoice, or waiting for the sandbox's payment. */
async function bought(gateway: Gateway = 'invoice'): Promise<{ buyer: Buyer; orderUuid: string }> {
  const buyer = await buildBuyer(shop)
  const lines = [await buyer.line({ quantity: 2 })]
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const { ordering } = await readyToBuy(buyer, gateway)
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  return { buyer, orderUuid: order.uuid }
}

describe('[RCP-2] the claim to tell of a purchase', () => {
  it('is the first page’s, asked twice too, and nobody’s who has not bought', async () => {
    const { buyer, orderUuid } = await bought()
    const [mine, other] = [randomUUID(), randomUUID()]
    const claim = (claim: string) => buyer.client.call(orders.claimPurchase, { orderUuid, claim })
    const stranger = await buildCustomer(shop)
    const unknown = { status: 404, reason: 'orders.unknown' }
    const asked = { orderUuid, claim: randomUUID() }
    expect(await stranger.client.fail(orders.claimPurchase, asked)).toMatchObject(unknown)
    expect(await claim(mine)).toEqual({ isFirst: true })
    expect(await claim(other)).toEqual({ isFirst: false })
    expect(await claim(mine)).toEqual({ isFirst: true })
    expect(await buyer.client.fail(orders.claimPurchase, { orderUuid, claim: 'x' })).toMatchObject({ status: 400 })

    const waiting = await bought('sandbox')
    const early = { orderUuid: waiting.orderUuid, claim: randomUUID() }
    expect(await waiting.buyer.client.fail(orders.claimPurchase, early)).toMatchObject(unknown)
  })
})
