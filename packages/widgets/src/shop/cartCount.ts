import { createCart } from '@portraitkit/core/cart/state.ts'
import type { Shop } from '@portraitkit/core/shop.ts'

/**
 * The number of items in the cart, fetched if it is not known yet. In a file of its own, because the lazily fetched chunk must
 * not be the cart's state itself: every view that shows a cart contains that, and would have to contain its dependencies, too.
 */
export async function cartCount(shop: Shop): Promise<number> {
  const cart = shop.part(createCart)
  await cart.load()
  return cart.state.count
}
