import { proxy, ref } from 'valtio/vanilla'
import { createCart } from '../cart/state.ts'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { type Product, products } from '../products/contract.ts'
import { DIGITAL_PORTRAIT_PRODUCT, DIGITAL_SET_PRODUCT } from '../products/specialProducts.ts'
import { requestId } from '../requestId.ts'
import type { Shop } from '../shop.ts'
import { digitalPortraits } from './contract.ts'

/** What files cost this customer, and which of them are on their way into the cart or out of it: `shop.part(createDigitalPortraits)`. */
export type DigitalPortraitsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  /** Null where the shop does not sell it. */
  prices: { set: Product | null; file: Product | null }
  /** Pictures and sets, by uuid, that a press is being answered for. */
  busy: Record<string, boolean>
  /** Why something could not be done, by the picture's or the set's uuid. */
  problems: Record<string, string>
}

/** One picture, or all of a set by its subject's uuid. */
export type DigitalItem = { file: string } | { pictureSet: string }

export type DigitalPortraits = {
  readonly state: DigitalPortraitsState
  /** Loads the prices and, as long as somebody watches, keeps them and the picture sets as the cart makes them. */
  watch(): () => void
  /** Loads the prices anew. */
  refresh(): Promise<void>
  /** Puts it into the cart or takes it out. A refusal becomes a text in `problems`. */
  toggle(item: DigitalItem, inCart: boolean): Promise<void>
  /** The address of one download, for now. A refusal becomes a text in `problems`, and the address null. */
  download(item: DigitalItem, background?: string): Promise<string | null>
}

const uuidOf = (item: DigitalItem) => ('file' in item ? item.file : item.pictureSet)

export function createDigitalPortraits(shop: Shop): DigitalPortraits {
  const state = proxy<DigitalPortraitsState>(emptyState())
  const cart = shop.part(createCart)
  const sets = shop.part(createPictureSets)
  let watchers = 0
  let asked = 0

  async function refresh(): Promise<void> {
    const order = ++asked
    if (state.status !== 'ready') state.status = 'loading'
    try {
      const answer = await shop.call(products.priceList, {})
      if (order !== asked) return
      const priceOf = (product: string) => {
        const found = answer.products.find(({ uuid }) => uuid === product)
        return found ? ref(found) : null
      }
      state.prices = { set: priceOf(DIGITAL_SET_PRODUCT), file: priceOf(DIGITAL_PORTRAIT_PRODUCT) }
      Object.assign(state, { status: 'ready', error: '' })
    } catch (error) {
      if (!isShopError(error)) throw error
      if (order !== asked) return
      // Older prices are better than none: the server decides them anyway.
      if (state.status !== 'ready') Object.assign(state, { status: 'failed', error: error.message })
    }
  }

  /** Does something about an item, and puts a refusal at it. */
  async function at<T>(item: DigitalItem, work: () => Promise<T>): Promise<T | null> {
    const uuid = uuidOf(item)
    if (state.busy[uuid]) return null
    state.busy[uuid] = true
    delete state.problems[uuid]
    try {
      return await work()
    } catch (error) {
      if (!isShopError(error)) throw error
      state.problems[uuid] = error.message
      return null
    } finally {
      delete state.busy[uuid]
    }
  }

  // What is in the cart decides what a file costs, and what the buttons say.
  shop.events.on('pk-cart-change', () => {
    if (watchers === 0) return
    void refresh()
    void sets.refresh()
  })
  onLanguageChange(shop, () => {
    state.problems = {}
    if (watchers > 0) void refresh()
  })
  for (const event of ['pk-login', 'pk-logout'] as const) {
    shop.events.on(event, () => {
      asked += 1
      Object.assign(state, emptyState())
      if (watchers > 0) void refresh()
    })
  }

  return {
    state,
    refresh,
    watch() {
      watchers += 1
      void refresh()
      // The cart may have changed since the sets were fetched.
      if (sets.state.status === 'ready') void sets.refresh()
      return () => {
        watchers -= 1
      }
    },
    toggle: async (item, inCart) => {
      await at(item, async () => {
        const wish = { inCart, requestId: requestId() }
        const answer =
          'file' in item
            ? await shop.call(digitalPortraits.toggleFile, { ...item, ...wish })
            : await shop.call(digitalPortraits.toggleSet, { ...item, ...wish })
        const { price, currency, product } = answer
        shop.events.emit('pk-digital-toggle', {
          kind: 'file' in item ? 'file' : 'set',
          inCart: answer.inCart,
          product: product.name,
          price,
          currency,
        })
        await cart.changed()
        await sets.refresh()
      })
    },
    download: (item, background) =>
      at(item, async () => {
        const { href } = await shop.call(digitalPortraits.ticket, { ...item, ...(background && { background }) })
        return href
      }),
  }
}

function emptyState(): DigitalPortraitsState {
  return { status: 'idle', error: '', prices: { set: null, file: null }, busy: {}, problems: {} }
}
