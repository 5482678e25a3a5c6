import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_MS } from '../../../server/src/features/account/sessions/sessions.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { provider as providerCalls } from '../provider/contract.ts'
import { createShop, type Shop } from '../shop.ts'
import { aBrowserStore, type BrowserStore } from '../testing/aBrowserStore.ts'
import { account } from './contract.ts'
import { profile } from './profile/profileContract.ts'

const SITE = 'https://studio.example'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: { origins: [SITE] }, other: { origins: [SITE] } })
})
afterAll(() => server.close())

let store: BrowserStore
/** The page's requests by path, and whether the network is available. */
let sent: Array<{ path: string; headers: Record<string, string> }>
let isOnline: boolean

beforeEach(() => {
  store = aBrowserStore()
  sent = []
  isOnline = true
  // A page on the photographer's own site, in a browser that sends no third-party cookies.
  vi.stubGlobal('location', { origin: SITE })
  vi.stubGlobal('indexedDB', store)
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname } = new URL(address)
    const headers = init.headers as Record<string, string>
    sent.push({ path: pathname, headers })
    if (!isOnline) throw new TypeError('fetch failed')
    const site = { origin: SITE, 'sec-fetch-site': 'cross-site' }
    return send(address, { ...init, headers: { ...headers, ...site } })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Loads the page again: only what the browser stores is left of the earlier load. */
const openPage = (provider = server.provider): Shop => createShop({ api: server.url, provider: provider.key })

async function signIn(shop = openPage()) {
  const { customer, password, client } = await buildCustomer(server)
  await shop.session.signIn({ email: customer.email, password })
  sent.length = 0
  return { shop, customer, password, client }
}

const renewals = () => sent.filter(({ path }) => path === account.renew.path).length

describe('[EMB-3] the session of a page on another site, without a cookie', () => {
  it('is known after the page is loaded again, and in another tab', async () => {
    const { customer } = await signIn()
    for (const page of [openPage(), openPage()]) {
      expect(await page.session.ready()).toMatchObject({ status: 'signed-in', user: { uuid: customer._id } })
    }
    expect(sent.every(({ headers }) => headers.cookie === undefined)).toBe(true)
  })

  it('is known even if other calls are sent at the same time, and is renewed once for all of them', async () => {
    const { customer } = await signIn()
    const page = openPage()
    const [, { user }, devices] = await Promise.all([
      page.call(providerCalls.settings, {}),
      page.session.ready(),
      page.call(profile.devices, {}),
    ])
    expect(user?.uuid).toBe(customer._id)
    expect(devices.sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(renewals()).toBe(1)
  })

  it('keeps a key that no script can read', async () => {
    await signIn()
    const keys: CryptoKey[] = []
    const request = store.open('portraitkit', 1) as IDBOpenDBRequest
    await new Promise<void>((done) => {
      request.onsuccess = () => {
        const read = request.result.transaction('sessions', 'readonly').objectStore('sessions')
        const found = read.get(`${server.url} ${server.provider.key}`)
        found.onsuccess = () => {
          keys.push((found.result as { keys: CryptoKeyPair }).keys.privateKey)
          done()
        }
      }
    })
    expect(keys[0]?.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('pkcs8', keys[0] as CryptoKey)).rejects.toThrow()
  })

  it('is renewed when its access token has run out, once for several calls', async () => {
    const { shop } = await signIn()
    server.wait(ACCESS_MS)
    const found = await Promise.all([shop.call(profile.devices, {}), shop.call(profile.devices, {})])
    expect(found.map(({ sessions }) => sessions.filter(({ current }) => current).length)).toEqual([1, 1])
    expect(renewals()).toBe(1)
    expect(shop.session.state.status).toBe('signed-in')
  })

  it('[AUT-13] does not come back after the sign-out', async () => {
    const { shop } = await signIn()
    await shop.session.signOut()
    const page = openPage()
    expect((await page.session.ready()).status).toBe('signed-out')
    expect(renewals()).toBe(0)
  })

  it('ends if the server has ended it, and is not requested again', async () => {
    const { shop, client, customer, password } = await signIn()
    const { sessions } = await client.call(profile.devices, {})
    for (const { id, current } of sessions) if (!current) await client.call(profile.endDevice, { id })
    await expect(shop.call(profile.devices, {})).rejects.toMatchObject({ status: 401 })
    expect(shop.session.state).toMatchObject({ status: 'signed-out', user: null })
    sent.length = 0
    const page = openPage()
    expect((await page.session.ready()).status).toBe('signed-out')
    expect(renewals()).toBe(0)
    // The same key can be used for the next session.
    await page.session.signIn({ email: customer.email, password })
    expect((await openPage().session.ready()).status).toBe('signed-in')
  })

  it('survives a renewal whose answer was lost', async () => {
    await signIn()
    isOnline = false
    await expect(openPage().session.ready()).rejects.toMatchObject({ kind: 'network' })
    isOnline = true
    expect((await openPage().session.ready()).status).toBe('signed-in')
  })

  it('is replaced by that of the next customer', async () => {
    const { shop } = await signIn()
    await shop.session.signOut()
    const { customer } = await signIn(shop)
    expect((await openPage().session.ready()).user?.uuid).toBe(customer._id)
  })

  it('[LOC-3] is valid for its own provider only', async () => {
    await signIn()
    expect((await openPage(server.other).session.ready()).status).toBe('signed-out')
  })
})

describe('a browser that forbids its store', () => {
  beforeEach(() => {
    store.isForbidden = true
  })

  it('still shows the shop', async () => {
    const page = openPage()
    expect((await page.session.ready()).status).toBe('signed-out')
    expect((await page.call(providerCalls.settings, {})).key).toBe(server.provider.key)
  })

  it('keeps the session as long as the page is open', async () => {
    const { shop } = await signIn()
    server.wait(ACCESS_MS)
    expect((await shop.call(profile.devices, {})).sessions.filter(({ current }) => current)).toHaveLength(1)
    expect((await openPage().session.ready()).status).toBe('signed-out')
    await shop.session.signOut()
    expect((await shop.session.check()).status).toBe('signed-out')
  })
})

it("creates no key on the shop's own pages, which use a cookie", async () => {
  vi.stubGlobal('location', { origin: server.url })
  const page = openPage()
  await page.session.ready()
  expect(await page.session.caller.sessionKey()).toBeUndefined()
  expect(renewals()).toBe(0)
})
