import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sellDigitalFiles } from '../../server/src/testing/buildFiles.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/testServer.ts'
import { account } from './account/contract.ts'
import * as headless from './index.ts'
import {
  canBuy,
  createCart,
  createCheckout,
  createDigitalPortraits,
  createEntry,
  createOrders,
  createPictureSets,
  createShop,
  type Shop,
  type ShopOptions,
  type ShopStorage,
  snapshot,
  subscribe,
} from './index.ts'
import type { StoredKeys } from './storage.ts'
import { aLocalStorage } from './testing/aLocalStorage.ts'

// What is published of core, in a program outside any page: on the real server, over the network.

let server: TestServer
let emma: BuiltPictureSet
beforeAll(async () => {
  server = await startTestServer()
  emma = await buildPictureSet(server.app, server.provider)
  await sellDigitalFiles(server.app, server.provider, {})
})
afterAll(() => server.close())

const open = (change: Partial<ShopOptions> = {}): Shop =>
  createShop({ api: server.url, provider: server.provider.key, ...change })

/** Enters the code and registers a new customer. */
async function register(shop: Shop): Promise<void> {
  const entry = shop.part(createEntry)
  await entry.submitCode(emma.code)
  await entry.submitEmail(`${randomUUID()}@example.com`)
  expect([entry.state.errors, entry.state.step]).toEqual([{}, 'register'])
  await entry.register({ mobile: '+12125550123', password: 'a long password', acceptmail: false })
  expect(entry.state.errors).toEqual({})
}

/** Puts a picture of the new customer into the cart, as a file. */
async function addPicture(shop: Shop): Promise<void> {
  const sets = shop.part(createPictureSets)
  await sets.load()
  const picture = snapshot(sets).sets[0]?.pictures[0]?.uuid ?? ''
  const files = shop.part(createDigitalPortraits)
  await files.toggle({ file: picture }, true)
  expect(snapshot(files).problems).toEqual({})
}

/** Orders the cart, paid by invoice. Returns the order's uuid. */
async function buy(shop: Shop): Promise<string> {
  const checkout = shop.part(createCheckout)
  await checkout.start()
  checkout.setField('deliveryAddress.name', 'Anna Carter')
  checkout.setField('contactInfo.name', 'Anna Carter')
  checkout.setField('contactInfo.emailAddress', 'anna@example.com')
  await checkout.confirmDelivery()
  if (checkout.state.paymentOption === null) await checkout.choosePayment(checkout.state.paymentOptions[0]?.uuid ?? '')
  await checkout.confirmPayment()
  checkout.acceptTerms(true)
  checkout.giveDigitalConsent(true)
  expect([checkout.state.problem, canBuy(snapshot(checkout))]).toEqual([null, true])
  const home = `${server.url}/`
  const bought = await checkout.buy({ client: 'desktop', returnTo: home, backTo: home })
  expect(checkout.state.createTransactionError).toBe('')
  return bought?.orderUuid ?? ''
}

/** A storage that outlives the program. */
function aStorage(): ShopStorage {
  let stored: StoredKeys | undefined
  const keys = {
    read: async () => stored,
    async write(keys: CryptoKeyPair, sessionId?: string) {
      stored = { keys, sessionId }
    },
  }
  return { tab: aLocalStorage(), device: aLocalStorage(), keys }
}

describe('[EMB-7] a program outside a page', () => {
  it('enters a code, registers, puts a picture into the cart, buys it and reads the receipt', async () => {
    const before = new Set(Reflect.ownKeys(globalThis))
    const shop = open()
    await register(shop)
    await addPicture(shop)
    const cart = shop.part(createCart)
    expect(snapshot(cart).count).toBe(1)
    const order = await buy(shop)
    const orders = shop.part(createOrders)
    await orders.openReceipt(order)
    expect(
      snapshot(orders).receipts[order]?.value?.orderLines.map(({ digitalFiles }) => digitalFiles?.length),
    ).toContain(1)
    expect(snapshot(cart).count).toBe(0)
    // zod's own
    const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key) && !String(key).startsWith('__zod_'))
    expect(added).toEqual([])
  })

  it('serves several customers at a time, of whom none sees anything of another', async () => {
    const [anna, bo] = [open(), open()]
    await register(anna)
    await addPicture(anna)
    await bo.session.ready()
    expect(bo.session.state.status).toBe('signed-out')
    await register(bo)
    await bo.part(createCart).load()
    expect([snapshot(anna.part(createCart)).count, snapshot(bo.part(createCart)).count]).toEqual([1, 0])
    await bo.session.signOut()
    await anna.part(createCart).refresh()
    expect(snapshot(anna.part(createCart)).count).toBe(1)
  })

  it('continues where it was stopped, with a storage of its own', async () => {
    const storage = aStorage()
    const first = open({ storage })
    await first.part(createEntry).submitCode(emma.code)
    expect(open({ storage }).part(createEntry).state).toMatchObject({ step: 'email', code: emma.code.toUpperCase() })
    await register(first)
    first.destroy()
    const again = open({ storage })
    expect(await again.session.ready()).toMatchObject({ status: 'signed-in' })
    expect(await open({ storage: aStorage() }).session.ready()).toMatchObject({ status: 'signed-out' })
  })

  it('renews its access token by its own clock', async () => {
    let now = Date.now()
    const addresses: string[] = []
    const shop = open({
      now: () => now,
      fetch: (address, init) => {
        addresses.push(new URL(address).pathname)
        return fetch(address, init)
      },
    })
    await register(shop)
    addresses.length = 0
    await shop.part(createCart).load()
    expect(addresses.filter((path) => path === account.renew.path)).toHaveLength(0)
    now += 60 * 60_000
    await shop.part(createCart).refresh()
    expect(addresses.filter((path) => path === account.renew.path)).toHaveLength(1)
  })

  it('adds headers of its own to each call, and reads the answers', async () => {
    const seen: unknown[] = []
    const answers: number[] = []
    const shop = open({
      beforeRequest: ({ address, headers }) => {
        headers.set('x-request-source', new URL(address).pathname)
      },
      afterResponse: async (response) => {
        answers.push((await response.text()).length)
      },
      fetch: (address, init) => {
        seen.push((init.headers as Record<string, string>)['x-request-source'])
        return fetch(address, init)
      },
    })
    await shop.session.ready()
    expect([seen, shop.session.state.status]).toEqual([[account.session.path], 'signed-out'])
    expect(answers[0]).toBeGreaterThan(0)
  })
})

describe('[EMB-7] the state of a part', () => {
  it('is reported once for all changes of a turn until it is stopped, and its snapshot stays as it is', async () => {
    const shop = open()
    const entry = shop.part(createEntry)
    const steps: string[] = []
    const stop = subscribe(entry, () => steps.push(snapshot(entry).step))
    const before = snapshot(entry)
    expect(snapshot(entry)).toBe(before)
    await entry.submitCode(emma.code)
    await Promise.resolve()
    expect([before.step, snapshot(entry).step, steps.at(-1)]).toEqual(['code', 'email', 'email'])
    expect(() => Object.assign(snapshot(entry), { step: 'code' })).toThrow()
    stop()
    const reported = steps.length
    entry.back()
    await Promise.resolve()
    expect([snapshot(entry).step, steps.length]).toEqual(['code', reported])
  })
})

describe('[EMB-7] a shop that is destroyed', () => {
  const count = new Map<string, number>()
  /** A page that counts who listens to it. */
  function stubPage(): void {
    count.clear()
    const target = (name: string) => {
      const real = new EventTarget()
      return {
        addEventListener(type: string, listener: () => void, options?: { signal?: AbortSignal }) {
          const key = `${name} ${type}`
          count.set(key, (count.get(key) ?? 0) + 1)
          options?.signal?.addEventListener('abort', () => count.set(key, (count.get(key) ?? 0) - 1))
          real.addEventListener(type, listener, options)
        },
      }
    }
    vi.stubGlobal('document', { ...target('document'), visibilityState: 'visible' })
    vi.stubGlobal('window', target('window'))
    vi.stubGlobal('sessionStorage', aLocalStorage())
    vi.stubGlobal('localStorage', aLocalStorage())
    vi.stubGlobal('BroadcastChannel', CountedChannel)
  }
  class CountedChannel {
    onmessage = null
    name: string
    constructor(name: string) {
      this.name = name
      count.set(name, (count.get(name) ?? 0) + 1)
    }
    postMessage() {}
    close() {
      count.set(this.name, (count.get(this.name) ?? 0) - 1)
    }
  }
  afterEach(() => vi.unstubAllGlobals())

  it('leaves no listener and no channel on its page', async () => {
    stubPage()
    const shop = open()
    for (const create of Object.values(parts)) shop.part(create as (shop: Shop) => unknown)
    const total = () => [...count.values()].reduce((sum, each) => sum + each, 0)
    expect(total()).toBeGreaterThan(3)
    shop.destroy()
    expect(Object.fromEntries(count)).toEqual(Object.fromEntries([...count.keys()].map((key) => [key, 0])))
  })

  it('ends its calls, and reports no failure of them', async () => {
    const failures: string[] = []
    let requests = 0
    const shop = open({
      fetch: (_address, { signal }) => {
        requests += 1
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    shop.events.on('pk-error', ({ reason }) => failures.push(reason))
    const ready = shop.session.ready()
    await expect.poll(() => requests).toBe(1)
    shop.destroy()
    await expect(ready).rejects.toThrow()
    await expect(shop.session.check()).rejects.toThrow()
    expect([failures, requests]).toEqual([[], 1])
  })
})

const { createShop: _shop, createEditor: _editor, ...published } = headless
/** What `shop.part` accepts of what is published. */
const parts = Object.fromEntries(Object.entries(published).filter(([name]) => name.startsWith('create')))

it('the guide names every part that is published, and no other', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/headless.md'), 'utf8')
  const named = [...guide.matchAll(/^\| `(create\w+)` \|/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual([...Object.keys(parts), 'createEditor'].sort())
})
