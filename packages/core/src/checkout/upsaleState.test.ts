import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catalogues } from '../../../server/src/features/catalogues/collection.ts'
import { picturesOf } from '../../../server/src/features/jobs/collection.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../../server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { sellDigitalFiles } from '../../../server/src/testing/buildFiles.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { carts } from '../cart/contract.ts'
import { createCart } from '../cart/state.ts'
import type { AShop } from '../testing/aShop.ts'
import { aShop, loseAnswerOnce } from '../testing/aShop.ts'
import { createCheckout } from './state.ts'
import { nextUpsale } from './upsale.ts'
import { upsales } from './upsaleContract.ts'
import { createUpsale } from './upsaleState.ts'

let server: TestServer
let seller: Buyer
let sister: BuiltPictureSet
const book = { uuid: randomUUID(), names: { en: 'Year book' }, price: 2500, maxQuantity: 3, deliveryDays: 30 }
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
  seller = await buildBuyer(server)
  // A set with only portraits is sold as a whole.
  sister = await buildPictureSet(server.app, server.provider, { subject: { name: 'Ida Carter' } })
  await picturesOf(server.app, server.provider.key).deleteMany({ jobUuid: sister.job.uuid, 'assignment.to': 'groups' })
})
afterAll(() => server.close())
/** Catalogues, and cheaper files with a card in the cart. */
beforeEach(async () => {
  const { app, provider } = server
  const { product } = seller.template
  await catalogues.replace(app, provider.key, [{ ...book, jobs: [seller.set.job.name] }])
  await sellDigitalFiles(app, provider, {
    rule: { inCart: { products: [product.uuid], quantity: 1 } },
    also: [product],
  })
})

/** The checkout of a customer with a card in the cart, as the page shows it. */
async function page(before?: { client: Buyer['client']; built: AShop }) {
  const client = before?.client ?? (await newShopper())
  const built = aShop(client.send, server.provider.key)
  // A reloaded page still has what its tab has stored.
  if (before) built.shop.memory.write(before.built.shop.memory.read())
  const { shop } = built
  const at = {
    client,
    built,
    checkout: shop.part(createCheckout),
    cart: shop.part(createCart),
    upsale: createUpsale(shop),
  }
  await at.checkout.start()
  at.upsale.arrive()
  return at
}
type Page = Awaited<ReturnType<typeof page>>

async function newShopper(): Promise<Buyer['client']> {
  const { client } = await buildCustomer(server, { subjects: [seller.set.subject.uuid, sister.subject.uuid] })
  await client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
  return client
}

const popup = ({ checkout, upsale }: Page) => nextUpsale(checkout.state.upsaleList, upsale.state)?.type ?? null
const lines = async ({ client }: Page) => (await client.call(carts.get, {})).cart.orderLines.length
const sets = () => [{ uuid: sister.subject.uuid, name: sister.subject.name }]
const books = () => [{ uuid: book.uuid, subject: seller.set.subject.uuid, quantity: 2 }]

describe('[UPS-1] the offers on the way to the order', () => {
  it('[UPS-2] are shown one after the other, each until it is answered', async () => {
    const at = await page()
    expect(popup(at)).toBe('CATALOGUE')
    at.upsale.end('CATALOGUE')
    expect(popup(at)).toBe('DIGITAL_FILES')
    at.upsale.end('DIGITAL_FILES')
    expect(popup(at)).toBeNull()
  })

  it('are not shown again after a reload, but are again after the next order', async () => {
    const first = await page()
    first.upsale.end('CATALOGUE')
    const again = await page(first)
    expect(popup(again)).toBe('DIGITAL_FILES')
    again.built.shop.memory.write({ purchased: ['an order'] })
    again.upsale.arrive()
    expect(popup(again)).toBe('CATALOGUE')
  })

  it('are shown to another customer in the same tab, whatever the first one answered', async () => {
    const first = await page()
    first.upsale.end('CATALOGUE')
    const other = await page({ client: await newShopper(), built: first.built })
    expect(popup(other)).toBe('CATALOGUE')
  })

  it('are not shown if a changed cart has them only later', async () => {
    await catalogues.replace(server.app, server.provider.key, [])
    const at = await page()
    at.upsale.end('DIGITAL_FILES')
    await catalogues.replace(server.app, server.provider.key, [{ ...book, jobs: [seller.set.job.name] }])
    await at.checkout.start()
    expect([at.checkout.state.upsaleList.some(({ type }) => type === 'CATALOGUE'), popup(at)]).toEqual([true, null])
  })
})

describe('[UPS-2] additions on the way to the order', () => {
  it('can be catalogues: cart and checkout contain them, and the delivery methods are those for the changed cart', async () => {
    const at = await page()
    const counts: number[] = []
    at.built.shop.events.on('pk-cart-change', ({ count }) => counts.push(count))
    const before = at.checkout.state.checkoutUuid
    await at.upsale.addCatalogues(books())
    expect([counts, at.checkout.state.cart?.orderLines.length]).toEqual([[3], 2])
    expect(at.checkout.state.checkoutUuid).not.toBe(before)
    expect(at.checkout.state).toMatchObject({ status: 'ready', catalogueMaxDeliveryTime: 30 })
    at.upsale.end('CATALOGUE')
    expect(popup(at)).toBe('DIGITAL_FILES')
  })

  it('can be sets, added once on a double click', async () => {
    const at = await page()
    const first = at.upsale.addSets(sets())
    expect(at.upsale.state.adding).toBe(true)
    expect(await Promise.all([first, at.upsale.addSets(sets())])).toEqual([true, true])
    expect(at.built.sent.filter((name) => name === upsales.addDigitalSets.name)).toHaveLength(1)
    expect(at.upsale.state).toMatchObject({ adding: false, problem: '' })
    expect([at.cart.state.count, await lines(at)]).toEqual([2, 2])
  })

  it('show why a set was not added, until the next attempt', async () => {
    const at = await page()
    expect(await at.upsale.addSets([{ uuid: randomUUID(), name: 'Nobody' }])).toBe(false)
    const problem = 'We could not find this picture set among yours.'
    expect(at.upsale.state).toMatchObject({ adding: false, problem })
    expect(await lines(at)).toBe(1)
    expect(await at.upsale.addSets(sets())).toBe(true)
    expect(at.upsale.state.problem).toBe('')
  })

  it('happen once if the answer was lost and the customer tries again', async () => {
    const at = await page()
    loseAnswerOnce(at.built, upsales.addDigitalSets.name)
    expect(await at.upsale.addSets(sets())).toBe(false)
    expect(at.upsale.state.problem).toBe('No connection')
    expect(await at.upsale.addSets(sets())).toBe(true)
    expect(await lines(at)).toBe(2)

    loseAnswerOnce(at.built, upsales.addCatalogues.name)
    await expect(at.upsale.addCatalogues(books())).rejects.toMatchObject({ kind: 'network' })
    await at.upsale.addCatalogues(books())
    expect([await lines(at), at.cart.state.count]).toEqual([3, 4])
  })

  it('happen even if another tab has changed the cart meanwhile, and the checkout contains both changes', async () => {
    const at = await page()
    await at.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line({ name: 'Other' })] })
    expect(await at.upsale.addSets(sets())).toBe(true)
    expect(at.checkout.state.cart?.orderLines).toHaveLength(3)
  })
})
