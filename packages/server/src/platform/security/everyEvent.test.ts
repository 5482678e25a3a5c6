import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { confirmations } from '@portraitkit/core/account/confirmation/confirmationContract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import type { Filter } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pictureAddresses } from '../../features/access/pictureAddress.ts'
import { makeResetKey } from '../../features/account/password/resetKeys.ts'
import { simulationLink } from '../../features/account/sessions/actAsCustomer.ts'
import { ordersCommand } from '../../features/orders/command.ts'
import { grantRights } from '../../features/rights/collection.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type StoredSecurityEvent, securityEventsOf } from './collection.ts'
import { SECURITY_EVENT_NAMES, type SecurityEventName } from './events.ts'
import { awaitSecurityEvents } from './record.ts'

const HOUR_MS = 60 * 60_000
let server: TestServer
let buyer: Buyer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways(), env: { TRUST_PROXY: '1' } })
  // no test begins at the end of an hour
  server.wait(HOUR_MS - (Date.now() % HOUR_MS))
  buyer = await buildBuyer(server)
  await sellDigitalFiles(server.app, server.provider, { also: [buyer.template.product] })
})
afterAll(() => server.close())

/** A browser in a network of its own, as the log writes it. */
type Sender = { headers: { 'x-forwarded-for': string }; network: string }
let networks = 0
function newSender(): Sender {
  networks += 1
  return { headers: { 'x-forwarded-for': `198.18.${networks}.77` }, network: `198.18.${networks}.0` }
}

const PASSWORD = 'sesame-open'
/** A customer who may see the buyer's child, and the password. */
const parent = () => buildCustomer(server, { subjects: [buyer.set.subject.uuid] })

async function sharedByParent() {
  const subject = buyer.set.subject.uuid
  const by = await buildCustomer(server, { subjects: [subject], isAddressProved: true })
  return { subject, by, share: await buildShare(server, by, [subject]) }
}

async function register(from: Sender) {
  const client = server.client()
  const { code } = buyer.set
  const { data } = await client.call(access.verifySubjectCode, { code }, from)
  client.flow = data?.flow
  const registration = {
    email: `registered-${networks}@example.com`,
    code,
    mobile: '(212) 555-0123',
    password: PASSWORD,
    confirm_password: PASSWORD,
    acceptmail: false,
    termsofservice: true as const,
  }
  const { user } = await client.call(account.create, registration, from)
  return user.uuid
}

async function simulate(from: Sender) {
  const { customer } = await parent()
  const link = (await simulationLink(server.app, server.provider, customer.email, 'Kari Nordmann')) ?? ''
  const client = server.client()
  const path = `${new URL(link).pathname}?provider=${server.provider.key}`
  await client.fetch({ path, headers: from.headers })
  return { client, ids: { customer: customer._id, operator: expect.stringMatching(/^[\w-]{16}$/) } }
}

/** A customer who has bought the first picture of the set, with an order that is placed on an invoice. */
async function order() {
  const built = await parent()
  const picture = buyer.set.pictures.first.uuid
  await fileActions(built).file(picture)
  const { ordering } = await prepareOrder({ ...built, provider: server.provider }, 'invoice')
  const answer = await built.client.call(checkout.transaction, ordering)
  const { uuid } = answer.order
  const ids = { customer: built.customer._id, order: uuid }
  return { ids, picture, transaction: answer.transaction.uuid, refund: () => refund(uuid) }
}

async function refund(uuid: string) {
  const { code } = await runInTerminal(ordersCommand, ['refund', uuid, '--provider', server.provider.key], server.app)
  expect(code).toBe(0)
}

/** What makes an event happen, for each of them. Returns the ids of its record. */
const causes: Record<SecurityEventName, (from: Sender) => Promise<Record<string, unknown>>> = {
  async 'sign-in'(from) {
    const { customer, password } = await parent()
    await server.client().call(account.signIn, { email: customer.email, password }, from)
    return { customer: customer._id }
  },
  async 'sign-in-failed'(from) {
    const { customer } = await parent()
    for (const password of ['wrong', 'wrong again'])
      await server.client().fail(account.signIn, { email: customer.email, password }, from)
    return { customer: customer._id, count: 2 }
  },
  async 'sign-out'(from) {
    const { client, customer } = await parent()
    await client.call(account.signOut, {}, from)
    return { customer: customer._id }
  },
  async 'session-refused'(from) {
    await server.client().fail(carts.get, {}, from)
    return {}
  },
  'account-created': async (from) => ({ customer: await register(from) }),
  async 'account-deleted'(from) {
    const { client, customer, password } = await parent()
    await client.call(profile.delete, { password }, from)
    return { customer: customer._id }
  },
  async 'data-exported'(from) {
    const { client, customer, password } = await parent()
    await client.call(profile.export, { password }, from)
    return { customer: customer._id, count: 1 }
  },
  async 'password-changed'(from) {
    const { client, customer } = await parent()
    await client.call(passwords.changePassword, { password: PASSWORD, reTypePassword: PASSWORD }, from)
    return { customer: customer._id }
  },
  async 'password-reset'(from) {
    const { customer } = await parent()
    const key = await makeResetKey(server.app, server.provider, customer._id)
    await server.client().call(passwords.reset, { key, password: PASSWORD }, from)
    return { customer: customer._id }
  },
  async 'password-reset-failed'(from) {
    await server.client().call(passwords.checkResetKey, { key: 'nobody-has-this-key' }, from)
    await server.client().fail(passwords.reset, { key: 'nobody-has-this-key', password: PASSWORD }, from)
    return { count: 2 }
  },
  async confirmed(from) {
    const { client, customer, password } = await parent()
    await client.call(confirmations.confirm, { password }, from)
    return { customer: customer._id, count: 1 }
  },
  async 'confirm-failed'(from) {
    const { client, customer } = await parent()
    await client.fail(confirmations.confirm, { password: 'wrong' }, from)
    await client.fail(confirmations.confirmByCode, { code: '000000' }, from)
    return { customer: customer._id, count: 2 }
  },
  async throttled(from) {
    for (let tries = 0; tries < 10; tries++)
      await server.client().call(access.verifySubjectCode, { code: `WRONG${tries}` }, from)
    await server.client().fail(access.verifySubjectCode, { code: 'WRONGAGAIN' }, from)
    return { limit: 'code' }
  },
  async 'code-wrong'(from) {
    await server.client().call(access.verifySubjectCode, { code: 'NOBODYHASTHIS' }, from)
    return { count: 1 }
  },
  async 'code-granted'(from) {
    const { client, customer } = await buildCustomer(server)
    const adding = { code: buyer.set.code, requestId: randomUUID() }
    // the second time after a lost answer, the third time for nothing
    for (const input of [adding, adding, { ...adding, requestId: randomUUID() }])
      await client.call(access.addPictureSetByCode, input, from)
    return { customer: customer._id, subject: buyer.set.subject.uuid }
  },
  async 'share-opened'(from) {
    const { share, subject } = await sharedByParent()
    const { client, customer } = await buildCustomer(server)
    for (const code of [share.token, share.token]) await client.call(access.addPictureSetByCode, { code }, from)
    return { customer: customer._id, subject, share: share.uuid }
  },
  async 'share-ended'(from) {
    const { share, by } = await sharedByParent()
    for (const uuid of [share.uuid, share.uuid]) await by.client.call(sharing.end, { uuid }, from)
    return { customer: by.customer._id, share: share.uuid }
  },
  'simulation-started': async (from) => (await simulate(from)).ids,
  async 'simulation-ended'(from) {
    const { client, ids } = await simulate(newSender())
    await client.call(account.signOut, {}, from)
    return ids
  },
  async download(from) {
    const { client, customer } = await parent()
    const { first } = buyer.set.pictures
    const bought = { customer: customer._id, targets: [first.uuid], order: 'an order' }
    await grantRights(server.app, server.provider, bought)
    const { href } = await client.call(digitalPortraits.ticket, { file: first.uuid })
    expect((await client.fetch({ path: href, headers: from.headers })).status).toBe(200)
    return { customer: customer._id, subject: buyer.set.subject.uuid, picture: first.uuid, count: 1 }
  },
  async 'full-size-view'(from) {
    const { client, customer } = await parent()
    const { uuid } = buyer.set.pictures.first
    const bought = { customer: customer._id, targets: [uuid], order: 'an order' }
    await grantRights(server.app, server.provider, bought)
    const subject = buyer.set.subject.uuid
    const addresses = pictureAddresses(
      server.app,
      server.provider,
      customer._id,
      { uuid, version: null, subject },
      { use: 'display', bought: true },
    )
    for (const path of Object.values(addresses))
      expect((await client.fetch({ path, headers: from.headers })).status).toBe(200)
    return { customer: customer._id, subject }
  },
  async 'right-granted'() {
    const { ids, picture } = await order()
    return { ...ids, target: picture }
  },
  async 'right-withdrawn'() {
    const { ids, picture, refund } = await order()
    await refund()
    return { ...ids, target: picture }
  },
  async refund() {
    const { ids, transaction, refund } = await order()
    await refund()
    return { ...ids, transaction }
  },
  async 'webhook-refused'(from) {
    const path = `/payments/${server.provider.key}/sandbox/webhook`
    const headers = { ...from.headers, 'content-type': 'application/json', 'x-sandbox-signature': 't=1,v1=x' }
    expect((await server.client().fetch({ method: 'POST', path, headers, body: '{}' })).status).toBe(400)
    return { gateway: 'sandbox' }
  },
}

/** The events of an order, which no request of its customer needs to cause. */
const WITHOUT_SENDER: readonly SecurityEventName[] = ['right-granted', 'right-withdrawn', 'refund']

it.each(SECURITY_EVENT_NAMES)('records and counts the event %s, with ids and a truncated address', async (event) => {
  const from = newSender()
  const before = await countOf(event)
  const ids = await causes[event](from)
  await awaitSecurityEvents(server.app)
  const isSent = !WITHOUT_SENDER.includes(event)
  const place = isSent ? { address: from.network } : { order: ids.order }
  const found = await securityEventsOf(server.app)
    .find({ provider: server.provider.key, event, ...place } as Filter<StoredSecurityEvent>)
    .toArray()
  const common = { _id: expect.any(String), provider: server.provider.key, time: expect.any(Date), event }
  expect(found).toEqual([{ ...common, ...place, ...(isSent && { request: expect.any(String) }), ...ids }])
  expect(await countOf(event)).toBeGreaterThan(before)
})

/** How many there were, as operators see it. */
async function countOf(event: SecurityEventName): Promise<number> {
  const { text } = await createTestClient(server.server.adminPort, '').fetch('/metrics')
  return Number(text.match(new RegExp(`^portraitkit_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm'))?.[1])
}
