import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { type AShop, aShop, loseAnswerOnce } from '../testing/aShop.ts'
import type { CartTabs } from './cartTabs.ts'
import { carts } from './contract.ts'
import { serverPreviewOf } from './serverPreview.ts'
import { type CartPart, createCart } from './state.ts'

let server: TestServer
let seller: Buyer
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildBuyer(server)
})
afterAll(() => server.close())

type Tab = {
  cart: CartPart
  page: CartTabs & { heard(version: number): void; come(): void; told: number[] }
  built: AShop
  events: number[]
}

/** A customer's tab; the test controls the page around it. */
function openTab(client: Buyer['client'], before?: Tab): Tab {
  const built = aShop(client.send, server.provider.key)
  // After a reload the tab remembers what it did.
  if (before) built.shop.memory.write(before.built.shop.memory.read())
  const listeners = { heard: (_version: number) => {}, come: () => {} }
  const broadcasts: number[] = []
  const page = {
    told: broadcasts,
    announce: (version: number) => void broadcasts.push(version),
    onOtherTab(heard: (version: number) => void) {
      listeners.heard = heard
    },
    onReturn(come: () => void) {
      listeners.come = come
    },
    heard: (version: number) => listeners.heard(version),
    come: () => listeners.come(),
  }
  const events: number[] = []
  built.shop.events.on('pk-cart-change', ({ count }) => events.push(count))
  return { cart: createCart(built.shop, page), page, built, events }
}

async function customer(quantities: number[] = []): Promise<{ client: Buyer['client']; tab: Tab }> {
  const { client } = await buildCustomer(server, { subjects: [seller.set.subject.uuid] })
  for (const quantity of quantities) {
    const lines = [await seller.line({ quantity, name: `N${quantity}` })]
    await client.call(carts.addLines, { requestId: randomUUID(), lines })
  }
  return { client, tab: openTab(client) }
}

const quantities = ({ cart }: Tab) => cart.state.cart?.orderLines.map(({ quantity }) => quantity)
const uuidOf = ({ cart }: Tab, index = 0) => cart.state.cart?.orderLines[index]?.uuid ?? ''

describe('the cart of a page', () => {
  it('loads once, however many surfaces request it', async () => {
    const { tab } = await customer([2, 3])
    expect(tab.cart.state.status).toBe('unknown')
    await Promise.all([tab.cart.load(), tab.cart.load()])
    await tab.cart.load()
    expect(tab.built.sent).toEqual(['cart.get'])
    expect(tab.cart.state).toMatchObject({ status: 'ready', count: 5 })
    expect(tab.events).toEqual([])
  })

  it('[CRT-10] reports each change to the page and to the other tabs', async () => {
    const { tab } = await customer([2])
    await tab.cart.load()
    await tab.cart.changeQuantity(uuidOf(tab), 4)
    await tab.cart.remove(uuidOf(tab))
    expect(tab.events).toEqual([4, 0])
    expect(tab.page.told).toEqual([2, 3])
  })

  it('tells the page how much is in it as soon as that is known, whenever it is another number, and when nobody is signed in', async () => {
    const { tab } = await customer([2, 3])
    const counts: number[] = []
    tab.built.shop.events.on('pk-cart-count', ({ count }) => counts.push(count))
    await tab.cart.load()
    await tab.cart.refresh()
    expect(counts).toEqual([5])
    await tab.cart.changeQuantity(uuidOf(tab), 4)
    tab.built.shop.session.state.status = 'signed-out'
    await expect.poll(() => tab.cart.state.status).toBe('signed-out')
    tab.built.shop.session.state.status = 'signed-in'
    await expect.poll(() => counts).toEqual([5, 7, 0, 7])
  })

  it('reports a change even if the cart was never shown before', async () => {
    const { tab } = await customer()
    await tab.cart.add([await seller.line({ quantity: 2 })])
    expect(tab.events).toEqual([2])
  })

  it('adds once on a double click, and twice when that is intended', async () => {
    const { tab } = await customer()
    const lines = [await seller.line()]
    await Promise.all([tab.cart.add(lines), tab.cart.add([...lines])])
    expect(tab.built.sent).toEqual(['cart.addLines'])
    expect(quantities(tab)).toEqual([1])
    await tab.cart.add(lines)
    expect(quantities(tab)).toEqual([1, 1])
  })

  it('adds once if the answer is lost and the customer tries again', async () => {
    const { tab } = await customer()
    const lines = [await seller.line()]
    loseAnswerOnce(tab.built, 'cart.addLines')
    await expect(tab.cart.add(lines)).rejects.toMatchObject({ kind: 'network' })
    expect(tab.cart.state.adding).toBe('idle')
    await tab.cart.add(lines)
    expect(quantities(tab)).toEqual([1])
  })

  it('adds once if the answer is lost, the page is reloaded and the customer tries again', async () => {
    const { tab, client } = await customer()
    const lines = [await seller.line({ quantity: 3 })]
    loseAnswerOnce(tab.built, 'cart.addLines')
    await expect(tab.cart.add(lines)).rejects.toMatchObject({ kind: 'network' })
    const again = openTab(client, tab)
    await again.cart.add(lines)
    expect(quantities(again)).toEqual([3])
    // A later one is intended.
    const later = openTab(client, again)
    await later.cart.add(lines)
    expect(quantities(later)).toEqual([3, 3])
  })

  it('[CRT-5] marks a line while it is updated, and applies the last of several quick changes', async () => {
    const { tab } = await customer([1, 9])
    await tab.cart.load()
    const uuid = uuidOf(tab)
    const first = tab.cart.changeQuantity(uuid, 2)
    void tab.cart.changeQuantity(uuid, 3)
    void tab.cart.changeQuantity(uuid, 5)
    expect(tab.cart.state.lines).toEqual({ [uuid]: 'updating' })
    expect(tab.cart.state.quantities).toEqual({ [uuid]: 5 })
    await first
    expect(tab.cart.state).toMatchObject({ lines: {}, quantities: {} })
    expect(quantities(tab)).toEqual([5, 9])
    expect(tab.built.sent.filter((name) => name === 'cart.updateLine')).toHaveLength(2)
  })

  it('keeps the previews that a change of quantity leaves out', async () => {
    const { tab } = await customer([1, 2])
    await tab.cart.load()
    const before = tab.cart.state.cart?.orderLines.map(({ preview }) => preview?.hash)
    await tab.cart.changeQuantity(uuidOf(tab), 3)
    await tab.cart.remove(uuidOf(tab, 1))
    expect(tab.cart.state.cart?.orderLines.map(({ preview }) => preview?.hash)).toEqual(before?.slice(0, 1))
    expect(tab.built.sent.filter((name) => name === 'cart.get')).toHaveLength(1)
  })

  it('shows what another tab has added, including previews', async () => {
    const { client, tab } = await customer([1])
    const other = openTab(client)
    await Promise.all([tab.cart.load(), other.cart.load()])
    await other.cart.add([await seller.line({ name: 'Other' })])
    tab.page.heard(other.page.told.at(-1) as number)
    await expect.poll(() => quantities(tab)).toEqual([1, 1])
    // A version that it already has is not fetched again.
    const { length } = tab.built.sent
    tab.page.heard(2)
    expect(tab.built.sent).toHaveLength(length)
    // If the message was lost, its own next change returns a line without preview: the whole cart is fetched.
    await other.cart.add([await seller.line({ name: 'Third' })])
    await tab.cart.changeQuantity(uuidOf(tab), 2)
    await expect.poll(() => tab.cart.state.cart?.orderLines.every(({ preview }) => preview !== null)).toBe(true)
    expect(quantities(tab)).toEqual([2, 1, 1])
  })

  it('refreshes when the customer returns from another device', async () => {
    const { client, tab } = await customer([1])
    await tab.cart.load()
    await client.call(carts.updateLine, { uuid: uuidOf(tab), requestId: randomUUID(), quantity: 8 })
    tab.page.come()
    await expect.poll(() => quantities(tab)).toEqual([8])
    expect(tab.events).toEqual([8])
  })

  it('drops an outdated answer', async () => {
    const { tab } = await customer([1])
    await tab.cart.load()
    const slow = Promise.withResolvers<void>()
    tab.built.onAnswer = (name) => (name === 'cart.get' ? slow.promise : undefined)
    const refreshed = tab.cart.refresh()
    await expect.poll(() => tab.built.sent.at(-1)).toBe('cart.get')
    await new Promise((done) => setTimeout(done, 200))
    await tab.cart.changeQuantity(uuidOf(tab), 6)
    slow.resolve()
    await refreshed
    expect(quantities(tab)).toEqual([6])
  })

  it('shows a refusal at its line, and simply removes a line that is gone', async () => {
    const { client, tab } = await customer([1, 2])
    await tab.cart.load()
    const [first, second] = [uuidOf(tab), uuidOf(tab, 1)]
    await tab.cart.changeQuantity(first, 5000)
    expect(tab.cart.state.problems).toEqual({ [first]: 'This quantity cannot be ordered.' })
    expect(quantities(tab)).toEqual([1, 2])
    await client.call(carts.deleteLine, { uuid: second, requestId: randomUUID() })
    await tab.cart.remove(second)
    expect(tab.cart.state.problems).toEqual({ [first]: 'This quantity cannot be ordered.' })
    expect(quantities(tab)).toEqual([1])
    await tab.cart.changeQuantity(first, 2)
    expect(tab.cart.state.problems).toEqual({})
  })

  it('returns the scene that the server would print instead', async () => {
    const { tab } = await customer()
    const line = await seller.line()
    const error = await tab.cart.add([{ ...line, sceneHash: 'something else' }]).catch((reason: unknown) => reason)
    expect(serverPreviewOf(error)?.hash).toBe(line.sceneHash)
    expect(serverPreviewOf(new Error('other'))).toBeUndefined()
  })

  it('reports a failure and tries again', async () => {
    const { tab } = await customer([1])
    tab.built.isOnline = false
    await tab.cart.load()
    expect(tab.cart.state).toMatchObject({ status: 'failed', error: 'No connection' })
    tab.built.isOnline = true
    await tab.cart.load()
    expect(tab.cart.state).toMatchObject({ status: 'ready', error: '' })
  })

  it('is emptied when the customer signs out', async () => {
    const { tab } = await customer([3])
    await tab.cart.load()
    tab.built.shop.session.state.status = 'signed-out'
    await expect.poll(() => tab.cart.state.status).toBe('signed-out')
    expect(tab.cart.state).toMatchObject({ cart: null, count: 0 })
  })
})
