import { proxy, subscribe } from 'valtio/vanilla'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { PackageContent } from '../photo-packages/contract.ts'
import { createAddOnce } from './addOnce.ts'
import { createCartReading } from './cartReading.ts'
import { type CartShop, type CartState, emptyCart } from './cartState.ts'
import { type CartTabs, createCartTabs } from './cartTabs.ts'
import { type Cart, type ChosenCatalogue, carts, type NewLine } from './contract.ts'
import { createLineChanges, type LineChanges } from './lineChanges.ts'

export type CartPart = LineChanges & {
  readonly state: CartState
  /** Fetches the cart if it is not known yet. Never throws: see `status` and `error`. */
  load(): Promise<void>
  /** Fetches it again, for example after a change elsewhere. */
  refresh(): Promise<void>
  /** Fetches it after another feature's call has changed it, and notifies the other tabs. */
  refreshAfterChange(): Promise<void>
  /** Shows a cart that was returned by another call. */
  show(cart: Cart): void
  /**
   * Adds lines. If the same lines are added again while the first call is running, they are added once. Throws ShopError; if
   * the server lays a design out differently, `serverPreviewOf(error)` is what it would print.
   */
  add(lines: NewLine[]): Promise<void>
  /** Adds catalogues, in the same way. Throws ShopError. */
  addCatalogues(catalogues: ChosenCatalogue[]): Promise<void>
  /** Adds by a call of another feature, in the same way: `what` identifies the command. Throws ShopError. */
  addBy(what: unknown, send: (requestId: string) => Promise<{ cart: Cart }>): Promise<void>
  /** Adds a package, in the same way. Throws ShopError. */
  addPackage(content: PackageContent): Promise<void>
}

/** The one cart of a page. `page` is the browser's unless a test passes another. */
export function createCart(
  shop: CartShop,
  page: CartTabs = createCartTabs(`pk-cart-${shop.api}-${shop.provider}`, shop.ended),
): CartPart {
  const state = proxy<CartState>(emptyCart())
  const reading = createCartReading(shop, state, page)
  const { refresh, forget } = reading
  const addOnce = createAddOnce(shop, state, reading)

  subscribe(shop.session.state, () => {
    const signedIn = shop.session.state.status === 'signed-in'
    if (signedIn && state.status === 'signed-out') void refresh()
    if (shop.session.state.status === 'signed-out' && state.status !== 'unknown') forget()
  })
  // Names and descriptions are in the language of the request.
  onLanguageChange(shop, () => {
    Object.assign(state, { error: '', problems: {} })
    // Also while the answer in the other language is loading.
    if (state.cart || reading.isFetching()) void reading.fetch()
  })
  page.onOtherTab((version) => void (state.cart && state.cart.version < version && refresh()))
  page.onReturn(() => void (state.cart && refresh()))

  return {
    state,
    load: () => (state.status === 'ready' ? Promise.resolve() : refresh()),
    refresh,
    async refreshAfterChange() {
      await reading.fetch(true)
      if (state.cart) page.announce(state.cart.version)
    },
    show: reading.show,
    add: (lines) => addOnce(lines, (id) => shop.call(carts.addLines, { requestId: id, lines })),
    addCatalogues: (catalogues) =>
      addOnce(catalogues, (id) => shop.call(carts.addCatalogues, { requestId: id, catalogues })),
    addBy: addOnce,
    addPackage: (content) => addOnce(content, (id) => shop.call(carts.addPackage, { requestId: id, ...content })),
    ...createLineChanges(shop, state, reading),
  }
}
