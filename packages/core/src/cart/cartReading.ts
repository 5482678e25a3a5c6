import { ref } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { keepPreviews, lacksPreview, pieceCount } from './cart.ts'
import { type CartShop, type CartState, emptyCart } from './cartState.ts'
import type { CartTabs } from './cartTabs.ts'
import { type Cart, carts } from './contract.ts'

/** Maintains the cart: fetches it, takes it from the answers of commands, and forgets it when the customer changes. */
export type CartReading = {
  /** Fetches the cart; `byCommand`: a call has changed it, so the page is notified. */
  fetch(byCommand?: boolean): Promise<void>
  /** Fetches it; simultaneous calls share one request. */
  refresh(): Promise<void>
  isFetching(): boolean
  /** Shows a cart that was returned by another call. */
  show(cart: Cart): void
  /** Runs a command, shows the cart in its answer, and notifies the other tabs. */
  command(send: () => Promise<{ cart: Cart }>): Promise<void>
  forget(): void
}

export function createCartReading(shop: CartShop, state: CartState, tabs: CartTabs): CartReading {
  // Drops answers of a previous customer and outdated answers: by the customer, the version, the counter.
  let epoch = 0
  let requests = 0
  let currentOrder = 0
  let fetching: Promise<void> | undefined
  let announced: number | undefined

  function announceCount(): void {
    if (state.count === announced) return
    announced = state.count
    shop.events.emit('pk-cart-count', { count: state.count })
  }

  function take(cart: Cart, order: number, byCommand: boolean): void {
    const current = state.cart
    if (current && (cart.version < current.version || (cart.version === current.version && order < currentOrder)))
      return
    currentOrder = order
    const changed = current ? cart.version !== current.version : byCommand
    state.cart = ref(keepPreviews(cart, current))
    state.count = pieceCount(cart)
    state.status = 'ready'
    state.error = ''
    announceCount()
    if (changed) shop.events.emit('pk-cart-change', { count: state.count })
  }

  const reading: CartReading = {
    async fetch(byCommand = false) {
      const order = ++requests
      const since = epoch
      if (!state.cart) state.status = 'loading'
      try {
        const { status } = await shop.session.ready()
        if (since !== epoch) return
        if (status !== 'signed-in') return reading.forget()
        const { cart } = await shop.call(carts.get, {})
        if (since === epoch) take(cart, order, byCommand)
      } catch (error) {
        if (since !== epoch) return
        if (!isShopError(error)) throw error
        if (error.reason === 'session.required') return reading.forget()
        state.status = 'failed'
        state.error = error.message
      }
    },
    refresh() {
      fetching ??= reading.fetch().finally(() => {
        fetching = undefined
      })
      return fetching
    },
    isFetching: () => fetching !== undefined,
    show: (cart) => take(cart, ++requests, false),
    async command(send) {
      const order = ++requests
      const since = epoch
      const { cart } = await send()
      if (since !== epoch) return
      take(cart, order, true)
      tabs.announce(cart.version)
      if (state.cart && lacksPreview(state.cart)) void reading.refresh()
    },
    forget() {
      epoch += 1
      fetching = undefined
      if (shop.memory.read().adding) shop.memory.write({ adding: undefined })
      Object.assign(state, emptyCart(), { status: 'signed-out' })
      announceCount()
    },
  }
  return reading
}
