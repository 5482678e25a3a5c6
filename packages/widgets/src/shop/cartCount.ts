import { createCart } from '@portraitkit/core/cart/state.ts'
import type { Shop } from '@portraitkit/core/shop.ts'

/**
 * How many things are in the cart, which is fetched where it is not here yet. In a file of its own, for what is fetched later must
 * not be the cart's state itself: whatever shows a cart has that, and would carry the ways to it along.
 */
export async function cartCount(shop: Shop): Promise<number> {
  const cart = shop.part(createCart)
  await cart.load()
  return cart.state.count
}
