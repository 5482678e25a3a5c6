import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChosenCatalogue, carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { CATALOGUE_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { revokeSubject } from '../access/grants.ts'
import { type CatalogueDocument, catalogues } from '../catalogues/collection.ts'
import { jobsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { ordersCommand } from '../orders/command.ts'

let server: TestServer
let emma: BuiltPictureSet
let noah: BuiltPictureSet
const book: CatalogueDocument = {
  uuid: randomUUID(),
  names: { en: 'Year book', de: 'Jahrbuch' },
  price: 2500,
  maxQuantity: 3,
  deliveryDays: 30,
  jobs: [],
}

beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
  emma = await buildPictureSet(server.app, server.provider)
  noah = await buildPictureSet(server.app, server.provider, { subject: { group: '2A' } })
})
afterAll(() => server.close())
beforeEach(() => offer())

const offer = (change: Partial<CatalogueDocument> = {}) =>
  catalogues.replace(server.app, server.provider.key, [{ ...book, jobs: [emma.job.name, noah.job.name], ...change }])

async function parent(...sets: BuiltPictureSet[]) {
  const built = await buildCustomer(server, { subjects: sets.map(({ subject }) => subject.uuid) })
  const { client } = built
  const of = ({ subject }: BuiltPictureSet, quantity: number): ChosenCatalogue => {
    return { uuid: book.uuid, subject: subject.uuid, quantity }
  }
  const buying = (...choices: ChosenCatalogue[]) => ({ requestId: randomUUID(), catalogues: choices })
  return {
    ...built,
    of,
    add: async (...choices: ChosenCatalogue[]) => (await client.call(carts.addCatalogues, buying(...choices))).cart,
    fails: (...choices: ChosenCatalogue[]) => client.fail(carts.addCatalogues, buying(...choices)),
    cart: async () => (await client.call(carts.get, {})).cart,
    change: (uuid: string, quantity: number) => ({ uuid, requestId: randomUUID(), quantity }),
  }
}

describe('catalogues in the cart', () => {
  it('[API-1] [API-3] [CTL-2] [PRC-7] are added with the selected quantities, one line for each child, all as the one product of catalogues', async () => {
    const { add, of, cart } = await parent(emma, noah)
    const { orderLines, summary } = await add(of(emma, 2), of(noah, 1))
    const line = (set: BuiltPictureSet, quantity: number) => ({
      uuid: expect.any(String),
      type: 0,
      product: { uuid: CATALOGUE_PRODUCT, name: 'Year book', type: 201 },
      quantity,
      description: `Year book, ${set.subject.group}`,
      linePrice: quantity * 2500,
      actualLinePrice: quantity * 2500,
      rebate: null,
      canChangeQuantity: true,
      minimumQuantity: 1,
      maximumQuantity: 3,
      subProductUuids: [],
      template: null,
      catalogue: {
        uuid: book.uuid,
        name: 'Year book',
        subject: { group: set.subject.group, name: set.subject.name },
        deliveryTime: { days: 30 },
      },
      package: null,
      isOffered: true,
      subjects: [{ uuid: set.subject.uuid, name: set.subject.name }],
      digitalFiles: [],
      sceneHash: null,
      preview: null,
    })
    expect(orderLines).toEqual([line(emma, 2), line(noah, 1)])
    expect(summary.totalPrice).toBe(7500)
    expect((await cart()).orderLines).toEqual(orderLines)
  })

  it('[CTL-1] adding more raises the quantity of the line, up to the maximum; a quantity of zero adds none', async () => {
    const { add, of, fails, cart } = await parent(emma, noah)
    await add(of(emma, 1), of(noah, 0))
    const { orderLines } = await add(of(emma, 2))
    expect(orderLines.map(({ quantity }) => quantity)).toEqual([3])
    expect(await fails(of(emma, 1))).toMatchObject({ status: 400, reason: 'cart.quantity' })
    expect(await fails(of(noah, 2), of(noah, 2))).toMatchObject({ reason: 'cart.quantity' })
    expect(await fails(of(noah, 4))).toMatchObject({ reason: 'cart.quantity' })
    expect((await cart()).orderLines).toEqual(orderLines)
  })

  it('[CTL-2] [API-2] an empty selection fails with the exact text, and invalid input adds nothing', async () => {
    const { of, fails, client, cart } = await parent(emma)
    expect(await fails(of(emma, 0))).toMatchObject({
      status: 400,
      error: 'You need to select how many cataloges you would like before clicking Add to shopping cart',
    })
    for (const bad of [{ ...of(emma, 1), quantity: -1 }, { ...of(emma, 1), quantity: 0.5 }, of(emma, 1000)])
      expect(await fails(bad)).toMatchObject({ status: 400, reason: 'input.invalid' })
    const plain = { requestId: randomUUID(), catalogues: [of(emma, 1)] }
    const headers = { 'x-provider': '' }
    expect((await client.send(carts.addCatalogues, plain, { headers })).status).toBeGreaterThanOrEqual(400)
    expect((await cart()).orderLines).toEqual([])
  })

  it('repeating a command changes nothing', async () => {
    const { of, client } = await parent(emma)
    const command = { requestId: randomUUID(), catalogues: [of(emma, 1)] }
    await Promise.all([1, 2, 3].map(() => client.call(carts.addCatalogues, command)))
    const { cart } = await client.call(carts.addCatalogues, command)
    expect(cart.orderLines.map(({ quantity }) => quantity)).toEqual([1])
    expect(cart.version).toBe(1)
  })

  it('[CRT-8] accepts quantities from 1 to the maximum, and no design', async () => {
    const { add, of, client, change } = await parent(emma)
    const [line] = (await add(of(emma, 1))).orderLines
    const uuid = line?.uuid ?? ''
    const { cart } = await client.call(carts.updateLine, change(uuid, 3))
    expect(cart.orderLines[0]).toMatchObject({ quantity: 3, linePrice: 7500 })
    for (const wrong of [0, 4]) {
      expect(await client.fail(carts.updateLine, change(uuid, wrong))).toMatchObject({ reason: 'cart.quantity' })
    }
    const left = await client.call(carts.deleteLine, { uuid, requestId: randomUUID() })
    expect(left.cart.orderLines).toEqual([])
  })

  it('[LOC-3] [AUT-15] cannot be bought for a child of another family, at another shop, or by a visitor', async () => {
    const [first, second] = [await parent(emma), await parent(emma)]
    await first.add(first.of(emma, 1))
    expect((await second.cart()).orderLines).toEqual([])
    expect(await second.fails(second.of(noah, 1))).toMatchObject({ status: 409, reason: 'cart.catalogue_gone' })
    const theirs = await buildPictureSet(server.app, server.other)
    const { client } = await buildCustomer(server, { provider: server.other, subjects: [theirs.subject.uuid] })
    const request = { requestId: randomUUID(), catalogues: [first.of(theirs, 1)] }
    expect(await client.fail(carts.addCatalogues, request)).toMatchObject({ reason: 'cart.catalogue_gone' })
    expect(await server.client().fail(carts.addCatalogues, request)).toMatchObject({ status: 401 })
    await revokeSubject(server.app, server.provider, first.customer._id, emma.subject.uuid)
    expect((await first.cart()).orderLines).toEqual([])
  })

  it('a line of a catalogue that is no longer offered says so, costs nothing and is not ordered', async () => {
    const { add, of, client, cart, change } = await parent(emma)
    const [line] = (await add(of(emma, 2))).orderLines
    await jobsOf(server.app, server.provider.key).updateOne({ uuid: emma.job.uuid }, { $set: { isArchived: true } })
    const gone = await cart()
    expect(gone).toMatchObject({
      summary: { totalPrice: 0 },
      orderLines: [
        {
          uuid: line?.uuid,
          isOffered: false,
          quantity: 2,
          linePrice: 0,
          canChangeQuantity: false,
          description: expect.stringMatching(/^Year book, /),
        },
      ],
    })
    const changed = await client.fail(carts.updateLine, change(line?.uuid ?? '', 1))
    expect(changed).toMatchObject({ reason: 'cart.archived' })
    expect(await client.fail(checkout.create, {})).toMatchObject({ reason: 'checkout.empty' })
    await catalogues.replace(server.app, server.provider.key, [])
    expect((await cart()).orderLines[0]).toMatchObject({ isOffered: false, catalogue: { name: '' } })
    await jobsOf(server.app, server.provider.key).updateOne({ uuid: emma.job.uuid }, { $set: { isArchived: false } })
    await offer()
    expect((await cart()).orderLines[0]).toMatchObject({ isOffered: true, linePrice: 5000 })
  })
})

describe('ordered catalogues', () => {
  describe('for a child who is in another class since then', () => {
    const changeClass = async (group: string) => {
      const argv = ['change-class', child.job.uuid, child.subject.key, group, '--new-class']
      const { code, out } = await runInTerminal(jobsCommand, [...argv, '--provider', server.provider.key], server.app)
      expect([code, out]).toEqual([0, expect.any(String)])
    }
    let child: BuiltPictureSet
    beforeEach(async () => {
      child = await buildPictureSet(server.app, server.provider, { subject: { group: '3A' } })
      await offer({ jobs: [child.job.name] })
    })

    it('are those of the new class and say so, until the summary has said it, and are ordered so', async () => {
      const buyer = await parent(child)
      const [before] = (await buyer.add(buyer.of(child, 1))).orderLines
      expect([before?.description, before?.hasNewClass]).toEqual(['Year book, 3A', undefined])
      const seller = { client: buyer.client, provider: server.provider }
      const { ordering } = await prepareOrder(seller, 'invoice')
      await changeClass('3B')
      const [line] = (await buyer.cart()).orderLines
      expect([line?.description, line?.isOffered, line?.hasNewClass]).toEqual(['Year book, 3B', true, true])
      expect((await buyer.client.fail(checkout.transaction, ordering)).reason).toBe('checkout.cart_changed')
      const next = await prepareOrder(seller, 'invoice')
      expect(next.newCheckout.cart.orderLines[0]?.hasNewClass).toBe(true)
      expect((await buyer.cart()).orderLines[0]?.hasNewClass).toBeUndefined()
      await buyer.client.call(checkout.transaction, next.ordering)
    })

    it('say nothing once the class is the same again', async () => {
      const buyer = await parent(child)
      await buyer.add(buyer.of(child, 1))
      await changeClass('3B')
      await changeClass('3A')
      expect((await buyer.cart()).orderLines[0]?.hasNewClass).toBeUndefined()
    })

    it('that is not offered one are not ordered, and say why', async () => {
      await offer({ jobs: [child.job.name], groups: ['3A'] })
      const buyer = await parent(child)
      await buyer.add(buyer.of(child, 1))
      await changeClass('3B')
      const [line] = (await buyer.cart()).orderLines
      expect([line?.isOffered, line?.hasNewClass, line?.actualLinePrice]).toEqual([false, true, 0])
    })
  })

  it('[CTL-5] stay as they were sold: on the receipt, in the email and on the lab’s sheet', async () => {
    const buyer = await parent(emma)
    const { client, customer } = buyer
    await buyer.add(buyer.of(emma, 2))
    const { newCheckout, ordering } = await prepareOrder({ client, provider: server.provider }, 'invoice')
    expect(newCheckout.catalogueMaxDeliveryTime).toBe(30)
    const { order } = await client.call(checkout.transaction, ordering, { headers: { 'accept-language': 'de' } })
    await offer({ names: { en: 'Another' }, price: 1, deliveryDays: 3 })

    const receipt = await client.call(orders.get, { orderUuid: order.uuid })
    expect(receipt.catalogueMaxDeliveryTime).toBe(30)
    expect(receipt.orderLines[0]).toMatchObject({
      product: { name: 'Jahrbuch' },
      linePrice: 5000,
      canChangeQuantity: false,
      catalogue: { uuid: book.uuid, subject: { group: emma.subject.group } },
    })
    const { orderLines } = await client.call(orders.details, { uuid: order.uuid })
    expect(orderLines[0]).toMatchObject({ catalogue: { name: 'Jahrbuch' } })

    const mail = await mailTo(customer.email)
    for (const body of [mail.text ?? '', mail.html ?? ''])
      for (const part of ['Jahrbuch', `${emma.subject.group} · ${emma.subject.name}`, 'innerhalb von 30 Tagen'])
        expect(body).toContain(part)

    const run = (...argv: string[]) =>
      runInTerminal(
        ordersCommand,
        [...argv, `#${order.uuid.slice(0, 8)}`, '--provider', server.provider.key],
        server.app,
      )
    expect((await run('show')).out).toContain(`2 x Jahrbuch, ${emma.subject.group}`)
    const { out, code } = await run('print')
    expect(code).toBe(0)
    const sheet = JSON.parse(await readFile(out.trim(), 'utf8'))
    expect(sheet.lines).toMatchObject([
      { position: 1, copies: 2, product: 'Jahrbuch', catalogue: book.uuid, group: '4B', subjects: [emma.subject.name] },
    ])
  })
})

/** The email in the outbox, as the mail server would have received it. */
async function mailTo(address: string) {
  const outbox = join(server.app.env.dataDir, 'outbox')
  const read = async () => {
    const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
    return mails.find(({ to }) => to?.[0]?.address === address)
  }
  await expect.poll(read, { timeout: 30_000 }).toBeDefined()
  return (await read()) as Awaited<ReturnType<typeof PostalMime.parse>>
}
