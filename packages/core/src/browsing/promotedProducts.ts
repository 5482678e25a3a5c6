import { proxy, ref } from 'valtio/vanilla'
import { createPictureSets } from '../picture-sets/state.ts'
import { createSubjectList } from '../picture-sets/subjectList.ts'
import type { Shop } from '../shop.ts'
import type { ShownScene } from '../template/scene.ts'
import { browsing, type PromotedProduct } from './contract.ts'
import { createSceneQueue } from './sceneQueue.ts'

/** The promoted products, each with a picture of the selected set: `shop.part(createPromotedProducts)`. */
export type PromotedProductsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  promoted: readonly PromotedProduct[]
  /** By template; missing while it is loading. */
  scenes: Record<string, ShownScene>
}

export type PromotedProducts = {
  readonly state: PromotedProductsState
  /** Fetches the products and, while they are shown, keeps them up to date with picture set, customer, language and cart. */
  watch(): () => void
  /** Fetches the scene of a template that is about to become visible. */
  show(template: string): void
  /** Fetches everything again, after a failure or when pictures no longer load. */
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
  /** The picture set, customer and language of the scenes. */
  let scenesKey: string | undefined

  function clearScenes(): void {
    queue.clear()
    state.scenes = {}
  }

  const list = createSubjectList(shop, {
    isWatched: () => watchers > 0,
    onStart() {
      if (state.status !== 'ready') Object.assign(state, { status: 'loading', error: '' })
    },
    async fetchFor(subject) {
      const subjectUuid = await subject
      const key = list.key()
      const promoted = await shop.call(browsing.promoted, subjectUuid ? { subject: subjectUuid } : {})
      // The products stay until the new prices have arrived; the scenes are dropped if they would show other pictures.
      return () => {
        if (scenesKey !== key) clearScenes()
        scenesKey = key
        Object.assign(state, { status: 'ready', error: '', promoted: ref(promoted) })
      }
    },
    onFailure: fail,
  })
  // A campaign may depend on the content of the cart.
  shop.events.on('pk-cart-change', () => {
    if (watchers > 0) void list.fetch()
  })

  return {
    state,
    watch() {
      watchers += 1
      void list.fetch()
      return () => {
        watchers -= 1
      }
    },
    show: queue.show,
    async refresh() {
      clearScenes()
      if (sets.state.status === 'ready') await sets.refresh()
      await list.fetch()
    },
  }
}
