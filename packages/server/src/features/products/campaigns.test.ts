import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { products } from '@portraitkit/core/products/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rule } from '../../platform/rules/rule.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { replaceProducts } from '../../testing/replaceProducts.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { rewriteLines } from '../cart/collection.ts'

const HOUR = 3600 * 1000
let server: TestServer
let buyer: Buyer

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  buyer = await buildBuyer(server)
})
afterAll(() => server.close())

/** The buyer's card at 4.00, and at 3.00 while a campaign with this rule applies. */
async function campaign(rule: Rule): Promise<void> {
  const card = {
    ...buyer.template.product,
    productprices: [{ quantity: 1, price: 400, campaignprice: 300, type: 0 }],
    campaignrequirement: 'early',
  }
  const campaigns = [{ key: 'early', names: { en: 'Early birds', es: 'Madrugadores' }, rule }]
  await replaceProducts(server.app, server.provider.key, { products: [card], campaigns })
}
async function cardFor(client: Buyer['client']) {
  const { products: list } = await client.call(products.priceList, {})
  return list.find(({ uuid }) => uuid === buyer.template.product.uuid)
}
const at = (ms: number) => new Date(server.app.clock().getTime() + ms).toISOString()
const cartTotal = async () => (await buyer.client.call(carts.get, {})).cart.summary.totalPrice

describe('[PRC-6] a campaign', () => {
  it('ends on the server too: the price list, the tiles and the cart have the old price from that moment', async () => {
    const until = at(HOUR)
    await campaign({ until })
    await buyer.add()
    expect(await cardFor(buyer.client)).toMatchObject({ campaign: { name: 'Early birds', until } })
    const tile = async () => (await server.client().call(templates.list, { type: 'cards' }))[0]?.fromPrice
    expect([await cartTotal(), await tile()]).toEqual([300, 300])
    server.wait(HOUR)
    expect(await cardFor(buyer.client)).toMatchObject({ campaign: null })
    expect([await cartTotal(), await tile()]).toEqual([400, 400])
  })

  it('applies only to customers named by its rule: not to visitors, not to families of another job', async () => {
    await campaign({ jobs: [buyer.set.job.name] })
    const stranger = await buildCustomer(server)
    const seen = await Promise.all([buyer.client, stranger.client, server.client()].map(cardFor))
    expect(seen.map((card) => card?.campaign?.name)).toEqual(['Early birds', undefined, undefined])
    await buyer.add()
    expect(await cartTotal()).toBe(300)
  })

  it('follows the content of the cart if its rule counts quantities', async () => {
    await campaign({ inCart: { quantity: 2 } })
    await buyer.add()
    expect(await cartTotal()).toBe(400)
    await buyer.add()
    expect(await cartTotal()).toBe(600)
  })

  it('does not count lines that are not bought: those of a subject whose grant was revoked, though still in the cart', async () => {
    await campaign({ inCart: { quantity: 2 } })
    const sister = await buildPictureSet(server.app, server.provider)
    await grantSubjects(server.app, server.provider, buyer.customer._id, [sister.subject.uuid])
    await buyer.add()
    await buyer.add()
    await rewriteLines(server.app, server.provider.key, buyer.customer._id, randomUUID(), ([first, ...lines]) =>
      first ? [{ ...first, subjects: [sister.subject.uuid] }, ...lines] : null,
    )
    expect(await cartTotal()).toBe(600)
    await revokeSubject(server.app, server.provider, buyer.customer._id, sister.subject.uuid)
    expect(await cartTotal()).toBe(400)
  })

  it('[CRT-9] strikes the lowest price of the 30 days before it, which is not always today’s', async () => {
    // the card was sold at 3.99 until this moment
    await campaign({ until: at(HOUR) })
    expect((await cardFor(buyer.client))?.productprices[0]).toMatchObject({ price: 400, priorprice: 399 })
    server.wait(40 * 24 * HOUR)
    await campaign({ from: at(0), until: at(HOUR) })
    expect((await cardFor(buyer.client))?.productprices[0]).toMatchObject({ campaignprice: 300, priorprice: 400 })
    const { orderLines } = await buyer.add()
    expect(orderLines[0]).toMatchObject({ linePrice: 400, actualLinePrice: 300, rebate: { linePrice: 100 } })
  })

  it('of another provider with the same key changes nothing here', async () => {
    const until = at(HOUR)
    await campaign({ until: at(-HOUR), from: at(-2 * HOUR) })
    const other = { key: 'early', names: { en: 'Theirs' }, rule: { until } }
    await replaceProducts(server.app, server.other.key, { campaigns: [other] })
    expect((await cardFor(buyer.client))?.campaign).toBeNull()
    expect(await server.client(server.other).call(products.priceList, {})).toMatchObject({ products: [] })
  })

  it('leaves a product without it at its price', async () => {
    await campaign({})
    const { products: list } = await buyer.client.call(products.priceList, { subject: randomUUID() })
    expect(list).toHaveLength(1)
    await replaceProducts(server.app, server.provider.key, { campaigns: [] })
    expect((await cardFor(buyer.client))?.campaign).toBeNull()
  })
})
