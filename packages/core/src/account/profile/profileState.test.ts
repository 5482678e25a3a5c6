import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'
import { answers } from '../../testing/answers.ts'
import { aShop, delayAnswerOnce, loseAnswerOnce } from '../../testing/aShop.ts'
import { aVisitor } from '../../testing/aVisitor.ts'
import { account } from '../contract.ts'
import { profile as calls } from './profileContract.ts'
import { createProfile } from './profileState.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The account area of a signed-in customer. */
async function at(built?: BuiltCustomer) {
  const customer = built ?? (await buildCustomer(server))
  const visitor = await aVisitor(customer.client.send, server.provider.key)
  return { ...customer, visitor, shop: visitor.shop, profile: createProfile(visitor.shop) }
}

/** The same customer on a second device. */
async function signInElsewhere({ customer, password }: BuiltCustomer) {
  const client = server.client()
  await client.call(account.signIn, { email: customer.email, password })
  return client
}

const CONTACT = {
  name: 'Anna Carter',
  address: '12 Maple Street',
  postal_code: '10001',
  city: 'New York',
  mobile: '+1 212 555 0147',
}

describe('the menu of the account area', () => {
  it('[ACC-1] offers to cancel packages only if a picture set has one', async () => {
    const subject = { uuid: 'emma', name: 'Emma', enabled: true }
    const subjects = [[subject], []]
    const { shop } = aShop(
      answers({ [calls.data.name]: () => ({ packageForInspectionSubjects: subjects.shift() }) }),
      'one',
    )
    const profile = createProfile(shop)
    expect(profile.state.hasPackages).toBe(false)
    await profile.loadMenu()
    expect(profile.state.hasPackages).toBe(true)
    await profile.loadMenu()
    expect(profile.state.hasPackages).toBe(false)
  })

  it('[ACC-1] shows nothing of a customer who signed out before the answer arrived', async () => {
    const subject = { uuid: 'emma', name: 'Emma', enabled: true }
    const built = aShop(answers({ [calls.data.name]: { packageForInspectionSubjects: [subject] } }), 'one')
    built.shop.session.state.user = { uuid: 'anna' } as never
    const profile = createProfile(built.shop)
    const slow = delayAnswerOnce(built, calls.data.name)
    const loaded = profile.loadMenu()
    Object.assign(built.shop.session.state, { status: 'signed-out', user: null })
    slow.arrive()
    await loaded
    expect(profile.state.hasPackages).toBe(false)
  })
})

describe('the contact information', () => {
  it('[ACC-2] is saved once on a double click, and is up to date on the page at once', async () => {
    const { profile, shop, visitor } = await at()
    expect(await Promise.all([profile.save(CONTACT), profile.save(CONTACT)])).toEqual([true, false])
    expect(visitor.sent).toEqual([calls.update.name])
    expect(profile.state.contact).toEqual({ status: 'saved', error: '', marked: [] })
    expect(shop.session.state.user).toMatchObject({ name: 'Anna Carter', address: { city: 'New York' } })
  })

  it('[ACC-2] shows why the server refuses it, and marks the field', async () => {
    const { profile, shop } = await at()
    expect(await profile.save({ ...CONTACT, mobile: '12' })).toBe(false)
    expect(profile.state.contact).toEqual({
      status: 'idle',
      error: 'This phone number does not look right.',
      marked: ['mobile'],
    })
    expect(shop.session.state.user?.name).not.toBe('Anna Carter')
    await profile.save(CONTACT)
    expect(profile.state.contact).toMatchObject({ status: 'saved', error: '', marked: [] })
  })

  it('can be sent again after the connection was lost', async () => {
    const { profile, visitor } = await at()
    visitor.isOnline = false
    expect(await profile.save(CONTACT)).toBe(false)
    expect(profile.state.contact).toEqual({ status: 'idle', error: 'No connection', marked: [] })
    visitor.isOnline = true
    expect(await profile.save(CONTACT)).toBe(true)
  })

  it('does not sign a customer in again who signed out while it was saved', async () => {
    const { profile, shop, visitor } = await at()
    const slow = delayAnswerOnce(visitor, calls.update.name)
    const saved = profile.save(CONTACT)
    await shop.session.signOut()
    slow.arrive()
    await saved
    expect(shop.session.state).toEqual({ status: 'signed-out', user: null })
    expect(profile.state.contact.status).toBe('idle')
  })

  it('is still saved once if the form is shown again meanwhile', async () => {
    const { profile, visitor } = await at()
    const first = profile.save(CONTACT)
    profile.reset()
    expect(profile.state.contact.status).toBe('saving')
    expect(await Promise.all([first, profile.save(CONTACT)])).toEqual([true, false])
    expect(visitor.sent).toEqual([calls.update.name])
    profile.reset()
    expect(profile.state.contact.status).toBe('idle')
  })
})

describe('the devices', () => {
  it('are listed with this one, and another one can be signed out', async () => {
    const page = await at()
    const { profile } = page
    const phone = await signInElsewhere(page)
    await profile.loadDevices()
    expect(profile.state.devices).toMatchObject({ status: 'ready', error: '' })
    const other = profile.state.devices.list.find(({ current }) => !current)?.id ?? ''
    const ended = profile.endDevice(other)
    expect(profile.state.devices.ending).toBe(other)
    await Promise.all([ended, profile.endDevice(other)])
    expect(profile.state.devices).toMatchObject({ ending: null, error: '', list: [{ current: true }] })
    expect((await phone.call(account.session, {})).user).toBeNull()
  })

  it('show a message if one was signed out meanwhile', async () => {
    const page = await at()
    const { profile } = page
    const phone = await signInElsewhere(page)
    await profile.loadDevices()
    await phone.call(account.signOut, {})
    await profile.endDevice(profile.state.devices.list.find(({ current }) => !current)?.id ?? '')
    expect(profile.state.devices).toMatchObject({ ending: null, error: 'This device is not signed in any more.' })
  })

  it('show a failure only if there was no list before', async () => {
    const { profile, visitor } = await at()
    visitor.isOnline = false
    await profile.loadDevices()
    expect(profile.state.devices).toMatchObject({ status: 'failed', error: 'No connection' })
    visitor.isOnline = true
    const again = profile.loadDevices()
    expect(profile.state.devices.status).toBe('loading')
    await again
    visitor.isOnline = false
    await profile.loadDevices()
    expect(profile.state.devices).toMatchObject({ status: 'ready', error: 'No connection', list: [{ current: true }] })
  })

  it('ignore a list that was requested before one was signed out', async () => {
    const page = await at()
    const { profile, visitor } = page
    await signInElsewhere(page)
    await profile.loadDevices()
    const slow = delayAnswerOnce(visitor, calls.devices.name)
    const late = profile.loadDevices()
    await slow.reached
    await profile.endDevice(profile.state.devices.list.find(({ current }) => !current)?.id ?? '')
    slow.arrive()
    await late
    expect(profile.state.devices.list).toMatchObject([{ current: true }])
  })

  it('are not shown to the next customer', async () => {
    const { profile, shop, visitor } = await at()
    await profile.loadDevices()
    const slow = delayAnswerOnce(visitor, calls.devices.name)
    const late = profile.loadDevices()
    await shop.session.signOut()
    expect(profile.state.devices).toEqual({ status: 'loading', list: [], ending: null, error: '' })
    slow.arrive()
    await late
    expect(profile.state.devices.list).toEqual([])
  })
})

describe('the account area of a page', () => {
  it('follows a different customer who signs in in another tab', async () => {
    const names = ['Firefox, Android', 'Safari, iPhone']
    const built = aShop(
      answers({
        [calls.data.name]: { packageForInspectionSubjects: [{ uuid: 'emma', name: 'Emma', enabled: true }] },
        [calls.devices.name]: () => ({ sessions: [{ id: names[0], current: true, name: names.shift() }] }),
      }),
      'one',
    )
    const { state } = built.shop.session
    state.user = { uuid: 'anna' } as never
    const profile = createProfile(built.shop)
    await Promise.all([profile.loadMenu(), profile.loadDevices()])
    state.user = { uuid: 'berta' } as never
    expect([profile.state.hasPackages, profile.state.devices.status]).toEqual([false, 'loading'])
    await expect.poll(() => profile.state).toMatchObject({ hasPackages: true, devices: { status: 'ready' } })
    expect(profile.state.devices.list).toMatchObject([{ name: 'Safari, iPhone' }])
  })
})

describe('the stored data of the customer', () => {
  it('is exported with the password, one request at a time', async () => {
    const { profile, visitor, password, customer } = await at()
    expect(await profile.takeData('not it')).toBeUndefined()
    expect(profile.state.data).toMatchObject({
      status: 'idle',
      errors: { exporting: 'This is not your password.', deleting: '' },
    })
    visitor.sent.length = 0
    const [text, second] = await Promise.all([profile.takeData(password), profile.takeData(password)])
    expect([JSON.stringify(JSON.parse(text ?? '')).includes(customer.email), second]).toEqual([true, undefined])
    expect(visitor.sent).toEqual([calls.export.name])
    expect(profile.state.data.errors.exporting).toBe('')
  })

  it('is not deleted by a wrong password', async () => {
    const { profile, shop } = await at()
    expect(await profile.deleteAccount('not it')).toBe(false)
    expect(profile.state.data).toEqual({
      status: 'idle',
      errors: { exporting: '', deleting: 'This is not your password.' },
      needsConfirmation: null,
      receipt: null,
    })
    expect(shop.session.state.status).toBe('signed-in')
  })

  it('is deleted once: the page is signed out, and the receipt stays until the page is shown again', async () => {
    const { profile, shop, visitor, password, client } = await at()
    const heard: string[] = []
    shop.events.onAny((name) => void heard.push(name))
    expect(await Promise.all([profile.deleteAccount(password), profile.deleteAccount(password)])).toEqual([true, false])
    expect(visitor.sent).toEqual([calls.delete.name, account.signOut.name])
    expect(profile.state.data).toMatchObject({ status: 'idle', receipt: { keptOrders: [] } })
    expect([shop.session.state, heard]).toEqual([{ status: 'signed-out', user: null }, ['pk-logout']])
    expect((await client.call(account.session, {})).user).toBeNull()
    profile.reset()
    expect(profile.state.data.receipt).toBeNull()
  })

  it('is reported as not deleted if the answer was lost', async () => {
    const { profile, shop, visitor, password } = await at()
    loseAnswerOnce(visitor, calls.delete.name)
    expect(await profile.deleteAccount(password)).toBe(false)
    expect(profile.state.data).toMatchObject({ errors: { deleting: 'No connection' }, receipt: null })
    // The next check of the session finds out that it has ended.
    await shop.session.check()
    expect(shop.session.state.status).toBe('signed-out')
  })
})
