import { createCart } from '../../cart/state.ts'
import { isShopError, type ShopError } from '../../errors.ts'
import type { Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { PackageInstance } from '../contract.ts'
import { packageContentOf, toChosenItem } from '../packageItems.ts'
import { hasPendingScenes, type PackageFiller } from './packageFiller.ts'
import type { PackageKeeper } from './packageKeeper.ts'
import type { PackagePageState } from './packagePageState.ts'

type PurchaseHost = {
  state: PackagePageState
  filler: PackageFiller
  keeper: PackageKeeper
  /** The line of the cart that the page edits. */
  line: string | null
  /** Whether the version being bought is the stored one. Throws ShopError. */
  isCurrent(): Promise<boolean>
}

/** Adds a package to the cart, or updates its line. Returns where to go: the cart, the login, or nowhere. */
export function createPackagePurchase(shop: Shop, host: PurchaseHost): () => Promise<Route | undefined> {
  const { state, filler, keeper, line } = host

  async function buy(): Promise<Route | undefined> {
    const { status } = await shop.session.ready()
    if (status !== 'signed-in') return keeper.toLogin(true)
    if (!(await host.isCurrent())) return undefined
    await filler.settled()
    // Items restored by undo were laid out before; anything else waits for its scene.
    if (hasPendingScenes(state.instance) && (await filler.renew()) !== 'done') {
      if (shop.session.state.status === 'signed-out') return keeper.toLogin(true)
      state.buyError = state.changeError
      return undefined
    }
    return state.instance ? put(state.instance) : undefined
  }

  async function put(instance: PackageInstance): Promise<Route> {
    const cart = shop.part(createCart)
    const packageItems = instance.packageItems.map(toChosenItem)
    if (line && !state.isLineGone) await cart.changePackage(line, packageItems)
    else await cart.addPackage({ ...packageContentOf(instance), packageItems })
    state.dirty = false
    keeper.forgetDraft()
    // The cart does not wait for it. For a line it is kept, so that other windows find the line's current content.
    if (state.origin !== 'line' || state.isLineGone) void keeper.saver()?.discard()
    return { name: 'shoppingcart', params: {} }
  }

  async function refuse({ reason, message }: ShopError): Promise<Route | undefined> {
    if (reason === 'session.required') return keeper.toLogin(true)
    state.buyError = message
    if (reason === 'cart.unknown_line') state.isLineGone = true
    // The server would print something else: that is shown now.
    if (reason === 'editor.preview_differs') await filler.renew()
    return undefined
  }

  return async () => {
    if (state.isAddingToCart) return undefined
    Object.assign(state, { isAddingToCart: true, buyError: '' })
    try {
      return await buy()
    } catch (error) {
      if (!isShopError(error)) throw error
      return await refuse(error)
    } finally {
      state.isAddingToCart = false
    }
  }
}
