import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'

/** The number of items in the cart. The cart's code is fetched only for customers who have one. */
export function useCartCount(): number {
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (status !== 'signed-in') return setCount(0)
    let current = true
    const stop = shop.events.on('pk-cart-change', (change) => setCount(change.count))
    const read = async () => {
      const { cartCount } = await import('./cartCount.ts')
      const known = await cartCount(shop)
      if (current) setCount(known)
    }
    // Without its count the cart is still a link; the cart view shows what is wrong.
    read().catch(() => undefined)
    return () => {
      current = false
      stop()
    }
  }, [shop, status])
  return count
}
