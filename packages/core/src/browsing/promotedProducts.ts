import { proxy, ref, subscribe } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import type { Shop } from '../shop.ts'
import type { ShownScene } from '../template/scene.ts'
import { currentSubject } from './categories.ts'
import { browsing, type PromotedProduct } from './contract.ts'
import { createSceneQueue } from './sceneQueue.ts'

/** What the provider puts before customers, each with a picture of the chosen set in it: `shop.part(createPromoted)`. */
export type PromotedProductsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  promoted: readonly PromotedProduct[]
  /** By template; missing while it is on its way. */
  scenes: Record<string, ShownScene>
}

export type PromotedProducts = {
  readonly state: PromotedProductsState
  /** Fetches it and, as long as somebody watches, keeps it as picture set, customer, language and cart make it. */
  watch(): () => void
  /** Fetches the scene of a template that is about to be seen. */
  show(template: string): void
  /** Fetches everything again, after a failure or when pictures do not come any more. */
  refresh(): Promise<void>
}

export function createPromotedProducts(shop: Shop): PromotedProducts {
  const state = proxy<PromotedProductsState>({ status: 'idle', error: '', promoted: [], scenes: {} })
  const sets = shop.part(createPictureSets)
  const fail = (error: string) => Object.assign(state, { status: 'failed', error })
  const queue = createSceneQueue(shop, state, {
    listed: () => state.promoted.map(({ templateData }) => templateData),
    onFailure: fail,
  })
  let watchers = 0
  let asked = 0
  let current: string | undefined

  /** What is shown stays until the new prices are here; the scenes go where they would be of other pictures. */
  async function fetchAll(): Promise<void> {
    const order = ++asked
    if (state.status !== 'ready') Object.assign(state, { status: 'loading', error: '' })
    try {
      const subject = await currentSubject(shop)
      if (order !== asked) return
      const key = keyOf()
      const list = await shop.call(browsing.promoted, subject ? { subject } : {})
      if (order !== asked) return
      if (current !== key) {
        queue.clear()
        state.scenes = {}
      }
      current = key
      Object.assign(state, { status: 'ready', error: '', promoted: ref(list) })
    } catch (error) {
      if (order !== asked) return
      current = undefined
      if (!isShopError(error)) throw error
      fail(error.message)
    }
  }

  function keyOf(): string {
    return JSON.stringify([shop.locale.language, sets.state.chosen, shop.session.state.user?.uuid])
  }

  function follow(): void {
    if (watchers > 0 && current !== undefined && current !== keyOf()) void fetchAll()
  }
  subscribe(sets.state, follow)
  subscribe(shop.locale, follow)
  subscribe(shop.session.state, follow)
  // A campaign may ask for what is in the cart.
  shop.events.on('pk-cart-change', () => {
    if (watchers > 0) void fetchAll()
  })

  return {
    state,
    watch() {
      watchers += 1
      void fetchAll()
      return () => {
        watchers -= 1
      }
    },
    show: queue.show,
    async refresh() {
      queue.clear()
      state.scenes = {}
      if (sets.state.status === 'ready') await sets.refresh()
      await fetchAll()
    },
  }
}
