import { proxy, ref } from 'valtio/vanilla'
import { createCart } from '../cart/state.ts'
import type { AnswerOf } from '../endpoint.ts'
import { onCustomerChange } from '../onCustomerChange.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { tryCall } from '../tryCall.ts'
import { type Order, orders } from './contract.ts'
import { emitPurchase } from './purchaseEvent.ts'

export type OrderSummary = AnswerOf<typeof orders.list>[number]
export type OrderDetails = AnswerOf<typeof orders.details>
type LoadedOrder<T> = { status: 'loading' | 'ready' | 'failed'; value: T | null; error: string }

/**
 * The customer's orders. A surface gets them by `shop.part(createOrders)`.
 *
 * - My orders: call `load()` when shown and draw `state.list`; call `open(uuid)` when an entry opens, and draw
 *   `state.details[uuid]` inside it.
 * - Receipt: call `openReceipt(orderUuid)` when shown and draw `state.receipts[orderUuid]`. Once per order it dispatches the
 *   purchase to the page (`pk-purchase-success`) and fetches the cart again. An order that is not paid yet is requested again for
 *   a while; if its payment failed, `payment.state` says so, and the customer returns to the checkout.
 */
export type OrdersState = {
  list: LoadedOrder<readonly OrderSummary[]>
  details: Record<string, LoadedOrder<OrderDetails>>
  receipts: Record<string, LoadedOrder<Order>>
  /** Why a receipt could not be downloaded. */
  receiptProblem: string
}

export type OrdersPart = {
  readonly state: OrdersState
  load(): Promise<void>
  open(uuid: string): Promise<void>
  openReceipt(orderUuid: string): Promise<void>
  /** The temporary address of a receipt's download. A refusal becomes `state.receiptProblem`, and the address null. */
  receiptAddress(orderUuid: string): Promise<string | null>
}

type OrdersShop = Pick<Shop, 'call' | 'part' | 'session' | 'events' | 'memory' | 'locale'>

/** A gateway's report can arrive a moment after the customer: the receipt asks again at these intervals, in milliseconds. */
const RETRY_INTERVALS_MS = [1000, 2000, 3000, 5000, 8000]

export function createOrders(
  shop: OrdersShop,
  wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
): OrdersPart {
  const state = proxy<OrdersState>({ list: loadingOrder(), details: {}, receipts: {}, receiptProblem: '' })
  let requests = 0
  let isListed = false
  onLanguageChange(shop, () => {
    const entries = [state.list, ...Object.values(state.details), ...Object.values(state.receipts)]
    for (const entry of entries) entry.error = ''
    state.receiptProblem = ''
  })
  // One customer's orders are requested again for the next.
  onCustomerChange(shop, () => {
    const { details, receipts } = state
    Object.assign(state, { list: loadingOrder(), details: {}, receipts: {}, receiptProblem: '' })
    if (!shop.session.state.user) return
    if (isListed) void self.load()
    for (const uuid of Object.keys(details)) void self.open(uuid)
    for (const uuid of Object.keys(receipts)) void self.openReceipt(uuid)
  })

  const self: OrdersPart = {
    state,
    async load() {
      isListed = true
      await fill(state.list, () => shop.call(orders.list, {}))
    },
    async open(uuid) {
      state.details[uuid] ??= loadingOrder()
      await fill(state.details[uuid], () => shop.call(orders.details, { uuid }))
    },
    async receiptAddress(orderUuid) {
      state.receiptProblem = ''
      const ticket = await tryCall(
        () => shop.call(orders.receiptTicket, { orderUuid }),
        ({ message }) => {
          state.receiptProblem = message
        },
      )
      return ticket?.href ?? null
    },
    async openReceipt(orderUuid) {
      const visit = ++requests
      state.receipts[orderUuid] ??= loadingOrder()
      const entry = state.receipts[orderUuid]
      let order = await fill(entry, () => shop.call(orders.get, { orderUuid }))
      for (const pause of RETRY_INTERVALS_MS) {
        if (order?.payment.state !== 'awaiting' || visit !== requests) break
        await wait(pause)
        if (visit === requests) order = await fill(entry, () => shop.call(orders.get, { orderUuid }))
      }
      if (!order) return
      const paid = order
      // If the server cannot be reached, the event is dispatched at the next opening.
      await tryCall(() => emitPurchase(shop, paid))
      await shop.part(createCart).refresh()
    },
  }
  return self
}

function loadingOrder<T>(): LoadedOrder<T> {
  return { status: 'loading', value: null, error: '' }
}

async function fill<T extends object>(entry: LoadedOrder<T>, send: () => Promise<T>): Promise<T | undefined> {
  if (entry.status === 'failed') entry.status = 'loading'
  const value = await tryCall(send, ({ message }) => {
    Object.assign(entry, { status: entry.value ? 'ready' : 'failed', error: message })
  })
  if (value) Object.assign(entry, { status: 'ready', value: ref(value), error: '' })
  return value
}
