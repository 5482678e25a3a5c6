import type { Shop } from '@portraitkit/core/shop.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'

/**
 * Fetches the cart of a signed-in customer once the view is shown, so that a page learns how much is in it (`pk-cart-count`) also
 * from a view that needs no cart.
 */
export function useCartCountForPage(shop: Shop, isShown: boolean): void {
  const { status } = useSnapshot(shop.session.state)
  useEffect(() => {
    if (status !== 'signed-in' || !isShown) return
    // The page's count stays as it is if this fails; the cart view shows what is wrong.
    import('./shop/cartCount.ts').then(({ cartCount }) => cartCount(shop)).catch(() => undefined)
  }, [shop, status, isShown])
}
