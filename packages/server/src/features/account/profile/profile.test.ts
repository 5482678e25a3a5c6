import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../../features.ts'
import { platformCollections } from '../../../platform/collection.ts'
import { personalDataOf } from '../../../platform/personalData.ts'
import { saveProvider } from '../../../platform/provider/collection.ts'
import { type Buyer, buildBuyer } from '../../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../../testing/buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/buildCustomer.ts'
import { mailsIn } from '../../../testing/buildMailServer.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { createCustomer, customersOf } from '../collection.ts'
import { cookieName } from '../sessions/sessionCookie.ts'
import { sessionsOf } from '../sessions/sessions.ts'

let server: TestServer
let seller: Buyer

beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
  seller = await buildBuyer(server)
})
afterAll(() => server.close())

const WINDOWS_EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0'
const ANDROID_FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'

const contact = {
  name: 'Anna Carter',
  address: '12 Maple Street',
  postal_code: '10001',
  city: 'New York',
  mobile: '(212) 555-0188',
}

/** The same customer on another device. */
async function onAnotherDevice({ customer, password }: BuiltCustomer, userAgent = ANDROID_FIREFOX) {
  const client = server.client()
  await client.call(account.signIn, { email: customer.email, password }, { headers: { 'user-agent': userAgent } })
  return client
}

/** A customer with the right to everything that the seller sells. */
async function aBuyer(): Promise<Buyer> {
  return { ...seller, ...(await buildCustomer(server, { subjects: [seller.set.subject.uuid] })) }
}

async function fillCart(buyer: Buyer): Promise<void> {
  const lines = [await seller.line({ quantity: 2 })]
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
}

async function keepDesign({ client }: Buyer): Promise<void> {
  const { template, subject, templateData } = await seller.line()
  const content = { template, subject, resources: templateData.userResources }
  await client.call(editor.saveDesign, {
    uuid: randomUUID(),
    version: 0,
    product: seller.template.product.uuid,
    content,
  })
}

async function placeOrder(buyer: Buyer, gateway: 'invoice' | 'sandbox'): Promise<string> {
  await fillCart(buyer)
  const { ordering } = await prepareOrder(buyer, gateway)
  return (await buyer.client.call(checkout.transaction, ordering)).order.uuid
}

/** Every document of every collection, as text with its collection's name. */
async function everyDocument(): Promise<Array<{ collection: string; text: string }>> {
  const collections = await server.app.db.collections()
  const all = await Promise.all(
    collections.map(async (collection) =>
      (await collection.find({}).toArray()).map((document) => ({
        collection: collection.collectionName,
        text: JSON.stringify(document),
      })),
    ),
  )
  return all.flat()
}

describe('the account data', () => {
  it('[API-1] lists no packages for inspection while there are none', async () => {
    const { client } = await buildCustomer(server)
    expect(await client.call(profile.data, {})).toEqual({ packageForInspectionSubjects: [], hasRetakes: false })
  })
})

describe('the contact information', () => {
  it('[ACC-2, API-1, API-3] is changed, with the phone number in its international form', async () => {
    const { client, customer } = await buildCustomer(server)
    const { user } = await client.call(profile.update, { ...contact, address2: 'Apt 4', state: 'NY' })
    expect(user).toMatchObject({
      uuid: customer._id,
      name: 'Anna Carter',
      mobilePhone: '+12125550188',
      address: { address: '12 Maple Street', address2: 'Apt 4', postalCode: '10001', city: 'New York', state: 'NY' },
    })
    expect((await client.call(account.session, {})).user).toEqual(user)
    const { user: again } = await client.call(profile.update, contact)
    expect(again.address).toEqual(user.address)
  })

  it.each(['12', '+1 212 555', 'call me'])('[ACC-2, API-2] refuses an impossible phone number: %s', async (mobile) => {
    const { client } = await buildCustomer(server)
    const before = await client.call(account.session, {})
    const failure = await client.fail(profile.update, { ...contact, mobile })
    expect(failure).toMatchObject({ status: 400, reason: 'account.phone', data: ['mobile'] })
    expect(await client.call(account.session, {})).toEqual(before)
  })

  it('[AUT-12, API-2] marks the required fields', async () => {
    const { client } = await buildCustomer(server)
    const failure = await client.fail(profile.update, { ...contact, name: ' ', city: '' })
    expect(failure).toMatchObject({ status: 400, data: ['name', 'city'], fields: { name: 'This is required!' } })
  })

  it.each([
    [{ name: 'Jordan' }, 'Please enter first and last name'],
    [{ name: 'Anna\nCarter' }, 'Please enter first and last name'],
    [{ address: '-' }, 'This address does not look right.'],
    [{ address: `Maple ${'x'.repeat(200)}` }, 'At most 200 characters, please'],
    [{ postal_code: 'ABCDEFG' }, 'This postal code does not look right.'],
    [{ postal_code: '!' }, 'This postal code does not look right.'],
    [{ city: '123' }, 'This city does not look right.'],
  ])('[ACC-2, API-2] %j is refused at its field, and nothing is changed', async (wrong, text) => {
    const { client } = await buildCustomer(server)
    const before = await client.call(account.session, {})
    const [field = ''] = Object.keys(wrong)
    const failure = await client.fail(profile.update, { ...contact, ...wrong })
    expect(failure).toMatchObject({ status: 400, data: [field], fields: { [field]: text } })
    expect(await client.call(account.session, {})).toEqual(before)
  })

  it('[ACC-2, API-2] accepts only a state from the provider’s list', async () => {
    const { other: provider } = server
    await saveProvider(server.app, {
      ...provider,
      options: { ...provider.options, gatherState: true, states: { '': 'Choose', MA: 'Massachusetts' } },
    })
    const { client } = await buildCustomer(server, { provider })
    const { user } = await client.call(profile.update, { ...contact, state: 'MA' })
    for (const state of ['ZZ', 'toString']) {
      const failure = await client.fail(profile.update, { ...contact, name: 'Bea Carter', state })
      expect(failure).toMatchObject({ status: 400, data: ['state'], fields: { state: expect.any(String) } })
    }
    expect((await client.call(account.session, {})).user).toEqual(user)
    const { user: without } = await client.call(profile.update, { ...contact, state: '' })
    expect(without.address?.state).toBe('')
  })

  it('changes only the customer’s own', async () => {
    const other = await buildCustomer(server)
    const before = await other.client.call(account.session, {})
    const { client } = await buildCustomer(server)
    await client.call(profile.update, { ...contact, uuid: other.customer._id } as typeof contact)
    expect(await other.client.call(account.session, {})).toEqual(before)
  })
})

describe('the devices', () => {
  it('are the customer’s own, by browser and system, this one first', async () => {
    const mine = await buildCustomer(server)
    const phone = await onAnotherDevice(mine)
    await onAnotherDevice(mine, WINDOWS_EDGE)
    await buildCustomer(server)
    const { sessions } = await phone.call(profile.devices, {})
    expect(sessions.map(({ current, name }) => [current, name])).toEqual([
      [true, 'Firefox, Android'],
      [false, expect.any(String)],
      [false, expect.any(String)],
    ])
    expect(sessions.map(({ name }) => name).sort()).toEqual(['', 'Edge, Windows', 'Firefox, Android'])
  })

  it('have names that give nobody access', async () => {
    const mine = await buildCustomer(server)
    const { sessions } = await mine.client.call(profile.devices, {})
    const stored = await sessionsOf(server.app, server.provider).find({ 'customer.uuid': mine.customer._id }).toArray()
    const answered = JSON.stringify(sessions)
    for (const secret of [...stored.map(({ _id }) => _id), ...mine.client.cookies.values()])
      expect(answered).not.toContain(secret)
  })

  it('show when they were last used, to a few minutes, and store it no more often', async () => {
    const mine = await startTestServer()
    try {
      const { client } = await buildCustomer(mine)
      const [first] = (await client.call(profile.devices, {})).sessions
      mine.wait(2 * 60_000)
      await client.call(account.session, {})
      expect((await client.call(profile.devices, {})).sessions).toEqual([first])
      mine.wait(4 * 60_000)
      await client.call(account.session, {})
      const [minutes] = (await client.call(profile.devices, {})).sessions
      expect(Date.parse(minutes?.lastUsed ?? '') - Date.parse(first?.lastUsed ?? '')).toBeGreaterThan(5.9 * 60_000)
      mine.wait(3 * 24 * 60 * 60_000)
      await client.call(account.session, {})
      const [later] = (await client.call(profile.devices, {})).sessions
      expect(later?.created).toBe(first?.created)
      expect(Date.parse(later?.lastUsed ?? '') - Date.parse(first?.lastUsed ?? '')).toBeGreaterThan(2.9 * 24 * 3600_000)
    } finally {
      await mine.close()
    }
  })

  it('one is signed out, and its next call is refused', async () => {
    const mine = await buildCustomer(server)
    const phone = await onAnotherDevice(mine)
    const { sessions } = await mine.client.call(profile.devices, {})
    const lost = sessions.find(({ current }) => !current)?.id ?? ''
    const left = await mine.client.call(profile.endDevice, { id: lost })
    expect(left.sessions).toHaveLength(1)
    expect((await phone.fail(profile.devices, {})).reason).toBe('session.required')
    await mine.client.call(profile.devices, {})
    expect(await mine.client.fail(profile.endDevice, { id: lost })).toMatchObject({
      status: 404,
      reason: 'account.unknown_device',
    })
  })

  it('of another customer appear not to exist', async () => {
    const other = await buildCustomer(server)
    const [device] = (await other.client.call(profile.devices, {})).sessions
    const { client } = await buildCustomer(server)
    const failure = await client.fail(profile.endDevice, { id: device?.id ?? '' })
    expect(failure).toEqual(await client.fail(profile.endDevice, { id: 'no-such-device' }))
    await other.client.call(profile.devices, {})
  })

  it('the current one signs itself out with its cookie', async () => {
    const { client } = await buildCustomer(server)
    const [device] = (await client.call(profile.devices, {})).sessions
    await client.call(profile.endDevice, { id: device?.id ?? '' })
    expect(client.cookies.get(cookieName(server.provider))).toBeUndefined()
  })
})

describe('the export', () => {
  it('contains everything that names the customer, and nothing that gives anybody access', async () => {
    const buyer = await aBuyer()
    const placed = await placeOrder(buyer, 'invoice')
    await buyer.client.call(profile.update, contact)
    await fillCart(buyer)
    const { data } = await buyer.client.call(profile.export, { password: buyer.password })
    expect(data).toMatchObject({
      customers: [{ _id: buyer.customer._id, email: buyer.customer.email, name: 'Anna Carter' }],
      orders: [{ _id: placed, content: { customer: buyer.customer._id } }],
      carts: [{ customer: buyer.customer._id, lines: [{ quantity: 2 }] }],
      grants: [{ subject: seller.set.subject.uuid }],
      sessions: [{ kind: 'cookie' }],
    })
    const text = JSON.stringify(data)
    const sessions = await sessionsOf(server.app, server.provider)
      .find({ 'customer.uuid': buyer.customer._id })
      .toArray()
    for (const secret of ['argon2', ...buyer.client.cookies.values(), ...sessions.map(({ _id }) => _id)])
      expect(text).not.toContain(secret)
  })

  it('omits no collection that names the customer', async () => {
    const buyer = await aBuyer()
    await placeOrder(buyer, 'invoice')
    await keepDesign(buyer)
    const { data } = await buyer.client.call(profile.export, { password: buyer.password })
    const naming = (await everyDocument()).filter(({ text }) => text.includes(buyer.customer._id))
    const exported = Object.entries(data as Record<string, unknown[]>).filter(([, documents]) => documents.length > 0)
    expect(naming.map(({ collection }) => collection)).toEqual(
      naming.map(({ collection }) => exported.find(([name]) => name === collection)?.[0]),
    )
  })

  it('contains nothing of another customer', async () => {
    const other = await aBuyer()
    await placeOrder(other, 'invoice')
    const mine = await buildCustomer(server)
    const { data } = await mine.client.call(profile.export, { password: mine.password })
    expect(JSON.stringify(data)).not.toContain(other.customer._id)
    expect(data).toMatchObject({ orders: [], carts: [] })
  })
})

describe.each([
  ['the export', profile.export],
  ['the deletion', profile.delete],
])('%s', (_name, endpoint) => {
  it('asks for the password, ten times, then not for a while', async () => {
    const mine = await buildCustomer(server)
    for (let tried = 0; tried < 10; tried++) {
      const failure = await mine.client.fail(endpoint, { password: 'wrong one' })
      expect(failure).toMatchObject({ status: 403, reason: 'account.password' })
    }
    expect(await mine.client.fail(endpoint, { password: mine.password })).toMatchObject({
      status: 429,
      reason: 'throttle.wait',
    })
    expect(await customersOf(server.app, server.provider).count({ _id: mine.customer._id })).toBe(1)
  })
})

describe('the deletion', () => {
  it('deletes every document that names the customer except orders and the security log, and lists the orders', async () => {
    const buyer = await aBuyer()
    const phone = await onAnotherDevice(buyer)
    const placed = await placeOrder(buyer, 'invoice')
    await fillCart(buyer)
    await keepDesign(buyer)
    const { receipt } = await buyer.client.call(profile.delete, { password: buyer.password })
    expect(receipt.keptOrders).toEqual([placed])
    await server.app.db.collection('mails').updateMany({ to: buyer.customer.email }, { $set: { due: new Date(0) } })
    await expect
      .poll(() => server.app.db.collection('mails').countDocuments({ to: buyer.customer.email }), { timeout: 30_000 })
      .toBe(0)
    const naming = (await everyDocument()).filter(
      ({ text }) => text.includes(buyer.customer._id) || text.includes(buyer.customer.email),
    )
    // the record of the deletion itself, for backups, contains the customer's uuid and nothing else
    expect(new Set(naming.map(({ collection }) => collection))).toEqual(
      new Set(['deletions', 'orders', 'securityEvents']),
    )
    const record = naming.find(({ collection }) => collection === 'deletions')?.text
    expect(record).not.toContain(buyer.customer.email)
    expect((await phone.call(account.session, {})).user).toBeNull()
    expect(buyer.client.cookies.size).toBe(0)
  })

  it('also deletes the scenes of the cart', async () => {
    const buyer = await aBuyer()
    await fillCart(buyer)
    const { cart } = await buyer.client.call(carts.get, {})
    const scenes = () =>
      server.app.db.collection('cartScenes').countDocuments({ line: { $in: cart.orderLines.map(({ uuid }) => uuid) } })
    expect(await scenes()).toBe(1)
    await buyer.client.call(profile.delete, { password: buyer.password })
    expect(await scenes()).toBe(0)
  })

  it('sends a receipt, and allows the address to register again', async () => {
    const { client, customer, password } = await buildCustomer(server)
    const { receipt } = await client.call(profile.delete, { password })
    const outbox = join(server.app.env.dataDir, 'outbox')
    const isReceipt = ({ to, text }: Email) =>
      to?.[0]?.address === customer.email && text?.includes(receipt.uuid) === true
    await expect.poll(async () => (await mailsIn(outbox)).some(isReceipt), { timeout: 30_000 }).toBe(true)
    const failure = await server.client().fail(account.signIn, { email: customer.email, password })
    expect(failure.reason).toBe('account.wrong_password')
    const fresh = await buildCustomer(server, { email: customer.email })
    expect(fresh.customer._id).not.toBe(customer._id)
    expect(await fresh.client.call(orders.list, {})).toEqual([])
  })

  it('waits for a payment that is under way', async () => {
    const buyer = await aBuyer()
    await placeOrder(buyer, 'sandbox')
    const failure = await buyer.client.fail(profile.delete, { password: buyer.password })
    expect(failure).toMatchObject({ status: 409, reason: 'account.payment_open' })
    await buyer.client.call(carts.get, {})
  })

  it('[LOC-3] leaves the same address’s account at another provider unchanged', async () => {
    const { client, customer, password } = await buildCustomer(server)
    await createCustomer(server.app, server.other, { ...customer, password: 'another secret' })
    await client.call(profile.delete, { password })
    await server.client(server.other).call(account.signIn, { email: customer.email, password: 'another secret' })
  })
})

describe('what the shop stores about customers', () => {
  it('is declared for each collection of each feature', async () => {
    const personal = personalDataOf({ features }).map(({ collection }) => collection)
    const collections = [...platformCollections, ...features.flatMap((feature) => feature.collections ?? [])]
    const impersonal = collections.filter(({ isImpersonal }) => isImpersonal).map(({ name }) => name)
    const there = (await server.app.db.collections()).map(({ collectionName }) => collectionName)
    const all = new Set([...collections.map(({ name }) => name), ...there])
    expect([...all].filter((name) => !personal.includes(name) && !impersonal.includes(name))).toEqual([])
    expect(impersonal.filter((name) => personal.includes(name))).toEqual([])
  })
})
