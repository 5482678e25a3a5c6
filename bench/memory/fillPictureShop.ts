import type { Provider } from '../../packages/server/src/platform/provider/document.ts'
import { buildBuyer } from '../../packages/server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../packages/server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../../packages/server/src/testing/buildCustomer.ts'
import { buildProvider } from '../../packages/server/src/testing/buildProvider.ts'
import type { TestClient } from '../../packages/server/src/testing/testClient.ts'
import { startTestServer } from '../../packages/server/src/testing/testServer.ts'
import type { Target } from '../calls/load.ts'
import { placeOrder } from './printOrders.ts'

/** A signed-in customer of a shop that accepts pictures. */
export type Sender = { provider: Pick<Provider, 'key'>; cookie: string }

/** A shop with this number of customers, each with a picture set and a card in the cart, and an order to print. */
export async function fillPictureShop(folder: string, secret: string, customers: number) {
  const options = { ...buildProvider().options, allowOwnPhotos: true }
  const server = await startTestServer({ folder, env: { SECRET: secret }, provider: { options, ...twoGateways() } })
  try {
    const { provider } = server
    const first = await buildBuyer(server)
    const subject = first.set.subject.uuid
    await first.add()
    const senders: Sender[] = [{ provider, cookie: cookieOf(first.client) }]
    while (senders.length < customers) {
      const { client } = await buildCustomer(server, { subjects: [subject] })
      senders.push({ provider, cookie: cookieOf(client) })
    }
    const query = `provider=${provider.key}`
    const calls: Omit<Target, 'port'>[] = senders.flatMap(({ cookie }) => [
      { path: `/api/webshop/picture-sets/${subject}?${query}`, headers: { cookie } },
      { path: `/api/webshop/cart?${query}`, headers: { cookie } },
    ])
    return { calls, senders, order: await placeOrder(server) }
  } finally {
    await server.close()
  }
}

function cookieOf({ cookies }: TestClient): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
