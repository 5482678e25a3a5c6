import { randomUUID } from 'node:crypto'
import { carts, type OrderLine } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { DIGITAL_PORTRAIT_PRODUCT, DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { FILE_PRICE, fileActions, SET_PRICE, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { buildUpload } from '../../testing/buildUpload.ts'
import { givePictures } from '../../testing/givePictures.ts'
import { replaceProducts } from '../../testing/replaceProducts.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { forgetDeliveredJobs, jobsOf } from '../jobs/collection.ts'
import { revokeRights } from '../rights/collection.ts'

let shop: TestServer
let buyer: Buyer
let files: ReturnType<typeof fileActions>

beforeAll(async () => {
  const options = { ...buildProvider().options, allowOwnPhotos: true }
  shop = await startTestServer({ provider: { options, ...twoGateways() } })
})
beforeEach(async () => {
  buyer = await buildBuyer(shop)
  files = fileActions(buyer)
  await sellDigitalFiles(shop.app, shop.provider, { also: [buyer.template.product] })
})
afterAll(() => shop.close())

const cart = async () => (await buyer.client.call(carts.get, {})).cart
const fetchSet = async (client = buyer.client, subjectUuid = buyer.set.subject.uuid) =>
  (await client.call(pictureSets.get, { subjectUuid })).pictureSet
const states = async () => {
  const set = await fetchSet()
  return { set: set.inCart, pictures: set.pictures.map(({ inCart }) => inCart) }
}
/** Orders the cart, by invoice. Returns the order's uuid. */
async function order(client = buyer.client): Promise<string> {
  const { ordering } = await prepareOrder({ ...buyer, client }, 'invoice')
  return (await client.call(checkout.transaction, ordering)).order.uuid
}

describe('[DIG-3] a picture', () => {
  it('is added to the cart and removed, which the cart, the set and analytics report', async () => {
    const { favourite } = buyer.set.pictures
    expect(await files.file(favourite.uuid)).toEqual({
      inCart: true,
      product: { uuid: DIGITAL_PORTRAIT_PRODUCT, name: 'Picture' },
      price: FILE_PRICE,
      currency: shop.provider.currency,
    })
    const { version, orderLines, summary } = await cart()
    expect(orderLines).toMatchObject([
      {
        type: 0,
        product: { uuid: DIGITAL_PORTRAIT_PRODUCT, name: 'Picture' },
        description: `${buyer.set.job.name}, ${favourite.fileName}`,
        quantity: 1,
        linePrice: FILE_PRICE,
        canChangeQuantity: false,
        maximumQuantity: 1,
        template: null,
        subjects: [{ uuid: buyer.set.subject.uuid, name: buyer.set.subject.name }],
        digitalFiles: [{ uuid: favourite.uuid, width: 1040, height: 1300 }],
        preview: null,
      },
    ])
    expect(summary.totalPrice).toBe(FILE_PRICE)
    expect(await states()).toEqual({ set: false, pictures: [true, false, false] })
    expect(await files.file(favourite.uuid)).toMatchObject({ inCart: false })
    expect(await cart()).toMatchObject({ version: version + 1, orderLines: [] })
    expect(await states()).toEqual({ set: false, pictures: [false, false, false] })
  })

  it('is in the cart once when pressed twice: with the same command, and with the same request', async () => {
    const command = { file: buyer.set.pictures.first.uuid, requestId: randomUUID() }
    const both = () => buyer.client.call(digitalPortraits.toggleFile, command)
    expect(await Promise.all([both(), both()])).toMatchObject([{ inCart: true }, { inCart: true }])
    const wish = () => files.file(buyer.set.pictures.favourite.uuid, true)
    expect(await Promise.all([wish(), wish(), wish()])).toMatchObject(Array(3).fill({ inCart: true }))
    const { version, orderLines } = await cart()
    expect([version, orderLines.length]).toEqual([2, 2])
    // A request for the current state changes nothing, and does not make anybody's checkout outdated.
    await wish()
    expect((await cart()).version).toBe(2)
  })

  it('has a fixed quantity, and is deleted like any line', async () => {
    await files.file(buyer.set.pictures.first.uuid)
    const uuid = (await cart()).orderLines[0]?.uuid ?? ''
    const change = { uuid, requestId: randomUUID(), quantity: 2 }
    expect(await buyer.client.fail(carts.updateLine, change)).toMatchObject({ status: 400, reason: 'cart.quantity' })
    await buyer.client.call(carts.deleteLine, { uuid, requestId: randomUUID() })
    expect(await states()).toEqual({ set: false, pictures: [false, false, false] })
  })

  it('is replaced in the cart by its whole set, and cannot be toggled while that is there', async () => {
    const { first, favourite } = buyer.set.pictures
    await files.file(first.uuid)
    await files.file(favourite.uuid)
    await buyer.add()
    expect(await files.set(buyer.set.subject.uuid)).toMatchObject({ inCart: true, price: SET_PRICE })
    const { orderLines, summary } = await cart()
    expect(orderLines.map(({ product }) => product?.uuid)).toEqual([buyer.template.product.uuid, DIGITAL_SET_PRODUCT])
    // The group picture belongs to the set, but does not replace it.
    expect(orderLines[1]?.digitalFiles.map(({ uuid }) => uuid)).toEqual([first.uuid, favourite.uuid])
    expect(summary.totalPrice).toBe(SET_PRICE + (orderLines[0]?.linePrice ?? 0))
    expect(await states()).toEqual({ set: true, pictures: [false, false, false] })
    const refused = await buyer.client.fail(digitalPortraits.toggleFile, { file: first.uuid })
    expect(refused).toMatchObject({ status: 409, reason: 'digital-portraits.set_in_cart' })
    expect((await files.set(buyer.set.subject.uuid)).inCart).toBe(false)
    expect((await files.file(first.uuid)).inCart).toBe(true)
  })
})

describe('a picture that is not sold', () => {
  const refused = async (input: { file: string } | { pictureSet: string }, client = buyer.client) => {
    const failure =
      'file' in input
        ? await client.fail(digitalPortraits.toggleFile, input)
        : await client.fail(digitalPortraits.toggleSet, input)
    return failure.reason
  }

  it('is unknown, somebody else’s, uploaded, withheld or of an archived job', async () => {
    const theirs = await buildPictureSet(shop.app, shop.provider)
    const own = await buildUpload(buyer.client, shop.provider)
    expect(await refused({ file: 'nonsense' })).toBe('input.invalid')
    expect(await refused({ pictureSet: '' })).toBe('input.invalid')
    for (const file of [randomUUID(), theirs.pictures.first.uuid, own.uuid])
      expect(await refused({ file })).toBe('picture-sets.unknown')
    for (const pictureSet of [randomUUID(), theirs.subject.uuid])
      expect(await refused({ pictureSet })).toBe('picture-sets.unknown')
    for (const [job, why, setWhy] of [
      [{ isArchived: true }, 'cart.archived', 'cart.archived'],
      [{ published: false }, 'picture-sets.unknown', 'digital-portraits.not_sold'],
    ] as const) {
      const { subject, pictures } = await buildPictureSet(shop.app, shop.provider, { job })
      const { client } = await buildCustomer(shop, { subjects: [subject.uuid] })
      expect(await refused({ file: pictures.first.uuid }, client)).toBe(why)
      expect(await refused({ pictureSet: subject.uuid }, client)).toBe(setWhy)
    }
    expect(await cart()).toMatchObject({ version: 0, orderLines: [] })
  })

  it('is every picture if the shop’s range has no files, and one already in a cart is not charged', async () => {
    await files.file(buyer.set.pictures.first.uuid)
    await replaceProducts(shop.app, shop.provider.key, { products: [buyer.template.product] })
    expect(await cart()).toMatchObject({ orderLines: [{ isOffered: false }], summary: { totalPrice: 0 } })
    expect(await refused({ file: buyer.set.pictures.favourite.uuid })).toBe('digital-portraits.not_sold')
  })

  it('costs nothing if its job is archived, and is paused if it is withheld', async () => {
    await files.file(buyer.set.pictures.first.uuid)
    await files.set(buyer.set.subject.uuid)
    await jobsOf(shop.app, shop.provider.key).updateOne({ uuid: buyer.set.job.uuid }, { $set: { isArchived: true } })
    const archived = await cart()
    expect(archived.summary.totalPrice).toBe(0)
    expect(archived.orderLines).toMatchObject([{ isOffered: false, closed: { name: expect.any(String) } }])
    const withheld = { isArchived: false, published: false }
    await jobsOf(shop.app, shop.provider.key).updateOne({ uuid: buyer.set.job.uuid }, { $set: withheld })
    forgetDeliveredJobs(shop.app)
    const [line] = (await cart()).orderLines
    expect(line).toMatchObject({ isOffered: false, closed: { isPaused: true } })
    expect(line?.digitalFiles.map(({ display }) => display)).toEqual([{}, {}])
  })
})

describe('[PRC-4] a rebate', () => {
  it('applies to those that its rule names, and only above 0', async () => {
    const prints = { rule: { inCart: { products: [buyer.template.product.uuid], quantity: 2 } } }
    const also = [buyer.template.product]
    await sellDigitalFiles(shop.app, shop.provider, { ...prints, also })
    expect(await files.set(buyer.set.subject.uuid)).toMatchObject({ price: SET_PRICE })
    await buyer.add({ quantity: 2 })
    const printed = async () => (await cart()).orderLines.find(({ template }) => template)?.linePrice ?? 0
    expect((await cart()).summary.totalPrice).toBe(3000 + (await printed()))
    await sellDigitalFiles(shop.app, shop.provider, { ...prints, also, rebated: { set: 0, file: 0 } })
    expect((await cart()).summary.totalPrice).toBe(SET_PRICE + (await printed()))
  })
})

describe('a bought picture', () => {
  it('belongs to the buyer alone, is not sold twice, and stays available to the other guardian', async () => {
    const other = await buildCustomer(shop, { subjects: [buyer.set.subject.uuid] })
    await fileActions(other).file(buyer.set.pictures.first.uuid)
    await files.set(buyer.set.subject.uuid)
    expect((await fetchSet(other.client)).inCart).toBe(false)
    const uuid = await order()
    const mine = await fetchSet()
    expect([mine.bought, ...mine.pictures.map(({ bought }) => bought)]).toEqual([true, true, true, true])
    const theirs = await fetchSet(other.client)
    expect([theirs.bought, ...theirs.pictures.map(({ bought }) => bought)]).toEqual([false, false, false, false])
    expect(theirs.pictures.filter(({ inCart }) => inCart)).toHaveLength(1)
    const again = await buyer.client.fail(digitalPortraits.toggleFile, { file: buyer.set.pictures.group.uuid })
    expect(again).toMatchObject({ status: 409, reason: 'digital-portraits.bought' })
    const set = await buyer.client.fail(digitalPortraits.toggleSet, { pictureSet: buyer.set.subject.uuid })
    expect(set).toMatchObject({ status: 409, reason: 'digital-portraits.bought' })
    expect(await cart()).toMatchObject({ orderLines: [] })
    const receipt = await buyer.client.call(orders.get, { orderUuid: uuid })
    expect(receipt).toMatchObject({
      containDigitalProducts: true,
      orderLines: [{ product: { name: 'Whole set' }, digitalFiles: [{}, {}], template: null }, {}, {}],
    })
    // A bought picture has no watermark; the same picture in the other guardian's cart has one.
    const marked = (lines: OrderLine[]) =>
      lines.flatMap(({ digitalFiles }) =>
        digitalFiles.map(({ display }) => /watermark=(\d)/.exec(display[640] ?? '')?.[1]),
      )
    expect(marked(receipt.orderLines)).toEqual(['0', '0'])
    expect(marked((await buyer.client.call(orders.details, { uuid })).orderLines)).toEqual(['0', '0'])
    expect(marked((await other.client.call(carts.get, {})).cart.orderLines)).toEqual(['1'])
  })

  it('counts as bought in a sibling’s set that shares it as well', async () => {
    const sibling = await buildPictureSet(shop.app, shop.provider)
    const both = await buildCustomer(shop, { subjects: [buyer.set.subject.uuid, sibling.subject.uuid] })
    // One picture, with one uuid, in both sets.
    const shared = { ...buyer.set.pictures.first, pictureType: 'MGP' as const }
    await givePictures(shop.app, sibling.subject, [shared, sibling.pictures.first])
    const theirs = fileActions(both)
    await theirs.set(buyer.set.subject.uuid)
    const refusal = await both.client.fail(digitalPortraits.toggleFile, { file: shared.uuid })
    expect(refusal).toMatchObject({ reason: 'digital-portraits.set_in_cart' })
    const uuid = await order(both.client)
    const bought = (await fetchSet(both.client, sibling.subject.uuid)).pictures.map(({ bought }) => bought)
    expect(bought.filter(Boolean)).toHaveLength(1)
    await revokeRights(shop.app, shop.provider, both.customer._id, uuid)
    expect((await fetchSet(both.client, sibling.subject.uuid)).pictures.some(({ bought }) => bought)).toBe(false)
  })
})
