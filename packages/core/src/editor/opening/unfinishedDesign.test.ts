import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeSubject } from '../../../../server/src/features/access/grants.ts'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../../server/src/testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'
import { createPictureSets } from '../../picture-sets/state.ts'
import type { Shop } from '../../shop.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { aVisitor } from '../../testing/aVisitor.ts'
import { writeText } from '../actions/writeText.ts'
import { editor as calls } from '../contract.ts'
import { createEditor } from '../state.ts'
import { createUnfinishedWork } from './unfinishedDesign.ts'

let server: TestServer
let emma: BuiltPictureSet
let noah: BuiltPictureSet
let card: BuiltTemplate
beforeAll(async () => {
  server = await startTestServer()
  emma = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  noah = await buildPictureSet(server.app, server.provider, { subject: { name: 'Noah Carter' } })
  card = await buildTemplate(server.app, server.provider)
})
afterAll(() => server.close())

async function at(customer?: BuiltCustomer) {
  const visitor = await aVisitor((customer?.client ?? server.client()).send, server.provider.key)
  const { shop } = visitor
  return { visitor, shop, unfinished: createUnfinishedWork(shop), sets: shop.part(createPictureSets) }
}
const mother = () => buildCustomer(server, { subjects: [emma.subject.uuid, noah.subject.uuid] })

/** Starts a card with the pictures of a child and leaves the editor. */
async function beginCard(shop: Shop, child?: BuiltPictureSet, { product, definition } = card): Promise<void> {
  if (child) {
    await shop.part(createPictureSets).load()
    shop.part(createPictureSets).choose(child.subject.uuid)
  }
  const editor = createEditor(shop, { product: product.uuid, template: definition.uuid })
  await editor.open()
  editor.act(writeText, { fullId: 'front.name', text: 'For grandma' })
  await editor.flush()
  await editor.close()
}

describe('an unfinished card', () => {
  it('is offered to be finished, drawn as it was left, with the subject whose pictures it contains', async () => {
    const customer = await mother()
    await beginCard((await at(customer)).shop, noah)
    const { unfinished, sets } = await at(customer)
    await unfinished.load()
    const { card: found } = unfinished.state
    expect(found).toMatchObject({
      name: 'Square card',
      subject: 'Noah Carter',
      route: { params: { productUuid: card.product.uuid, templateUuid: card.definition.uuid } },
    })
    expect(JSON.stringify(found?.shownScene)).toContain('For grandma')
    // The editor finds it again if its picture set is the selected one.
    sets.choose(emma.subject.uuid)
    unfinished.choose()
    expect(sets.state.selected).toBe(noah.subject.uuid)
  })

  it('is offered to a visitor in the same tab, also after the sign-in', async () => {
    const { shop, unfinished } = await at()
    await beginCard(shop)
    await unfinished.load()
    expect(unfinished.state.card).toMatchObject({ name: 'Square card', subject: '' })
    const stranger = await at()
    await stranger.unfinished.load()
    expect(stranger.unfinished.state.card).toBeNull()
  })

  it('is not offered if its pictures are no longer the customer’s, and the previous one is offered instead', async () => {
    const customer = await mother()
    const another = await buildTemplate(server.app, server.provider, { definition: { names: { en: 'Other card' } } })
    await beginCard((await at(customer)).shop, emma, another)
    await beginCard((await at(customer)).shop, noah)
    await revokeSubject(server.app, server.provider, customer.customer._id, noah.subject.uuid)
    const { unfinished } = await at(customer)
    await unfinished.load()
    expect(unfinished.state.card).toMatchObject({ name: 'Other card', subject: 'Emma Carter' })
  })

  it('is left out if it cannot be fetched', async () => {
    const customer = await mother()
    await beginCard((await at(customer)).shop, emma)
    const { unfinished, visitor } = await at(customer)
    visitor.isOnline = false
    await unfinished.load()
    expect(unfinished.state.card).toBeNull()
    visitor.isOnline = true
    await unfinished.load()
    expect(unfinished.state.card).toMatchObject({ subject: 'Emma Carter' })
  })

  it.each(['here', 'in another tab'])(
    '[AUT-13] is not shown to the next customer after a sign-out %s',
    async (where) => {
      const customer = await mother()
      await beginCard((await at(customer)).shop, emma)
      const { shop, unfinished } = await at(customer)
      await unfinished.load()
      expect(unfinished.state.card?.subject).toBe('Emma Carter')
      if (where === 'here') await shop.session.signOut()
      else Object.assign(shop.session.state, { user: null, status: 'signed-out' })
      expect(unfinished.state.card).toBeNull()
    },
  )

  it('[AUT-13] is not shown to the next customer after a sign-out, even after a late answer', async () => {
    const customer = await mother()
    await beginCard((await at(customer)).shop, emma)
    const { shop, unfinished, visitor } = await at(customer)
    const slow = delayAnswerOnce(visitor, calls.unfinished.name)
    const late = unfinished.load()
    await slow.reached
    await shop.session.signOut()
    slow.arrive()
    await late
    expect(unfinished.state.card).toBeNull()
  })

  it('does not change the selected picture set with a late answer', async () => {
    const customer = await mother()
    const { shop, unfinished, visitor, sets } = await at(customer)
    await beginCard(shop, noah)
    const slow = delayAnswerOnce(visitor, calls.unfinished.name)
    const late = unfinished.load()
    await slow.reached
    await beginCard((await at(customer)).shop, emma)
    await unfinished.load()
    expect(unfinished.state.card?.subject).toBe('Emma Carter')
    slow.arrive()
    await late
    unfinished.choose()
    expect([unfinished.state.card?.subject, sets.state.selected]).toEqual(['Emma Carter', emma.subject.uuid])
  })
})
