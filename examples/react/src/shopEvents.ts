import type { SurfaceEvents } from '@portraitkit/widgets'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** The number of items in the cart, as reported by the shop. */
export function useBasket(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const updateCount = (event: SurfaceEvents['pk-cart-count']) => setCount(event.detail.count)
    document.addEventListener('pk-cart-count', updateCount)
    return () => document.removeEventListener('pk-cart-count', updateCount)
  }, [])
  return count
}

/** When a view of the shop links to another one, the site's own router navigates there, and no page is loaded. */
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
