import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAddressKey, useAddressKey } from '../../../../server/src/features/account/address/addressKeys.ts'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'
import { answers, refusal } from '../../testing/answers.ts'
import { aShop } from '../../testing/aShop.ts'
import { aVisitor } from '../../testing/aVisitor.ts'
import { addressProofs as calls } from './addressContract.ts'
import { createAddressProof } from './addressState.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function aPage({ client }: BuiltCustomer) {
  const visitor = await aVisitor(client.send, server.provider.key)
  return { visitor, shop: visitor.shop, proof: createAddressProof(visitor.shop) }
}

/** Does what the button on the page behind the link does. */
async function confirmAddress({ customer }: BuiltCustomer): Promise<void> {
  const { app, provider } = server
  await useAddressKey(app, provider, await makeAddressKey(app, provider, customer))
}

it('a double click sends one email, and the message about it is gone when the notice is shown again', async () => {
  const customer = await buildCustomer(server)
  const { proof, visitor, shop } = await aPage(customer)
  expect(shop.session.state.user?.isAddressProved).toBe(false)
  const first = proof.send()
  expect(proof.state.status).toBe('sending')
  // a running request continues when it is shown again
  proof.start()
  await Promise.all([first, proof.send()])
  expect(visitor.sent).toEqual([calls.sendAddressLink.name])
  expect(proof.state.status).toBe('sent')
  expect(await server.app.db.collection('mails').countDocuments({ to: customer.customer.email })).toBe(1)
  proof.start()
  expect(proof.state.status).toBe('idle')
})

it('the notice reports that enough emails were sent, or that the shop was not reached', async () => {
  const { proof, visitor } = await aPage(await buildCustomer(server))
  for (let sent = 0; sent < 5; sent++) await proof.send()
  expect(proof.state.status).toBe('sent')
  await proof.send()
  expect(proof.state.status).toBe('waiting')
  visitor.isOnline = false
  await proof.send()
  expect(proof.state.status).toBe('failed')
})

it('an address that was confirmed elsewhere is detected by a refresh and by sending the email again', async () => {
  const [asking, sending] = [await buildCustomer(server), await buildCustomer(server)]
  const [one, other] = [await aPage(asking), await aPage(sending)]
  for (const customer of [asking, sending]) await confirmAddress(customer)
  await one.proof.refresh()
  expect(one.shop.session.state.user?.isAddressProved).toBe(true)
  await other.proof.send()
  expect(other.shop.session.state.user?.isAddressProved).toBe(true)
})

it('a refresh changes nothing if the shop cannot be reached', async () => {
  const { proof, visitor, shop } = await aPage(await buildCustomer(server))
  visitor.isOnline = false
  await proof.refresh()
  expect([proof.state.status, shop.session.state.status]).toEqual(['idle', 'signed-in'])
})

it.each([
  ['sent', {}],
  ['refused', refusal('throttle.wait', 'Please wait', 429)],
])('an email of one customer is not shown to the next if it is %s late', async (_outcome, answer) => {
  const { shop } = aShop(answers({ [calls.sendAddressLink.name]: answer }), 'one')
  shop.session.state.user = { uuid: 'anna' } as never
  const proof = createAddressProof(shop)
  const late = proof.send()
  shop.session.state.user = { uuid: 'berta' } as never
  await late
  expect(proof.state.status).toBe('idle')
})
