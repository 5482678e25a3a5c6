import type { SurfaceEvents } from '@portraitkit/widgets'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** How many things lie in the basket, as the shop tells it. */
export function useBasket(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const updateCount = (event: SurfaceEvents['pk-cart-change']) => setCount(event.detail.count)
    document.addEventListener('pk-cart-change', updateCount)
    return () => document.removeEventListener('pk-cart-change', updateCount)
  }, [])
  return count
}

/** Where a view of the shop leads to another one, the site's own router goes there, and no page is loaded. */
export function useShopNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: SurfaceEvents['pk-navigate']) => {
      event.preventDefault()
      navigate(event.detail.href)
    }
    document.addEventListener('pk-navigate', follow)
    return () => document.removeEventListener('pk-navigate', follow)
  }, [navigate])
}
