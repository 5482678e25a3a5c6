import { proxy, ref, subscribe } from 'valtio/vanilla'
import { isShopError, type ShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { ChosenItem, PackageContent } from '../photo-packages/contract.ts'
import { requestId } from '../requestId.ts'
import type { Shop } from '../shop.ts'
import { keepPreviews, lacksPreview, pieceCount } from './cart.ts'
import { type CartTabs, createCartTabs } from './cartTabs.ts'
import { type Cart, type ChosenCatalogue, carts, type NewLine } from './contract.ts'

/**
 * The customer's cart. A surface takes it by `shop.part(createCart)`, calls `load()` when it is shown and reads `state`
 * with `useSnapshot`: `status` says what to draw, `lines[uuid]` marks the lines that are 'updating' (prices read '...') or
 * 'deleting' (dimmed), `problems[uuid]` is a text to show at a line. `cart.orderLines` always holds what the server says;
 * while a quantity is on its way `wanted[uuid]` is what the customer has chosen. `count` is what a badge shows.
 */
export type CartState = {
  /** 'signed-out' has no cart; 'failed' has `error` and may still show an older cart. */
  status: 'unknown' | 'loading' | 'ready' | 'failed' | 'signed-out'
  cart: Cart | null
  count: number
  error: string
  adding: 'idle' | 'saving'
  lines: Record<string, 'updating' | 'deleting'>
  wanted: Record<string, number>
  problems: Record<string, string>
}

/** A change of what is on a line: the design as the editor holds it. */
export type LineDesign = Pick<NewLine, 'template' | 'templateData' | 'sceneHash' | 'subject'>

export type CartPart = {
  readonly state: CartState
  /** Fetches the cart where it is not here yet. Never throws: see `status` and `error`. */
  load(): Promise<void>
  /** Fetches it again, as after something that changed it elsewhere. */
  refresh(): Promise<void>
  /** Fetches it after a call that is not the cart's own has changed it, and tells the other tabs. */
  changed(): Promise<void>
  /** Takes a cart that came with another answer. */
  show(cart: Cart): void
  /**
   * Adds lines. The same lines sent twice while the first are on their way are added once. Throws ShopError; where the
   * server lays a design out differently `serverPreview(error)` is what it would print.
   */
  add(lines: NewLine[]): Promise<void>
  /** Adds catalogues, in the same way. Throws ShopError. */
  addCatalogues(catalogues: ChosenCatalogue[]): Promise<void>
  /** Adds by a call of another feature, in the same way: `what` says what it is. Throws ShopError. */
  addBy(what: unknown, send: (requestId: string) => Promise<{ cart: Cart }>): Promise<void>
  /** Adds a package, in the same way. Throws ShopError. */
  addPackage(content: PackageContent): Promise<void>
  /** Sets the quantity of a line. Of several quick changes the last one counts. A refusal becomes a text in `problems`. */
  changeQuantity(uuid: string, quantity: number): Promise<void>
  /** Puts another design on a line, and what is wanted with it. Throws as `add` does. */
  changeDesign(uuid: string, design: LineDesign, subProductUuids?: string[]): Promise<void>
  /** Puts other items on the line of a package. Throws ShopError. */
  changePackage(uuid: string, packageItems: ChosenItem[]): Promise<void>
  /** Takes the code of a voucher off; `lines` and `problems` know it as `REBATE_CODE`. */
  dropRebateCode(): Promise<void>
  /** Removes a line; ask the customer before. A refusal becomes a text in `problems`. */
  remove(uuid: string): Promise<void>
}

/** What a voucher's code is called among the lines that are being changed. */
export const REBATE_CODE = 'rebate-code'

type CartShop = Pick<Shop, 'api' | 'provider' | 'call' | 'session' | 'memory' | 'events' | 'locale'>

/** The one cart of a page. `page` is the browser's unless a test gives another. */
export function createCart(
  shop: CartShop,
  page: CartTabs = createCartTabs(`pk-cart-${shop.api}-${shop.provider}`),
): CartPart {
  const state = proxy<CartState>(emptyState())
  // Answers of an earlier customer and answers that were overtaken are dropped: by the customer, the version, the counter.
  let epoch = 0
  let asked = 0
  let shown = 0
  let fetching: Promise<void> | undefined
  let adding: { id: string; done: Promise<void> } | undefined

  function forget(): void {
    epoch += 1
    fetching = undefined
    adding = undefined
    if (shop.memory.read().adding) shop.memory.write({ adding: undefined })
    Object.assign(state, emptyState(), { status: 'signed-out' })
  }

  function take(cart: Cart, order: number, byCommand = false): void {
    const held = state.cart
    if (held && (cart.version < held.version || (cart.version === held.version && order < shown))) return
    shown = order
    const changed = held ? cart.version !== held.version : byCommand
    state.cart = ref(keepPreviews(cart, held))
    state.count = pieceCount(cart)
    state.status = 'ready'
    state.error = ''
    if (changed) shop.events.emit('pk-cart-change', { count: state.count })
  }

  async function fetchCart(byCommand = false): Promise<void> {
    const order = ++asked
    const since = epoch
    if (!state.cart) state.status = 'loading'
    try {
      const { status } = await shop.session.ready()
      if (since !== epoch) return
      if (status !== 'signed-in') return forget()
      const { cart } = await shop.call(carts.get, {})
      if (since === epoch) take(cart, order, byCommand)
    } catch (error) {
      if (since !== epoch) return
      if (!isShopError(error)) throw error
      if (error.reason === 'session.required') return forget()
      state.status = 'failed'
      state.error = error.message
    }
  }

  function refresh(): Promise<void> {
    fetching ??= fetchCart().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  /** Runs a command, shows the cart that it answers, tells the other tabs. */
  async function command(send: () => Promise<{ cart: Cart }>): Promise<void> {
    const order = ++asked
    const since = epoch
    const { cart } = await send()
    if (since !== epoch) return
    take(cart, order, true)
    page.tell(cart.version)
    if (state.cart && lacksPreview(state.cart)) void refresh()
  }

  /** A line's own failure is shown at the line; one that is gone already is simply not there any more. */
  async function lineCommand(uuid: string, word: 'updating' | 'deleting', send: () => Promise<{ cart: Cart }>) {
    state.lines[uuid] = word
    delete state.problems[uuid]
    try {
      await command(send)
    } catch (error) {
      if (!isShopError(error)) throw error
      if (error.reason === 'cart.unknown_line') await refresh()
      else state.problems[uuid] = error.message
    } finally {
      if (state.lines[uuid] === word) delete state.lines[uuid]
    }
  }

  subscribe(shop.session.state, () => {
    const signedIn = shop.session.state.status === 'signed-in'
    if (signedIn && state.status === 'signed-out') void refresh()
    if (shop.session.state.status === 'signed-out' && state.status !== 'unknown') forget()
  })
  // Names and descriptions come in the language that was asked for.
  onLanguageChange(shop, () => {
    Object.assign(state, { error: '', problems: {} })
    // Also while the answer in the other language is on its way.
    if (state.cart || fetching) void fetchCart()
  })
  page.onOtherTab((version) => void (state.cart && state.cart.version < version && refresh()))
  page.onReturn(() => void (state.cart && refresh()))

  return {
    state,
    load: () => (state.status === 'ready' ? Promise.resolve() : refresh()),
    refresh,
    async changed() {
      await fetchCart(true)
      if (state.cart) page.tell(state.cart.version)
    },
    show: (cart) => take(cart, ++asked),
    add: (lines) => addOnce(lines, (id) => shop.call(carts.addLines, { requestId: id, lines })),
    addCatalogues: (catalogues) =>
      addOnce(catalogues, (id) => shop.call(carts.addCatalogues, { requestId: id, catalogues })),
    addBy: addOnce,
    addPackage: (content) => addOnce(content, (id) => shop.call(carts.addPackage, { requestId: id, ...content })),
    async changeQuantity(uuid, quantity) {
      if (state.lines[uuid] === 'deleting') return
      state.wanted[uuid] = quantity
      if (state.lines[uuid]) return
      // One call at a time for a line, so that no slower one overtakes a later one.
      for (let sent: number | undefined; state.wanted[uuid] !== sent; ) {
        const next = state.wanted[uuid] as number
        sent = next
        const id = requestId()
        await lineCommand(uuid, 'updating', () => shop.call(carts.updateLine, { uuid, requestId: id, quantity: next }))
      }
      delete state.wanted[uuid]
    },
    changeDesign: (uuid, design, subProductUuids) =>
      changeLine(uuid, { design, ...(subProductUuids && { subProductUuids }) }),
    changePackage: (uuid, packageItems) => changeLine(uuid, { packageItems }),
    dropRebateCode: () => lineCommand(REBATE_CODE, 'deleting', () => shop.call(carts.dropRebateCode, {})),
    async remove(uuid) {
      if (state.lines[uuid] === 'deleting') return
      const id = requestId()
      await lineCommand(uuid, 'deleting', () => shop.call(carts.deleteLine, { uuid, requestId: id }))
    },
  }

  /** Puts something else on a line. */
  async function changeLine(
    uuid: string,
    change: { design: LineDesign; subProductUuids?: string[] } | { packageItems: ChosenItem[] },
  ) {
    state.lines[uuid] = 'updating'
    const id = requestId()
    try {
      await command(() => shop.call(carts.updateLine, { uuid, requestId: id, ...change }))
    } finally {
      delete state.lines[uuid]
    }
  }

  /** After a broken connection, or a reload, the same command goes out again under the same id, so that it is done once. */
  function addOnce(what: unknown, send: (id: string) => Promise<{ cart: Cart }>): Promise<void> {
    const content = JSON.stringify(what)
    const before = shop.memory.read().adding
    const id = before?.content === content ? before.id : requestId()
    if (adding?.id === id) return adding.done
    shop.memory.write({ adding: { content, id } })
    state.adding = 'saving'
    const done = command(() => send(id))
      .then(
        () => forgetCommand(id),
        (error: unknown) => {
          if (isFinal(error)) forgetCommand(id)
          throw error
        },
      )
      .finally(() => {
        state.adding = 'idle'
        if (adding?.id === id) adding = undefined
      })
    adding = { id, done }
    return done
  }

  function forgetCommand(id: string): void {
    if (shop.memory.read().adding?.id === id) shop.memory.write({ adding: undefined })
  }
}

/** Whether the server has decided; a call without an answer may have been done or not. */
function isFinal(error: unknown): error is ShopError {
  return isShopError(error) && error.kind === 'failure' && error.status < 500
}

function emptyState(): CartState {
  return { status: 'unknown', cart: null, count: 0, error: '', adding: 'idle', lines: {}, wanted: {}, problems: {} }
}
