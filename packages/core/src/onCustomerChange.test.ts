import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/testServer.ts'
import { createCheckout } from './checkout/state.ts'
import { createOrders } from './orders/state.ts'
import { createPictureSets } from './picture-sets/state.ts'
import { aShop } from './testing/aShop.ts'

let server: TestServer
let set: BuiltPictureSet
beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider)
})
afterAll(() => server.close())

/** A page with its session's identity in every call. */
function aPage() {
  let who: BuiltCustomer | undefined
  const nobody = server.client()
  const { shop } = aShop(
    (endpoint, input) => (who?.client ?? nobody).send(endpoint as never, input as never),
    server.provider.key,
  )
  return {
    shop,
    /** As when the session starts or ends outside the surface, here or in another tab. */
    become(customer?: BuiltCustomer) {
      who = customer
      const user = customer ? { uuid: customer.customer._id } : null
      Object.assign(shop.session.state, { status: user ? 'signed-in' : 'signed-out', user })
    },
  }
}

it('a customer who signs in gets new data instead of what a signed-out surface has shown', async () => {
  const { shop, become } = aPage()
  become()
  const [orders, sets, checkout] = [createOrders(shop), createPictureSets(shop), createCheckout(shop)]
  await Promise.all([orders.load(), sets.load(), checkout.start()])
  expect([orders.state.list.status, sets.state.status, checkout.state.problem?.message]).toEqual([
    'failed',
    'failed',
    'Please sign in first.',
  ])
  become(await buildCustomer(server, { subjects: [set.subject.uuid] }))
  await expect.poll(() => orders.state.list).toMatchObject({ status: 'ready', value: [] })
  // A mounted surface requests it again.
  await expect.poll(() => sets.state.status).toBe('idle')
  await sets.load()
  expect(sets.state.sets.map(({ subject }) => subject.uuid)).toEqual([set.subject.uuid])
  await expect.poll(() => checkout.state.status).toBe('empty')
})

it('nothing of one customer is shown to the next', async () => {
  const { shop, become } = aPage()
  const mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  become(mother)
  const [orders, sets] = [createOrders(shop), createPictureSets(shop)]
  await Promise.all([orders.load(), sets.load()])
  become()
  await expect.poll(() => [orders.state.list.value, sets.state.sets]).toEqual([null, []])
  become(await buildCustomer(server, { subjects: [] }))
  await sets.load()
  expect(sets.state.sets).toEqual([])
  // A request right afterwards gets the new customer's data.
  become(mother)
  await sets.load()
  expect(sets.state.sets.map(({ subject }) => subject.uuid)).toEqual([set.subject.uuid])
})
