import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cart, carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { type PackageInstance, photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { DIGITAL_PORTRAIT_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPackage, buildPackage, packageInputOf } from '../../testing/buildPackage.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { forgetDeliveredJobs, jobsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { ordersOf } from '../orders/collection.ts'
import { ordersCommand } from '../orders/command.ts'
import { replacePackages } from '../photo-packages/collection.ts'
import type { AnyPackage, PackageDocument } from '../photo-packages/document.ts'
import { campaigns, saveProduct } from '../products/collection.ts'
import { grantRights } from '../rights/collection.ts'
import { picturesInUse } from '../uploads/deleteUploads.ts'

let shop: TestServer
let set: BuiltPictureSet
let sister: BuiltPictureSet
let built: BuiltPackage
let mother: BuiltCustomer
let father: BuiltCustomer
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
  set = await buildPictureSet(shop.app, shop.provider)
  sister = await buildPictureSet(shop.app, shop.provider, { subject: { jobUuid: set.job.uuid } })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await replacePackages(shop.app, shop.provider.key, [])
  built = await buildPackage(shop.app, shop.provider, [set.job.uuid])
  await saveProduct(shop.app, shop.provider.key, { ...built.card.product, uuid: DIGITAL_PORTRAIT_PRODUCT })
  const subjects = [set.subject.uuid, sister.subject.uuid]
  mother = await buildCustomer(shop, { subjects })
  father = await buildCustomer(shop, { subjects })
})

const offer = (...list: AnyPackage[]) => replacePackages(shop.app, shop.provider.key, list)
const open = ({ client }: BuiltCustomer, of = set, document: PackageDocument = built.document) =>
  client.call(photoPackages.open, { packageUuid: document.uuid, subject: { uuid: of.subject.uuid } })
const contentOf = (instance: PackageInstance) => ({
  requestId: randomUUID(),
  package: { uuid: instance.uuid },
  subject: instance.subject?.uuid ?? null,
  packageItems: packageInputOf(instance),
})
const add = async (who = mother, of = set, document = built.document): Promise<Cart> =>
  (await who.client.call(carts.addPackage, contentOf(await open(who, of, document)))).cart
const cartOf = async ({ client }: BuiltCustomer) => (await client.call(carts.get, {})).cart
const withItem = (instance: PackageInstance, at: number, change: object) => ({
  ...contentOf(instance),
  packageItems: packageInputOf(instance).map((item, index) => (index === at ? { ...item, ...change } : item)),
})
const failing = (sent: object, who = mother) => who.client.fail(carts.addPackage, { ...sent })

describe('a package in the cart', () => {
  it('[API-1] [API-3] [PKG-6] [CRT-9] is one line with its price and its items, as it was shown', async () => {
    const instance = await open(mother)
    const sent = contentOf(instance)
    const { cart } = await mother.client.call(carts.addPackage, sent)
    expect(cart).toMatchObject({ version: 1, summary: { totalPrice: 5000 } })
    const [line] = cart.orderLines
    expect(line).toMatchObject({
      type: 0,
      product: { uuid: built.document.uuid, name: 'Family package', type: 200 },
      quantity: 1,
      linePrice: 5000,
      actualLinePrice: 5000,
      canChangeQuantity: false,
      description: 'Card 15x15, Card 15x15, Year book, Whole set',
      isOffered: true,
      template: null,
      catalogue: null,
      subjects: [{ uuid: set.subject.uuid, name: set.subject.name }],
    })
    // the cart contains what was shown, except for the addresses, which are signed again
    const plain = (items: PackageInstance['packageItems']) =>
      items.map(({ preview, digitalFiles, ...item }) => ({ ...item, hash: preview?.hash, files: digitalFiles.length }))
    expect(line?.package).toMatchObject({ uuid: built.document.uuid, subject: set.subject.uuid })
    expect(plain(line?.package?.packageItems ?? [])).toEqual(plain(instance.packageItems))
    expect((await mother.client.call(carts.addPackage, sent)).cart.version).toBe(1)
    // the other guardian of the same child sees none of it
    expect((await cartOf(father)).orderLines).toEqual([])
  })

  it('[API-2] [PKG-5] is refused unless it is complete, as it was shown, and with the customer’s own pictures', async () => {
    const instance = await open(mother)
    const sent = contentOf(instance)
    const [, ...rest] = sent.packageItems
    const stranger = await buildCustomer(shop, { subjects: [] })
    const cases: Array<[object, string]> = [
      [{ ...sent, packageItems: rest }, 'input.invalid'],
      [{ ...sent, package: { uuid: randomUUID() } }, 'photo-packages.unknown'],
      [withItem(instance, 0, { templateData: undefined }), 'cart.incomplete'],
      [withItem(instance, 0, { sceneHash: undefined }), 'cart.incomplete'],
      [withItem(instance, 0, { templateData: { userResources: [], year: null } }), 'cart.incomplete'],
      [withItem(instance, 0, { sceneHash: 'another' }), 'editor.preview_differs'],
      [withItem(instance, 2, { subject: null }), 'photo-packages.no_subject'],
      [{ ...sent, requestId: 'x' }, 'input.invalid'],
    ]
    for (const [wrong, reason] of cases) expect(await failing(wrong)).toMatchObject({ reason })
    expect(await failing(sent, stranger)).toMatchObject({ status: 404, reason: 'picture-sets.unknown' })
    const bare = { headers: { 'x-provider': undefined } }
    expect(await mother.client.fail(carts.addPackage, sent, bare)).toMatchObject({ status: 403 })
    const elsewhere = shop.client(shop.other)
    expect(await elsewhere.fail(carts.addPackage, sent)).toMatchObject({ status: 401 })
    await offer({ ...built.document, allowSubjectChange: 1 })
    const mixed = withItem(instance, 3, { subject: sister.subject.uuid })
    expect(await failing(mixed)).toMatchObject({ status: 409, reason: 'photo-packages.subject' })
    await offer({ ...built.document, disabled: { en: 'Back in spring' } })
    expect(await failing(sent)).toMatchObject({ status: 409, reason: 'photo-packages.disabled' })
    expect(await cartOf(mother)).toMatchObject({ version: 0, orderLines: [] })
  })

  it('says that its catalogue is of another class, until the summary has said it', async () => {
    const child = await buildPictureSet(shop.app, shop.provider, { subject: { group: '3A' } })
    const { document } = await buildPackage(shop.app, shop.provider, [child.job.uuid])
    const parent = await buildCustomer(shop, { subjects: [child.subject.uuid] })
    const changeClass = async (group: string) => {
      const argv = ['change-class', child.job.uuid, child.subject.key, group, '--new-class']
      const { code } = await runInTerminal(jobsCommand, [...argv, '--provider', shop.provider.key], shop.app)
      expect(code).toBe(0)
    }
    const seen = async () => {
      const [line] = (await cartOf(parent)).orderLines
      return [line?.isOffered, line?.hasNewClass, line?.package?.packageItems[2]?.subject?.group]
    }
    await add(parent, child, document)
    expect(await seen()).toEqual([true, undefined, '3A'])
    await changeClass('3B')
    expect(await seen()).toEqual([true, true, '3B'])
    await changeClass('3A')
    expect(await seen()).toEqual([true, undefined, '3A'])
    const seller = { client: parent.client, provider: shop.provider }
    const before = await prepareOrder(seller, 'invoice')
    await changeClass('3B')
    expect((await parent.client.fail(checkout.transaction, before.ordering)).reason).toBe('checkout.cart_changed')
    const { newCheckout, ordering } = await prepareOrder(seller, 'invoice')
    expect(newCheckout.cart.orderLines[0]?.hasNewClass).toBe(true)
    expect(await seen()).toEqual([true, undefined, '3B'])
    const { order } = await parent.client.call(checkout.transaction, ordering)
    const stored = await ordersOf(shop.app, shop.provider.key).findOne({ _id: order.uuid })
    expect(JSON.stringify(stored?.content.lines)).not.toContain('3A')
  })

  it('[PKG-6] is updated as a whole: the line stays, with other items', async () => {
    const uuid = (await add()).orderLines[0]?.uuid ?? ''
    const other = await open(mother, sister)
    const before = await open(mother)
    const packageItems = [
      ...packageInputOf(before).slice(0, 3),
      { ...(packageInputOf(other)[3] as object), version: 2 },
    ].map((item, at) => (at === 1 ? { ...packageInputOf(other)[1], version: 2 } : item)) as ReturnType<
      typeof packageInputOf
    >
    const change = { uuid, requestId: randomUUID(), packageItems }
    const { cart } = await mother.client.call(carts.updateLine, change)
    expect(cart.orderLines).toHaveLength(1)
    expect(cart.orderLines[0]).toMatchObject({
      uuid,
      linePrice: 5000,
      package: {
        packageItems: [{ version: 1 }, { version: 2, subject: { uuid: sister.subject.uuid } }, {}, { version: 2 }],
      },
    })
    expect(cart.orderLines[0]?.package?.packageItems[1]?.preview?.hash).toBe(other.packageItems[1]?.sceneHash)
    expect(cart.orderLines[0]?.subjects.map((each) => each.uuid)).toEqual([set.subject.uuid, sister.subject.uuid])
    expect((await mother.client.call(carts.updateLine, change)).cart.version).toBe(cart.version)
    const ofNobody = { ...change, requestId: randomUUID() }
    expect(await father.client.fail(carts.updateLine, ofNobody)).toMatchObject({ reason: 'cart.unknown_line' })
    const more = { uuid, requestId: randomUUID(), quantity: 2 }
    expect(await mother.client.fail(carts.updateLine, more)).toMatchObject({ reason: 'cart.quantity' })
    const { cart: empty } = await mother.client.call(carts.deleteLine, { uuid, requestId: randomUUID() })
    expect(empty.orderLines).toEqual([])
    expect(await shop.app.db.collection('cartScenes').countDocuments({ line: uuid })).toBe(0)
  })

  it('[DIG-3] contains a set once: single pictures leave the cart, and cannot be added again', async () => {
    const { client } = mother
    const file = set.pictures.first.uuid
    await client.call(digitalPortraits.toggleFile, { file })
    const cart = await add()
    expect(cart.orderLines).toHaveLength(1)
    const inCart = { status: 409, reason: 'digital-portraits.set_in_cart' }
    expect(await client.fail(digitalPortraits.toggleFile, { file })).toMatchObject(inCart)
    expect(await client.fail(digitalPortraits.toggleSet, { pictureSet: set.subject.uuid })).toMatchObject(inCart)
    // Removing it fails with a message that says where it is.
    const takenOut = { pictureSet: set.subject.uuid, inCart: false }
    expect(await client.fail(digitalPortraits.toggleSet, takenOut)).toMatchObject({
      status: 409,
      reason: 'digital-portraits.in_package',
    })
    expect(await failing(contentOf(await open(mother)))).toMatchObject({ reason: 'photo-packages.set_in_cart' })
    expect((await add(mother, sister)).orderLines).toHaveLength(2)
    await father.client.call(digitalPortraits.toggleSet, { pictureSet: set.subject.uuid })
    expect(await failing(contentOf(await open(father)), father)).toMatchObject({ reason: 'photo-packages.set_in_cart' })
  })

  it('[PKG-6] names the items that are no longer available, then costs nothing, and is not ordered', async () => {
    await add()
    await offer({ ...built.document, disabled: { en: 'Back in spring' } })
    expect((await cartOf(mother)).orderLines).toMatchObject([{ isOffered: false, linePrice: 0 }])
    expect(await mother.client.fail(checkout.create, {})).toMatchObject({ reason: 'checkout.empty' })
    await offer(built.document)
    expect((await cartOf(mother)).orderLines).toMatchObject([{ isOffered: true, linePrice: 5000 }])
    const targets = [set.subject.uuid]
    await grantRights(shop.app, shop.provider, { customer: mother.customer._id, targets, order: randomUUID() })
    const [line] = (await cartOf(mother)).orderLines
    expect(line).toMatchObject({ isOffered: false, linePrice: 0 })
    expect(line?.package?.packageItems.map(({ disabled }) => disabled?.reason ?? '')).toEqual([
      '',
      '',
      '',
      'You have bought the digital pictures of this picture set already.',
    ])
    await offer()
    expect((await cartOf(mother)).orderLines).toMatchObject([{ isOffered: false, linePrice: 0 }])
  })
})

describe('a package and the deadlines of its jobs', () => {
  it('[PKG-6] is neither added nor ordered after the last day of a job of its pictures', async () => {
    const other = await buildPictureSet(shop.app, shop.provider)
    const document = (await buildPackage(shop.app, shop.provider, [other.job.uuid])).document
    const guardian = await buildCustomer(shop, { subjects: [other.subject.uuid] })
    const sent = contentOf(await open(guardian, other, document))
    await guardian.client.call(carts.addPackage, sent)
    const over = { orderBy: new Date(shop.app.clock().getTime() - 3 * 24 * 3600_000) }
    await jobsOf(shop.app, shop.provider.key).updateOne({ uuid: other.job.uuid }, { $set: over })
    forgetDeliveredJobs(shop.app)
    const [line] = (await cartOf(guardian)).orderLines
    expect(line).toMatchObject({ isOffered: false, linePrice: 0, closed: { name: expect.any(String) } })
    expect(line?.package?.packageItems).toHaveLength(4)
    expect(await guardian.client.fail(checkout.create, {})).toMatchObject({ reason: 'checkout.empty' })
    const again = { ...sent, requestId: randomUUID() }
    expect(await guardian.client.fail(carts.addPackage, again)).toMatchObject({ status: 409, reason: 'cart.closed' })
    const { packages: seen } = await guardian.client.call(photoPackages.list, {})
    const offered = seen.find(({ uuid }) => uuid === document.uuid)
    expect(offered?.disabled).toEqual({ reason: 'Orders for this picture set are closed.' })
  })

  it('protects its pictures from deletion, both saved and in the cart', async () => {
    const used = () => picturesInUse(shop.app, { provider: shop.provider.key, uuid: mother.customer._id })
    const { favourite } = set.pictures
    expect((await used()).has(favourite.uuid)).toBe(false)
    const { requestId: _id, ...content } = contentOf(await open(mother))
    const uuid = randomUUID()
    await mother.client.call(photoPackages.save, { uuid, version: 0, content })
    expect((await used()).has(favourite.uuid)).toBe(true)
    await mother.client.call(photoPackages.deleteSaved, { uuid })
    expect((await used()).has(favourite.uuid)).toBe(false)
    await add()
    expect((await used()).has(favourite.uuid)).toBe(true)
  })
})

describe('what packages cost', () => {
  it('[PKG-2] [PRC-6] [PRC-5] a time-limited price ends on the server at its second, also in the cart', async () => {
    const until = new Date(shop.app.clock().getTime() + 60_000).toISOString()
    const document = { ...built.document, timeLimited: { price: 4200, until } }
    await offer(document)
    expect((await add(mother, set, document)).summary.totalPrice).toBe(4200)
    const { newCheckout, ordering } = await prepareOrder({ ...mother, provider: shop.provider }, 'invoice')
    expect(newCheckout.cart.summary.totalPrice).toBe(4200)
    shop.wait(61_000)
    expect((await cartOf(mother)).orderLines[0]).toMatchObject({ linePrice: 5000 })
    // the price that the customer agreed to has ended: nothing is ordered
    expect((await mother.client.send(checkout.transaction, ordering)).status).toBe(409)
    expect(
      await ordersOf(shop.app, shop.provider.key).count({
        confirmTime: { $ne: null },
        'content.customer': mother.customer._id,
      }),
    ).toBe(0)
  })

  it('[PRC-5] [PRC-6] [PKG-2] match plain arithmetic, with changing campaigns and time limits', async () => {
    const prices = fc.record({
      card: fc.integer({ min: 1, max: 900 }),
      second: fc.integer({ min: 1, max: 900 }),
      offer: fc.integer({ min: 1, max: 900 }),
      isOpen: fc.boolean(),
      price: fc.integer({ min: 1, max: 9000 }),
      cut: fc.integer({ min: 1, max: 9000 }),
      begins: fc.integer({ min: -2, max: 2 }),
      lasts: fc.integer({ min: 1, max: 3 }),
    })
    const hour = 3600_000
    await fc.assert(
      fc.asyncProperty(prices, async ({ card, second, offer: offerPrice, isOpen, price, cut, begins, lasts }) => {
        // A campaign never raises a price.
        const reduced = Math.min(offerPrice, card)
        const now = shop.app.clock().getTime()
        const at = (hours: number) => new Date(now + hours * hour + hour / 2).toISOString()
        await campaigns.save(shop.app, shop.provider.key, {
          key: 'autumn',
          names: { en: 'Autumn' },
          rule: isOpen ? {} : { until: new Date(now - hour).toISOString() },
        })
        await saveProduct(shop.app, shop.provider.key, {
          ...built.card.product,
          campaignrequirement: 'autumn',
          productprices: [
            { quantity: 1, price: card, campaignprice: reduced, type: 0 },
            { quantity: 2, price: second, campaignprice: null, type: 0 },
          ],
        })
        const timeLimited = cut < price ? { price: cut, from: at(begins), until: at(begins + lasts) } : undefined
        await offer({ ...built.document, price, ...(timeLimited && { timeLimited }) })
        const isCut = cut < price && begins < 0 && begins + lasts >= 0
        const { packages: seen } = await mother.client.call(photoPackages.list, { subject: set.subject.uuid })
        expect(seen[0]).toMatchObject({
          originalPrice: (isOpen ? reduced : card) + second + 2500 + 3900,
          priceIncludingDiscount: price,
          useTimeLimitedDiscount: isCut,
          timeLimitedDiscountPrice: isCut ? cut : null,
        })
        const { summary, orderLines } = await add()
        expect(summary.totalPrice).toBe(isCut ? cut : price)
        const uuid = orderLines[0]?.uuid ?? ''
        await mother.client.call(carts.deleteLine, { uuid, requestId: randomUUID() })
      }),
      { numRuns: process.env.PROOFS === 'long' ? 60 : 8 },
    )
  }, 120_000)
})

describe('an ordered package', () => {
  it('[PKG-6] [RCP-3] [DIG-5] is stored as it was agreed to, printed, downloaded and never sold again', async () => {
    await add()
    const { newCheckout, ordering } = await prepareOrder({ ...mother, provider: shop.provider }, 'invoice')
    // it contains a set: the customer consents to the download, though the rest is shipped
    expect(newCheckout).toMatchObject({
      digitalConsent: expect.any(String),
      contains: { digital: true, delivered: true },
    })
    const { order } = await mother.client.call(checkout.transaction, ordering)
    expect((await cartOf(mother)).orderLines).toEqual([])
    const receipt = () => mother.client.call(orders.get, { orderUuid: order.uuid })
    const before = await receipt()
    expect(before).toMatchObject({ containDigitalProducts: true, catalogueMaxDeliveryTime: 30 })
    const [line] = before.orderLines
    expect(line).toMatchObject({ linePrice: 5000, product: { type: 200 } })
    expect(line?.package?.packageItems.map(({ type, preview }) => [type, preview !== null])).toEqual([
      ['TEMPLATE_PRODUCT', true],
      ['TEMPLATE_PRODUCT', true],
      ['CATALOGUE', false],
      ['DIGITAL_SET', false],
    ])
    const stored = await ordersOf(shop.app, shop.provider.key).findOne({ _id: order.uuid })
    const [storedLine] = stored?.content.lines ?? []
    expect(storedLine).toMatchObject({ kind: 'package', runs: [{ count: 1, price: 5000 }] })
    expect(storedLine && 'pieces' in storedLine && storedLine.pieces.map(({ price }) => price)).toEqual([
      399, 399, 2500, 3900,
    ])
    await offer()
    const seen = (cart: typeof before) =>
      cart.orderLines.map(({ package: pack, ...each }) => [
        each.linePrice,
        each.description,
        pack?.packageItems.map(({ name, sceneHash, templateData }) => [name, sceneHash, templateData]),
      ])
    expect(seen(await receipt())).toEqual(seen(before))
    // downloads: the whole set, with a ticket, for the buyer
    const request = { pictureSet: set.subject.uuid }
    const { href } = await mother.client.call(digitalPortraits.ticket, request)
    expect((await shop.client().fetch(href)).status).toBe(200)
    expect(await father.client.fail(digitalPortraits.ticket, request)).toMatchObject({ status: 403 })
    await offer(built.document)
    const bought = { reason: 'photo-packages.bought' }
    expect(await failing(contentOf(await open(mother)))).toMatchObject(bought)
    expect(await mother.client.fail(digitalPortraits.toggleSet, request)).toMatchObject({
      reason: 'digital-portraits.bought',
    })
  })

  it('[PKG-6] is printed item by item, each on the sheet with its file', async () => {
    await add()
    const { ordering } = await prepareOrder({ ...mother, provider: shop.provider }, 'invoice')
    const { order } = await mother.client.call(checkout.transaction, ordering)
    const out = await mkdtemp(join(tmpdir(), 'pk-package-'))
    try {
      const at = ['--provider', shop.provider.key]
      const printed = await runInTerminal(
        ordersCommand,
        ['print', order.uuid, ...at, '--as', 'pdf', '--out', out],
        shop.app,
      )
      expect(printed).toMatchObject({ code: 0 })
      expect((await readdir(out)).sort()).toEqual(['1.1.pdf', '1.2.pdf', 'order.json'])
      const sheet = JSON.parse(await readFile(join(out, 'order.json'), 'utf8'))
      expect(sheet.lines).toMatchObject([
        { position: '1.1', copies: 1, product: 'Card 15x15', pdf: '1.1.pdf', subjects: [set.subject.name] },
        { position: '1.2', copies: 1, product: 'Card 15x15', pdf: '1.2.pdf' },
        { position: '1.3', copies: 1, product: 'Year book', catalogue: built.catalogue.uuid, group: '4B' },
      ])
      const output = await runInTerminal(ordersCommand, ['show', order.uuid, ...at], shop.app)
      expect(output.out).toContain('Family package')
      expect(output.out).toContain('Year book')
    } finally {
      await rm(out, { recursive: true })
    }
  })
})
