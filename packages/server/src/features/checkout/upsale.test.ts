import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { upsales } from '@portraitkit/core/checkout/upsaleContract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { FILE_PRICE, fileActions, SET_PRICE, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { replaceProducts } from '../../testing/replaceProducts.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { catalogues } from '../catalogues/collection.ts'
import { jobsOf, picturesOf } from '../jobs/collection.ts'

let shop: TestServer
let seller: Buyer
let sister: BuiltPictureSet
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
  seller = await buildBuyer(shop)
  // a set of portraits only, which is sold as a whole
  sister = await buildPictureSet(shop.app, shop.provider, { subject: { name: 'Ida Carter' } })
  await picturesOf(shop.app, shop.provider.key).deleteMany({ jobUuid: sister.job.uuid, 'assignment.to': 'groups' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await catalogues.replace(shop.app, shop.provider.key, [])
  await replaceProducts(shop.app, shop.provider.key, { products: [seller.template.product], campaigns: [] })
})

/** A customer with a card in the cart, and the sets of both children. */
async function shopper(): Promise<Buyer> {
  const built = await buildCustomer(shop, { subjects: [seller.set.subject.uuid, sister.subject.uuid] })
  await built.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
  return { ...seller, ...built }
}
const beginCheckout = ({ client }: Buyer) => client.call(checkout.create, {})
const offered = async (buyer: Buyer) => (await beginCheckout(buyer)).upsaleList
const book = { uuid: randomUUID(), names: { en: 'Year book' }, price: 2500, maxQuantity: 3, deliveryDays: 30 }
const sellBook = () =>
  catalogues.replace(shop.app, shop.provider.key, [{ ...book, jobs: [seller.set.job.name, sister.job.name] }])
/** Files cost less for everybody with a card in the cart. */
const sellForLess = (rebated?: { set: number; file: number }) =>
  sellDigitalFiles(shop.app, shop.provider, {
    rule: { inCart: { products: [seller.template.product.uuid], quantity: 1 } },
    also: [seller.template.product],
    ...(rebated && { rebated }),
  })
const order = async (buyer: Buyer) =>
  buyer.client.call(checkout.transaction, (await prepareOrder(buyer, 'invoice')).ordering)
const one = ({ subject: { uuid, name } }: BuiltPictureSet) => ({ uuid, name })

describe('[UPS-1] the offers on the way to the order', () => {
  it('are empty if nothing more is available, or nothing at a reduced price', async () => {
    const buyer = await shopper()
    expect(await offered(buyer)).toEqual([])
    await sellDigitalFiles(shop.app, shop.provider, { also: [seller.template.product] })
    expect(await offered(buyer)).toEqual([])
  })

  it('contain a catalogue, unless one is in the cart or was ordered', async () => {
    const buyer = await shopper()
    await sellBook()
    expect(await offered(buyer)).toEqual([{ type: 'CATALOGUE', products: [] }])
    const bookFor = (set: BuiltPictureSet) => [{ uuid: book.uuid, subject: set.subject.uuid, quantity: 1 }]
    await buyer.client.call(carts.addCatalogues, { requestId: randomUUID(), catalogues: bookFor(seller.set) })
    expect(await offered(buyer)).toEqual([])
    await order(buyer)
    const again = async () => {
      await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
      return offered(buyer)
    }
    // the sister's is left
    expect(await again()).toEqual([{ type: 'CATALOGUE', products: [] }])
    await buyer.client.call(carts.addCatalogues, { requestId: randomUUID(), catalogues: bookFor(sister) })
    await order(buyer)
    expect(await again()).toEqual([])
    await jobsOf(shop.app, shop.provider.key).updateMany({}, { $set: { isArchived: true } })
    const late = await buildCustomer(shop, { subjects: [sister.subject.uuid] })
    expect((await late.client.fail(checkout.create, {})).reason).toBe('checkout.empty')
    await jobsOf(shop.app, shop.provider.key).updateMany({}, { $set: { isArchived: false } })
  })

  it('[PRC-4] contain sets and pictures at a rebate: which, whose, how many, and the old and new price', async () => {
    const buyer = await shopper()
    await sellForLess()
    const file = { type: 'file', price: FILE_PRICE, rebatedPrice: 1000 }
    const set = { type: 'set', price: SET_PRICE, rebatedPrice: 3000 }
    // the brother's has a group picture: DIG-4 sells it picture by picture
    const his = { ...file, subject: one(seller.set), count: 3 }
    const hers = [
      { ...set, subject: one(sister), count: 2 },
      { ...file, subject: one(sister), count: 2 },
    ]
    const files = async () => {
      const list = await offered(buyer)
      expect(list.map(({ type }) => type)).toEqual(list.length > 0 ? ['DIGITAL_FILES'] : [])
      return (list[0]?.products ?? []).toSorted((one, other) => (one.subject.name < other.subject.name ? -1 : 1))
    }
    expect(await files()).toEqual([his, ...hers])
    const at = fileActions(buyer)
    await at.file(seller.set.pictures.first.uuid)
    expect(await files()).toEqual([{ ...his, count: 2 }, ...hers])
    await at.set(sister.subject.uuid)
    expect(await files()).toEqual([{ ...his, count: 2 }])
    await order(buyer)
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
    expect(await files()).toEqual([{ ...his, count: 2 }])

    // 0 is not a rebate, and a customer who does not meet its condition gets none
    await sellForLess({ set: 0, file: 0 })
    expect(await files()).toEqual([])
    await sellDigitalFiles(shop.app, shop.provider, { rule: { hasOrdered: false }, also: [seller.template.product] })
    expect(await files()).toEqual([])
  })

  it('[PRC-4] show no saving on a price that was never higher, as for an offer that everybody always had', async () => {
    const there = await buildBuyer(shop, { provider: shop.other })
    await there.add()
    await sellDigitalFiles(shop.app, shop.other, { rule: {}, also: [there.template.product] })
    expect(await offered(there)).toEqual([])
  })

  it('contain neither another family’s pictures nor those that are no longer sold', async () => {
    await sellForLess()
    await sellBook()
    const stranger = await buildBuyer(shop)
    await stranger.client.call(carts.addLines, { requestId: randomUUID(), lines: [await stranger.line()] })
    expect(JSON.stringify(await offered(stranger))).not.toContain(sister.subject.uuid)
    const buyer = await shopper()
    await jobsOf(shop.app, shop.provider.key).updateOne({ uuid: sister.job.uuid }, { $set: { isArchived: true } })
    shop.wait(1000)
    await expect.poll(async () => JSON.stringify(await offered(buyer))).not.toContain(sister.subject.uuid)
    await jobsOf(shop.app, shop.provider.key).updateOne({ uuid: sister.job.uuid }, { $set: { isArchived: false } })
  })
})

describe('[UPS-2] [API-1] additions on the way', () => {
  it('may be sets: all or none, once, and the cart then has another checkout', async () => {
    const buyer = await shopper()
    await sellForLess()
    const { checkoutUuid } = await beginCheckout(buyer)
    const requestId = randomUUID()
    const adding = (...sets: Array<{ uuid: string; name: string }>) => ({
      ...{ checkoutUuid, requestId, data: { subjects: sets } },
    })
    const unknown = { uuid: randomUUID(), name: 'Nobody' }
    const failed = await buyer.client.fail(upsales.addDigitalSets, adding(one(sister), unknown))
    expect(failed).toMatchObject({ status: 404, reason: 'picture-sets.unknown' })
    expect((await buyer.client.call(carts.get, {})).cart.orderLines).toHaveLength(1)

    const add = () => buyer.client.call(upsales.addDigitalSets, adding(one(sister), one(seller.set)))
    const [{ cart }] = await Promise.all([add(), add()])
    expect(cart.orderLines.map(({ actualLinePrice }) => actualLinePrice)).toEqual([399, 3000, 3000])
    const { pictureSet } = await buyer.client.call(pictureSets.get, { subjectUuid: sister.subject.uuid })
    expect(pictureSet.inCart).toBe(true)
    expect((await beginCheckout(buyer)).checkoutUuid).not.toBe(checkoutUuid)
    // again, with a different request: they are in the cart already
    const { cart: same } = await buyer.client.call(upsales.addDigitalSets, {
      ...adding(one(sister)),
      requestId: randomUUID(),
    })
    expect(same.version).toBe(cart.version)
  })

  it('may be catalogues, with the delivery methods for the changed cart', async () => {
    const buyer = await shopper()
    const { orderLines } = (await buyer.client.call(carts.get, {})).cart
    await sellBook()
    await sellDigitalFiles(shop.app, shop.provider, { also: [seller.template.product] })
    await fileActions(buyer).set(sister.subject.uuid)
    await buyer.client.call(carts.deleteLine, { uuid: orderLines[0]?.uuid ?? '', requestId: randomUUID() })
    const newCheckout = await beginCheckout(buyer)
    expect(newCheckout.deliveryOptions.map(({ type }) => type)).toEqual(['digital-delivery'])
    const twoBooks = { uuid: book.uuid, subject: sister.subject.uuid, quantity: 2 }
    const adding = { checkoutUuid: newCheckout.checkoutUuid, requestId: randomUUID(), catalogues: [twoBooks] }
    const added = await buyer.client.call(upsales.addCatalogues, adding)
    expect(added).toMatchObject({ catalogueMaxDeliveryTime: 30, deliveryOptions: [{ type: 'postage' }] })
    expect(added.cart.orderLines.map(({ quantity }) => quantity)).toEqual([1, 2])
    const none = { ...adding, requestId: randomUUID(), catalogues: [{ ...twoBooks, quantity: 0 }] }
    expect(await buyer.client.fail(upsales.addCatalogues, none)).toMatchObject({ reason: 'cart.no_catalogue' })
  })

  it('[API-2] need a checkout of the caller, and report invalid input', async () => {
    const buyer = await shopper()
    await sellForLess()
    await sellBook()
    const { checkoutUuid } = await beginCheckout(buyer)
    const catalogue = { uuid: book.uuid, subject: sister.subject.uuid, quantity: 1 }
    const calls = [
      { call: upsales.addDigitalSets, input: { checkoutUuid, data: { subjects: [one(sister)] } } },
      { call: upsales.addCatalogues, input: { checkoutUuid, catalogues: [catalogue] } },
    ]
    const other = await shopper()
    const there = await buildCustomer(shop, { provider: shop.other })
    for (const { call, input } of calls) {
      const gone = { status: 404, reason: 'checkout.unknown' }
      expect(await other.client.fail(call, input)).toMatchObject(gone)
      expect(await there.client.fail(call, input)).toMatchObject(gone)
      expect(await shop.client().fail(call, input)).toMatchObject({ status: 401 })
      expect(await buyer.client.fail(call, { checkoutUuid })).toMatchObject({ status: 400, reason: 'input.invalid' })
      const bare = { headers: { 'x-provider': undefined } }
      expect((await buyer.client.send(call, input, bare)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await buyer.client.call(carts.get, {})).cart.orderLines).toHaveLength(1)
  })
})
