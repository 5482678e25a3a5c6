import { randomUUID } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { type Cart, carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import { type ShownScene, shownScene } from '@portraitkit/core/template/scene.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer, resourcesOf } from '../../testing/buildBuyer.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { letYearsPass } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { revokeSubject } from '../access/grants.ts'
import { saveProduct } from '../products/collection.ts'
import { pushLines, readCart, removeOrderedLines } from './collection.ts'
import type { StoredLine } from './lineKinds.ts'
import { priceCart } from './priceCart.ts'

let shop: TestServer
let buyer: Buyer
let other: Buyer

beforeAll(async () => {
  shop = await startTestServer()
  buyer = await buildBuyer(shop)
  other = await buildBuyer(shop, { provider: shop.other })
})
afterAll(() => shop.close())

/** Another customer in the shop of `buyer`, who may see the same set. */
const another = async () => {
  const { client, customer } = await buildCustomer(shop, { subjects: [buyer.set.subject.uuid] })
  const add = async (change = {}) =>
    (await client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line(change)] })).cart
  const get = async () => (await client.call(carts.get, {})).cart
  return { client, customer, add, get }
}
const firstLine = ({ orderLines: [line] }: Cart) => {
  if (!line) throw new Error('The cart is empty')
  return line
}

describe('the cart', () => {
  it('[API-1] [API-3] is empty at first, then shows each line with the fields of the specification', async () => {
    const { get, add } = await another()
    expect(await get()).toEqual({
      version: 0,
      currency: 'USD',
      orderLines: [],
      summary: { totalPrice: 0 },
      rebateCode: null,
    })
    const { orderLines, ...cart } = await add({ quantity: 2 })
    expect(cart).toMatchObject({ version: 1, summary: { totalPrice: 798 } })
    expect(orderLines).toHaveLength(1)
    expect(orderLines[0]).toMatchObject({
      type: 0,
      product: { uuid: buyer.template.product.uuid, name: 'Card 15x15', type: 1 },
      quantity: 2,
      description: 'Square card',
      linePrice: 798,
      actualLinePrice: 798,
      rebate: null,
      canChangeQuantity: true,
      minimumQuantity: 1,
      maximumQuantity: null,
      subProductUuids: [],
      template: { uuid: buyer.template.definition.uuid, version: 1, name: 'Square card' },
      subjects: [{ uuid: buyer.set.subject.uuid, name: buyer.set.subject.name }],
    })
  })

  it('[CRT-2] shows exactly what will be printed, with addresses of the pictures in it', async () => {
    const { add, client } = await another()
    const { preview, sceneHash } = firstLine(await add({ name: 'Great-aunt Åse' }))
    expect(preview?.hash).toBe(sceneHash)
    const texts = preview?.scene.parts[0]?.nodes.flatMap((node) => (node.kind === 'glyphs' ? [node.text] : []))
    expect(texts).toContain('Great-aunt Åse')
    const addresses = Object.values(preview?.addresses ?? {})
    expect(addresses).toHaveLength(2)
    for (const sizes of addresses) expect((await client.fetch(sizes['320'] as string)).status).toBe(200)
  })

  it('[PRC-5] has its prices from the server only, to the last unit, whatever the browser sends', async () => {
    const { add, client, get } = await another()
    const sent = { ...(await buyer.line({ quantity: 11 })), linePrice: 1, actualLinePrice: 1, price: 1 }
    await client.send(carts.addLines, { requestId: randomUUID(), lines: [sent] })
    // Nine at 3.99, from the tenth on 2.49.
    expect((await get()).summary.totalPrice).toBe(9 * 399 + 2 * 249)
    // Quantities of a product are counted across lines.
    const { orderLines, summary } = await add({ quantity: 3 })
    expect(orderLines.map(({ linePrice }) => linePrice)).toEqual([9 * 399 + 2 * 249, 3 * 249])
    expect(summary.totalPrice).toBe(9 * 399 + 5 * 249)
  })

  it('[PRC-3] adds the price of the selected extras of a product, which can be changed on the line', async () => {
    const glossy = { uuid: randomUUID(), names: { en: 'Glossy' }, extraprice: 25 }
    const framed = { uuid: randomUUID(), names: { en: 'Framed' }, extraprice: 1000 }
    const { line, client, add } = await buildBuyer(shop, { product: { subproducts: [glossy, framed] } })
    const lines = [await line({ quantity: 2, subProductUuids: [glossy.uuid, glossy.uuid] })]
    const { cart } = await client.call(carts.addLines, { requestId: randomUUID(), lines })
    expect(cart.orderLines[0]).toMatchObject({
      linePrice: 2 * 424,
      description: 'Square card, Glossy',
      subProductUuids: [glossy.uuid],
      subProducts: [{ uuid: glossy.uuid, name: 'Glossy' }],
    })
    const wrong = [await line({ subProductUuids: [randomUUID()] })]
    const failure = await client.fail(carts.addLines, { requestId: randomUUID(), lines: wrong })
    expect(failure).toMatchObject({ status: 404, reason: 'cart.unknown_product' })

    const uuid = cart.orderLines[0]?.uuid ?? ''
    const change = (subProductUuids: string[]) => ({ uuid, requestId: randomUUID(), subProductUuids })
    const changed = await client.call(carts.updateLine, change([glossy.uuid, framed.uuid]))
    expect(changed.cart.orderLines[0]).toMatchObject({
      linePrice: 2 * 1424,
      description: 'Square card, Glossy, Framed',
    })
    expect(await client.fail(carts.updateLine, change([randomUUID()]))).toMatchObject({ status: 404 })
    expect((await add()).summary.totalPrice).toBe(2 * 1424 + 399)
    const without = await client.call(carts.updateLine, change([]))
    expect(without.cart.orderLines[0]).toMatchObject({ linePrice: 2 * 399, subProductUuids: [] })
    expect(without.cart.orderLines[0]).not.toHaveProperty('subProducts')
  })

  it('[CRT-4] changes quantities and removes lines, and affects no other line', async () => {
    const { add, client, get } = await another()
    await add()
    const { orderLines } = await add({ name: 'Noah' })
    const [first, second] = orderLines.map(({ uuid }) => uuid) as [string, string]
    const changed = await client.call(carts.updateLine, { uuid: first, requestId: randomUUID(), quantity: 7 })
    expect(changed.cart.orderLines.map(({ quantity }) => quantity)).toEqual([7, 1])
    const { cart } = await client.call(carts.deleteLine, { uuid: first, requestId: randomUUID() })
    expect(cart.orderLines.map(({ uuid }) => uuid)).toEqual([second])
    // The caller has the previews already; only a request for the cart returns them.
    expect(cart.orderLines[0]).toMatchObject({ preview: null, sceneHash: orderLines[1]?.sceneHash })
    expect((await get()).orderLines[0]?.preview).not.toBeNull()
  })

  it('changes the design of a line', async () => {
    const { add, client } = await another()
    const { uuid } = firstLine(await add({ quantity: 3 }))
    const { template, templateData, sceneHash, subject } = await buyer.line({ name: 'Liam' })
    // nothing on this card shows a year, so it has none
    const design = { template, templateData: { ...templateData, year: 1990 }, sceneHash, subject }
    const { cart } = await client.call(carts.updateLine, { uuid, requestId: randomUUID(), design })
    const line = firstLine(cart)
    expect(line).toMatchObject({ uuid, quantity: 3, sceneHash, template: { data: templateData } })
    expect(line.preview?.hash).toBe(sceneHash)
  })

  it('does a repeated command once, sent at once or later', async () => {
    const { client, get } = await another()
    const add = { requestId: randomUUID(), lines: [await buyer.line()] }
    await Promise.all([1, 2, 3].map(() => client.call(carts.addLines, add)))
    const { cart } = await client.call(carts.addLines, add)
    expect(cart).toMatchObject({ version: 1 })
    const { uuid } = firstLine(cart)
    const two = { uuid, requestId: randomUUID(), quantity: 2 }
    await Promise.all([1, 2, 3].map(() => client.call(carts.updateLine, two)))
    expect(await get()).toMatchObject({ version: 2 })
    await client.call(carts.updateLine, { uuid, requestId: randomUUID(), quantity: 5 })
    // The answer was lost and the first change is sent again: the later change stays.
    await client.call(carts.updateLine, two)
    expect((await get()).orderLines.map(({ quantity }) => quantity)).toEqual([5])
    const remove = { uuid, requestId: randomUUID() }
    const answers = await Promise.all([client.call(carts.deleteLine, remove), client.call(carts.deleteLine, remove)])
    for (const answer of answers) expect(answer.cart).toMatchObject({ version: 4, orderLines: [] })
  })

  it('[CRT-11] is the same on another device of the customer', async () => {
    const { password, customer, line } = buyer
    const phone = shop.client()
    await phone.call(account.signIn, { email: customer.email, password })
    await phone.call(carts.addLines, { requestId: randomUUID(), lines: [await line({ quantity: 4 })] })
    const { cart } = await buyer.client.call(carts.get, {})
    expect(cart.orderLines.map(({ quantity }) => quantity)).toEqual([4])
    expect((await phone.call(carts.get, {})).cart).toEqual(cart)
  })

  it('leaves out subjects whose grant was revoked; lines no longer sold stay, named and without a price', async () => {
    const { add, client, get, customer } = await another()
    const own = await buildBuyer(shop)
    const lines = [await own.line()]
    await own.client.call(carts.addLines, { requestId: randomUUID(), lines })
    await add()
    await revokeSubject(shop.app, shop.provider, customer._id, buyer.set.subject.uuid)
    expect((await get()).orderLines).toEqual([])
    expect((await client.call(carts.get, {})).cart.summary.totalPrice).toBe(0)
    await shop.app.db.collection('products').deleteOne({ key: own.template.product.uuid })
    const { cart } = await own.client.call(carts.get, {})
    expect(cart).toMatchObject({
      summary: { totalPrice: 0 },
      orderLines: [
        { isOffered: false, linePrice: 0, canChangeQuantity: false, description: expect.stringMatching(/./) },
      ],
    })
    expect(cart.orderLines[0]?.preview).not.toBeNull()
    expect(await own.client.fail(checkout.create, {})).toMatchObject({ reason: 'checkout.empty' })
    await saveProduct(shop.app, shop.provider.key, own.template.product)
  })

  it('loses exactly the ordered lines, once', async () => {
    const { add, get, customer } = await another()
    await add()
    const { orderLines } = await add({ name: 'Noah' })
    const { lines } = await priceCart(shop.app, shop.provider, customer._id, 'en')
    const order = { uuid: randomUUID(), lines: lines.slice(0, 1) }
    await removeOrderedLines(shop.app, shop.provider.key, customer._id, order)
    await removeOrderedLines(shop.app, shop.provider.key, customer._id, order)
    const cart = await get()
    expect(cart).toMatchObject({ version: 3 })
    expect(cart.orderLines.map(({ uuid }) => uuid)).toEqual([orderLines[1]?.uuid])
    expect(cart.orderLines[0]?.preview).not.toBeNull()
    const scenes = shop.app.db.collection('cartScenes')
    const count = await scenes.countDocuments({
      provider: shop.provider.key,
      line: { $in: orderLines.map(({ uuid }) => uuid) },
    })
    expect(count).toBe(1)
  })

  it('keeps the quantity of a line that was not ordered, with a new id, and a line changed since as a whole', async () => {
    const { client, add, get, customer } = await another()
    await add()
    await add({ name: 'Noah' })
    const { lines } = await priceCart(shop.app, shop.provider, customer._id, 'en')
    const [more, changed] = lines.map(({ uuid }) => uuid)
    const change = (uuid = '', sent: Partial<InputOf<typeof carts.updateLine>>) =>
      client.call(carts.updateLine, { requestId: randomUUID(), uuid, ...sent })
    await change(more, { quantity: 5 })
    await change(changed, { design: await buyer.line({ name: 'Grandma' }) })
    await removeOrderedLines(shop.app, shop.provider.key, customer._id, { uuid: randomUUID(), lines })
    const { orderLines } = await get()
    expect(orderLines.map(({ quantity }) => quantity)).toEqual([4, 1])
    for (const { uuid, preview } of orderLines) {
      expect(lines.map((line) => line.uuid)).not.toContain(uuid)
      expect(preview).not.toBeNull()
    }
    expect(JSON.stringify(await readCart(shop.app, shop.provider.key, customer._id))).toContain('Grandma')
  })
})

describe('[API-2] what cannot be put into the cart is refused with the reason, and nothing changes', () => {
  it('a scene that the server lays out differently, with the server’s scene', async () => {
    const { client, get } = await another()
    const honest = await buyer.line({ name: 'Emma' })
    const lines = [honest, { ...honest, templateData: { userResources: resourcesOf(buyer.set, 'Emily'), year: null } }]
    const failure = await client.fail(carts.addLines, { requestId: randomUUID(), lines })
    expect(failure).toMatchObject({ status: 409, reason: 'editor.preview_differs', data: { line: 1 } })
    const current = shownScene().parse(failure.data) as ShownScene
    expect(current.hash).toBe((await buyer.line({ name: 'Emily' })).sceneHash)
    expect(Object.keys(current.addresses)).toHaveLength(2)
    expect(await get()).toMatchObject({ version: 0, orderLines: [] })
  })

  it('a product that is not sold, or not with this template', async () => {
    const { client } = await another()
    const foreign = await buildBuyer(shop)
    for (const uuid of [randomUUID(), foreign.template.product.uuid, other.template.product.uuid]) {
      const lines = [await buyer.line({ product: { uuid } })]
      const failure = await client.fail(carts.addLines, { requestId: randomUUID(), lines })
      expect(failure).toMatchObject({ status: 404, reason: 'cart.unknown_product' })
    }
  })

  it('a missing template', async () => {
    const lines = [await buyer.line({ template: { uuid: buyer.template.definition.uuid, version: 9 } })]
    const failure = await buyer.client.fail(carts.addLines, { requestId: randomUUID(), lines })
    expect(failure).toMatchObject({ status: 404, reason: 'template.unknown' })
  })

  it('a template whose years are all past', async () => {
    const late = await buildBuyer(shop)
    const line = await buyer.line({
      product: { uuid: late.template.product.uuid },
      template: { uuid: late.template.definition.uuid, version: 1 },
    })
    await letYearsPass(shop.app, shop.provider, late.template)
    const failure = await buyer.client.fail(carts.addLines, { requestId: randomUUID(), lines: [line] })
    expect(failure).toMatchObject({ status: 404, reason: 'template.unknown' })
  })

  it('a slot without a picture', async () => {
    const userResources = resourcesOf(buyer.set, 'Emma').slice(1)
    const lines = [await buyer.line({ templateData: { userResources, year: null } })]
    const failure = await buyer.client.fail(carts.addLines, { requestId: randomUUID(), lines })
    expect(failure).toMatchObject({ status: 400, reason: 'cart.incomplete' })
  })

  it("somebody else's subject or pictures", async () => {
    const { client } = await another()
    const foreign = await buildPictureSet(shop.app, shop.provider)
    const line = await buyer.line()
    const stolen = { userResources: resourcesOf(foreign, 'Emma'), year: null }
    for (const change of [{ subject: foreign.subject.uuid }, { templateData: stolen }]) {
      const failure = await client.fail(carts.addLines, { requestId: randomUUID(), lines: [{ ...line, ...change }] })
      expect(failure).toMatchObject({ status: 404, reason: 'picture-sets.unknown' })
    }
  })

  it('fewer than the minimum of the product, none, or too many', async () => {
    const pack = await buildBuyer(shop, { product: { minorderpartquantity: 5 } })
    const lines = [await pack.line({ quantity: 4 })]
    const few = await pack.client.fail(carts.addLines, { requestId: randomUUID(), lines })
    expect(few).toMatchObject({ status: 400, reason: 'cart.quantity' })
    const { uuid, minimumQuantity } = firstLine(await pack.add({ quantity: 5 }))
    expect(minimumQuantity).toBe(5)
    for (const quantity of [4, 0, -1, 1000]) {
      const failure = await pack.client.fail(carts.updateLine, { uuid, requestId: randomUUID(), quantity })
      expect(failure).toMatchObject({ status: 400, reason: 'cart.quantity' })
    }
    expect((await pack.client.call(carts.get, {})).cart).toMatchObject({ version: 1, summary: { totalPrice: 5 * 399 } })
  })

  it('an invalid line', async () => {
    const { client, get } = await another()
    const line = await buyer.line()
    for (const sent of [
      {},
      { requestId: 'x', lines: [line] },
      { requestId: randomUUID(), lines: [] },
      { requestId: randomUUID(), lines: [{ ...line, quantity: 1.5 }] },
      { requestId: randomUUID(), lines: [{ ...line, quantity: -1 }] },
      { requestId: randomUUID(), lines: Array(51).fill(line) },
    ]) {
      expect(await client.fail(carts.addLines, sent)).toMatchObject({ status: 400, reason: 'input.invalid' })
    }
    expect(await get()).toMatchObject({ version: 0 })
  })

  it('a line of another customer, or one that is gone', async () => {
    const mine = await another()
    const theirs = await another()
    const { uuid } = firstLine(await theirs.add())
    for (const gone of [uuid, randomUUID()]) {
      const change = await mine.client.fail(carts.updateLine, { uuid: gone, requestId: randomUUID(), quantity: 2 })
      expect(change).toMatchObject({ status: 404, reason: 'cart.unknown_line' })
      const remove = await mine.client.fail(carts.deleteLine, { uuid: gone, requestId: randomUUID() })
      expect(remove).toMatchObject({ status: 404, reason: 'cart.unknown_line' })
    }
    expect((await theirs.get()).orderLines).toHaveLength(1)
  })

  it('more lines than a cart may have', async () => {
    const { add, client, get, customer } = await another()
    await add()
    const { key } = shop.provider
    const [line] = (await readCart(shop.app, key, customer._id)).lines as [StoredLine]
    const many = Array.from({ length: 198 }, () => ({ ...line, uuid: randomUUID() }))
    expect(await pushLines(shop.app, key, customer._id, randomUUID(), many)).toBe('done')
    const two = { requestId: randomUUID(), lines: [await buyer.line(), await buyer.line()] }
    expect(await client.fail(carts.addLines, two)).toMatchObject({ status: 409, reason: 'cart.full' })
    expect((await add()).orderLines).toHaveLength(200)
    const one = { requestId: randomUUID(), lines: [await buyer.line()] }
    expect(await client.fail(carts.addLines, one)).toMatchObject({ status: 409, reason: 'cart.full' })
    expect((await get()).version).toBe(3)
  })
})

describe('a text that does not fit its box', () => {
  it('is not sold, neither on a new line nor on a changed one', async () => {
    const { add, client, get } = await another()
    const { uuid } = firstLine(await add())
    const line = await buyer.line({ name: 'Great-aunt Bartholomea of the endless names '.repeat(8) })
    const refused = { status: 400, reason: 'cart.text_overflow', data: { line: 0, texts: ['front.name'] } }
    const lines = { requestId: randomUUID(), lines: [line] }
    expect(await client.fail(carts.addLines, lines)).toMatchObject(refused)
    const change = { uuid, requestId: randomUUID(), design: line }
    expect(await client.fail(carts.updateLine, change)).toMatchObject(refused)
    expect((await get()).version).toBe(1)
  })

  it('is stored as it is shown, without the hidden part', async () => {
    const { orderLines } = await (await another()).add({ name: '  Em\u202ema   Carter ' })
    const texts = orderLines[0]?.template?.data.userResources.flatMap((each) => ('text' in each ? [each.text] : []))
    expect(texts).toEqual(['Emma Carter'])
  })
})

describe('[CRT-1] [LOC-3] a cart belongs to a signed-in customer of one provider', () => {
  const calls = () => [
    { endpoint: carts.get, input: {} },
    { endpoint: carts.addLines, input: { requestId: randomUUID(), lines: [] } },
    { endpoint: carts.updateLine, input: { uuid: randomUUID(), requestId: randomUUID(), quantity: 1 } },
    { endpoint: carts.deleteLine, input: { uuid: randomUUID(), requestId: randomUUID() } },
    { endpoint: carts.dropRebateCode, input: {} },
  ]

  it('a visitor has none', async () => {
    for (const { endpoint, input } of calls()) {
      expect(await shop.client().fail(endpoint, input)).toMatchObject({ status: 401, reason: 'session.required' })
    }
  })

  it("another provider's session is not accepted", async () => {
    const { uuid } = firstLine(await (await another()).add())
    const elsewhere = other.client
    const change = await elsewhere.fail(carts.updateLine, { uuid, requestId: randomUUID(), quantity: 2 })
    expect(change).toMatchObject({ status: 404, reason: 'cart.unknown_line' })
    const crossed = await elsewhere.fail(carts.get, {}, { path: `/api/webshop/cart?provider=${shop.provider.key}` })
    expect(crossed).toMatchObject({ status: 401 })
    const lines = [await buyer.line()]
    const foreign = await elsewhere.fail(carts.addLines, { requestId: randomUUID(), lines })
    expect(foreign.status).toBe(404)
  })

  it('nothing changes without the header that names the shop', async () => {
    const { client, add, get } = await another()
    const { uuid } = firstLine(await add())
    const bare = { headers: { 'x-provider': undefined } }
    const at = `?provider=${shop.provider.key}`
    const path = `/api/webshop/cart/lines/${uuid}${at}`
    const remove = { uuid, requestId: randomUUID() }
    expect(await client.fail(carts.deleteLine, remove, { ...bare, path })).toMatchObject({ status: 403 })
    const change = { ...remove, quantity: 2 }
    expect(await client.fail(carts.updateLine, change, { ...bare, path })).toMatchObject({ status: 403 })
    const lines = { requestId: randomUUID(), lines: [await buyer.line()] }
    const add2 = { ...bare, path: `/api/webshop/cart/lines${at}` }
    expect(await client.fail(carts.addLines, lines, add2)).toMatchObject({ status: 403, reason: 'provider.missing' })
    expect(await get()).toMatchObject({ version: 1 })
  })
})
