import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catalogues } from '../../../server/src/features/catalogues/collection.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { catalogues as catalogueCalls } from '../catalogues/contract.ts'
import { answers, refusal } from '../testing/answers.ts'
import { aShop, delayAnswerOnce, loseAnswerOnce } from '../testing/aShop.ts'
import { aVisitor } from '../testing/aVisitor.ts'
import { createCatalogueOffer, offerKey, offerTotal } from './catalogueOffer.ts'
import { carts } from './contract.ts'
import { createCart } from './state.ts'

let server: TestServer
let emma: BuiltPictureSet
let noah: BuiltPictureSet
const book = { uuid: randomUUID(), names: { en: 'Year book' }, price: 2500, maxQuantity: 3, deliveryDays: 30 }
const sellBook = () =>
  catalogues.replace(server.app, server.provider.key, [{ ...book, jobs: [emma.job.name, noah.job.name] }])
beforeAll(async () => {
  server = await startTestServer()
  emma = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  noah = await buildPictureSet(server.app, server.provider, { subject: { name: 'Noah Carter' } })
})
afterAll(() => server.close())
beforeEach(sellBook)

/** The catalogues offered to a customer with these children. */
async function page(children = [emma, noah]) {
  const { client } = await buildCustomer(server, { subjects: children.map(({ subject }) => subject.uuid) })
  const visitor = await aVisitor(client.send, server.provider.key)
  const { shop } = visitor
  return { visitor, shop, cart: shop.part(createCart), offer: shop.part(createCatalogueOffer) }
}
const keyOf = ({ subject }: BuiltPictureSet) => offerKey({ uuid: book.uuid, subject: subject as never })

describe('the offer of catalogues', () => {
  it('[CTL-1] is for each child, with none selected', async () => {
    const { offer } = await page()
    const loaded = offer.load()
    expect(offer.state.status).toBe('loading')
    await loaded
    expect(offer.state.status).toBe('ready')
    expect(offer.state.quantities).toEqual({ [keyOf(emma)]: 0, [keyOf(noah)]: 0 })
    expect(offerTotal(offer.state.catalogues, offer.state.quantities)).toBe(0)
    offer.choose(keyOf(noah), 2)
    expect(offerTotal(offer.state.catalogues, offer.state.quantities)).toBe(5000)
  })

  it('[CTL-3] starts with a quantity of one if there is exactly one', async () => {
    const { offer } = await page([emma])
    await offer.load()
    expect(offer.state.quantities).toEqual({ [keyOf(emma)]: 1 })
  })

  it('[CTL-2] adds the selected ones to the cart, once on a double click', async () => {
    const { cart, offer, visitor } = await page()
    await offer.load()
    offer.choose(keyOf(noah), 2)
    const first = offer.add()
    expect(offer.state.adding).toBe(true)
    expect(await Promise.all([first, offer.add()])).toEqual([true, true])
    expect(visitor.sent.filter((name) => name === carts.addCatalogues.name)).toHaveLength(1)
    expect([cart.state.count, offer.state.adding, offer.state.problem]).toEqual([2, false, ''])
  })

  it('[CTL-2] reports that nothing is selected, until something is', async () => {
    const { offer, visitor } = await page()
    await offer.load()
    visitor.sent.length = 0
    expect([await offer.add(), offer.state.problem, visitor.sent]).toEqual([false, 'nothing', []])
    offer.choose(keyOf(emma), 1)
    expect(offer.state.problem).toBe('')
  })

  it('shows the server’s reason if a catalogue is no longer sold', async () => {
    const { cart, offer } = await page()
    await offer.load()
    offer.choose(keyOf(emma), 1)
    await catalogues.replace(server.app, server.provider.key, [])
    expect(await offer.add()).toBe(false)
    expect(offer.state).toMatchObject({ adding: false, problem: expect.stringMatching(/\S/) })
    expect(cart.state.count).toBe(0)
    await sellBook()
    expect([await offer.add(), offer.state.problem]).toEqual([true, ''])
  })

  it('adds once if the answer was lost and the customer tries again', async () => {
    const { cart, offer, visitor } = await page()
    await offer.load()
    offer.choose(keyOf(emma), 1)
    loseAnswerOnce(visitor, carts.addCatalogues.name)
    expect([await offer.add(), offer.state.problem]).toEqual([false, 'No connection'])
    expect([await offer.add(), cart.state.count]).toEqual([true, 1])
  })

  it('shows why it failed to load, and loads when requested again', async () => {
    const { offer, visitor } = await page()
    visitor.isOnline = false
    await offer.load()
    expect(offer.state).toMatchObject({ status: 'failed', error: 'No connection' })
    visitor.isOnline = true
    await offer.load()
    expect(offer.state).toMatchObject({ status: 'ready', error: '' })
  })

  it('[AUT-13] disappears when the customer signs out, also after a late answer', async () => {
    const { offer, shop, visitor } = await page()
    await offer.load()
    offer.choose(keyOf(emma), 3)
    const slow = delayAnswerOnce(visitor, catalogueCalls.list.name)
    const late = offer.load()
    await slow.reached
    await shop.session.signOut()
    slow.arrive()
    await late
    expect(offer.state).toMatchObject({ status: 'idle', catalogues: [], quantities: {} })
  })
})

describe('the offer in another language', () => {
  it('[LOC-2] is fetched again with the selected quantities, and the previous list does not come back', async () => {
    const one = { uuid: 'book', subject: { uuid: 'emma' }, quantity: 0, price: 100 }
    const replies = [[{ ...one, name: 'Year book' }], [{ ...one, name: 'Jahrbuch' }]]
    const built = aShop(answers({ [catalogueCalls.list.name]: () => replies.shift() as object }), 'one')
    const offer = built.shop.part(createCatalogueOffer)
    const slow = delayAnswerOnce(built, catalogueCalls.list.name)
    const late = offer.load()
    await slow.reached
    offer.choose('book emma', 2)
    built.shop.locale.language = 'de'
    await expect.poll(() => offer.state.catalogues).toMatchObject([{ name: 'Jahrbuch' }])
    slow.arrive()
    await late
    expect(offer.state).toMatchObject({ catalogues: [{ name: 'Jahrbuch' }], quantities: { 'book emma': 2 } })
  })

  it('is not requested if it was never shown', async () => {
    const built = aShop(answers({ [catalogueCalls.list.name]: refusal('any', 'any') }), 'one')
    const offer = built.shop.part(createCatalogueOffer)
    built.shop.locale.language = 'de'
    await new Promise((done) => setTimeout(done))
    expect([built.sent, offer.state.status]).toEqual([[], 'idle'])
  })
})
