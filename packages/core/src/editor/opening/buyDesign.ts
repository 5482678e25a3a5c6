import { ref } from 'valtio/vanilla'
import type { Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { EditorOptions } from '../design/editorOptions.ts'
import { designOf } from '../design/instance.ts'
import type { Painter } from '../drawing/painter.ts'
import type { EditorState } from '../editorState.ts'
import type { DesignKeeper } from '../saving/designKeeper.ts'
import { addToCart, stateAfter } from './addToCart.ts'
import type { OpenedEditor } from './openEditor.ts'

/** Buys the design, with its extras. */
export type Purchase = {
  begin(opened: OpenedEditor): void
  setQuantity(quantity: number): void
  /** Adds an extra to each piece, or removes it. */
  want(subProduct: string, isWanted: boolean): void
  /** Adds to the cart, or updates the line. Returns where to go: the cart, the login, or nowhere. */
  buy(): Promise<Route | undefined>
}

type PurchaseHost = {
  state: EditorState
  painter: Painter
  keeper: DesignKeeper
  /** Whether the version being bought is the stored one. Throws ShopError. */
  isCurrent(): Promise<boolean>
}

export function createPurchase(shop: Shop, options: EditorOptions, host: PurchaseHost): Purchase {
  const { state, painter, keeper } = host
  let areExtrasSelected = false

  return {
    begin({ draft }) {
      areExtrasSelected = draft !== undefined
    },
    setQuantity(quantity) {
      state.quantity = quantity
    },
    want(subProduct, isWanted) {
      const others = state.subProducts.filter((uuid) => uuid !== subProduct)
      state.subProducts = isWanted ? [...others, subProduct] : others
      areExtrasSelected = true
    },
    async buy() {
      const { instance } = state
      if (!instance || !state.shownScene || state.buying === 'adding') return undefined
      state.buying = 'adding'
      await painter.settled()
      const isLine = state.origin === 'line' && !state.isLineGone
      const outcome = await addToCart(shop, {
        instance,
        scene: state.shownScene.scene,
        quantity: state.quantity,
        subProducts: areExtrasSelected || !isLine ? state.subProducts : undefined,
        line: isLine && 'orderLine' in options ? options.orderLine : undefined,
        isCurrent: host.isCurrent,
      })
      Object.assign(state, stateAfter(outcome))
      if (outcome.kind === 'sign-in') return keeper.toLogin(state.quantity)
      if (outcome.kind === 'differs') {
        painter.take(outcome.shownScene, designOf(instance))
        Object.assign(state, { shownScene: ref(outcome.shownScene), unset: null })
      }
      if (outcome.kind === 'failed' && outcome.reason === 'picture-sets.unknown') void painter.renew()
      if (outcome.kind !== 'done') return undefined
      state.instance = ref({ ...instance, dirty: false })
      // The cart does not wait for it. For a line it is kept, so that other windows find the line's current content.
      keeper.forget(isLine)
      return { name: 'shoppingcart', params: {} }
    },
  }
}
