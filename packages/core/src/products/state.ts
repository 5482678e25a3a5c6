import { proxy, ref } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { type Product, products } from './contract.ts'

/** The shop's prices for the current caller: `shop.part(createPriceList)`. */
export type PriceListState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  products: readonly Product[]
}

export type PriceList = {
  readonly state: PriceListState
  /** Fetches the current prices; older ones stay until the new ones arrive. */
  load(): Promise<void>
}

export function createPriceList(shop: Shop): PriceList {
  const state = proxy<PriceListState>({ status: 'idle', error: '', products: [] })
  let requests = 0

  async function load(): Promise<void> {
    const order = ++requests
    if (state.status !== 'ready') state.status = 'loading'
    try {
      const { products: list } = await shop.call(products.priceList, {})
      if (order === requests) Object.assign(state, { status: 'ready', error: '', products: ref(list) })
    } catch (error) {
      if (!isShopError(error)) throw error
      // Prices that may have ended must not be shown instead of new ones.
      if (order === requests) Object.assign(state, { status: 'failed', error: error.message, products: [] })
    }
  }
  function forget(): void {
    requests += 1
    Object.assign(state, { status: 'idle', error: '', products: [] })
  }
  // Campaigns depend on the signed-in customer, and names on the language.
  forgetWithCustomer(shop, forget)
  onLanguageChange(shop, forget)
  return { state, load }
}
